import { Context, type Effect } from "effect"
import { microUsd } from "../money/Money.ts"
import type { StorageUnavailable } from "../Refusal.ts"
import type { OperationNotFound } from "./find.ts"
import type { ImportedSource, InvalidDocument } from "./ImportedSource.ts"
import type { Pricing } from "./Source.ts"

/** Which variant of which operation a price is for; 0 is the operation's own inputs. */
export interface PriceKey {
  readonly source: string
  readonly operation: string
  readonly variant: number
}

/** The highest price of a call or a document: 1,000 USD. A higher one is a mistake. */
export const maxPrice = microUsd(1_000_000_000n)

/** What operators change about what is for sale. Every node sees a change within a second. */
export class PriceList extends Context.Service<
  PriceList,
  {
    readonly price: (article: PriceKey) => Effect.Effect<Pricing, OperationNotFound | StorageUnavailable>
    /** Supersedes a price: quotes that were given at the old one stay payable. Answers the old one. */
    readonly setPrice: (article: PriceKey, pricing: Pricing) => Effect.Effect<Pricing, OperationNotFound | StorageUnavailable>
    /** Adds a source, or replaces the one of this id that joined before. `prices` supersede the stored prices that differ. */
    readonly putSource: (
      stored: ImportedSource,
      prices: ReadonlyArray<PriceKey & { readonly pricing: Pricing }>,
    ) => Effect.Effect<void, InvalidDocument | StorageUnavailable>
    readonly removeSource: (id: string) => Effect.Effect<boolean, StorageUnavailable>
    readonly imported: Effect.Effect<ReadonlyArray<Omit<ImportedSource, "document">>, StorageUnavailable>
  }
>()("farthing/domain/catalogue/PriceList") {}
