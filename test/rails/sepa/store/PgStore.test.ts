import { Layer } from "effect"
import { RailDatabase } from "../../../../layers/postgres/RailDatabase.ts"
import { makePgStore } from "../../../../rails/sepa/store/PgStore.ts"
import { SepaStore } from "../../../../rails/sepa/store/SepaStore.ts"
import { postgresLedgerFixture } from "../../../support/ledger/postgresLedgerFixture.ts"
import { storeContract } from "./storeContract.ts"

const store = Layer.effect(SepaStore, makePgStore).pipe(Layer.provide(RailDatabase))

storeContract("over PostgreSQL", Layer.provideMerge(store, postgresLedgerFixture))
