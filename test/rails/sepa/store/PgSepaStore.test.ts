import { expect, layer } from "@effect/vitest"
import { Effect, Layer } from "effect"
import { randomUUID } from "node:crypto"
import { OrganisationId } from "../../../../domain/money/ids.ts"
import { zero } from "../../../../domain/money/Money.ts"
import { RailDatabase } from "../../../../layers/postgres/Database.ts"
import { makePgSepaStore } from "../../../../rails/sepa/store/PgSepaStore.ts"
import type { Collection } from "../../../../rails/sepa/store/Collection.ts"
import { makeSepaReports } from "../../../../rails/sepa/store/reports.ts"
import { collectionOf } from "../support/samples.ts"
import { SepaStore } from "../../../../rails/sepa/store/SepaStore.ts"
import { makePgTopupStore, TopupStore } from "../../../../rails/credits/topups/TopupStore.ts"
import { makePgStripeStore, StripeStore } from "../../../../rails/stripe/store.ts"
import { Owner, postgresLedgerFixture } from "../../../support/ledger/postgresLedgerFixture.ts"
import { LedgerFixture, noon, setTime } from "../../../support/ledger/LedgerFixture.ts"
import { storeContract } from "./storeContract.ts"

const stores = Layer.mergeAll(
  Layer.effect(SepaStore, makePgSepaStore),
  Layer.effect(TopupStore, makePgTopupStore),
  Layer.effect(StripeStore, makePgStripeStore),
).pipe(Layer.provide(RailDatabase))

const postgres = Layer.provideMerge(stores, postgresLedgerFixture)
storeContract("over PostgreSQL", postgres)

layer(postgres, { excludeTestServices: true })("what organisations owe", (it) => {
  it.effect("the receivables have debits that collect or are owed again, and none that is not needed", () =>
    Effect.gen(function* () {
      const store = yield* SepaStore
      const bench = yield* LedgerFixture
      const { receivables } = yield* makeSepaReports.pipe(Effect.provide(RailDatabase))
      const owedOf = Effect.fnUntraced(function* (over: Partial<Collection>) {
        const organisation = OrganisationId.make(randomUUID())
        yield* bench.organisation({ id: organisation, status: "active", spending: true, concurrency: 10 })
        yield* store.changeDebtor(organisation, (debtor) => debtor)
        const debit = collectionOf(organisation, { id: randomUUID(), createdAt: noon })
        yield* store.begin(debit, { lines: [], carried: 0n, carry: 0n })
        yield* store.changeCollection(debit.id, (now) => ({ ...now, ...over }))
        const row = (yield* receivables).find((one) => one.organisation === organisation)
        return row && [row.upTo7, row.failed]
      })
      const { micro } = collectionOf(OrganisationId.make(randomUUID()))
      const results = [
        yield* owedOf({}),
        yield* owedOf({ status: "processing" }),
        yield* owedOf({ status: "failed" }),
        yield* owedOf({ voidedAt: noon }),
        yield* owedOf({ status: "processing", voidedAt: noon }),
        yield* owedOf({ status: "failed", voidedAt: noon }),
      ]
      expect(results).toEqual([[micro, 0n], [micro, 0n], [micro, micro], undefined, undefined, undefined])
    }),
  )
})

layer(postgres, { excludeTestServices: true })("what an operator blocks", (it) => {
  it.effect("the store reads since when an operator keeps an organisation from using the rail", () =>
    Effect.gen(function* () {
      const store = yield* SepaStore
      const bench = yield* LedgerFixture
      const sql = yield* Owner
      const id = OrganisationId.make(randomUUID())
      const organisation = (status: "active" | "suspended") => bench.organisation({ id, status, spending: true, concurrency: 10 })
      const account = (status: "active" | "frozen") =>
        bench.account({ organisation: id, id: "sepa", rail: "sepa", creditLimit: zero, status })
      const logged = Effect.fnUntraced(function* (action: string, subject: string, at: number) {
        const entry = randomUUID()
        for (const phase of ["began", "done"])
          yield* sql`insert into operator_log (entry, phase, at, operator, host, action, org, subject, reason)
            values (${entry}::text::uuid, ${phase}, at_ms(${String(at)}::text::float8), 'ada', 'host', ${action}, ${id}::text::uuid, ${subject}, 'test')`
      })
      yield* organisation("active")
      yield* account("active")
      expect(yield* store.blockedSince(id)).toBeNull()

      yield* organisation("suspended")
      expect(yield* store.blockedSince(id), "the log does not show it").toBe(noon)
      yield* logged("org suspend", id, noon - 9_000)
      yield* logged("org resume", id, noon - 8_000)
      yield* logged("org suspend", id, noon - 7_000)
      yield* logged("org suspend", id, noon - 6_000)
      expect(yield* store.blockedSince(id), "the first one after it was resumed").toBe(noon - 7_000)
      yield* organisation("active")

      yield* account("frozen")
      yield* logged("account freeze", "credits", noon - 9_000)
      yield* logged("account freeze", "sepa", noon - 5_000)
      expect(yield* store.blockedSince(id)).toBe(noon - 5_000)
      yield* account("active")

      yield* setTime(noon - 3_000)
      yield* sql`insert into rail_pause (rail) values ('credits'), ('sepa')`
      yield* setTime(noon)
      expect(yield* store.blockedSince(id)).toBe(noon - 3_000)
    }),
  )
})
