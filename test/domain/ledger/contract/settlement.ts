import { expect, type Vitest } from "@effect/vitest"
import { Effect, Result } from "effect"
import type { Settlement } from "../../../../domain/ledger/state.ts"
import { Ledger } from "../../../../domain/ledger/Ledger.ts"
import { accountOf, callOf, type LedgerFixture, noon, rowsOf, setTime } from "../../../support/ledger/LedgerFixture.ts"
import {
  captureOf,
  deliverOf,
  openBuyer,
  option,
  outcome,
  refusalOf,
  releaseOf,
  reserved,
  reserveOf,
  run,
  settleOf,
  sourceFailed,
  usd,
} from "../../../support/ledger/commands.ts"

const proof = `{"receipt":"0x1"}`
const chain = { id: "chain", creditLimit: usd(10_000) }
const beforeAnswer = option({ rail: "chain", settles: "before_answer" })
const beforeDispatch = option({ rail: "chain", settles: "before_dispatch", deposits: { remainderTo: "credits" } })

/** The settlement states that may follow each state. Only a failure may follow a proof. */
const mayFollow: Readonly<Record<Settlement, ReadonlyArray<Settlement>>> = {
  none: ["pending", "unknown", "settled", "failed"],
  pending: ["unknown", "settled", "failed"],
  unknown: ["pending", "settled", "failed"],
  settled: ["failed"],
  failed: [],
}
const settlements = Object.keys(mayFollow) as ReadonlyArray<Settlement>

