import { Context, type Effect } from "effect"
import { Refusal } from "../Refusal.ts"
import type { Entry } from "./Entry.ts"

/** 503: the directory cannot be read now. */
export class CatalogUnavailable extends Refusal("catalog_unavailable", 503) {}

/** 429: the directory has as many readers as it takes at once. */
export class Busy extends Refusal("busy", 429) {}

/** A source, or one of its operations, that a search found. */
export interface Hit {
  readonly source: string
  /** Null where the source as a whole was found. */
  readonly operation: string | null
}

/** What is for sale now, with its current prices. */
export class Catalogue extends Context.Service<
  Catalogue,
  {
    /** Costs nothing: a snapshot in memory that follows the database. */
    readonly current: Effect.Effect<ReadonlyArray<Entry>, CatalogUnavailable>
    /** What has every word of a text, or a word that begins with it: the best first. */
    readonly search: (text: string) => Effect.Effect<ReadonlyArray<Hit>, CatalogUnavailable>
  }
>()("farthing/domain/catalogue/Catalogue") {}
