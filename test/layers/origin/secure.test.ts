import { getCACertificates, setDefaultCACertificates } from "node:tls"
import { assert, describe, it } from "@effect/vitest"
import { Effect, Queue } from "effect"
import { certificate } from "./certificate.ts"
import { answering, client, exchange, failure, ok, testOrigin, to } from "./testOrigin.ts"

const untrusted = "source_unavailable: The origin did not offer a trustworthy secure connection."
const loopback = client({}, () => Promise.resolve(["127.0.0.1"]))

/** What this machine trusts, for as long as the scope is open. */
const trusting = (more: ReadonlyArray<string>) =>
  Effect.acquireRelease(
    Effect.sync(() => {
      const before = getCACertificates()
      setDefaultCACertificates([...before, ...more])
      return before
    }),
    (before) => Effect.sync(() => setDefaultCACertificates(before)),
  )

describe("TLS of origins", () => {
  it.effect("an origin with an untrusted certificate is refused", () =>
    Effect.gen(function* () {
      const origin = yield* testOrigin(answering(ok), certificate)
      assert.strictEqual(yield* failure(exchange(to(origin))), untrusted)
      assert.strictEqual(yield* Queue.size(origin.requests), 0)
    }).pipe(Effect.provide(client())),
  )

  it.effect("an origin with an untrusted certificate is refused even if the environment turns the check off", () =>
    Effect.gen(function* () {
      const origin = yield* testOrigin(answering(ok), certificate)
      yield* Effect.acquireRelease(
        Effect.sync(() => (process.env.NODE_TLS_REJECT_UNAUTHORIZED = "0")),
        () => Effect.sync(() => delete process.env.NODE_TLS_REJECT_UNAUTHORIZED),
      )
      assert.strictEqual(yield* failure(exchange(to(origin))), untrusted)
    }).pipe(Effect.provide(client())),
  )

  it.effect("a certificate must be valid for the host name of the origin, not for its address or Host header", () =>
    Effect.gen(function* () {
      yield* trusting([certificate.cert])
      const origin = yield* testOrigin(answering(ok), certificate)
      const named = (hostname: string) => to({ origin: `https://${hostname}:${origin.port}` })
      assert.strictEqual((yield* exchange(named("api.example.com"))).status, 200)
      assert.strictEqual((yield* exchange(named("127.0.0.1"))).status, 200)
      assert.strictEqual(yield* failure(exchange(named("other.example.com"))), untrusted)
      // A Host header does not make it another's certificate.
      const disguised = { ...named("other.example.com"), headers: [["Host", "api.example.com"]] as const }
      assert.strictEqual(yield* failure(exchange(disguised)), untrusted)
    }).pipe(Effect.provide(loopback)),
  )

  it.effect("a TLS handshake that never ends is cancelled", () =>
    Effect.gen(function* () {
      const origin = yield* testOrigin(() => undefined)
      const silent = to({ origin: origin.origin.replace("http:", "https:") })
      assert.strictEqual(yield* failure(exchange(silent)), "source_timeout: The origin did not answer in time.")
      yield* Queue.take(origin.closed)
    }).pipe(Effect.provide(client({ connectTimeoutMs: 100 }))),
  )
})