/** What the rail has proven, and what the books make of it. */
export const settlement = (it: Vitest.MethodsNonLive<Ledger | LedgerFixture>) => {
  for (const from of settlements) {
    it.effect(`the settlement state ${from} may be followed by ${mayFollow[from].join(", ") || "no other state"}`, () =>
      Effect.gen(function* () {
        const buyer = yield* openBuyer({ credits: 100_000 })
        for (const to of settlements.filter((s) => s !== from)) {
          const call = yield* reserved(reserveOf(buyer))
          if (from !== "none") yield* run(settleOf(call, from))
          const answer = yield* outcome(settleOf(call, to))
          expect(Result.isSuccess(answer), `${from} → ${to}`).toBe(mayFollow[from].includes(to))
          expect((yield* callOf(call)).settlement).toBe(Result.isSuccess(answer) ? to : from)
        }
      }),
    )
  }

  it.effect("a payment is settled at the time that its rail names, but neither before its reservation nor later than now", () =>
    Effect.gen(function* () {
      const buyer = yield* openBuyer({ credits: 100_000 })
      const later = noon + 10_000
      for (const [at, expected] of [
        [undefined, later],
        [noon + 4_000, noon + 4_000],
        [noon - 60_000, noon],
        [later + 60_000, later],
      ] as const) {
        yield* setTime(noon)
        const call = yield* reserved(reserveOf(buyer))
        yield* setTime(later)
        yield* run({ ...settleOf(call, "settled"), ...(at !== undefined && { at }) })
        const events = (yield* rowsOf(call)).events.filter((event) => event.call === call.id)
        expect(events).toMatchObject([{ type: "settlement.settled", at: expected }])
      }
      yield* setTime(noon)
    }),
  )

  it.effect(
    "a payment that is collected later may fail and be collected again, is listed as unsettled until it is settled, and may be paid after it was given up",
    () =>
      Effect.gen(function* () {
        const ledger = yield* Ledger
        const buyer = yield* openBuyer()
        const rail = `later ${buyer.organisation}`
        const options = [option({ rail, account: "credits", settles: "later" })]
        const [first, second] = [
          yield* reserved(reserveOf(buyer, { options: options })),
          yield* reserved(reserveOf(buyer, { options: options })),
        ]
        const waiting = Effect.map(ledger.unsettled({ rail, organisation: buyer.organisation }, 10), (calls) => calls.map(({ id }) => id))
        expect(yield* waiting).toEqual([])
        yield* run(captureOf(first))
        yield* setTime(noon + 1000)
        yield* run(captureOf(second))
        expect(yield* waiting).toEqual([first.id, second.id])
        const after = yield* callOf(first)
        expect((yield* ledger.unsettled({ rail, after }, 10)).map(({ id }) => id)).toEqual([second.id])
        expect((yield* ledger.unsettled({ rail, before: noon + 500 }, 10)).map(({ id }) => id)).toEqual([first.id])
        yield* run(settleOf(first, "settled"))
        expect(yield* waiting).toEqual([second.id])
        yield* run(settleOf(first, "pending"))
        expect(yield* waiting).toEqual([first.id, second.id])
        yield* run(settleOf(first, "settled"))
        yield* run(settleOf(second, "failed"))
        expect(yield* waiting).toEqual([])
        yield* run(settleOf(second, "settled"))
        expect((yield* callOf(second)).settlement).toBe("settled")
      }).pipe(Effect.ensuring(setTime(noon))),
  )

  it.effect("a proof that is not final leaves the call pending until the rail settles it", () =>
    Effect.gen(function* () {
      const buyer = yield* openBuyer({ accounts: [chain] })
      const call = yield* reserved(reserveOf(buyer, { options: [beforeAnswer] }))
      yield* run(captureOf(call, { proof, provisional: true }))
      expect(yield* callOf(call)).toMatchObject({ state: "captured", settlement: "pending", proof })
      yield* run(settleOf(call, "settled"))
      expect(yield* callOf(call)).toMatchObject({ state: "captured", settlement: "settled" })
    }),
  )

  it.effect("ConfigureAccount opens an account or changes its limit and status, and never its money", () =>
    Effect.gen(function* () {
      const buyer = yield* openBuyer()
      const { organisation } = buyer
      const terms = { _tag: "ConfigureAccount", organisation, account: "debit", rail: "debit" } as const
      yield* run({ ...terms, creditLimit: usd(2_000) })
      const options = [option({ rail: "debit", account: "debit", settles: "later" })]
      const call = yield* reserved(reserveOf(buyer, { options: options }))
      yield* run({ ...terms, status: "suspended" })
      expect(yield* refusalOf(reserveOf(buyer, { options: options }))).toMatchObject({ code: "organisation_unavailable" })
      yield* run({ ...terms, creditLimit: usd(3_000), status: "active" })
      expect(yield* accountOf(buyer, "debit")).toMatchObject({
        held: call.max,
        open: 1,
        creditLimit: 3_000n,
        status: "active",
        transit: false,
      })
      expect(yield* outcome({ ...terms, rail: "other" })).toMatchObject({ _tag: "Failure" })
    }),
  )

  it.effect("a refused reservation opens no account", () =>
    Effect.gen(function* () {
      const buyer = yield* openBuyer({ credits: 0 })
      const opens = { creditLimit: usd(500), transit: true }
      const options = [option({ rail: "chain", account: "chain:0x1", settles: "before_answer", opens })]
      yield* refusalOf(reserveOf(buyer, { options: options, max: usd(501) }))
      expect(yield* accountOf(buyer, "chain:0x1")).toBeUndefined()
      const { balance } = yield* run(reserveOf(buyer, { options: options, max: usd(500) })).pipe(
        Effect.map((answer) => answer as { balance: bigint }),
      )
      expect(balance, "money of callers is no part of the balance").toBe(0n)
      expect(yield* accountOf(buyer, "chain:0x1")).toMatchObject({ held: 500n, open: 1, creditLimit: 500n, transit: true })
    }),
  )

  it.effect("a settlement records an event and moves no money in the ledger", () =>
    Effect.gen(function* () {
      const buyer = yield* openBuyer()
      const call = yield* reserved(reserveOf(buyer, { options: [option({ settles: "later" })] }))
      yield* run(captureOf(call))
      expect(yield* callOf(call)).toMatchObject({ state: "captured", settlement: "pending" })
      const { accounts, transfers } = yield* rowsOf(buyer)
      expect(yield* run(settleOf(call, "settled"))).toMatchObject({ settlement: "settled", proof: `{"receipt":1}` })
      const late = yield* run(settleOf(call, "failed"))
      expect(late, "a chargeback").toMatchObject({ state: "captured", settlement: "failed", amount: 1000n, lastError: "it is failed" })
      expect(late.proof, "what was proven stays on record").toBe(`{"receipt":1}`)
      const after = yield* rowsOf(buyer)
      expect({ accounts: after.accounts, transfers: after.transfers }).toEqual({ accounts, transfers })
      expect(after.events.map(({ at, call, type }) => ({ at, call, type }))).toEqual([
        { at: noon, call: call.id, type: "settlement.settled" },
        { at: noon, call: call.id, type: "settlement.failed" },
      ])
      expect(JSON.parse(after.events[1]!.data)).toEqual({ from: "settled", reason: "it is failed" })
    }),
  )

  it.effect("a call on a rail that settles outside the ledger is captured only with a proof", () =>
    Effect.gen(function* () {
      const buyer = yield* openBuyer({ accounts: [chain] })
      const call = yield* reserved(reserveOf(buyer, { options: [beforeAnswer] }))
      yield* run(deliverOf(call, { amount: usd(900) }))
      expect(yield* callOf(call)).toMatchObject({ settlement: "pending", delivered: true })
      expect(yield* refusalOf(captureOf(call, { amount: usd(900), body: null }))).toMatchObject({ _tag: "Impossible" })
      const closed = yield* run(captureOf(call, { amount: usd(900), body: null, proof }))
      expect(closed.call).toMatchObject({ state: "captured", settlement: "settled", proof, amount: 900n })
      expect(yield* accountOf(buyer, "chain")).toMatchObject({ posted: -900n, held: 0n })
    }),
  )

  it.effect("a proof that was recorded before the capture suffices for the capture", () =>
    Effect.gen(function* () {
      const buyer = yield* openBuyer({ accounts: [chain] })
      const call = yield* reserved(reserveOf(buyer, { options: [beforeAnswer] }))
      yield* run(deliverOf(call))
      yield* run(settleOf(call, "settled"))
      expect((yield* run(captureOf(call, { body: null }))).call).toMatchObject({ state: "captured", proof: `{"receipt":1}` })
    }),
  )

  it.effect("a call that may have been paid is released only after a proven refusal", () =>
    Effect.gen(function* () {
      const buyer = yield* openBuyer({ credits: 0, accounts: [chain] })
      const upfront = yield* reserved(reserveOf(buyer, { options: [beforeDispatch] }))
      const delivered = yield* reserved(reserveOf(buyer, { options: [beforeAnswer] }))
      yield* run(deliverOf(delivered))
      const unknown = yield* reserved(reserveOf(buyer, { options: [beforeDispatch] }))
      yield* run(settleOf(unknown, "unknown"))
      const proven = yield* reserved(reserveOf(buyer, { options: [beforeDispatch] }))
      yield* run(settleOf(proven, "settled"))
      for (const call of [upfront, delivered, unknown, proven]) {
        expect(yield* refusalOf(releaseOf(call))).toMatchObject({ _tag: "Impossible" })
      }
      expect(yield* accountOf(buyer, "chain")).toMatchObject({ held: 4000n, open: 4 })
      for (const call of [upfront, delivered, unknown]) {
        expect((yield* run(releaseOf(call, { declined: true }))).call).toMatchObject({
          state: "released",
          settlement: "failed",
          amount: 0n,
        })
      }
      expect(yield* accountOf(buyer, "chain")).toMatchObject({ posted: 0n, held: 1000n, open: 1 })
    }),
  )

  for (const [name, paid] of [
    ["before the dispatch", beforeDispatch],
    ["before the answer is given", { ...beforeDispatch, settles: "before_answer" }],
  ] as const) {
    it.effect(`a deposit ${name} is booked whole, and its unearned part belongs to the organisation`, () =>
      Effect.gen(function* () {
        const buyer = yield* openBuyer({ credits: 50, accounts: [chain] })
        const call = yield* reserved(reserveOf(buyer, { options: [paid] }))
        expect(call).toMatchObject({ deposits: true, remainderTo: "credits" })
        if (paid.settles === "before_answer") yield* run(deliverOf(call, { amount: usd(620) }))
        yield* run(captureOf(call, { amount: usd(620), proof }))
        expect(yield* accountOf(buyer, "chain")).toMatchObject({ posted: 0n, held: 0n, open: 0 })
        expect(yield* accountOf(buyer)).toMatchObject({ posted: 430n })
        const { transfers } = yield* rowsOf(buyer)
        expect(transfers.slice(1).map(({ amount, credit, debit }) => [debit, credit, amount])).toEqual([
          ["outside:chain", "buyer:chain", 1000n],
          ["buyer:chain", "payee:Registry Ltd", 608n],
          ["buyer:chain", "platform:fees", 12n],
          ["buyer:chain", "buyer:credits", 380n],
        ])
      }),
    )
  }

  it.effect("a deposit that was earned whole leaves no remainder", () =>
    Effect.gen(function* () {
      const buyer = yield* openBuyer({ credits: 50, accounts: [chain] })
      yield* run(captureOf(yield* reserved(reserveOf(buyer, { options: [beforeDispatch] })), { proof }))
      expect((yield* rowsOf(buyer)).transfers).toHaveLength(4)
      expect(yield* accountOf(buyer)).toMatchObject({ posted: 50n })
    }),
  )

  it.effect("the remainder of a deposit may stay on the account that paid", () =>
    Effect.gen(function* () {
      const buyer = yield* openBuyer({ credits: 0, accounts: [chain] })
      const keeps = option({ rail: "chain", settles: "before_dispatch", deposits: { remainderTo: "chain" } })
      const closed = yield* run(captureOf(yield* reserved(reserveOf(buyer, { options: [keeps] })), { amount: usd(620), proof }))
      expect(yield* accountOf(buyer, "chain")).toMatchObject({ posted: 380n, held: 0n })
      expect(closed.balance).toBe(10_380n)
    }),
  )

  it.effect("a deposit without a delivery is refunded to the organisation, and its run fails", () =>
    Effect.gen(function* () {
      const buyer = yield* openBuyer({ credits: 0, accounts: [chain] })
      const call = yield* reserved(reserveOf(buyer, { options: [beforeDispatch] }))
      const closed = yield* run(captureOf(call, { amount: usd(0), body: null, proof, error: sourceFailed }))
      expect(closed.call).toMatchObject({ state: "refunded", settlement: "settled", amount: 0n, delivered: false, proof })
      expect(closed.run).toMatchObject({ status: "failed", error: sourceFailed })
      expect(yield* accountOf(buyer)).toMatchObject({ posted: 1000n })
      expect(yield* accountOf(buyer, "chain")).toMatchObject({ posted: 0n, held: 0n, open: 0 })
      const { spends, transfers } = yield* rowsOf(buyer)
      expect(spends).toEqual({})
      expect(transfers.map(({ amount, credit, debit }) => [debit, credit, amount])).toEqual([
        ["outside:chain", "buyer:chain", 1000n],
        ["buyer:chain", "buyer:credits", 1000n],
      ])
    }),
  )
}
