import { expect, type Vitest } from "@effect/vitest"
import { Effect, Result } from "effect"
import { buyerAccount, outside } from "../../../../domain/ledger/postings.ts"
import type { Command } from "../../../../domain/ledger/command.ts"
import type { Ledger } from "../../../../domain/ledger/Ledger.ts"
import { refundOf } from "./corrections.ts"
import { type LedgerFixture, rowsOf } from "../../../support/ledger/LedgerFixture.ts"
import {
  type Buyer,
  cancelOf,
  captureOf,
  deliverOf,
  newNode,
  openBuyer,
  option,
  outcome,
  releaseOf,
  reserved,
  reserveOf,
  run,
  settleOf,
  takeOverOf,
  usd,
} from "../../../support/ledger/commands.ts"

type Scenario = (buyer: Buyer) => Effect.Effect<Command, never, Ledger | LedgerFixture>

const deposit = option({ rail: "upfront", settles: "before_dispatch", deposits: { remainderTo: "credits" } })

/** One command of each kind that writes. A new kind of command without a scenario does not compile. */
const writing: Record<Command["_tag"], Scenario> = {
  Reserve: (buyer) => Effect.succeed(reserveOf(buyer)),
  Deliver: (buyer) => Effect.map(reserved(reserveOf(buyer)), (call) => deliverOf(call)),
  Capture: (buyer) => Effect.map(reserved(reserveOf(buyer)), (call) => captureOf(call, { amount: usd(700) })),
  Release: (buyer) => Effect.map(reserved(reserveOf(buyer)), (call) => releaseOf(call)),
  Settle: (buyer) =>
    Effect.gen(function* () {
      const call = yield* reserved(reserveOf(buyer, { options: [option({ settles: "later" })] }))
      yield* run(captureOf(call))
      return settleOf(call, "settled")
    }),
  Post: ({ organisation }) =>
    Effect.succeed({
      _tag: "Post",
      organisation,
      ref: "topup:1",
      transfers: [{ debit: outside("bank"), credit: buyerAccount("credits"), amount: usd(5) }],
    }),
  Refund: (buyer) =>
    Effect.gen(function* () {
      const call = yield* reserved(reserveOf(buyer))
      yield* run(captureOf(call))
      return refundOf(call)
    }),
  ConfigureAccount: ({ organisation }) =>
    Effect.succeed({ _tag: "ConfigureAccount", organisation, account: "debit", rail: "debit", creditLimit: usd(50_000) }),
  Cancel: (buyer) => Effect.map(reserved(reserveOf(buyer)), cancelOf),
  TakeOver: (buyer) => Effect.map(reserved(reserveOf(buyer)), (call) => takeOverOf(call, newNode())),
}

/** Commands that are refused, each in a way of its own. */
const refused: Readonly<Record<string, Scenario>> = {
  "a reservation above the balance": (buyer) => Effect.succeed(reserveOf(buyer, { max: usd(1_000_001) })),
  "a reservation above max_spend": (buyer) => Effect.succeed(reserveOf(buyer, { maxSpend: usd(999) })),
  "a capture of a released call": (buyer) =>
    Effect.gen(function* () {
      const call = yield* reserved(reserveOf(buyer))
      yield* run(releaseOf(call))
      return captureOf(call)
    }),
  "a capture of another node": (buyer) => Effect.map(reserved(reserveOf(buyer)), (call) => captureOf(call, { node: newNode() })),
  "a capture above the maximum": (buyer) => Effect.map(reserved(reserveOf(buyer)), (call) => captureOf(call, { amount: usd(1001) })),
  "a release of what may have been paid": (buyer) =>
    Effect.map(reserved(reserveOf(buyer, { options: [deposit] })), (call) => releaseOf(call)),
  "a post to an account that is not there": ({ organisation }) =>
    Effect.succeed({
      _tag: "Post",
      organisation,
      ref: "topup:2",
      transfers: [{ debit: outside("bank"), credit: buyerAccount("nowhere"), amount: usd(5) }],
    }),
  "a cancellation of an unknown run": (buyer) =>
    Effect.succeed({ _tag: "Cancel", organisation: buyer.organisation, run: reserveOf(buyer).run }),
}

/** `posted: false` is how a post says that it was booked before. */
const answerOf = (answer: Result.Result<unknown, unknown>): unknown => {
  if (Result.isFailure(answer)) return answer.failure
  const { posted: _, ...rest } = answer.success as Record<string, unknown>
  return rest
}

export const twice = (it: Vitest.MethodsNonLive<Ledger | LedgerFixture>) => {
  for (const [tag, scenario] of Object.entries(writing)) {
    it.effect(`${tag}: the repeated command answers like the first one and writes nothing`, () =>
      Effect.gen(function* () {
        const buyer = yield* openBuyer({ accounts: [{ id: "upfront", creditLimit: usd(1_000_000) }] })
        const command = yield* scenario(buyer)
        const untouched = yield* rowsOf(buyer)
        const first = yield* outcome(command)
        const written = yield* rowsOf(buyer)
        expect(Result.isSuccess(first), String(first)).toBe(true)
        expect(written).not.toEqual(untouched)
        expect(answerOf(yield* outcome(command))).toEqual(answerOf(first))
        expect(yield* rowsOf(buyer)).toEqual(written)
      }),
    )

    it.effect(`${tag}: three concurrent copies of the command take effect once`, () =>
      Effect.gen(function* () {
        const buyer = yield* openBuyer({ accounts: [{ id: "upfront", creditLimit: usd(1_000_000) }] })
        const command = yield* scenario(buyer)
        const answers = yield* Effect.all([outcome(command), outcome(command), outcome(command)], { concurrency: "unbounded" })
        for (const answer of answers) expect(answerOf(answer)).toEqual(answerOf(answers[0]))
        const written = yield* rowsOf(buyer)
        yield* outcome(command)
        expect(yield* rowsOf(buyer)).toEqual(written)
      }),
    )
  }

  for (const [name, scenario] of Object.entries(refused)) {
    it.effect(`${name} is refused both times and writes nothing`, () =>
      Effect.gen(function* () {
        const buyer = yield* openBuyer({ accounts: [{ id: "upfront", creditLimit: usd(1_000_000) }] })
        const command = yield* scenario(buyer)
        const untouched = yield* rowsOf(buyer)
        const first = yield* outcome(command)
        expect(Result.isFailure(first), String(first)).toBe(true)
        expect(answerOf(yield* outcome(command))).toEqual(answerOf(first))
        expect(yield* rowsOf(buyer)).toEqual(untouched)
      }),
    )
  }
}
