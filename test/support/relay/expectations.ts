import { Effect } from "effect"
import { expect } from "vitest"
import type { OrganisationId } from "../../../domain/money/ids.ts"
import { Database } from "../../../layers/postgres/Database.ts"
import { creditsPosition, expectCleanAudit } from "../ledger/assertions.ts"
import { sendRaw, type RawRequest, type RawAnswer } from "./rawClient.ts"
import { type Listing, Listings } from "../../../domain/listing/Listing.ts"
import { testOrigin } from "../../layers/origin/testOrigin.ts"
import { newBuyer } from "../gateway.ts"
import { until } from "../until.ts"
import { listingAt } from "./fixture.ts"

interface Money {
  readonly amount_micro_usd: string
}
interface Charge {
  readonly id: string
  readonly status: string
  readonly cost: Money
}
interface Payment {
  readonly status: string
  readonly amount: Money
  readonly transfers: ReadonlyArray<{ readonly amount: Money }>
}

/** One call as the tables have it: `run` and `stored` are what belongs to its state, `paid` what its transfers add up to. */
interface CallRow {
  readonly id: string
  readonly state: string
  readonly run: string
  readonly stored: boolean
  readonly price: number
  readonly paid: number
}

const dollars = 25_000_000

/**
 * The answers to every relayed call of one buyer agree with the payments, the usage, the balance and the tables, and
 * nothing is held. The buyer began with 25 USD and made these calls alone.
 */
export const expectAgreement = Effect.fnUntraced(function* (
  buyer: { readonly organisation: OrganisationId; readonly secret: string },
  answers: ReadonlyArray<RawAnswer>,
) {
  const get = Effect.fnUntraced(function* <A>(path: string) {
    return JSON.parse((yield* sendRaw(buyer.secret, { path })).bytes.toString()) as A
  })
  const calls = yield* callsOf(buyer.organisation)
  const charged = calls.filter(({ state }) => state === "captured")
  const spent = charged.reduce((sum, { paid }) => sum + paid, 0)

  const check = Effect.fnUntraced(function* (call: CallRow) {
    const whole = call.state === "captured"
    expect(call).toMatchObject(whole ? { run: "completed", stored: true, paid: call.price } : { run: "failed", stored: false, paid: 0 })
    const payment = yield* get<Payment>(`/v1/payments/${call.id}`)
    expect([call.id, payment.status]).toEqual([call.id, whole ? "settled" : "released"])
    expect(payment.transfers.reduce((sum, { amount }) => sum + Number(amount.amount_micro_usd), 0)).toBe(call.paid)
    if (whole) expect(payment.amount.amount_micro_usd).toBe(String(call.paid))
  })
  yield* Effect.forEach(calls, check, { concurrency: 8, discard: true })

  const states = new Map(calls.map(({ id, state }) => [id, state === "captured" ? "charged" : "none"]))
  for (const { header } of answers) {
    const id = header("x-payment-id")
    if (id !== null) expect([id, header("x-money-moved")]).toEqual([id, states.get(id)])
  }

  const usage = yield* get<{ readonly month_spent: Money; readonly charges: ReadonlyArray<Charge> }>("/v2/usage?limit=200")
  expect(usage.month_spent.amount_micro_usd).toBe(String(spent))
  const recent = new Map(usage.charges.map(({ cost, id, status }) => [id, [status, cost.amount_micro_usd]]))
  if (calls.length <= 200) {
    const expected = calls.map((call) => [call.id, call.state === "captured" ? ["charged", String(call.paid)] : ["refunded", "0"]] as const)
    expect(recent).toEqual(new Map(expected))
  }
  const { balance } = yield* get<{ readonly balance: { readonly available: Money } }>("/v2/balance")
  expect(balance.available.amount_micro_usd).toBe(String(dollars - spent))
  expect(yield* creditsPosition(buyer.organisation)).toMatchObject({ posted: dollars - spent, held: 0, open: 0, reserved: 0 })
  return { calls, charged: charged.length }
})

const callsOf = Effect.fnUntraced(function* (organisation: OrganisationId) {
  const { reads: sql } = yield* Database
  return yield* sql<CallRow>`select c.id, c.state, r.status as run, exists (select from result s where s.org = c.org and s.call = c.id) as stored,
      c.max::float8 as price, coalesce((select sum(amount)::float8 from transfer t where t.org = c.org and t.call = c.id), 0) as paid
    from call c join run r on r.org = c.org and r.id = c.run
    where c.org = ${organisation} and not exists (select from open_call o where o.org = c.org and o.call = c.id)
    union all
    select o.call, 'open', 'open', false, 0, 0 from open_call o where o.org = ${organisation}`
})

/** What an origin does with the bytes of a request. */
export type OriginBehavior = Parameters<typeof testOrigin>[0]

/** An origin that misbehaves in one way, and the expected answer to its buyer. */
export interface OriginCase<Told> {
  readonly name: string
  readonly behavior: OriginBehavior
  readonly request?: Partial<RawRequest>
  readonly listing?: Partial<Listing>
  readonly expected: Told
}

/** Lists all of these, and waits until the gateway shows them. */
export const listAll = Effect.fnUntraced(function* (listings: ReadonlyArray<Listing>) {
  const { current, put } = yield* Listings
  yield* Effect.orDie(Effect.forEach(listings, put, { concurrency: 8, discard: true }))
  const shown = Effect.map(current, (all) => listings.every(({ origin, slug }) => all.get(slug)?.origin === origin))
  yield* Effect.repeat(Effect.delay(shown, "10 millis"), { until: (all) => all })
})

/**
 * Each case with an origin, a listing and a buyer of its own, all at once: what `read` makes of the answers is what was to be
 * valueOf, no connection is left to an origin that did wrong (`open`), and the books of every buyer agree with it.
 */
export const expectAnswers = Effect.fnUntraced(function* <Told>(
  cases: ReadonlyArray<OriginCase<Told>>,
  read: (got: RawAnswer, one: OriginCase<Told>) => Told,
  { open }: { readonly open?: number } = {},
) {
  const scenes = yield* Effect.forEach(cases, (one, index) =>
    Effect.map(Effect.all([testOrigin(one.behavior), newBuyer()]), ([origin, buyer]) => ({ one, origin, buyer, slug: `case-${index}` })),
  )
  yield* listAll(scenes.map(({ one, origin, slug }) => listingAt(origin.origin, { slug, ...one.listing })))
  const answers = yield* Effect.forEach(
    scenes,
    ({ buyer, one, slug }) => sendRaw(buyer.secret, { ...one.request, path: `/${slug}/parcels` }),
    {
      concurrency: "unbounded",
    },
  )
  const named = (valueOf: (index: number) => unknown) => Object.fromEntries(cases.map(({ name }, index) => [name, valueOf(index)]))
  expect(named((i) => read(answers[i]!, cases[i]!))).toEqual(named((i) => cases[i]!.expected))
  expect(named((i) => answers[i]!.whole)).toEqual(named(() => true))
  if (open !== undefined) yield* Effect.exit(until(Effect.sync(() => scenes.every(({ origin }) => origin.open() === open))))
  expect(named((i) => scenes[i]!.origin.connections())).toEqual(named(() => 1))
  if (open !== undefined) expect(named((i) => scenes[i]!.origin.open())).toEqual(named(() => open))
  yield* Effect.forEach(scenes, ({ buyer }, i) => expectAgreement(buyer, [answers[i]!]), { concurrency: 4, discard: true })
  yield* expectCleanAudit
  return answers
})
