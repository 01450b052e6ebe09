import { expect, layer } from "@effect/vitest"
import { Clock, Effect, Fiber } from "effect"
import { newBuyer } from "../../support/gateway.ts"
import { expectCleanAudit, creditsPosition } from "../../support/ledger/assertions.ts"
import { expectRefusal } from "../../support/refusals/envelope.ts"
import { request, tableDigests, RefusalFixture, refusalFixture } from "../../support/refusals/fixture.ts"
import { until } from "../../support/until.ts"

const perNode = 8
const slow = "/v1/execute/market/goods.slow"
const all = { concurrency: "unbounded" } as const
const times = <A>(n: number, make: (i: number) => A) => Array.from({ length: n }, (_, i) => make(i))

/** Starts calls one after the other that wait in their source; the effect ends once the source answers them. */
const occupy = Effect.fnUntraced(function* (secrets: ReadonlyArray<string>) {
  const { counter, served } = yield* RefusalFixture
  served.length = 0
  const fibers = yield* Effect.forEach(secrets, (secret, i) =>
    Effect.forkChild(request({ secret, path: slow, body: { token: `occupied-${i}` } })),
  )
  yield* until(Effect.sync(() => served.length === secrets.length))
  return Effect.gen(function* () {
    yield* counter.open
    const answers = yield* Effect.all(fibers.map(Fiber.join), all)
    yield* counter.close
    return answers.map((answer) => answer.status)
  })
})

