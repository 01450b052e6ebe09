import { expect, type Vitest } from "@effect/vitest"
import { Effect } from "effect"
import type { Ledger } from "../../../../domain/ledger/Ledger.ts"
import { accountOf, type LedgerFixture, noon, rowsOf, setTime } from "../../../support/ledger/LedgerFixture.ts"
import {
  changeAccount,
  changeKey,
  changeOrganisation,
  day,
  grant,
  nameOf,
  openBuyer,
  option,
  outcome,
  refusalOf,
  reserved,
  reserveOf,
  run,
  usd,
} from "../../../support/ledger/commands.ts"

/** Which reservations are admitted, on which rail, and with which refusal the others are answered. */
export const admission = (it: Vitest.MethodsNonLive<Ledger | LedgerFixture>) => {
  it.effect("a reservation with several faults is refused for the first fault in the documented order", () =>
    Effect.gen(function* () {
      const limits = { perRequest: usd(900), monthly: usd(850), daily: usd(800) }
      const wrong = { expiresAt: noon, revokedAt: noon, ...limits }
      const buyer = yield* openBuyer({ credits: 0 })
      yield* run(reserveOf(buyer, { max: usd(0) }))
      yield* changeKey(buyer, wrong)
      yield* changeOrganisation(buyer, { status: "suspended", spending: false, concurrency: 1 })
      yield* changeAccount(buyer, { id: "credits", status: "suspended" })
      const refusalName = Effect.map(refusalOf(reserveOf(buyer, { maxSpend: usd(950) })), nameOf)
      expect(yield* refusalName).toBe("api_key_revoked")
      yield* changeKey(buyer, { ...wrong, revokedAt: null })
      expect(yield* refusalName).toBe("api_key_expired")
      yield* changeKey(buyer, limits)
      expect(yield* refusalName).toBe("organisation_unavailable")
      yield* changeOrganisation(buyer, { spending: false, concurrency: 1 })
      expect(yield* refusalName).toBe("spending_not_permitted")
      yield* changeOrganisation(buyer, { concurrency: 1 })
      expect(yield* refusalName).toBe("rate_limit_exceeded")
      yield* changeOrganisation(buyer)
      expect(yield* refusalName).toBe("spend_limit_exceeded max_spend")
      const generous = Effect.map(refusalOf(reserveOf(buyer, { maxSpend: usd(1000) })), nameOf)
      expect(yield* generous).toBe("spend_limit_exceeded per_request")
      yield* changeKey(buyer, { monthly: usd(850), daily: usd(800) })
      expect(yield* generous).toBe("spend_limit_exceeded monthly")
      yield* changeKey(buyer, { daily: usd(800) })
      expect(yield* generous).toBe("spend_limit_exceeded daily")
      yield* changeKey(buyer)
      expect(yield* generous).toBe("organisation_unavailable")
      yield* changeAccount(buyer, { id: "credits" })
      expect(yield* generous).toBe("insufficient_balance")
      yield* grant(buyer, 1000)
      yield* run(reserveOf(buyer, { maxSpend: usd(1000) }))
    }),
  )

  it.effect("a refused reservation writes nothing", () =>
    Effect.gen(function* () {
      const buyer = yield* openBuyer({ credits: 10, key: { monthly: usd(5) } })
      const before = yield* rowsOf(buyer)
      const idempotency = { endpoint: "execute", key: "k", hash: "h" }
      const begins = { kind: "direct", request: "{}", waitMs: 0, idempotency } as const
      yield* refusalOf(reserveOf(buyer, { begins, max: usd(11) }))
      yield* changeKey(buyer)
      yield* refusalOf(reserveOf(buyer, { begins, max: usd(11), options: [option({ claim: `claim of ${buyer.key}` })] }))
      yield* changeOrganisation(buyer, { spending: false })
      yield* refusalOf(reserveOf(buyer, { begins }))
      expect(yield* rowsOf(buyer)).toEqual(before)
    }),
  )

  it.effect("the first rail that covers the call pays, and the call lists the rails tried before it with their reasons", () =>
    Effect.gen(function* () {
      const buyer = yield* openBuyer({
        credits: 999,
        accounts: [
          { id: "frozen", status: "suspended", creditLimit: usd(9999) },
          { id: "sepa", creditLimit: usd(1000) },
          { id: "spare", creditLimit: usd(9999) },
        ],
      })
      const options = ["absent", "frozen", "credits", "sepa", "spare"].map((rail) => option({ rail }))
      const attempts = [{ rail: "x402", outcome: "unavailable", reason: "no wallet" }] as const
      const call = yield* reserved(reserveOf(buyer, { options: options, attempts: attempts }))
      expect(call).toMatchObject({ rail: "sepa", account: "sepa", state: "reserved", max: 1000n })
      expect(call.attempts.map(({ outcome, rail }) => [rail, outcome])).toEqual([
        ["x402", "unavailable"],
        ["absent", "unavailable"],
        ["frozen", "unavailable"],
        ["credits", "insufficient"],
        ["sepa", "selected"],
      ])
      for (const { reason } of call.attempts) expect(reason).not.toBe("")
      expect(yield* accountOf(buyer, "sepa")).toMatchObject({ posted: 0n, held: 1000n, open: 1 })
      expect(yield* accountOf(buyer, "credits")).toMatchObject({ held: 0n, open: 0 })
      expect((yield* reserved(reserveOf(buyer, { options: options }))).rail).toBe("spare")
      expect((yield* reserved(reserveOf(buyer, { options: options, max: usd(999) }))).rail).toBe("credits")
    }),
  )

  it.effect("an option whose account does not exist is passed over, also where it would keep the remainder of a deposit there", () =>
    Effect.gen(function* () {
      const buyer = yield* openBuyer()
      const absent = option({ rail: "prepaid", settles: "before_dispatch", deposits: { remainderTo: "prepaid" } })
      for (const options of [
        [absent, option()],
        [option(), absent],
      ])
        expect((yield* reserved(reserveOf(buyer, { options }))).rail).toBe("credits")
      expect(yield* refusalOf(reserveOf(buyer, { options: [absent] }))).toMatchObject({ code: "insufficient_balance", available: 0n })
    }),
  )

  it.effect("a rail that could pay, but whose deposit has no account for its remainder, is a defect: nothing is held on any rail", () =>
    Effect.gen(function* () {
      const buyer = yield* openBuyer({ accounts: [{ id: "upfront", creditLimit: usd(5000) }] })
      const before = yield* rowsOf(buyer)
      const deposits = { remainderTo: "absent" }
      const upfront = option({ rail: "upfront", settles: "before_dispatch", deposits })
      const opening = option({ rail: "new", settles: "before_dispatch", deposits, opens: { creditLimit: usd(5000) } })
      for (const options of [[upfront], [opening], [option(), upfront]])
        expect(yield* refusalOf(reserveOf(buyer, { options }))).toMatchObject({ _tag: "Impossible" })
      expect(yield* rowsOf(buyer)).toEqual(before)
    }),
  )

  it.effect("where no rail covers the call, the refusal names the largest amount that one rail covers", () =>
    Effect.gen(function* () {
      const buyer = yield* openBuyer({ credits: 300, accounts: [{ id: "sepa", creditLimit: usd(700) }] })
      const options = [option(), option({ rail: "sepa" })]
      const refusal = yield* refusalOf(reserveOf(buyer, { options: options }))
      expect(refusal).toMatchObject({ code: "insufficient_balance", status: 402, required: 1000n, available: 700n })
      expect(refusal.message).toContain("credits: 0.0003 USD available")
      expect(refusal.message).toContain("sepa: 0.0007 USD available")
    }),
  )

  it.effect("a suspended account is refused with 403 where it is the only rail, and skipped where another rail exists", () =>
    Effect.gen(function* () {
      const buyer = yield* openBuyer({ credits: 0, accounts: [{ id: "sepa", status: "suspended", creditLimit: usd(5000) }] })
      const sepa = option({ rail: "sepa" })
      expect(yield* refusalOf(reserveOf(buyer, { options: [sepa] }))).toMatchObject({ code: "organisation_unavailable", status: 403 })
      expect(yield* refusalOf(reserveOf(buyer, { options: [sepa, option()] }))).toMatchObject({
        code: "insufficient_balance",
        available: 0n,
      })
      yield* grant(buyer, 1000)
      expect((yield* reserved(reserveOf(buyer, { options: [sepa, option()] }))).rail).toBe("credits")
    }),
  )

  it.effect("an account may owe up to its credit limit and not one micro-dollar more", () =>
    Effect.gen(function* () {
      const buyer = yield* openBuyer({ credits: 0, accounts: [{ id: "sepa", creditLimit: usd(2500) }] })
      const later = { options: [option({ rail: "sepa", settles: "later" })] }
      for (let i = 0; i < 2; i++) yield* run(reserveOf(buyer, later))
      expect(yield* refusalOf(reserveOf(buyer, { ...later, max: usd(501) }))).toMatchObject({ available: 500n })
      yield* run(reserveOf(buyer, { ...later, max: usd(500) }))
    }),
  )

  it.effect("a rail's daily cap counts the holds and charges of that rail since midnight UTC", () =>
    Effect.gen(function* () {
      const buyer = yield* openBuyer({ accounts: [{ id: "capped", creditLimit: usd(100_000) }] })
      const capped = option({ rail: "capped", settles: "later", dailyCap: usd(2500) })
      const both = { options: [capped, option()] }
      expect((yield* reserved(reserveOf(buyer, both))).rail).toBe("capped")
      expect((yield* reserved(reserveOf(buyer, both))).rail).toBe("capped")
      expect(yield* refusalOf(reserveOf(buyer, { options: [capped], max: usd(501) }))).toMatchObject({ available: 500n })
      const fell = yield* reserved(reserveOf(buyer, both))
      expect(fell.attempts.map((a) => [a.rail, a.outcome])).toEqual([
        ["capped", "insufficient"],
        ["credits", "selected"],
      ])
      expect((yield* reserved(reserveOf(buyer, { ...both, max: usd(500) }))).rail).toBe("capped")
      yield* setTime(noon + day / 2 - 60_000)
      expect((yield* reserved(reserveOf(buyer, { ...both, max: usd(1) }))).rail).toBe("credits")
      yield* setTime(noon + day / 2)
      expect((yield* reserved(reserveOf(buyer, both))).rail).toBe("capped")
    }).pipe(Effect.ensuring(setTime(noon))),
  )

  it.effect("an account is opened with its credit limit by the first reservation that it pays", () =>
    Effect.gen(function* () {
      const buyer = yield* openBuyer({ credits: 0 })
      const opening = { options: [option({ rail: "wallet", settles: "before_answer", opens: { creditLimit: usd(1500) } })] }
      yield* run(reserveOf(buyer, opening))
      expect(yield* accountOf(buyer, "wallet")).toMatchObject({ rail: "wallet", creditLimit: 1500n, held: 1000n, posted: 0n, open: 1 })
      expect(yield* refusalOf(reserveOf(buyer, opening))).toMatchObject({ available: 500n })
      const larger = { options: [{ ...opening.options[0]!, opens: { creditLimit: usd(9000) } }] }
      expect(yield* refusalOf(reserveOf(buyer, larger)), "an account that is there keeps its limit").toMatchObject({ available: 500n })
    }),
  )

  it.effect("concurrent reservations are accepted exactly as far as the balance covers them", () =>
    Effect.gen(function* () {
      const buyer = yield* openBuyer({ credits: 10_500 })
      const sizes = Array.from({ length: 60 }, (_, i) => (i % 3 === 2 ? 20_000 : 500))
      const answers = yield* Effect.forEach(sizes, (max) => outcome(reserveOf(buyer, { max: usd(max) })), { concurrency: "unbounded" })
      const accepted = sizes.filter((_, i) => answers[i]!._tag === "Success")
      expect(accepted).toEqual(Array.from({ length: 21 }, () => 500))
      expect(yield* accountOf(buyer)).toMatchObject({ held: 10_500n, open: 21 })
    }),
  )
}
