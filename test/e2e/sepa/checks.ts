import { expect } from "@effect/vitest"
import { Effect } from "effect"
import { CallId } from "../../../domain/money/ids.ts"
import { LedgerQueries } from "../../../domain/ledger/LedgerQueries.ts"
import { OtherPaymentsStores } from "../../../domain/rail/OtherPayments.ts"
import { Rails } from "../../../domain/rail/Rail.ts"
import { Database } from "../../../layers/postgres/Database.ts"
import { newBuyer } from "../../support/gateway.ts"
import { clientOf, type Json, railBreaks } from "./client.ts"

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
const underLie = <A, E, R>(lie: object, look: Effect.Effect<A, E, R>) =>
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

const documentPath = "/v1/me/sepa/mandate/document"

/** The message of the refusal while the payer has no mandate. */
export const noMandateDocument = Effect.fnUntraced(function* (secret: string) {
  const { body, status } = yield* (yield* clientOf(secret)).ask("GET", documentPath)
  expect([status, body["error"].code]).toEqual([404, "mandate_not_found"])
  return String(body["error"].message)
})

/** The payer reads its mandate at Stripe. A key without `billing:read` and another organisation do not. */
export const expectMandateDocument = Effect.fnUntraced(function* (secret: string, { id, reference }: Json) {
  const { body, headers, status } = yield* (yield* clientOf(secret)).ask("GET", documentPath)
  expect([status, headers.get("cache-control")]).toEqual([200, "no-store"])
  expect(body).toEqual({ mandate: id, reference, url: expect.any(String) })
  expect(yield* Effect.promise(async () => (await fetch(body["url"])).text())).toContain(reference)
  const spender = yield* newBuyer({ dollars: 0, key: { scopes: ["sources:execute"] } })
  const refused = yield* (yield* clientOf(spender.secret)).ask("GET", documentPath)
  expect([refused.status, refused.body["error"].code]).toEqual([403, "insufficient_scope"])
  yield* noMandateDocument((yield* newBuyer({ dollars: 0 })).secret)
})
