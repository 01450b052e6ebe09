import { expect, layer } from "@effect/vitest"
import { Duration, Effect, Fiber, Redacted } from "effect"
import { Organisations } from "../../domain/identity/Organisations.ts"
import { scopes } from "../../domain/identity/errors.ts"
import { microUsd } from "../../domain/money/Money.ts"
import { newBuyer } from "../support/gateway.ts"
import { call, readRun, type Reply, send } from "../support/cluster/client.ts"
import { expectCleanAudit, creditsPosition } from "../support/ledger/assertions.ts"
import { Nodes, twoNodes } from "../support/cluster/gatewaysInProcess.ts"
import { prices } from "../support/sources.ts"
import { until } from "../support/until.ts"

const rounds = [1, 2, 3] as const
const parallel = 200
const all = { concurrency: "unbounded" } as const
const money = (micro: number) => ({ amount: micro / 1e6, amount_micro_usd: String(micro), currency: "USD" })

/** `count` calls at once, every other one on the other node. */
const burst = Effect.fnUntraced(function* (
  secret: string,
  count: number,
  { onAnswer = () => undefined, ...options }: Partial<Parameters<typeof call>[0]> & { readonly onAnswer?: () => void } = {},
) {
  const { a, b } = yield* Nodes
  const nth = (_: unknown, i: number) =>
    Effect.tap(call({ baseUrl: i % 2 === 0 ? a : b, secret, token: "burst", ...options }), () => Effect.sync(onAnswer))
  return yield* Effect.all(Array.from({ length: count }, nth), all)
})

/** Runs all requests within one minute of the rate limit, and repeats them all where the machine took longer. */
const withinAMinute = <A, E, R>(requests: Effect.Effect<A, E, R>) =>
  Effect.map(Effect.repeat(Effect.timed(requests), { until: ([took]) => Duration.toSeconds(took) < 60 }), ([, answers]) => answers)

const split = (replies: ReadonlyArray<Reply>) => ({
  paid: replies.filter((reply) => reply.status === 200),
  refused: replies.filter((reply) => reply.status !== 200),
})

