import { Layer } from "effect"
import { RailDatabase } from "../../../../layers/postgres/Database.ts"
import { makePgSepaStore } from "../../../../rails/sepa/store/PgSepaStore.ts"
import { SepaStore } from "../../../../rails/sepa/store/SepaStore.ts"
import { makePgTopupStore, TopupStore } from "../../../../rails/credits/topups/TopupStore.ts"
import { makePgStripeStore, StripeStore } from "../../../../rails/stripe/store.ts"
import { postgresLedgerFixture } from "../../../support/ledger/postgresLedgerFixture.ts"
import { storeContract } from "./storeContract.ts"

const stores = Layer.mergeAll(
  Layer.effect(SepaStore, makePgSepaStore),
  Layer.effect(TopupStore, makePgTopupStore),
  Layer.effect(StripeStore, makePgStripeStore),
).pipe(Layer.provide(RailDatabase))

storeContract("over PostgreSQL", Layer.provideMerge(stores, postgresLedgerFixture))
