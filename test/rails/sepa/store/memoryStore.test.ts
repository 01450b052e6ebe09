import { Context, Effect, Layer } from "effect"
import { MemoryStore } from "../../../support/ledger/MemoryLedger.ts"
import { SepaStore } from "../../../../rails/sepa/store/SepaStore.ts"
import { memoryLedgerFixture } from "../../../support/ledger/memoryLedgerFixture.ts"
import { TopupStore } from "../../../../rails/credits/topups/TopupStore.ts"
import { StripeStore } from "../../../../rails/stripe/store.ts"
import { emptySepa, memoryStore, memoryStripeStore, memoryTopupStore } from "../support/memoryStore.ts"
import { storeContract } from "./storeContract.ts"

const stores = Layer.effectContext(
  Effect.map(MemoryStore, (books) => {
    const rows = emptySepa()
    const now = () => books.now
    return Context.make(SepaStore, memoryStore(rows, now)).pipe(
      Context.add(TopupStore, memoryTopupStore(rows, now)),
      Context.add(StripeStore, memoryStripeStore(rows, now)),
    )
  }),
)

storeContract("in memory", Layer.provideMerge(stores, memoryLedgerFixture))
