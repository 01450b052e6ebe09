import { Effect, Layer } from "effect"
import { MemoryStore } from "../../../support/ledger/MemoryLedger.ts"
import { SepaStore } from "../../../../rails/sepa/store/SepaStore.ts"
import { memoryLedgerFixture } from "../../../support/ledger/memoryLedgerFixture.ts"
import { emptySepa, memoryStore } from "../support/memoryStore.ts"
import { storeContract } from "./storeContract.ts"

const store = Layer.effect(
  SepaStore,
  Effect.map(MemoryStore, (books) => memoryStore(emptySepa(), () => books.now)),
)

storeContract("in memory", Layer.provideMerge(store, memoryLedgerFixture))