layer(refusalFixture({ maxExecuting: perNode }), { excludeTestServices: true })("bounds on what executes at once", (it) => {
  it.effect("an organisation's concurrency bound refuses its further requests, but no reader of a run and no other organisation", () =>
    Effect.gen(function* () {
      const bound = 3
      const { secret } = yield* newBuyer({ concurrency: bound })
      const neighbour = yield* newBuyer()
      const end = yield* occupy(times(bound, () => secret))
      const before = yield* tableDigests
      const key = [["Idempotency-Key", "bounded"]] as const
      for (const options of [{ headers: key }, { path: slow }, { method: "GET", path: "/v2/balance" }]) {
        const answer = yield* request({ ...options, secret })
        const paid = options.path !== "/v2/balance"
        expectRefusal(answer, { status: 429, code: "rate_limit_exceeded", paid, names: "organisation" })
        expect(answer.header("retry-after")).toBe("1")
      }
      // Who waits for a run takes none of the places of those who execute.
      const read = yield* request({ secret, method: "GET", path: "/v2/runs/x" })
      expectRefusal(read, { status: 404, code: "run_not_found", paid: true })
      expect(yield* tableDigests).toEqual(before)
      expect((yield* request({ secret: neighbour.secret })).status).toBe(200)
      expect((yield* request({ method: "GET", path: "/healthz" })).status).toBe(200)
      expect(yield* end).toEqual(times(bound, () => 200))
      const free = yield* request({ secret, headers: key })
      expect([free.status, free.header("x-idempotent-replay")]).toEqual([200, null])
    }),
  )

  it.effect("the node's bound refuses all further requests of every organisation, and admits them again when requests have ended", () =>
    Effect.gen(function* () {
      const buyers = yield* Effect.all(times(perNode, () => newBuyer()))
      const { secret } = yield* newBuyer()
      const end = yield* occupy(buyers.map((buyer) => buyer.secret))
      const before = yield* tableDigests
      expectRefusal(yield* request({ secret }), { status: 429, code: "rate_limit_exceeded", paid: true, names: "gateway" })
      expectRefusal(yield* request({ secret: "frt_org_none" }), { status: 401, code: "invalid_api_key", paid: true })
      expect(yield* tableDigests).toEqual(before)
      expect(yield* end).toEqual(times(perNode, () => 200))
      expect((yield* request({ secret })).status).toBe(200)
    }),
  )

  it.effect("calls without a waiting client count towards the organisation's bound until they end", () =>
    Effect.gen(function* () {
      const { counter, served } = yield* RefusalFixture
      const { organisation, secret } = yield* newBuyer({ concurrency: 2 })
      served.length = 0
      const begun = yield* Effect.forEach(
        times(3, (i) => i),
        (i) =>
          request({ secret, path: `${slow}?wait_seconds=0`, body: { token: `left-${i}` }, headers: [["Idempotency-Key", `left-${i}`]] }),
      )
      expect(begun.map((answer) => answer.status)).toEqual([202, 202, 429])
      expectRefusal(begun[2]!, { status: 429, code: "rate_limit_exceeded", paid: true, names: "Idempotency-Key" })
      yield* until(Effect.sync(() => served.length === 2))
      yield* counter.open
      yield* until(Effect.map(creditsPosition(organisation), ({ open }) => open === 0))
      yield* counter.close
      expect((yield* request({ secret })).status).toBe(200)
    }),
  )

  it.effect("RateLimit, RateLimit-Policy and Retry-After are structured fields that agree with each other", () =>
    Effect.gen(function* () {
      const { secret } = yield* newBuyer({ rate: 4 })
      const answers = yield* Effect.forEach(
        times(7, (i) => i),
        () => request({ method: "GET", path: "/v2/balance", secret }),
      )
      expect(answers.map((answer) => answer.status)).toEqual([200, 200, 200, 200, 429, 429, 429])
      for (const [i, answer] of answers.entries()) {
        // A list of one item, a string, with parameters: quota and window there, what is left and when it is renewed here.
        expect(answer.header("ratelimit-policy")).toBe('"minute";q=4;w=60')
        const [, left, reset] = /^"minute";r=(0|[1-9]\d*);t=([1-9]\d?)$/.exec(answer.header("ratelimit") ?? "") ?? []
        expect([Number(left), Number(reset) <= 60]).toEqual([Math.max(0, 3 - i), true])
        if (answer.status === 429) expect(answer.header("retry-after")).toBe(reset)
        else expect(answer.header("retry-after")).toBeNull()
      }
    }),
  )

  it.effect("ten times the saturating load is refused at once, and the throughput stays the same", () =>
    Effect.gen(function* () {
      const bound = 4
      const buyer = yield* newBuyer({ concurrency: bound })
      const forMs = 700
      /** Callers that call again as soon as they are answered: how many were served, and how many refused. */
      const load = Effect.fnUntraced(function* (callers: number) {
        const until = (yield* Clock.currentTimeMillis) + forMs
        const counts = { served: 0, refused: 0 }
        const caller = Effect.gen(function* () {
          while ((yield* Clock.currentTimeMillis) < until) {
            const answer = yield* request({ secret: buyer.secret })
            if (answer.status === 200) counts.served++
            else {
              expectRefusal(answer, { status: 429, code: "rate_limit_exceeded", paid: true })
              counts.refused++
              // The client obeys Retry-After, but waits less than a second: some calls take that long on this machine.
              const later = counts.served + bound * 4
              while (counts.served < later && (yield* Clock.currentTimeMillis) < until) yield* Effect.sleep(5)
            }
          }
        })
        yield* Effect.all(
          times(callers, () => caller),
          all,
        )
        return counts
      })
      yield* load(bound)
      // By turns, and the best of them, so that what else the machine does weighs on neither.
      const [saturated, overloaded] = [
        { served: 0, refused: 0 },
        { served: 0, refused: 0 },
      ]
      for (let turn = 0; turn < 4; turn++) {
        for (const [sum, callers] of [
          [saturated, bound],
          [overloaded, bound * 10],
        ] as const) {
          const { refused, served } = yield* load(callers)
          sum.served = Math.max(sum.served, served)
          sum.refused += refused
        }
      }
      expect(saturated.refused).toBe(0)
      expect(overloaded.refused).toBeGreaterThan(bound * 10)
      expect(overloaded.served).toBeGreaterThan(saturated.served / 2)
      expect(yield* creditsPosition(buyer.organisation)).toMatchObject({ held: 0, open: 0, reserved: 0 })
      yield* expectCleanAudit
    }),
  )
})
