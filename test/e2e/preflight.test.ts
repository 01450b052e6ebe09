import { expect, layer } from "@effect/vitest"
import { Effect } from "effect"
import { microUsd } from "../../domain/money/Money.ts"
import { Database } from "../../layers/postgres/Database.ts"
import { credits } from "../../rails/credits/rail.ts"
import { Dice } from "../domain/ledger/model/Dice.ts"
import { FakeRail } from "../support/fakeRail.ts"
import { grant, newBuyer } from "../support/gateway.ts"
import { expectCleanAudit } from "../support/ledger/assertions.ts"
import { relayRequest, RelayFixture, relayFixture } from "../support/relay/fixture.ts"

/** Rails of every kind that does not need a caller's own payment: dearer, with credit and a cap of its own, and one that is out. */
const dear = new FakeRail({ id: "dear", settles: "at_capture", fee: microUsd(5n), opens: microUsd(0n) })
const later = new FakeRail({ id: "later", settles: "later", opens: microUsd(6_000n), dailyCap: microUsd(4_000n) })
const before = new FakeRail({ id: "before", settles: "before_dispatch", opens: microUsd(2_500n), remainderTo: "before" })
const out = new FakeRail({ id: "out", settles: "at_capture" })
out.outage = true
const rails = { credits, dear: dear.rail, later: later.rail, before: before.rail, out: out.rail }

// oxlint-disable-next-line typescript/no-explicit-any -- whatever the answer holds
const json = (text: string): any => JSON.parse(text)

/** All that a preflight must not touch. The rate is counted, as for every request. */
const digest = Effect.gen(function* () {
  const { reads: sql } = yield* Database
  const tables = ["run", "call", "open_call", "result", "transfer", "account", "spend", "idempotency", "claim", "payment_event"]
  const sums = tables.map((table) => `(select coalesce(md5(string_agg(t::text, '|' order by t::text)), '') from ${table} t)`)
  const [row] = yield* sql.unsafe<{ readonly digest: string }>(`select concat_ws(' ', ${sums.join(", ")}) as digest`)
  return row!.digest
})

const money = (dice: Dice, largest: number) => microUsd(BigInt(dice.below(largest)))

/** An organisation in any state, with a key of any limits. */
const anyBuyer = Effect.fnUntraced(function* (dice: Dice) {
  const { money: sql } = yield* Database
  const limit = (largest: number) => (dice.chance(30) ? money(dice, largest) : null)
  const key = { perRequest: limit(4_000), monthly: limit(9_000), daily: limit(6_000) }
  const buyer = yield* newBuyer({ dollars: 0, key, concurrency: dice.chance(5) ? 1 : 100 })
  if (dice.chance(70)) yield* grant(buyer.organisation, dice.below(6_000) / 1e6)
  if (dice.chance(15)) yield* sql`update account set status = 'suspended' where org = ${buyer.organisation}`
  if (dice.chance(5)) yield* sql`update organisation set spending = false where id = ${buyer.organisation}`
  if (dice.chance(5)) yield* sql`update organisation set status = 'suspended' where id = ${buyer.organisation}`
  return buyer
})

const paths = ["/parcels/parcels", "/parcels/parcels/7", "/parcels/health"] as const

