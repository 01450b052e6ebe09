import { expect, type Vitest } from "@effect/vitest"
import { Effect } from "effect"
import { randomUUID } from "node:crypto"
import { KeyId } from "../../../../domain/money/ids.ts"
import { keyScope, railScope } from "../../../../domain/ledger/admit.ts"
import type { Ledger } from "../../../../domain/ledger/Ledger.ts"
import { accountOf, callOf, type LedgerFixture, noon, rowsOf, setTime } from "../../../support/ledger/LedgerFixture.ts"
import {
  cancelOf,
  captureOf,
  changeKey,
  changeOrganisation,
  day,
  deliverOf,
  grant,
  openBuyer,
  option,
  refusalOf,
  releaseOf,
  reserved,
  reserveOf,
  run,
  settleOf,
  usd,
} from "../../../support/ledger/commands.ts"

/** Holds and limits, to the micro-dollar. */
export const limits = (it: Vitest.MethodsNonLive<Ledger | LedgerFixture>) => {
  it.effect("a reservation holds its maximum against every limit, and the uncharged part is returned", () =>
    Effect.gen(function* () {
      const buyer = yield* openBuyer({ credits: 5000 })
      const charged = yield* reserved(reserveOf(buyer, { max: usd(3000) }))
      const freed = yield* reserved(reserveOf(buyer, { max: usd(2000) }))
      expect(yield* accountOf(buyer)).toMatchObject({ posted: 5000n, held: 5000n, open: 2 })
      const spends = (amount: bigint) => ({
        [`${keyScope(buyer.key)}/2026-01`]: amount,
        [`${keyScope(buyer.key)}/2026-01-15`]: amount,
        [`${railScope("credits")}/2026-01-15`]: amount,
      })
      expect((yield* rowsOf(buyer)).spends).toEqual(spends(5000n))
      yield* run(captureOf(charged, { amount: usd(1234) }))
      expect(yield* accountOf(buyer)).toMatchObject({ posted: 3766n, held: 2000n, open: 1 })
      expect((yield* rowsOf(buyer)).spends).toEqual(spends(3234n))
      yield* run(releaseOf(freed))
      expect(yield* accountOf(buyer)).toMatchObject({ posted: 3766n, held: 0n, open: 0 })
      expect((yield* rowsOf(buyer)).spends).toEqual(spends(1234n))
    }),
  )

  it.effect("a balance can be spent to the last micro-dollar and no further", () =>
    Effect.gen(function* () {
      const buyer = yield* openBuyer({ credits: 3000 })
      const first = yield* reserved(reserveOf(buyer))
      yield* run(reserveOf(buyer, { max: usd(2000) }))
      expect(yield* refusalOf(reserveOf(buyer, { max: usd(1) }))).toMatchObject({
        code: "insufficient_balance",
        required: 1n,
        available: 0n,
      })
      yield* run(captureOf(first, { amount: usd(999) }))
      expect(yield* refusalOf(reserveOf(buyer, { max: usd(2) }))).toMatchObject({ required: 2n, available: 1n })
      yield* run(reserveOf(buyer, { max: usd(1) }))
      expect(yield* accountOf(buyer)).toMatchObject({ posted: 2001n, held: 2001n })
    }),
  )

  it.effect("a free call needs no money, also on an account with a negative balance", () =>
    Effect.gen(function* () {
      const buyer = yield* openBuyer({ credits: 0, key: { perRequest: usd(0), monthly: usd(0), daily: usd(0) } })
      const transfer = { debit: "buyer:credits", credit: "outside:chargeback", amount: usd(10) }
      yield* run({ _tag: "Post", organisation: buyer.organisation, ref: "chargeback", transfers: [transfer] })
      const call = yield* reserved(reserveOf(buyer, { max: usd(0), maxSpend: usd(0) }))
      yield* run(captureOf(call))
      expect(yield* accountOf(buyer)).toMatchObject({ posted: -10n, held: 0n, open: 0 })
      expect((yield* rowsOf(buyer)).results).toHaveLength(1)
    }),
  )

  it.effect("the maximum amount of the gateway is stored exactly", () =>
    Effect.gen(function* () {
      const most = BigInt(Number.MAX_SAFE_INTEGER)
      const buyer = yield* openBuyer({ credits: 0 })
      yield* grant(buyer, most)
      const call = yield* reserved(reserveOf(buyer, { max: usd(most) }))
      const { balance, call: closed } = yield* run(captureOf(call, { amount: usd(most - 1n) }))
      expect(closed.amount).toBe(most - 1n)
      expect(balance).toBe(1n)
      expect((yield* rowsOf(buyer)).transfers.slice(1).map((t) => t.amount)).toEqual([8827055269646171n, 180143985094819n])
    }),
  )

  for (const [limit, over] of [
    ["per_request", { key: { perRequest: usd(1000) } }],
    ["monthly", { key: { monthly: usd(1000) } }],
    ["daily", { key: { daily: usd(1000) } }],
    ["max_spend", {}],
  ] as const) {
    it.effect(`${limit} admits a call that equals the limit and refuses one micro-dollar more`, () =>
      Effect.gen(function* () {
        const buyer = yield* openBuyer(over)
        const maxSpend = limit === "max_spend" ? usd(1000) : null
        expect(yield* refusalOf(reserveOf(buyer, { max: usd(1001), maxSpend }))).toMatchObject({
          code: "spend_limit_exceeded",
          limit,
          required: 1001n,
          available: 1000n,
        })
        yield* run(reserveOf(buyer, { max: usd(1000), maxSpend }))
      }),
    )
  }

  it.effect("daily and monthly limits count held amounts, and stop counting them when they are released", () =>
    Effect.gen(function* () {
      const buyer = yield* openBuyer({ key: { daily: usd(1500), monthly: usd(2500) } })
      const call = yield* reserved(reserveOf(buyer))
      expect(yield* refusalOf(reserveOf(buyer))).toMatchObject({ limit: "daily", required: 1000n, available: 500n })
      yield* run(releaseOf(call))
      const charged = yield* reserved(reserveOf(buyer))
      yield* run(captureOf(charged, { amount: usd(400) }))
      expect(yield* refusalOf(reserveOf(buyer, { max: usd(1101) }))).toMatchObject({ limit: "daily", available: 1100n })
      yield* run(captureOf(yield* reserved(reserveOf(buyer, { max: usd(1100) }))))
      yield* setTime(noon + day)
      expect(yield* refusalOf(reserveOf(buyer, { max: usd(1001) }))).toMatchObject({ limit: "monthly", available: 1000n })
      yield* run(reserveOf(buyer))
      yield* setTime(Date.UTC(2026, 1, 1))
      yield* run(reserveOf(buyer, { max: usd(1500) }))
    }).pipe(Effect.ensuring(setTime(noon))),
  )

  it.effect("a call counts towards the day and month of its reservation, whenever it ends", () =>
    Effect.gen(function* () {
      const buyer = yield* openBuyer()
      yield* setTime(Date.UTC(2026, 1, 1) - 60_000)
      const charged = yield* reserved(reserveOf(buyer))
      const freed = yield* reserved(reserveOf(buyer))
      yield* setTime(Date.UTC(2026, 1, 1))
      yield* run(captureOf(charged, { amount: usd(600) }))
      yield* run(releaseOf(freed))
      expect((yield* rowsOf(buyer)).spends).toEqual({
        [`${keyScope(buyer.key)}/2026-01`]: 600n,
        [`${keyScope(buyer.key)}/2026-01-31`]: 600n,
        [`${railScope("credits")}/2026-01-31`]: 600n,
      })
      expect((yield* callOf(charged)).closedAt).toBeGreaterThanOrEqual(Date.UTC(2026, 1, 1))
    }).pipe(Effect.ensuring(setTime(noon))),
  )

  it.effect("each API key has its own limits", () =>
    Effect.gen(function* () {
      const buyer = yield* openBuyer({ key: { monthly: usd(1000) } })
      const other = { ...buyer, key: KeyId.make(randomUUID()) }
      yield* changeKey(other, { monthly: usd(700) })
      yield* run(reserveOf(buyer))
      expect(yield* refusalOf(reserveOf(other, { max: usd(701) }))).toMatchObject({ limit: "monthly", available: 700n })
      yield* run(reserveOf(other, { max: usd(700) }))
    }),
  )

  it.effect("the open calls of an organisation on all its accounts never exceed its concurrency", () =>
    Effect.gen(function* () {
      const buyer = yield* openBuyer({ organisation: { concurrency: 3 }, accounts: [{ id: "sepa", creditLimit: usd(10_000) }] })
      const later = { options: [option({ rail: "sepa", settles: "later" })] }
      const calls = [yield* reserved(reserveOf(buyer)), yield* reserved(reserveOf(buyer, later)), yield* reserved(reserveOf(buyer))]
      for (const end of [captureOf(calls[0]!), releaseOf(calls[1]!), cancelOf(calls[2]!)]) {
        expect(yield* refusalOf(reserveOf(buyer))).toMatchObject({ code: "rate_limit_exceeded", status: 429, retryAfterSeconds: 1 })
        yield* run(end)
        yield* run(reserveOf(buyer))
      }
      yield* changeOrganisation(buyer, { concurrency: 4 })
      yield* run(reserveOf(buyer, later))
      expect(yield* refusalOf(reserveOf(buyer, later))).toMatchObject({ code: "rate_limit_exceeded" })
    }),
  )

  it.effect(
    "a call that has delivered and waits for its rail alone does not count as executing; one that is settled before dispatch does",
    () =>
      Effect.gen(function* () {
        const buyer = yield* openBuyer({ organisation: { concurrency: 2 } })
        const refused = Effect.map(refusalOf(reserveOf(buyer)), (refusal) => expect(refusal).toMatchObject({ code: "rate_limit_exceeded" }))
        const opens = { creditLimit: usd(10_000), transit: true }
        const paidFirst = option({
          rail: "x402",
          account: "payer:1",
          opens,
          settles: "before_dispatch",
          deposits: { remainderTo: "credits" },
        })
        const first = yield* reserved(reserveOf(buyer, { options: [paidFirst] }))
        const second = yield* reserved(
          reserveOf(buyer, { options: [option({ rail: "x402", account: "payer:2", opens, settles: "before_answer" })] }),
        )
        yield* refused
        yield* run(deliverOf(second, { settling: true }))
        const third = yield* reserved(reserveOf(buyer))
        yield* refused
        yield* run(settleOf(first, "unknown"))
        yield* run(reserveOf(buyer))
        yield* refused
        yield* run(settleOf(second, "unknown"))
        yield* refused
        yield* run(captureOf(third))
        yield* run(reserveOf(buyer))
        yield* refused
      }),
  )

  it.effect("a revoked or expired API key buys nothing more, and its open calls still end", () =>
    Effect.gen(function* () {
      const buyer = yield* openBuyer()
      const [first, second] = [yield* reserved(reserveOf(buyer)), yield* reserved(reserveOf(buyer))]
      yield* changeKey(buyer, { expiresAt: noon + 1 })
      yield* run(reserveOf(buyer))
      yield* changeKey(buyer, { expiresAt: noon })
      expect(yield* refusalOf(reserveOf(buyer))).toMatchObject({ code: "api_key_expired", status: 401 })
      yield* changeKey(buyer, { revokedAt: noon - 1 })
      expect(yield* refusalOf(reserveOf(buyer))).toMatchObject({ code: "api_key_revoked", status: 401 })
      yield* run(captureOf(first))
      yield* run(releaseOf(second))
      expect(yield* accountOf(buyer)).toMatchObject({ posted: 999_000n, held: 1000n })
    }),
  )
}
