import { expect, type Vitest } from "@effect/vitest"
import { Effect } from "effect"
import { randomUUID } from "node:crypto"
import { KeyId } from "../../../../domain/money/ids.ts"
import type { Ledger } from "../../../../domain/ledger/Ledger.ts"
import { accountOf, type LedgerFixture, rowsOf } from "../../../support/ledger/LedgerFixture.ts"
import {
  type Buyer,
  cancelOf,
  captureOf,
  changeKey,
  changeOrganisation,
  deliverOf,
  nameOf,
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

const withKey = (buyer: Buyer, over: { readonly key?: string; readonly hash?: string; readonly endpoint?: string } = {}) =>
  reserveOf(buyer, {
    begins: { kind: "direct", request: "{}", waitMs: 0, idempotency: { endpoint: "execute", key: "order-1", hash: "same", ...over } },
  })

/** One Idempotency-Key begins one run, and one claim pays one call. */
export const identities = (it: Vitest.MethodsNonLive<Ledger | LedgerFixture>) => {
  it.effect("a repeated Idempotency-Key returns its run and holds no money, even if the buyer has been suspended since", () =>
    Effect.gen(function* () {
      const buyer = yield* openBuyer({ credits: 1500 })
      const first = yield* reserved(withKey(buyer))
      const replayed = yield* run(withKey(buyer))
      expect(replayed).toEqual({ _tag: "Earlier", run: first.run })
      yield* run(captureOf(first))
      yield* changeOrganisation(buyer, { spending: false })
      yield* changeKey(buyer, { perRequest: usd(1) })
      const before = yield* rowsOf(buyer)
      expect(yield* run(withKey(buyer))).toEqual({ _tag: "Earlier", run: first.run })
      expect(yield* rowsOf(buyer)).toEqual(before)
      expect(before.calls).toHaveLength(1)
    }),
  )

  it.effect("an Idempotency-Key conflicts with another request, and is independent under another endpoint or API key", () =>
    Effect.gen(function* () {
      const buyer = yield* openBuyer()
      const first = yield* reserved(withKey(buyer))
      expect(yield* refusalOf(withKey(buyer, { hash: "other" }))).toMatchObject({ code: "idempotency_conflict", status: 409 })
      const second = { ...buyer, key: KeyId.make(randomUUID()) }
      yield* changeKey(second)
      const runs = [first, yield* reserved(withKey(buyer, { endpoint: "ask" })), yield* reserved(withKey(second))].map((call) => call.run)
      expect(new Set(runs).size).toBe(3)
      expect(yield* accountOf(buyer)).toMatchObject({ open: 3 })
    }),
  )

  it.effect("of concurrent requests with one Idempotency-Key, one begins a run and the others return it", () =>
    Effect.gen(function* () {
      const buyer = yield* openBuyer()
      const answers = yield* Effect.forEach(
        Array.from({ length: 20 }, () => withKey(buyer)),
        run,
        { concurrency: "unbounded" },
      )
      const began = answers.filter((answer) => answer._tag === "Reserved")
      expect(began).toHaveLength(1)
      expect(answers.filter((answer) => answer._tag === "Earlier" && answer.run === began[0]!.call.run)).toHaveLength(19)
      expect(yield* accountOf(buyer)).toMatchObject({ held: 1000n, open: 1 })
    }),
  )

  it.effect("a release frees the Idempotency-Key for a new attempt, also with another request", () =>
    Effect.gen(function* () {
      const buyer = yield* openBuyer()
      const first = yield* reserved(withKey(buyer))
      yield* run(releaseOf(first))
      const second = yield* reserved(withKey(buyer, { hash: "other" }))
      expect(second.run).not.toBe(first.run)
      yield* run(releaseOf(first))
      expect(yield* run(withKey(buyer, { hash: "other" })), "a repeated release frees nothing").toEqual({
        _tag: "Earlier",
        run: second.run,
      })
    }),
  )

  it.effect("a cancelled, captured, refunded or uncertain run keeps its Idempotency-Key", () =>
    Effect.gen(function* () {
      const buyer = yield* openBuyer({ accounts: [{ id: "upfront", creditLimit: usd(9000) }] })
      const upfront = { options: [option({ rail: "upfront", settles: "before_dispatch", deposits: { remainderTo: "credits" } })] }
      const cancelled = yield* reserved(withKey(buyer, { key: "cancelled" }))
      yield* run(cancelOf(cancelled))
      const captured = yield* reserved(withKey(buyer, { key: "captured" }))
      yield* run(captureOf(captured))
      const refunded = yield* reserved({ ...withKey(buyer, { key: "refunded" }), ...upfront })
      yield* run(captureOf(refunded, { amount: usd(0), body: null, proof: "{}", error: { code: "source_error", message: "no" } }))
      const uncertain = yield* reserved({ ...withKey(buyer, { key: "uncertain" }), ...upfront })
      yield* run(settleOf(uncertain, "unknown"))
      for (const [key, call] of Object.entries({ cancelled, captured, refunded, uncertain })) {
        expect(yield* run(withKey(buyer, { key })), key).toEqual({ _tag: "Earlier", run: call.run })
      }
    }),
  )

  it.effect("a cancelled run is not restarted by a further step", () =>
    Effect.gen(function* () {
      const buyer = yield* openBuyer()
      const ask = { kind: "ask", request: "{}", waitMs: 0, idempotency: null } as const
      const first = yield* reserved(reserveOf(buyer, { begins: ask }))
      const next = { run: first.run, begins: null }
      const second = yield* reserved(reserveOf(buyer, { ...next, step: 1 }))
      yield* run(captureOf(first))
      expect(yield* run(cancelOf(first))).toMatchObject({ status: "cancelled" })
      expect(yield* refusalOf(reserveOf(buyer, { ...next, step: 2 }))).toMatchObject({ code: "run_cancelled", status: 409 })
      const { calls } = yield* rowsOf(buyer)
      expect(new Map(calls.map((call) => [call.id, call.state]))).toEqual(
        new Map([
          [first.id, "captured"],
          [second.id, "released"],
        ]),
      )
    }),
  )

  it.effect("a claim pays for one call ever, for every buyer and after every outcome of that call", () =>
    Effect.gen(function* () {
      const [buyer, other] = [yield* openBuyer(), yield* openBuyer()]
      const claim = `nonce:${buyer.key}`
      const first = yield* reserved(reserveOf(buyer, { options: [option({ claim })] }))
      const refusal = yield* refusalOf(reserveOf(buyer, { options: [option({ claim })] }))
      expect(refusal).toMatchObject({ code: "insufficient_balance" })
      expect(refusal.message).toContain("was presented for another call before")
      yield* run(releaseOf(first))
      yield* refusalOf(reserveOf(buyer, { options: [option({ claim })] }))
      yield* refusalOf(reserveOf(other, { options: [option({ claim })] }))
      expect((yield* rowsOf(buyer)).claims).toEqual([`${claim} → ${first.id}`])
      expect((yield* rowsOf(other)).claims).toEqual([])
    }),
  )

  it.effect("a rail whose claim is already used is skipped, and a call uses only the claim of the rail that pays for it", () =>
    Effect.gen(function* () {
      const buyer = yield* openBuyer({ credits: 3000, accounts: [{ id: "wallet", creditLimit: usd(500) }] })
      const claim = `nonce:${buyer.key}`
      const options = [option({ rail: "wallet", claim }), option()]
      const tooDear = yield* reserved(reserveOf(buyer, { options: options }))
      expect(tooDear.rail).toBe("credits")
      expect((yield* reserved(reserveOf(buyer, { options: options, max: usd(500) }))).rail).toBe("wallet")
      const fell = yield* reserved(reserveOf(buyer, { options: options }))
      expect(fell.attempts.map((a) => [a.rail, a.outcome])).toEqual([
        ["wallet", "unavailable"],
        ["credits", "selected"],
      ])
    }),
  )

  it.effect("when concurrent calls of one buyer use the same claim, one call gets it", () =>
    Effect.gen(function* () {
      const buyer = yield* openBuyer()
      const options = [option({ claim: `nonce:${buyer.key}` })]
      const answers = yield* Effect.forEach(
        Array.from({ length: 12 }, () => reserveOf(buyer, { options: options })),
        outcome,
        { concurrency: "unbounded" },
      )
      expect(answers.filter((answer) => answer._tag === "Success")).toHaveLength(1)
      for (const answer of answers) if (answer._tag === "Failure") expect(nameOf(answer.failure)).toBe("insufficient_balance")
    }),
  )

  it.effect("the capture of one call does not change the document of another call", () =>
    Effect.gen(function* () {
      const buyer = yield* openBuyer()
      const [first, second] = [yield* reserved(withKey(buyer)), yield* reserved(reserveOf(buyer))]
      yield* Effect.all([run(deliverOf(first, { body: `"one"` })), run(captureOf(second, { body: `"two"` }))], { concurrency: "unbounded" })
      const { results } = yield* rowsOf(buyer)
      expect(new Map(results.map((result) => [result.call, result.body]))).toEqual(
        new Map([
          [first.id, `"one"`],
          [second.id, `"two"`],
        ]),
      )
    }),
  )
}
