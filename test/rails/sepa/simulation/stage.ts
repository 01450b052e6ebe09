import { Context, Effect, Layer } from "effect"
import { type Ledger, Ledger as LedgerPort } from "../../../../domain/ledger/Ledger.ts"
import type { LedgerQueries } from "../../../../domain/ledger/LedgerQueries.ts"
import { MemoryLedger, MemoryStore } from "../../../support/ledger/MemoryLedger.ts"
import type { SepaStoreShape } from "../../../../rails/sepa/store/SepaStore.ts"
import { memoryReading } from "../support/memoryReading.ts"
import type { TopupStoreShape } from "../../../../rails/credits/topups/TopupStore.ts"
import type { StripeStoreShape } from "../../../../rails/stripe/store.ts"
import { memoryStore, memoryStripeStore, memoryTopupStore } from "../support/memoryStore.ts"
import type { World } from "./World.ts"

/** Where the books of a world are kept. */
export interface Stage {
  readonly ledger: Ledger["Service"]
  readonly reading: LedgerQueries["Service"]
  readonly store: SepaStoreShape
  readonly topups: TopupStoreShape
  readonly stripeStore: StripeStoreShape
  /** The organisation and its key. */
  readonly open: (world: World) => Effect.Effect<void, unknown>
  readonly setTime: (at: number) => Effect.Effect<void, unknown>
  /** Copies what is stored into the world: the debits, their lines and the accounts, or the calls and transfers too. */
  readonly load: (world: World, what: "debits" | "everything") => Effect.Effect<void, unknown>
  /** What `farthing ledger audit` finds. Nothing where no tables are. */
  readonly audit: (world: World) => Effect.Effect<ReadonlyArray<string>, unknown>
}

export const unlimited = { perRequest: null, monthly: null, daily: null, expiresAt: Date.UTC(2100, 0, 1), revokedAt: null }

/** The world is its own store. */
export const inMemory = (world: World): Stage => ({
  ledger: Context.get(
    Effect.runSync(Effect.scoped(Layer.build(Layer.provide(MemoryLedger, Layer.succeed(MemoryStore, world.books))))),
    LedgerPort,
  ),
  reading: memoryReading(world.books),
  store: memoryStore(world.sepa, () => world.now),
  topups: memoryTopupStore(world.sepa, () => world.now),
  stripeStore: memoryStripeStore(world.sepa, () => world.now),
  open: ({ books, key, organisation }) =>
    Effect.sync(() => {
      books.organisations.set(organisation, { id: organisation, status: "active", spending: true, concurrency: 1000 })
      books.keys.set(key, { id: key, organisation, ...unlimited })
    }),
  setTime: () => Effect.void,
  load: () => Effect.void,
  audit: () => Effect.succeed([]),
})
