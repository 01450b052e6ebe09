import { Context, type Effect } from "effect"
import { Refusal } from "../Refusal.ts"
import type { Operation, Source } from "./Source.ts"

/** 503: the directory cannot be read now. */
export class CatalogUnavailable extends Refusal("catalog_unavailable", 503) {}

export interface Snapshot {
  /** The sources with their current prices. */
  readonly sources: ReadonlyArray<Source>
  /** The id of an operation's current price: what a call keeps as the price it was quoted. */
  readonly priceOf: (source: Source, operation: Operation) => string | null
}

/** What is for sale now. Reading it costs nothing: a snapshot in memory that follows the database. */
export class Catalogue extends Context.Service<Catalogue, { readonly current: Effect.Effect<Snapshot, CatalogUnavailable> }>()(
  "farthing/domain/catalogue/Catalogue",
) {}
