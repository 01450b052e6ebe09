import { Context, type Effect } from "effect"
import type { LedgerUnavailable } from "../ledger/Ledger.ts"
import type { OperationNotFound } from "./find.ts"
import type { ImportedSource, Unimportable } from "./Imported.ts"
import type { Pricing } from "./Source.ts"

/** Which variant of which operation a price is for; 0 is the operation's own inputs. */
export interface Article {
  readonly source: string
  readonly operation: string
  readonly variant: number
}

/** What operators change about what is for sale. Every node sees a change within a second. */
export class Merchandise extends Context.Service<
  Merchandise,
  {
    /** Supersedes a price: quotes that were given at the old one stay payable. Answers the old one. */
    readonly setPrice: (article: Article, pricing: Pricing) => Effect.Effect<Pricing, OperationNotFound | LedgerUnavailable>
    /** Adds a source, or replaces the one of this id that joined before. `prices` supersede those that differ. */
    readonly putSource: (
      stored: ImportedSource,
      prices: ReadonlyArray<Article & { readonly pricing: Pricing }>,
    ) => Effect.Effect<void, Unimportable | LedgerUnavailable>
    readonly removeSource: (id: string) => Effect.Effect<boolean, LedgerUnavailable>
    readonly imported: Effect.Effect<ReadonlyArray<Omit<ImportedSource, "document">>, LedgerUnavailable>
  }
>()("farthing/domain/catalogue/Merchandise") {}
