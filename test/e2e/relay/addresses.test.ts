import { expect, layer } from "@effect/vitest"
import { Effect } from "effect"
import { carrying, innerNames, nonPublicV4, nonPublicV6, spelled, trickyUrls } from "../../layers/origin/nonPublicHosts.ts"
import { answering, knock, ok, testOrigin } from "../../layers/origin/testOrigin.ts"
import { newBuyer } from "../../support/gateway.ts"
import { expectCleanAudit, creditsPosition } from "../../support/ledger/assertions.ts"
import { endpoint, listingAt, relayFixture } from "../../support/relay/fixture.ts"
import { sendRaw, summaryOf } from "../../support/relay/rawClient.ts"
import { relayGateway } from "../../support/relay/gateway.ts"
import { listAll } from "../../support/relay/expectations.ts"

const untouched = { posted: 25_000_000, held: 0, open: 0, captured: 0 }
const endpoints = [endpoint("GET", "/parcels", 1_000), endpoint("GET", "/health", 0)]

const v6 = [...nonPublicV6, ...nonPublicV4.flatMap(carrying)]
const hosts = [...nonPublicV4.flatMap(spelled), ...v6.map((address) => `[${address}]`), ...innerNames]
const urls = (port: number) => [...new Set([...hosts.map((host) => `https://${host}:${port}`), ...trickyUrls(port)])]

layer(relayFixture(), { excludeTestServices: true })("a listing at an address that is not public", (it) => {
  it.effect("a listing at a non-public address is answered source_unavailable without a connection, in every notation of the address", () =>
    Effect.gen(function* () {
      const canary = yield* testOrigin(answering(ok))
      const origins = urls(canary.port)
      expect(origins.length).toBeGreaterThan(300)
      yield* listAll(origins.map((origin, i) => listingAt(origin, { slug: `inner-${i}`, allowPrivate: false, endpoints })))
      const { organisation, secret } = yield* newBuyer()
      for (const path of ["parcels", "health"]) {
        const answers = yield* Effect.forEach(origins, (_, i) => sendRaw(secret, { path: `/inner-${i}/${path}` }), { concurrency: 32 })
        const other = answers.flatMap((answer, i) =>
          String(summaryOf(answer)) === "503,source_unavailable,none" ? [] : [[origins[i], ...summaryOf(answer)]],
        )
        expect(other).toEqual([])
      }
      yield* knock(canary.port)
      expect(canary.connections()).toBe(1)
      expect(yield* creditsPosition(organisation)).toMatchObject(untouched)
      yield* listAll([listingAt(canary.origin, { slug: "allowed", endpoints })])
      expect(summaryOf(yield* sendRaw(secret, { path: "/allowed/parcels" }))).toEqual([200, null, "charged"])
      expect(canary.connections()).toBe(2)
      yield* expectCleanAudit
    }),
  )
})

/** Public by its range and not assigned, so that no packet of these tests leaves this machine. */
const nowhere = "2fff:ffff::1"

/** What a name resolves to, one question after the other; the last answer stays. */
const flips: ReadonlyArray<ReadonlyArray<ReadonlyArray<string>>> = [
  [["127.0.0.1"]],
  [[nowhere], ["127.0.0.1"]],
  [["127.0.0.1"], [nowhere]],
  [
    [nowhere, "127.0.0.1"],
    ["127.0.0.1", nowhere],
  ],
  [[nowhere], [nowhere, "::1"], ["::ffff:127.0.0.1"]],
  [["10.0.0.1"], ["169.254.169.254"], ["127.0.0.1"]],
  [[], ["127.0.0.1"]],
  [["127.1"], ["0"], ["0x7f.1"], ["localhost"]],
]

const lookups = new Map<string, number>()
const flipping = (hostname: string) => {
  const times = lookups.get(hostname) ?? 0
  lookups.set(hostname, times + 1)
  const answers = flips[Number(/\d+/.exec(hostname)?.[0])]!
  return Promise.resolve(answers[Math.min(times, answers.length - 1)]!)
}

layer(relayGateway({ resolve: flipping, origins: { connectTimeoutMs: 500 } }), { excludeTestServices: true })(
  "a listing whose name resolves to one address and then to another",
  (it) => {
    it.effect("a listing whose name resolves to a private address on the second lookup never reaches this machine, and costs nothing", () =>
      Effect.gen(function* () {
        const canary = yield* testOrigin(answering(ok))
        const originOf = (i: number) => `https://n${i}.example.com:${canary.port}`
        yield* listAll(flips.map((_, i) => listingAt(originOf(i), { slug: `flip-${i}`, allowPrivate: false, endpoints })))
        const { organisation, secret } = yield* newBuyer()
        for (let round = 0; round < 4; round++) {
          const answers = yield* Effect.forEach(flips, (_, i) => sendRaw(secret, { path: `/flip-${i}/parcels` }), {
            concurrency: "unbounded",
          })
          for (const answer of answers)
            expect(["503,source_unavailable,none", "504,source_timeout,none"]).toContain(String(summaryOf(answer)))
        }
        // Once for each connection, and never again behind the check.
        expect([...lookups.values()]).toEqual(flips.map(() => 4))
        yield* knock(canary.port)
        expect(canary.connections()).toBe(1)
        expect(yield* creditsPosition(organisation)).toMatchObject({ ...untouched, released: flips.length * 4 })
        yield* expectCleanAudit
      }),
    )
  },
)