layer(twoNodes({ sourceTimeoutMs: 120_000 }), { excludeTestServices: true })("limits over two nodes", (it) => {
  it.effect.each(rounds)("200 parallel calls spend a balance that fits 37 of them exactly (round %i)", () =>
    Effect.gen(function* () {
      const { organisation, secret } = yield* newBuyer({ dollars: 0.0375 })
      const { paid, refused } = split(yield* burst(secret, parallel))
      expect(paid.length).toBe(37)
      for (const reply of paid) {
        expect(reply.header("x-money-moved")).toBe("charged")
        expect(reply.header("x-payment-price")).toBe("0.001")
        expect(reply.body.usage?.cost).toEqual(money(prices.fast))
      }
      for (const reply of refused) {
        expect(reply.status).toBe(402)
        expect(reply.header("x-money-moved")).toBe("none")
        const { code, message, ...fields } = reply.body.error!
        expect({ code, ...fields }).toEqual({ code: "insufficient_balance", required: money(1000), available: money(500) })
        expect(message).toContain("Nothing was charged")
      }
      expect(yield* creditsPosition(organisation)).toEqual({ posted: 500, held: 0, open: 0, captured: 37, released: 0, reserved: 0 })
    }),
  )

  const keyLimits = [
    { limit: "monthly", key: { monthly: microUsd(41_900n) } },
    { limit: "daily", key: { daily: microUsd(41_900n) } },
    { limit: "daily", key: { daily: microUsd(41_900n), monthly: microUsd(90_000n) } },
    { limit: "monthly", key: { daily: microUsd(90_000n), monthly: microUsd(41_900n) } },
  ] as const
  it.effect.each(rounds.flatMap((round) => keyLimits.map((limits) => ({ round, ...limits }))))(
    "200 parallel calls spend a $limit limit that fits 41 of them exactly (round $round)",
    ({ key, limit }) =>
      Effect.gen(function* () {
        const { organisation, secret } = yield* newBuyer({ dollars: 1, key })
        const { paid, refused } = split(yield* burst(secret, parallel))
        expect(paid.length).toBe(41)
        for (const reply of refused) {
          expect(reply.status).toBe(402)
          expect(reply.header("x-money-moved")).toBe("none")
          const { message: _, ...error } = reply.body.error!
          expect(error).toEqual({ code: "spend_limit_exceeded", limit, required: money(1000), available: money(900) })
        }
        expect(yield* creditsPosition(organisation)).toMatchObject({ posted: 1_000_000 - 41_000, held: 0, open: 0, captured: 41 })
        const { a, b } = yield* Nodes
        for (const baseUrl of [a, b]) {
          const { body } = yield* send({ baseUrl, secret, path: "/v2/balance" })
          expect(body.balance?.available).toEqual(money(959_000))
          expect(body.limits?.month_spent).toEqual(money(41_000))
          if (limit === "monthly") expect(body.limits?.month_remaining).toEqual(money(900))
        }
      }),
  )

  it.effect("a per-request limit admits exactly the calls that cost no more than the limit", () =>
    Effect.gen(function* () {
      const { organisation, secret } = yield* newBuyer({ dollars: 1, key: { perRequest: microUsd(3_999n) } })
      const [dear, cheap] = yield* Effect.all([burst(secret, 50, { script: "large" }), burst(secret, 50)], all)
      expect(cheap.map((reply) => reply.status)).toEqual(Array(50).fill(200))
      for (const reply of dear) {
        expect(reply.status).toBe(402)
        const { message: _, ...error } = reply.body.error!
        expect(error).toEqual({ code: "spend_limit_exceeded", limit: "per_request", required: money(4000), available: money(3999) })
      }
      expect(yield* creditsPosition(organisation)).toMatchObject({ held: 0, captured: 50 })
    }),
  )

  it.effect("failed calls return all they held, so that the balance still buys exactly as many calls as it covers", () =>
    Effect.gen(function* () {
      const { organisation, secret } = yield* newBuyer({ dollars: 0.02, key: { monthly: microUsd(18_000n) } })
      let bought = 0
      for (let round = 0; round < 20 && bought < 18; round++) {
        const [replies, failed] = yield* Effect.all([burst(secret, 30), burst(secret, 30, { script: "failing" })], all)
        bought += split(replies).paid.length
        for (const reply of failed) expect([402, 502]).toContain(reply.status)
      }
      expect(bought).toBe(18)
      expect(split(yield* burst(secret, 30)).paid).toEqual([])
      expect(yield* creditsPosition(organisation)).toMatchObject({ posted: 2_000, held: 0, open: 0, captured: 18, reserved: 0 })
    }),
  )

  it.effect("two keys of one organisation spend one balance, each within its own limit", () =>
    Effect.gen(function* () {
      const { organisation, secret } = yield* newBuyer({ dollars: 0.03, key: { monthly: microUsd(10_000n) } })
      const other = yield* anotherKey(organisation)
      const [mine, theirs] = yield* Effect.all([burst(secret, 100), burst(other, 100)], all)
      const [paidByMine, paidByOther] = [split(mine).paid.length, split(theirs).paid.length]
      expect(paidByMine + paidByOther).toBe(30)
      expect(paidByMine).toBeLessThanOrEqual(10)
      expect(yield* creditsPosition(organisation)).toMatchObject({ posted: 0, held: 0, captured: 30 })
    }),
  )

  it.effect.each(rounds)("exactly as many calls execute at once as the organisation may, over both nodes (round %i)", () =>
    Effect.gen(function* () {
      const { dispatches, hold } = yield* Nodes
      const { organisation, secret } = yield* newBuyer({ concurrency: 5 })
      const token = `bound-${organisation}`
      const held = hold(token)
      let answered = 0
      const counted = yield* Effect.forkChild(burst(secret, 40, { script: "slow", token, onAnswer: () => answered++ }))
      // The five are in the source until all others have been answered.
      yield* until(Effect.sync(() => answered === 35))
      yield* until(Effect.sync(() => dispatches(token) === 5))
      yield* held.open
      const { paid, refused } = split(yield* Fiber.join(counted))
      expect(paid.length).toBe(5)
      for (const reply of refused) {
        expect(reply.status).toBe(429)
        expect(reply.body.error?.code).toBe("rate_limit_exceeded")
        expect(Number(reply.header("retry-after"))).toBeGreaterThanOrEqual(1)
        expect(reply.header("x-money-moved")).toBe("none")
      }
      expect(split(yield* burst(secret, 1)).paid.length).toBe(1)
      expect(yield* creditsPosition(organisation)).toMatchObject({ held: 0, open: 0, captured: 6, released: 0 })
    }),
  )

  it.effect("calls without a waiting client count towards the organisation's concurrency until they end", () =>
    Effect.gen(function* () {
      const { a, b, hold } = yield* Nodes
      const { organisation, secret } = yield* newBuyer({ concurrency: 5 })
      const held = hold("unwaited")
      const replies: Array<Reply> = []
      for (let i = 0; i < 12; i++) {
        const baseUrl = i % 2 === 0 ? a : b
        replies.push(yield* call({ baseUrl, secret, script: "slow", query: "?wait_seconds=0", token: "unwaited" }))
      }
      expect(replies.map((reply) => reply.status)).toEqual([202, 202, 202, 202, 202, 429, 429, 429, 429, 429, 429, 429])
      expect(yield* creditsPosition(organisation)).toMatchObject({ open: 5, reserved: 5, held: 5 * prices.slow })
      yield* held.open
      for (const reply of replies.slice(0, 5)) expect((yield* readRun({ baseUrl: b, secret }, reply.body.id!, 55)).status).toBe(200)
      expect((yield* call({ baseUrl: a, secret, token: "w" })).status).toBe(200)
    }),
  )

  it.effect(
    "60 requests per minute pass over two nodes and two keys, the 61st is answered 429, and no other organisation is affected",
    () =>
      Effect.gen(function* () {
        const { a, b } = yield* Nodes
        const requests = Effect.gen(function* () {
          const { organisation, secret } = yield* newBuyer({ rate: 60 })
          const other = yield* anotherKey(organisation)
          const passing = Array.from({ length: 60 }, (_, i) =>
            send({ baseUrl: i % 2 === 0 ? b : a, secret: i % 3 === 2 ? secret : other, path: "/v2/balance" }),
          )
          const over = [call({ baseUrl: a, secret, token: "over" }), call({ baseUrl: b, secret: other, token: "over" })]
          return { organisation, passed: yield* Effect.all(passing), refused: yield* Effect.all(over) }
        })
        const { organisation, passed, refused } = yield* withinAMinute(requests)
        for (const [i, reply] of passed.entries()) {
          expect(reply.status).toBe(200)
          expect(reply.header("ratelimit-policy")).toBe('"minute";q=60;w=60')
          expect(reply.header("ratelimit")).toMatch(new RegExp(`^"minute";r=${59 - i};t=([1-9]|[1-5][0-9]|60)$`))
        }
        for (const reply of refused) {
          expect(reply.status).toBe(429)
          expect(reply.body.error?.code).toBe("rate_limit_exceeded")
          expect(reply.header("x-money-moved")).toBe("none")
          expect(reply.header("retry-after")).toMatch(/^([1-9]|[1-5][0-9]|60)$/)
          expect(reply.header("ratelimit")).toMatch(/^"minute";r=0;t=/)
        }
        const neighbour = yield* newBuyer({ rate: 60 })
        expect((yield* send({ baseUrl: a, secret: neighbour.secret, path: "/v2/balance" })).status).toBe(200)
        expect(yield* creditsPosition(organisation)).toMatchObject({ captured: 0, reserved: 0 })
      }),
  )

  it.effect.each(rounds)("of 150 requests at once over two nodes and two keys exactly 60 pass (round %i)", () =>
    Effect.gen(function* () {
      const { a, b } = yield* Nodes
      const requests = Effect.gen(function* () {
        const { organisation, secret } = yield* newBuyer({ rate: 60 })
        const keys = [secret, yield* anotherKey(organisation)]
        const requests = Array.from({ length: 150 }, (_, i) =>
          send({ baseUrl: i % 2 === 0 ? a : b, secret: keys[i % 3 === 0 ? 0 : 1]!, path: "/v2/usage" }),
        )
        return yield* Effect.all(requests, all)
      })
      const { paid: passed, refused } = split(yield* withinAMinute(requests))
      expect(passed.length).toBe(60)
      expect(new Set(passed.map((reply) => reply.header("ratelimit")!.split(";")[1]))).toEqual(
        new Set(Array.from({ length: 60 }, (_, i) => `r=${i}`)),
      )
      for (const reply of refused) expect([reply.status, reply.body.error?.code]).toEqual([429, "rate_limit_exceeded"])
    }),
  )

  it.effect("a request above the rate limit buys nothing and leaves its Idempotency-Key free", () =>
    Effect.gen(function* () {
      const { a } = yield* Nodes
      const { organisation, secret } = yield* newBuyer({ rate: 1 })
      yield* send({ baseUrl: a, secret, path: "/v2/balance" })
      const refused = yield* call({ baseUrl: a, secret, token: "free-key", idempotencyKey: "free-key" })
      expect(refused.status).toBe(429)
      expect(yield* creditsPosition(organisation)).toMatchObject({ captured: 0, released: 0, reserved: 0 })
    }),
  )

  it.effect("the audit finds no violation after all limits were reached", () => expectCleanAudit)
})

const anotherKey = Effect.fnUntraced(function* (organisation: Effect.Success<ReturnType<typeof newBuyer>>["organisation"]) {
  const organisations = yield* Organisations
  const limits = { perRequest: null, monthly: null, daily: null }
  const { secret } = yield* organisations.createKey({ organisation, name: "another", scopes, expiresInDays: 30, ...limits })
  return Redacted.value(secret)
})
