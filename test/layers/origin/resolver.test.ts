import { assert, describe, it } from "@effect/vitest"
import { Effect, Queue } from "effect"
import { Resolver } from "../../../layers/origin/Resolver.ts"
import { answering, client, exchange, failure, knock, ok, testOrigin, to } from "./testOrigin.ts"

/** An address of a public range that is not assigned, so that no packet of these tests reaches another host. */
const nowhere = "2fff:ffff::1"

/** A resolver that answers with one list after another and records its queries. */
const flipping = (...answers: ReadonlyArray<ReadonlyArray<string>>) => {
  const queries: Array<string> = []
  return {
    queries,
    resolve: (hostname: string) => Promise.resolve(answers[Math.min(queries.push(hostname), answers.length) - 1] ?? []),
  }
}

const notPublic = "source_unavailable: flip.example.com is not at a public address."

describe("name resolution of origins", () => {
  it.effect("a connection uses the address that was checked, even if the name resolves to a private one a moment later", () =>
    Effect.gen(function* () {
      const canary = yield* testOrigin(answering(ok))
      const name = flipping([nowhere], ["127.0.0.1"])
      const request = to({ origin: `https://flip.example.com:${canary.port}` }, { allowed: false })
      const [first, second] = yield* Effect.all([failure(exchange(request)), failure(exchange(request))]).pipe(
        Effect.provide(client({ connectTimeoutMs: 500 }, name.resolve)),
      )
      // The first connection went to the checked address, which has no host, and not to the answer of a second query.
      assert.include(
        ["source_unavailable: flip.example.com could not be reached.", "source_timeout: flip.example.com did not answer in time."],
        first,
      )
      assert.strictEqual(second, notPublic)
      yield* knock(canary.port)
      assert.deepEqual([name.queries.length, canary.connections()], [2, 1])
    }),
  )

  it.effect("a name that resolves to a private address first and to a public one later is refused", () =>
    Effect.gen(function* () {
      const canary = yield* testOrigin(answering(ok))
      const name = flipping(["127.0.0.1"], [nowhere])
      const request = to({ origin: `https://flip.example.com:${canary.port}` }, { allowed: false })
      assert.strictEqual(yield* failure(exchange(request)).pipe(Effect.provide(client({}, name.resolve))), notPublic)
      yield* knock(canary.port)
      assert.deepEqual([name.queries.length, canary.connections()], [1, 1])
    }),
  )

  const mixed = [
    [nowhere, "127.0.0.1"],
    ["127.0.0.1", nowhere],
    [nowhere, nowhere, nowhere, nowhere, nowhere, "::1"],
    [nowhere, "not an address"],
    [],
  ]
  for (const addresses of mixed) {
    it.effect(`a name that resolves to [${addresses.join(", ")}] is refused`, () =>
      Effect.gen(function* () {
        const canary = yield* testOrigin(answering(ok))
        const request = to({ origin: `https://flip.example.com:${canary.port}` }, { allowed: false })
        const refused = failure(exchange(request)).pipe(Effect.provide(client({}, () => Promise.resolve(addresses))))
        assert.strictEqual(yield* refused, notPublic)
        yield* knock(canary.port)
        assert.strictEqual(canary.connections(), 1)
      }),
    )
  }

  it.effect("a name is resolved once for each connection and is sent as the Host header", () =>
    Effect.gen(function* () {
      const origin = yield* testOrigin(answering(ok))
      const name = flipping(["127.0.0.1"])
      const named = to({ origin: `http://api.example.com:${origin.port}` })
      yield* Effect.replicateEffect(exchange(named), 20).pipe(Effect.provide(client({}, name.resolve)))
      for (const request of yield* Queue.takeAll(origin.requests)) assert.include(request, `host: api.example.com:${origin.port}\r\n`)
      assert.isBelow(origin.connections(), 20)
      assert.deepEqual(
        name.queries,
        Array.from({ length: origin.connections() }, () => "api.example.com"),
      )
    }),
  )

  it.effect("a name with several addresses is tried at the next address if the first refuses the connection", () =>
    Effect.gen(function* () {
      const origin = yield* testOrigin(answering(ok))
      const named = to({ origin: `http://api.example.com:${origin.port}` })
      const answer = yield* exchange(named).pipe(Effect.provide(client({}, () => Promise.resolve(["::1", "127.0.0.1"]))))
      assert.strictEqual(answer.status, 200)
    }),
  )

  it.effect("a name that does not resolve, or not in time, is unavailable", () =>
    Effect.gen(function* () {
      const missing = Object.assign(new Error("getaddrinfo ENOTFOUND api.example.com"), { code: "ENOTFOUND" })
      const request = to({ origin: "https://api.example.com" }, { allowed: false })
      const failureWith = (resolve: () => Promise<ReadonlyArray<string>>) =>
        failure(exchange(request)).pipe(Effect.provide(client({ connectTimeoutMs: 50 }, resolve)))
      assert.strictEqual(yield* failureWith(() => Promise.reject(missing)), "source_unavailable: api.example.com could not be found.")
      assert.strictEqual(yield* failureWith(() => new Promise(() => undefined)), "source_timeout: api.example.com did not answer in time.")
    }),
  )

  it.effect("a name is resolved by the system, and concurrent queries for it share one resolution", () =>
    Effect.gen(function* () {
      const origin = yield* testOrigin(answering(ok))
      const named = to({ origin: `http://localhost:${origin.port}` })
      assert.strictEqual((yield* exchange(named).pipe(Effect.provide(client()))).status, 200)
      const resolve = yield* Resolver.pipe(Effect.provide(Resolver.layer))
      const [first, second] = [resolve("localhost"), resolve("localhost")]
      assert.strictEqual(first, second)
      assert.include(yield* Effect.promise(() => first), "127.0.0.1")
      assert.notStrictEqual(resolve("localhost"), first)
    }),
  )
})
