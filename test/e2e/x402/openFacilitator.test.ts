import { expect, it, layer } from "@effect/vitest"
import { Effect, Layer, Context } from "effect"
import { Facilitator } from "../../../rails/x402/facilitator/Facilitator.ts"
import { counterOf } from "../../../rails/http/anonymousRateLimit.ts"
import { freshDatabase } from "../../support/database.ts"
import { baseUrl, testGateway } from "../../support/gateway.ts"
import { body, facilitatorBench } from "../../rails/x402/facilitator/bench.ts"

class Open extends Context.Service<
  Open,
  { readonly ask: (headers?: Readonly<Record<string, string>>) => Effect.Effect<Response>; readonly settled: () => number }
>()("farthing/test/e2e/x402/Open") {}

/** A gateway whose facilitator is open to callers without a key. The fixture sets what the facilitator answers. */
const open = Layer.effect(
  Open,
  Effect.gen(function* () {
    const { facilitator, says } = yield* facilitatorBench
    const location = yield* freshDatabase
    const gateway = yield* Layer.build(
      testGateway(location, { sources: [] }).pipe(Layer.provide(Layer.succeed(Facilitator, { ...facilitator, keyless: true }))),
    )
    const url = yield* Effect.provide(baseUrl, gateway)
    return Open.of({
      ask: (headers = {}) =>
        Effect.promise(() =>
          fetch(`${url}/settle`, {
            method: "POST",
            headers: { "content-type": "application/json", ...headers },
            body: JSON.stringify(body),
          }),
        ),
      settled: () => says.seen.settled.length,
    })
  }),
)

layer(open, { excludeTestServices: true })("a facilitator that is open to callers without a key", (it) => {
  it.effect("an open facilitator needs no key and limits the requests of one address", () =>
    Effect.gen(function* () {
      const { ask, settled } = yield* Open
      expect((yield* ask()).status).toBe(200)
      expect((yield* ask({ "idempotency-key": "x".repeat(256) })).status).toBe(400)
      const answers = yield* Effect.forEach(Array.from({ length: 80 }), () => ask(), { concurrency: 8 })
      // Of the two before, each counts for the second that it takes to earn another.
      const granted = answers.filter(({ status }) => status === 200).length
      expect([58, 59, 60]).toContain(granted)
      const refused = answers.filter(({ status }) => status === 429)
      expect(refused).toHaveLength(80 - granted)
      expect(Number(refused[0]!.headers.get("retry-after"))).toBeGreaterThan(0)
      expect(yield* Effect.promise(() => refused[0]!.json())).toMatchObject({ error: { code: "rate_limit_exceeded" } })
      expect(settled()).toBe(1)
    }),
  )
})

it("the rate limit counts an IPv6 network as one address in every spelling, and each IPv4 address by itself", () => {
  expect(counterOf("2001:db8:1:2::1")).toBe(counterOf("2001:db8:1:2:ffff:a:b:c"))
  expect(counterOf("2001:db8::1")).toBe(counterOf("2001:db8:0:0:1::"))
  expect(counterOf("2001:db8:1:2::1")).not.toBe(counterOf("2001:db8:1:3::1"))
  expect(counterOf("::ffff:192.0.2.1")).toBe(counterOf("192.0.2.1"))
  expect(counterOf("192.0.2.1")).not.toBe(counterOf("192.0.2.2"))
})
