import { expect } from "@effect/vitest"
import { Effect, Layer } from "effect"
import type { Call } from "../../../domain/ledger/state.ts"
import { microUsd, sum } from "../../../domain/money/Money.ts"
import { Operator } from "../../../domain/operating/OperatorLog.ts"
import type { PayoutTerms } from "../../../domain/publishing/earnings.ts"
import { PayoutChain } from "../../../domain/publishing/PayoutChain.ts"
import { Payouts } from "../../../domain/publishing/Payouts.ts"
import type { Publisher } from "../../../domain/publishing/Publisher.ts"
import { PublisherBooks } from "../../../domain/publishing/PublisherBooks.ts"
import { Publishers } from "../../../domain/publishing/Publishers.ts"
import { decidePayout, requestPayout, reversalWindows } from "../../../domain/publishing/requestPayout.ts"
import { settlePayouts } from "../../../domain/publishing/settlePayouts.ts"
import { Rails } from "../../../domain/rail/Rail.ts"
import { Database } from "../../../layers/postgres/Database.ts"
import { PgOperatorLog } from "../../../layers/postgres/operating/PgOperatorLog.ts"
import { PgAudit } from "../../../layers/postgres/PgAudit.ts"
import { PgPayouts } from "../../../layers/postgres/publishing/PgPayouts.ts"
import { PgPublisherBooks } from "../../../layers/postgres/publishing/PgPublisherBooks.ts"
import { PgPublishers } from "../../../layers/postgres/publishing/PgPublishers.ts"
import { credits } from "../../../rails/credits/rail.ts"
import { Audit } from "../../../domain/ledger/Ledger.ts"
import { FakeRail } from "../fakeRail.ts"
import { type Buyer, captureOf, day, deliverOf, openBuyer, option, reserved, reserveOf, run, settleOf, usd } from "../ledger/commands.ts"
import { noon } from "../ledger/LedgerFixture.ts"
import { postgresLedgerFixture } from "../ledger/postgresLedgerFixture.ts"
import { FakePayoutChain } from "./fakePayoutChain.ts"

const debit = {
  ...new FakeRail({ id: "sepa", settles: "later" }).rail,
  reversible: { withoutReasonMs: 56 * day, unauthorisedMs: 396 * day },
}
const chainRail = new FakeRail({ id: "x402", settles: "before_answer" }).rail

export const publishingFixture = Layer.mergeAll(PgPublishers, PgPublisherBooks, PgPayouts, PgOperatorLog, PgAudit).pipe(
  Layer.provideMerge(postgresLedgerFixture),
  Layer.provideMerge(
    Layer.succeed(
      Rails,
      new Map([
        ["credits", credits],
        ["sepa", debit],
        ["x402", chainRail],
      ]),
    ),
  ),
  Layer.provideMerge(Layer.succeed(Operator, { user: "olga", host: "desk" })),
)

export const terms: PayoutTerms = { minimum: usd(1), reversiblePercent: 100 }
export const wallet = `0x${"ab".repeat(20)}`
export const cut = Date.UTC(2026, 4, 1)

let named = 0
/** A publisher with one payee, and proofs of both kinds that an operator has approved. */
export const verifiedPublisher = Effect.gen(function* () {
  const publishers = yield* Publishers
  const { publisher } = yield* publishers.create("Registry", [`Registry ${++named}`])
  yield* prove(publisher)
  return publisher
})
export const prove = Effect.fnUntraced(function* ({ id }: Publisher) {
  const publishers = yield* Publishers
  yield* publishers.addProof(id, { kind: "wallet", subject: wallet, evidence: "{}", submittedBy: "publisher" })
  yield* publishers.addProof(id, { kind: "iban", subject: "DE** **** 3000", evidence: "letter 7", submittedBy: "olga" })
  yield* publishers.approveProofs(id, "olga")
})

export const newBuyer = openBuyer({
  key: { expiresAt: noon + 1000 * day },
  accounts: [
    { id: "sepa", creditLimit: usd(1_000_000) },
    { id: "x402", creditLimit: usd(1_000_000) },
  ],
})
export const bought = Effect.fnUntraced(function* (
  buyer: Buyer,
  { payees: [payee = ""] }: Publisher,
  rail: string,
  amount: number,
  feeBasisPoints?: number,
) {
  const at = {
    credits: option(),
    sepa: option({ rail: "sepa", settles: "later", feeBasisPoints: 0 }),
    x402: option({ rail: "x402", settles: "before_answer" }),
  }[rail]!
  const options = [feeBasisPoints === undefined ? at : { ...at, feeBasisPoints }]
  const call = yield* reserved(reserveOf(buyer, { payee, max: usd(amount), options }))
  if (rail !== "x402") return (yield* run(captureOf(call))).call
  yield* run(deliverOf(call))
  return (yield* run(captureOf(call, { body: null, proof: "{}", provisional: true }))).call
})
export const settled = (call: Call, settlement: Call["settlement"] = "settled") => run(settleOf(call, settlement))

export const balanceOf = Effect.fnUntraced(function* ({ id }: Publisher) {
  const books = yield* PublisherBooks
  return yield* books.balance(id, yield* reversalWindows)
})
/** What the ledger owes to the publisher's payees, by its transfers alone. */
export const owed = Effect.fnUntraced(function* ({ payees }: Publisher) {
  const { money: sql } = yield* Database
  const names = new Set(payees.map((payee) => `payee:${payee}`))
  const rows = yield* sql<{
    readonly debit: string
    readonly credit: string
    readonly amount: bigint
  }>`select debit, credit, amount from transfer`
  return sum(rows.map(({ amount, credit, debit }) => microUsd(names.has(credit) ? amount : names.has(debit) ? -amount : 0n)))
})
export const statementOf = Effect.fnUntraced(function* ({ id }: Publisher, from = 0, to = Date.UTC(2100, 0)) {
  const books = yield* PublisherBooks
  return yield* books.statement(id, "2026-01", from, to)
})
export const consistent = Effect.fnUntraced(function* (publisher: Publisher) {
  const balance = yield* balanceOf(publisher)
  const ledger = yield* owed(publisher)
  expect(balance.balance).toBe(ledger)
  expect(balance.maturing + balance.available + balance.inPayout).toBe(ledger)
  expect((yield* statementOf(publisher)).closing).toBe(ledger)
  expect((yield* Effect.flatMap(Audit, (audit) => audit.run)).filter(({ violations }) => violations > 0)).toEqual([])
  return balance
})
export const requested = (publisher: Publisher, amount: number | null = null, over: Partial<PayoutTerms> = {}) =>
  requestPayout(publisher, { amount: amount === null ? null : usd(amount), proofs: [] }, { ...terms, ...over })
export const failureOf = <A, E, R>(effect: Effect.Effect<A, E, R>) =>
  Effect.flip(effect) as Effect.Effect<{ readonly code: string; readonly message: string }, A, R>
export const withChain = (chain: FakePayoutChain) => Effect.provideService(PayoutChain, chain.shape)
/** Requests, approves and pays on the given chain. */
export const payAll = Effect.fnUntraced(function* (publisher: Publisher, chain: FakePayoutChain) {
  const payout = yield* requested(publisher)
  yield* decidePayout(payout.id, true, "checked")
  yield* withChain(chain)(settlePayouts)
  chain.include(payout.id)
  yield* withChain(chain)(settlePayouts)
  return yield* Effect.flatMap(Payouts, (payouts) => payouts.find(publisher.id, payout.id))
})