layer(relayFixture({ rails }), { excludeTestServices: true })("preflight", (it) => {
  it.effect("a preflight predicts the answer of the call that follows it, on every rail and in every state, and changes nothing", () =>
    Effect.gen(function* () {
      const seen = new Map<string, number>()
      for (let seed = 1; seed <= 100; seed++) {
        const dice = new Dice(seed)
        const { secret } = yield* anyBuyer(dice)
        for (let i = 0; i < 3; i++) {
          const path = dice.pick(paths)
          const pinned = dice.chance(40) ? { "x-payment-rail": dice.pick(Object.keys(rails)) } : {}
          const untouched = yield* digest
          const dry = yield* relayRequest(secret, "GET", path, { headers: { ...pinned, "x-payment-dry-run": "1" } })
          const note = `seed ${seed}, ${i}: ${dry.text}`
          expect([dry.status, dry.moved, dry.headers.get("cache-control")], note).toEqual([200, "none", "no-store"])
          expect(yield* digest, note).toBe(untouched)
          const verdict = json(dry.text)
          const real = yield* relayRequest(secret, "GET", path, { headers: pinned })
          expect([real.status < 400, note]).toEqual([verdict.would_succeed, note])
          const refusal = real.status < 400 ? null : json(real.text).error.code
          expect([verdict.reason_if_not?.code ?? null, note]).toEqual([refusal, note])
          if (real.status < 400 && path !== "/parcels/health") {
            expect([real.headers.get("x-payment-rail-used"), note]).toEqual([verdict.rail, note])
            expect(Number(real.headers.get("x-payment-price"))).toBe(verdict.price.amount)
          }
          const outcome = refusal ?? `ok ${verdict.rail}`
          seen.set(outcome, (seen.get(outcome) ?? 0) + 1)
        }
      }
      const outcomes = [
        "ok credits",
        "ok later",
        "ok before",
        "insufficient_balance",
        "service_unavailable",
        "spend_limit_exceeded",
        "organisation_unavailable",
        "spending_not_permitted",
      ]
      for (const outcome of outcomes) expect([outcome, seen.get(outcome) ?? 0]).toEqual([outcome, expect.toSatisfy((n: number) => n > 2)])
      yield* expectCleanAudit
    }),
  )

  it.effect("a preflight of a batch predicts how many calls succeed and the reason of the next refusal", () =>
    Effect.gen(function* () {
      const { baseUrl } = yield* RelayFixture
      let short = 0
      for (let seed = 1; seed <= 40; seed++) {
        const dice = new Dice(seed * 7919)
        const { secret } = yield* anyBuyer(dice)
        const calls = 1 + dice.below(7)
        const body = JSON.stringify({ method: "GET", path: "/parcels?x=1", calls })
        const answer = yield* relayRequest(secret, "POST", "/v1/apis/parcels/preflight", {
          body,
          headers: { "content-type": "application/json" },
        })
        const verdict = json(answer.text)
        const note = `seed ${seed}: ${answer.text} ${baseUrl}`
        expect([answer.status, note]).toEqual([200, note])
        expect(verdict.total.amount_micro_usd).toBe(String(1_000 * calls))
        let admitted = 0
        let refused: string | null = null
        while (admitted < calls && refused === null) {
          const real = yield* relayRequest(secret, "GET", "/parcels/parcels")
          if (real.status < 400) admitted++
          else refused = json(real.text).error.code
        }
        expect([verdict.would_succeed, verdict.reason_if_not?.code ?? null, note]).toEqual([admitted === calls, refused, note])
        if (refused !== null && admitted > 0) {
          short++
          expect(verdict.reason_if_not.message).toContain(`After ${admitted} of ${calls} calls`)
        }
      }
      expect(short).toBeGreaterThan(3)
    }),
  )

  it.effect(
    "a preflight of 10,000 calls names the rail of the first call, and calls it not viable with the number of calls that it would pay",
    () =>
      Effect.gen(function* () {
        const { baseUrl } = yield* RelayFixture
        const { secret } = yield* newBuyer({ dollars: 0.01 })
        const answer = yield* relayRequest(secret, "POST", "/v1/apis/parcels/preflight", {
          body: JSON.stringify({ method: "GET", path: "/parcels", calls: 10_000, rail: "credits" }),
          headers: { "content-type": "application/json" },
        })
        const verdict = json(answer.text)
        expect(verdict).toMatchObject({ rail: "credits", would_succeed: false, total: { amount: 10 }, spent_after: { amount: 0.01 } })
        const ofCredits = verdict.rails.find(({ rail }: { readonly rail: string }) => rail === "credits")
        expect(ofCredits).toMatchObject({ viable: false, gaps: [{ message: expect.stringMatching(/^After 10 of 10000 calls: /) }] })
        const document = yield* Effect.promise(async () => (await fetch(`${baseUrl}/openapi.json`)).json() as Promise<object>)
        const { properties } = json(JSON.stringify(document)).components.schemas.Preflight
        expect(JSON.stringify(properties.rail)).toContain("the first of the calls")
        expect(JSON.stringify(properties.rails)).toContain("this rail alone would pay all of the calls")
      }),
  )

  it.effect("a preflight shows each rail with its missing requirement and the balance after the call", () =>
    Effect.gen(function* () {
      const { secret } = yield* newBuyer({ dollars: 0.01, key: { monthly: microUsd(20_000n) } })
      const reply = yield* relayRequest(secret, "GET", "/parcels/parcels", { headers: { "x-payment-dry-run": "1" } })
      const verdict = json(reply.text)
      expect(verdict).toMatchObject({
        slug: "parcels",
        operation: "GET /parcels",
        method: "GET",
        rail: "credits",
        would_succeed: true,
        reason_if_not: null,
        price: { amount: 0.001 },
        spent_after: { amount: 0.001 },
        limits: { monthly: { amount: 0.02 }, month_remaining: { amount: 0.019 } },
      })
      const gaps = Object.fromEntries(
        verdict.rails.map((r: { rail: string; gaps: Array<{ code: string }> }) => [r.rail, r.gaps.map((g) => g.code)]),
      )
      expect(gaps).toEqual({ credits: [], dear: ["insufficient_balance"], later: [], before: [], out: ["unavailable"] })
      const cost = verdict.rails.find((r: { rail: string }) => r.rail === "dear").cost
      expect(cost.amount_micro_usd).toBe("1005")
      expect(Date.parse(verdict.valid_until)).toBeGreaterThan(Date.now())
    }),
  )

  it.effect("a preflight is for the rail that the body or X-Payment-Rail names, and is refused where they differ", () =>
    Effect.gen(function* () {
      const { secret } = yield* newBuyer({ dollars: 0.01 })
      const ask = (header: string | undefined, rail: string | undefined) =>
        Effect.map(
          relayRequest(secret, "POST", "/v1/apis/parcels/preflight", {
            body: JSON.stringify({ method: "GET", path: "/parcels", ...(rail !== undefined && { rail }) }),
            headers: { "content-type": "application/json", ...(header !== undefined && { "x-payment-rail": header }) },
          }),
          ({ status, text }) => [status, json(text).rail],
        )
      expect(yield* ask("later", undefined)).toEqual([200, "later"])
      expect(yield* ask(undefined, "later")).toEqual([200, "later"])
      expect(yield* ask("later", "later")).toEqual([200, "later"])
      expect(yield* ask("later", "credits")).toEqual([400, undefined])
      expect(yield* ask("gold", undefined)).toEqual([400, undefined])
    }),
  )

  it.effect(
    "a preflight of an unknown slug answers 404 route_not_found, and one of another request without a price what the call itself answers",
    () =>
      Effect.gen(function* () {
        const { secret } = yield* newBuyer()
        const ask = (path: string, body: unknown) =>
          Effect.map(
            relayRequest(secret, "POST", path, { body: JSON.stringify(body), headers: { "content-type": "application/json" } }),
            (reply) => [reply.status, json(reply.text).error?.code],
          )
        expect(yield* ask("/v1/apis/unknown/preflight", { method: "GET", path: "/" })).toEqual([404, "route_not_found"])
        expect(yield* ask("/v1/apis/parcels/preflight", { method: "GET", path: "/none" })).toEqual([404, "operation_not_found"])
        expect(yield* ask("/v1/apis/parcels/preflight", { method: "PUT", path: "/parcels" })).toEqual([405, "method_not_allowed"])
        const other = yield* relayRequest(secret, "POST", "/v1/apis/parcels/preflight", {
          body: JSON.stringify({ method: "PUT", path: "/parcels" }),
          headers: { "content-type": "application/json" },
        })
        expect(other.headers.get("allow")).toContain("POST")
        expect(yield* ask("/v1/apis/parcels/preflight", { method: "GET", path: "/parcels", rail: "gold" })).toEqual([
          400,
          "invalid_request",
        ])
        expect(yield* ask("/v1/apis/parcels/preflight", { method: "GET", path: "/parcels", calls: 0 })).toEqual([400, "invalid_request"])
        expect(yield* ask("/v1/apis/parcels/preflight", { method: "GET", path: "/parcels", more: 1 })).toEqual([400, "invalid_request"])
        const odd = yield* relayRequest(secret, "GET", "/parcels/parcels", { headers: { "x-payment-dry-run": "yes" } })
        expect([odd.status, json(odd.text).error.code]).toEqual([400, "invalid_request"])
      }),
  )
})
