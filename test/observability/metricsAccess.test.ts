import { expect, layer } from "@effect/vitest"
import { Effect, Layer, Redacted } from "effect"
import { networkInterfaces } from "node:os"
import type { SettingsShape } from "../../src/SettingsShape.ts"
import { freshDatabase } from "../support/database.ts"
import { baseUrl, testGateway } from "../support/gateway.ts"
import { parseExposition, valueOf } from "./prometheus.ts"
import { get, statusOf } from "./scrape.ts"

const gateway = (settings: Partial<SettingsShape>) =>
  Layer.unwrap(Effect.map(freshDatabase, (location) => testGateway(location, { sources: [], settings })))

/** An address of this machine that is not loopback. */
const outside = Object.values(networkInterfaces())
  .flatMap((addresses) => addresses ?? [])
  .find(({ family, internal }) => family === "IPv4" && !internal)?.address

const withoutIds = (text: string) => text.replaceAll(/\/(metrics|nothing)/g, "/…")

layer(gateway({ host: "0.0.0.0" }), { excludeTestServices: true })("metrics without a token", (it) => {
  it.effect("metrics without a token are served to this machine", () =>
    Effect.gen(function* () {
      const { port } = new URL(yield* baseUrl)
      const { status, text } = yield* get(`http://127.0.0.1:${port}/metrics`)
      expect(status).toBe(200)
      expect(parseExposition(text).length).toBeGreaterThan(10)
    }),
  )

  it.effect.skipIf(outside === undefined)("metrics without a token are 404 for another machine", () =>
    Effect.gen(function* () {
      const { port } = new URL(yield* baseUrl)
      const at = (path: string) => get(`http://${outside}:${port}${path}`)
      const [metrics, nothing] = [yield* at("/metrics"), yield* at("/nothing")]
      expect(metrics.status).toBe(404)
      expect(withoutIds(metrics.text)).toBe(withoutIds(nothing.text))
    }),
  )

  it.effect.each(["x-forwarded-for", "forwarded", "x-real-ip", "via"])(
    "metrics without a token are 404 behind a proxy on this machine (%s)",
    (header) =>
      Effect.gen(function* () {
        const { port } = new URL(yield* baseUrl)
        expect((yield* get(`http://127.0.0.1:${port}/metrics`, { [header]: "203.0.113.7" })).status).toBe(404)
      }),
  )
})

const token = "metrics-token-of-the-test"

layer(gateway({ mode: "live" }), { excludeTestServices: true })("metrics of a live gateway without a token", (it) => {
  it.effect("a live gateway without a token answers 404 to everybody, to this machine too", () =>
    Effect.gen(function* () {
      expect((yield* get(`${yield* baseUrl}/metrics`)).status).toBe(404)
    }),
  )
})

const staging = { metricsToken: Redacted.make(token), mode: "live", testMoney: true } as const

layer(gateway(staging), { excludeTestServices: true })("metrics with a token", (it) => {
  it.effect("metrics with a token are served with that token only, behind a proxy too, and not even this machine is exempt", () =>
    Effect.gen(function* () {
      const url = `${yield* baseUrl}/metrics`
      const with_ = (authorization: string) => get(url, { authorization, "x-forwarded-for": "203.0.113.7" })
      expect((yield* with_(`Bearer ${token}`)).status).toBe(200)
      const refused = [yield* get(url), yield* with_("Bearer metrics-token-of-the-tesT"), yield* with_(`Basic ${token}`), yield* with_("")]
      expect(refused.map(({ status }) => status)).toEqual([401, 401, 401, 401])
      for (const { text } of refused) {
        expect(JSON.parse(text)).toMatchObject({ error: { code: "invalid_api_key" } })
        expect(text).not.toContain(token)
      }
    }),
  )

  it.effect("a live gateway that accepts test money shows it in its metrics and its status", () =>
    Effect.gen(function* () {
      const { text } = yield* get(`${yield* baseUrl}/metrics`, { authorization: `Bearer ${token}` })
      expect(valueOf(parseExposition(text), "farthing_test_money_allowed", {})).toBe(1)
      const { reasons, status } = yield* statusOf(yield* baseUrl)
      expect({ status, reasons }).toMatchObject({ status: "warn", reasons: [expect.stringContaining("FARTHING_TEST_MONEY=allowed")] })
    }),
  )
})
