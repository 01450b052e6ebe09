import { expect, type Vitest } from "@effect/vitest"
import { Effect, Result } from "effect"
import { randomUUID } from "node:crypto"
import type { Refund } from "../../../../domain/ledger/command.ts"
import { type Ledger } from "../../../../domain/ledger/Ledger.ts"
import { keyScope } from "../../../../domain/ledger/admit.ts"
import { buyerAccount, outside } from "../../../../domain/ledger/postings.ts"
import type { Call } from "../../../../domain/ledger/state.ts"
import { isRefused } from "../../../../domain/Refusal.ts"
import { accountOf, callOf, type LedgerFixture, noon, rowsOf, setTime } from "../../../support/ledger/LedgerFixture.ts"
import {
  captureOf,
  openBuyer,
  option,
  outcome,
  refusalOf,
  releaseOf,
  reserved,
  reserveOf,
  run,
  settleOf,
  usd,
} from "../../../support/ledger/commands.ts"

export const refundOf = (call: Call, over: Partial<Refund> = {}): Refund => ({
  _tag: "Refund",
  organisation: call.organisation,
  call: call.id,
  refund: randomUUID(),
  amount: null,
  to: "credits",
  ...over,
})

/** What an operator corrects: refunds, money that is taken back, frozen accounts. */
export const corrections = (it: Vitest.MethodsNonLive<Ledger | LedgerFixture>) => {
  it.effect("a refund gives the whole charge back, publisher and platform each their share, and the document stays", () =>
    Effect.gen(function* () {
      const buyer = yield* openBuyer({ credits: 10_000 })
      const call = yield* reserved(reserveOf(buyer))
      yield* run(captureOf(call, { amount: usd(777) }))
      yield* run(refundOf(call))
      expect((yield* accountOf(buyer)).posted).toBe(10_000n)
      expect(yield* callOf(call)).toMatchObject({ state: "refunded", amount: 777n, delivered: true, settlement: "settled" })
      const { events, results, spends, transfers } = yield* rowsOf(buyer)
      const [payee, fees, buyerCredits] = ["payee:Registry Ltd", "platform:fees", "buyer:credits"]
      expect(transfers.slice(1).map(({ amount, credit, debit }) => [debit, credit, Number(amount)])).toEqual([
        [buyerCredits, payee, 762],
        [buyerCredits, fees, 15],
        [payee, buyerCredits, 762],
        [fees, buyerCredits, 15],
      ])
      expect(events.map(({ type }) => type)).toEqual(["refunded"])
      expect(results).toHaveLength(1)
      expect(spends).toEqual({})
    }),
  )

  it.effect("a part of a charge is refunded once: a second refund of the call is refused and books nothing", () =>
    Effect.gen(function* () {
      const buyer = yield* openBuyer({ credits: 10_000 })
      const call = yield* reserved(reserveOf(buyer))
      yield* run(captureOf(call))
      yield* run(refundOf(call, { amount: usd(101) }))
      expect(yield* callOf(call)).toMatchObject({ state: "captured", amount: 1_000n })
      const written = yield* rowsOf(buyer)
      expect(written.accounts[0]!.posted).toBe(9_101n)
      expect(Object.values(written.spends)).toEqual([899n, 899n, 899n])
      for (const amount of [null, usd(1)]) {
        expect(yield* refusalOf(refundOf(call, { amount }))).toMatchObject({ code: "not_refundable", message: /before/ })
      }
      expect(yield* rowsOf(buyer)).toEqual(written)
    }),
  )

  it.effect("a refund frees the limits of the day and month in which its call was reserved, also when it comes later", () =>
    Effect.gen(function* () {
      const buyer = yield* openBuyer({ credits: 10_000, key: { monthly: usd(1_500), daily: usd(1_500) } })
      const early = yield* reserved(reserveOf(buyer))
      yield* run(captureOf(early))
      expect(yield* refusalOf(reserveOf(buyer))).toMatchObject({ limit: "monthly", available: 500n })
      yield* run(refundOf(early, { amount: usd(400) }))
      expect(yield* refusalOf(reserveOf(buyer))).toMatchObject({ limit: "monthly", available: 900n })
      const late = yield* reserved(reserveOf(buyer, { max: usd(900) }))
      yield* run(captureOf(late))
      yield* setTime(Date.UTC(2026, 1, 1))
      yield* run(reserveOf(buyer, { max: usd(1_500) }))
      yield* run(refundOf(late))
      expect(yield* refusalOf(reserveOf(buyer, { max: usd(1) }))).toMatchObject({ limit: "monthly", available: 0n })
      const { spends } = yield* rowsOf(buyer)
      expect([spends[`${keyScope(buyer.key)}/2026-01`], spends[`${keyScope(buyer.key)}/2026-02`]]).toEqual([600n, 1_500n])
    }).pipe(Effect.ensuring(setTime(noon))),
  )

  it.effect("nothing is refunded that was not charged, is not settled, is more than the charge, or has no account to go to", () =>
    Effect.gen(function* () {
      const buyer = yield* openBuyer({ credits: 10_000, accounts: [{ id: "later", creditLimit: usd(10_000) }] })
      const held = yield* reserved(reserveOf(buyer))
      const released = yield* reserved(reserveOf(buyer))
      yield* run(releaseOf(released))
      const charged = yield* reserved(reserveOf(buyer))
      yield* run(captureOf(charged))
      const pending = yield* reserved(reserveOf(buyer, { options: [option({ rail: "later", settles: "later" })] }))
      yield* run(captureOf(pending))
      const written = yield* rowsOf(buyer)
      const cases = [
        [refundOf(held), "has not ended yet"],
        [refundOf(released), "charged nothing"],
        [refundOf(charged, { amount: usd(1001) }), "at most that"],
        [refundOf(charged, { amount: usd(0) }), "more than 0"],
        [refundOf(charged, { to: "nowhere" }), "no account nowhere"],
        [refundOf(pending), "not settled it yet"],
      ] as const
      for (const [command, sentence] of cases) {
        const refused = yield* outcome(command)
        const error = Result.isFailure(refused) && isRefused(refused.failure) ? refused.failure : undefined
        expect([error?.code, error?.message]).toEqual(["not_refundable", expect.stringContaining(sentence)])
      }
      expect(yield* rowsOf(buyer)).toEqual(written)
    }),
  )

  it.effect("a refunded call whose debit is taken back is collected again", () =>
    Effect.gen(function* () {
      const buyer = yield* openBuyer({ accounts: [{ id: "later", creditLimit: usd(10_000) }] })
      const call = yield* reserved(reserveOf(buyer, { options: [option({ rail: "later", settles: "later" })] }))
      yield* run(captureOf(call))
      yield* run(settleOf(call, "settled"))
      yield* run(refundOf(call))
      yield* run(settleOf(call, "pending"))
      expect(yield* callOf(call)).toMatchObject({ state: "refunded", settlement: "pending" })
    }),
  )

  it.effect("a posting that must be covered takes what is free and nothing that open calls hold", () =>
    Effect.gen(function* () {
      const buyer = yield* openBuyer({ credits: 3_000 })
      yield* reserved(reserveOf(buyer))
      const take = (ref: string, amount: number) =>
        ({
          _tag: "Post",
          organisation: buyer.organisation,
          ref,
          transfers: [{ debit: buyerAccount("credits"), credit: outside("grant"), amount: usd(amount) }],
          mustCover: true,
        }) as const
      expect(yield* refusalOf(take("too much", 2_001))).toMatchObject({ code: "insufficient_balance", required: 2_001n, available: 2_000n })
      yield* run(take("all", 2_000))
      expect(yield* accountOf(buyer)).toMatchObject({ posted: 1_000n, held: 1_000n })
    }),
  )

  it.effect("a frozen account pays for nothing until an operator changes it, whatever its rail decides", () =>
    Effect.gen(function* () {
      const buyer = yield* openBuyer({ credits: 3_000 })
      const terms = { _tag: "ConfigureAccount", organisation: buyer.organisation, account: "credits", rail: "credits" } as const
      expect(Result.isFailure(yield* outcome({ ...terms, status: "frozen" }))).toBe(true)
      yield* run({ ...terms, status: "frozen", byOperator: true })
      yield* run({ ...terms, status: "active", creditLimit: usd(5) })
      expect(yield* accountOf(buyer)).toMatchObject({ status: "frozen", creditLimit: 5n, posted: 3_000n })
      expect(yield* refusalOf(reserveOf(buyer))).toMatchObject({
        code: "organisation_unavailable",
        message: expect.stringContaining("an operator has frozen the account"),
      })
      yield* run({ ...terms, status: "active", byOperator: true })
      yield* reserved(reserveOf(buyer))
    }),
  )

  it.effect("the refusal of a suspended account says what is owed on it", () =>
    Effect.gen(function* () {
      const buyer = yield* openBuyer({ credits: 0, accounts: [{ id: "credits", status: "suspended" }] })
      const transfers = [{ debit: buyerAccount("credits"), credit: outside("card"), amount: usd(12_500_000) }]
      yield* run({ _tag: "Post", organisation: buyer.organisation, ref: "chargeback", transfers })
      const refused = yield* refusalOf(reserveOf(buyer))
      expect(refused).toMatchObject({
        code: "organisation_unavailable",
        message: expect.stringContaining("credits: the account is suspended, and 12.5 USD is owed on it"),
      })
    }),
  )
}
