import { expect, layer } from "@effect/vitest"
import { Context, Effect, Layer, Redacted, Result } from "effect"
import { SqlClient } from "effect/sql/SqlClient"
import { randomUUID } from "node:crypto"
import { RailDatabase } from "../../../../layers/postgres/Database.ts"
import { OrganisationId } from "../../../../domain/money/ids.ts"
import { microUsd } from "../../../../domain/money/Money.ts"
import { type Debtor, type Mandate } from "../../../../rails/sepa/store/Debtor.ts"
import { cachedDebtors } from "../../../../rails/sepa/mandates/cachedDebtors.ts"
import { sepaRail } from "../../../../rails/sepa/rail.ts"
import { SepaTerms } from "../../../../rails/sepa/settings.ts"
import { sepaTerms } from "../support/sepaTerms.ts"
import { makePgSepaStore } from "../../../../rails/sepa/store/PgSepaStore.ts"
import { SepaStore } from "../../../../rails/sepa/store/SepaStore.ts"
import { StripeApi } from "../../../../rails/stripe/StripeApi.ts"
import { postgresLedgerFixture } from "../../../support/ledger/postgresLedgerFixture.ts"

const quote = { max: microUsd(1_000n), payee: "Registry Ltd", priceId: null }
const mandate: Mandate = { id: "mandate_1", status: "active", paymentMethod: "pm_1", reference: null, last4: "3000", acceptedAt: 0 }
const given = (debtor: Debtor): Debtor => ({ ...debtor, mandate, subscription: "active" })

/** The rail over tables, and how many statements it has made. */
const counted = Effect.gen(function* () {
  const sql = yield* SqlClient
  let statements = 0
  const counting = new Proxy(sql, {
    get: (target, name) => {
      if (name === "unsafe") statements++
      return Reflect.get(target, name) as unknown
    },
  })
  const { debtorOf, store } = yield* cachedDebtors(yield* Effect.provideService(makePgSepaStore, SqlClient, counting))
  const stripe = yield* StripeApi.make({ secretKey: Redacted.make("sk_test_unasked"), baseUrl: "http://127.0.0.1:1" })
  const rail = sepaRail(Context.make(SepaStore, store).pipe(Context.add(StripeApi, stripe), Context.add(SepaTerms, sepaTerms)), debtorOf)
  const during = <A, E>(work: Effect.Effect<A, E>) =>
    Effect.gen(function* () {
      const before = statements
      yield* work
      return statements - before
    })
  const organisation = OrganisationId.make(randomUUID())
  const fund = Effect.suspend(() => Effect.result(rail.offer({ organisation, key: null }, quote, undefined)))
  return { during, fund, organisation, store }
})

layer(Layer.provideMerge(RailDatabase, postgresLedgerFixture), { excludeTestServices: true })(
  "the cached debtors of the SEPA rail",
  (it) => {
    it.effect("the tables are read once for many calls", () =>
      Effect.gen(function* () {
        const { during, fund, organisation, store } = yield* counted
        yield* store.changeDebtor(organisation, given)
        expect(yield* during(fund)).toBe(1)
        expect(yield* during(Effect.repeat(fund, { times: 19 }))).toBe(0)
        expect(yield* fund).toMatchObject({ success: { account: "sepa" } })
      }),
    )

    it.effect("the cache has this node's changes at once, and another node's soon", () =>
      Effect.gen(function* () {
        const { fund, organisation, store } = yield* counted
        const other = yield* counted
        expect(Result.isFailure(yield* fund)).toBe(true)
        yield* store.changeDebtor(organisation, given)
        expect(Result.isSuccess(yield* fund)).toBe(true)
        yield* store.changeDebtor(organisation, (debtor) => ({ ...debtor, mandate: { ...mandate, status: "pending" } }))
        expect(yield* fund).toMatchObject({ failure: { code: "mandate_pending" } })
        yield* other.store.changeDebtor(organisation, given)
        yield* Effect.sleep("1100 millis")
        expect(Result.isSuccess(yield* fund)).toBe(true)
      }),
    )
  },
)
