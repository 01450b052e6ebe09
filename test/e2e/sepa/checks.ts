import { expect } from "@effect/vitest"
import { Effect } from "effect"
import { CallId } from "../../../domain/money/ids.ts"
import { LedgerQueries } from "../../../domain/ledger/LedgerQueries.ts"
import { OtherPaymentsStores } from "../../../domain/rail/OtherPayments.ts"
import { Rails } from "../../../domain/rail/Rail.ts"
import { Database } from "../../../layers/postgres/Database.ts"
import { type Json, railBreaks, until } from "./client.ts"

/** An object as Stripe answers it. */
export const atStripe = (stripe: string, path: string) =>
  Effect.promise(async () => (await (await fetch(`${stripe}${path}`, { headers: { authorization: "Bearer sk_test_any" } })).json()) as Json)

/** What is wrong with a call's payment, held against Stripe. */
export const faultsOf = Effect.fnUntraced(function* (payment: string) {
  const { call } = (yield* Effect.flatMap(LedgerQueries, (reading) => reading.payment(null, CallId.make(payment))))!
  const checks = yield* (yield* Rails).get(call.rail)!.verify!(call)
  return { looked: checks.length, wrong: checks.filter(({ ok }) => !ok).map(({ name }) => name) }
})

/** The same for a payment that is not a call. */
export const otherFaultsOf = Effect.fnUntraced(function* (payment: string) {
  for (const { verify } of yield* OtherPaymentsStores) {
    const checks = yield* verify?.(payment) ?? Effect.undefined
    if (checks !== undefined) return { looked: checks.length, wrong: checks.filter(({ ok }) => !ok).map(({ name }) => name) }
  }
  return { looked: 0, wrong: ["no such payment"] }
})

/** What `look` answers while `lie` replaces members of every stored debit, in a transaction that is rolled back. */
export const underLie = <A, E, R>(lie: object, look: Effect.Effect<A, E, R>) =>
  Effect.gen(function* () {
    const { money: sql } = yield* Database
    let answer: A | undefined
    const lying = Effect.gen(function* () {
      yield* sql`set local idle_in_transaction_session_timeout = 0`
      yield* sql`update rail_sepa.collection set doc = doc::jsonb || ${JSON.stringify(lie)}::text::jsonb`
      answer = yield* look
      return yield* Effect.fail("taken back")
    })
    expect(yield* Effect.flip(sql.withTransaction(lying))).toBe("taken back")
    return answer!
  })

export const faultsUnder = (lie: object, payment: string, look: typeof faultsOf | typeof otherFaultsOf = faultsOf) =>
  underLie(lie, look(payment))

export const breaksUnder = (lie: object) => underLie(lie, railBreaks)

/** Waits until at least `count` debits are on their way: one that is made after the clock was moved would stay there until it is moved again. */
export const debitsInFlight = Effect.fnUntraced(function* (count: number) {
  const { money: sql } = yield* Database
  const inFlight = sql`select from rail_sepa.collection where status = 'processing' and booked = status`
  yield* until(Effect.orDie(Effect.map(inFlight, ({ length }) => ({ length }))), ({ length }) => length >= count)
})

/** Waits until no debit of any organisation of the test is on its way. */
export const noDebitInFlight = Effect.gen(function* () {
  const { money: sql } = yield* Database
  const inFlight = sql`select from rail_sepa.collection where status in ('new', 'processing') or booked <> status`
  yield* until(Effect.orDie(Effect.map(inFlight, ({ length }) => ({ length }))), ({ length }) => length === 0)
})
