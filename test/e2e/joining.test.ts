import { expect, layer } from "@effect/vitest"
import { Effect } from "effect"
import { mkdtempSync, writeFileSync } from "node:fs"
import { createServer } from "node:http"
import type { AddressInfo } from "node:net"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { runForJson, farthing, DataDirectory, dataDirectory, serve } from "../support/cluster/commandLine.ts"
import { send } from "../support/cluster/client.ts"

const document = (server: string) => ({
  openapi: "3.0.3",
  info: { title: "Tide Tables", version: "1.0.0", license: { name: "CC0" } },
  servers: [{ url: `${server}/api` }],
  "x-gateway": { domain: "tide", publisher: "ignored" },
  paths: {
    "/tides/{port}": {
      get: {
        operationId: "at",
        summary: "Tides at a port",
        parameters: [
          { name: "port", in: "path", required: true, schema: { type: "string", maxLength: 20 } },
          { name: "day", in: "query", schema: { type: "string", format: "date" } },
        ],
        "x-gateway": { price_micro_usd: 1500, slots: { port: "port.code" }, examples: ["When is high water in Dover?"] },
        responses: {
          "200": {
            content: {
              "application/json": {
                schema: { type: "object", required: ["high"], properties: { high: { type: "array", items: { type: "string" } } } },
              },
            },
          },
        },
      },
    },
    "/unpriced": { get: { operationId: "unpriced", responses: {} } },
    "/remote": { get: { "x-gateway": { price_micro_usd: 1 }, parameters: [{ $ref: "http://127.0.0.1:9/other.json#/p" }], responses: {} } },
  },
})

/** An API of somebody else: `bad` answers what its document does not say. */
const api = Effect.acquireRelease(
  Effect.promise(async () => {
    const requests: Array<string> = []
    const server = createServer((request, response) => {
      requests.push(`${request.method} ${request.url} ${request.headers.authorization ?? ""}`)
      const body = request.url?.includes("bad") ? { high: 7 } : { high: ["04:10", "16:35"] }
      response.writeHead(200, { "content-type": "application/json" }).end(JSON.stringify(body))
    })
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve))
    return { requests, server, url: `http://127.0.0.1:${(server.address() as AddressInfo).port}` }
  }),
  ({ server }) =>
    Effect.sync(() => {
      server.close()
      server.closeAllConnections()
    }),
)

/** A key with money, and a rate that lets a test look as often as it likes. */
const buyer = Effect.gen(function* () {
  const { secrets } = yield* DataDirectory
  const { organisation_id } = yield* runForJson("org", "create", "--name", "Buyer", "--rate", "100000")
  yield* runForJson("credits", "grant", "--org", organisation_id!, "--amount", "1000", "--reason", "test")
  const scopes = "sources:read,sources:execute"
  const { secret } = yield* runForJson("key", "create", "--org", organisation_id!, "--name", "k", "--scopes", scopes, "--expires", "30")
  secrets.push(secret!)
  return String(secret)
})

const today = () => new Date().toISOString().slice(0, 10)

layer(dataDirectory, { excludeTestServices: true })("APIs that join", (it) => {
  it.effect("an OpenAPI document becomes a source that is searched, priced, bought and withdrawn", () =>
    Effect.gen(function* () {
      const { env } = yield* DataDirectory
      const { requests, url } = yield* api
      const directory = mkdtempSync(join(tmpdir(), "farthing-joining-"))
      const file = join(directory, "tides.json")
      writeFileSync(file, JSON.stringify(document(url)))
      const { baseUrl } = yield* serve(env)
      const secret = yield* buyer
      const get = (path: string) => Effect.map(send({ baseUrl, secret, path }), ({ text }) => JSON.parse(text))
      const buy = (port: string) =>
        Effect.map(
          send({ baseUrl, secret, method: "POST", path: "/v1/execute/tide-tables/tide.at", body: { port, day: "2026-11-21" } }),
          ({ header, status, text }) => ({
            status,
            body: JSON.parse(text),
            moved: header("x-money-moved"),
            price: header("x-payment-price"),
          }),
        )

      const refused = yield* farthing(["source", "import", file], env)
      expect([refused.code, refused.stdout]).toEqual([1, ""])
      expect(refused.stderr).toContain("--origin")

      const imported = yield* runForJson("source", "import", file, "--allow-private")
      expect(imported).toMatchObject({ source_id: "tide-tables", origin: `${url}/api`, operations: ["tide.at"] })
      expect(String(imported["warnings"])).toMatch(/unpriced.*price/)
      expect(String(imported["warnings"])).toContain("http://127.0.0.1:9/other.json")

      yield* Effect.repeat(get("/v2/sources?search=high+water+dover"), { until: (list: { total: number }) => list.total === 1 })
      const shown = yield* get("/v2/sources/tide-tables")
      expect(shown.operations[0]).toMatchObject({ id: "tide.at", pricing: { price: { amount: 0.0015 } } })
      expect(shown.operations[0].input.map((input: { field: string; required: boolean }) => [input.field, input.required])).toEqual([
        ["port.code", true],
        ["tide.day", false],
      ])

      const bought = yield* buy("dover")
      expect([bought.status, bought.moved, bought.price, bought.body.data]).toEqual([
        200,
        "charged",
        "0.0015",
        { high: ["04:10", "16:35"] },
      ])
      expect(requests.at(-1)).toBe("GET /api/tides/dover?day=2026-11-21 ")
      const lied = yield* buy("bad")
      expect([lied.status, lied.moved, lied.body.error.code]).toEqual([502, "none", "source_error"])
      const escaped = yield* buy("../../admin")
      expect([escaped.status, requests.at(-1)]).toEqual([200, "GET /api/tides/..%2F..%2Fadmin?day=2026-11-21 "])

      yield* runForJson("price", "set", "tide-tables", "tide.at", "--amount", "0.004", "--reason", "more tide gauges")
      yield* Effect.repeat(get("/v2/sources/tide-tables"), {
        until: (now: { operations: ReadonlyArray<{ pricing: { price: { amount: number } } }> }) =>
          now.operations[0]!.pricing.price.amount === 0.004,
      })
      expect((yield* buy("dover")).price).toBe("0.004")
      expect(yield* runForJson("source", "list")).toEqual({ sources: [{ id: "tide-tables", origin: `${url}/api`, allowPrivate: true }] })

      const taken = yield* farthing(["source", "import", file, "--allow-private", "--id", "bank-check"], env)
      expect([taken.code, taken.stderr]).toEqual([1, expect.stringContaining("bank-check")])

      expect(yield* runForJson("source", "remove", "tide-tables", "--reason", "closed")).toEqual({ removed: "tide-tables" })
      yield* Effect.repeat(get("/v2/sources/tide-tables"), {
        until: (now: { error?: { code: string } }) => now.error?.code === "source_not_found",
      })
    }),
  )

  it.effect("a listing is relayed under its slug, signed, capped, paused and resumed", () =>
    Effect.gen(function* () {
      const { env, secrets } = yield* DataDirectory
      const { requests, url } = yield* api
      const directory = mkdtempSync(join(tmpdir(), "farthing-joining-"))
      const file = join(directory, "tides.json")
      const prices = join(directory, "prices.json")
      writeFileSync(file, JSON.stringify(document(url)))
      writeFileSync(prices, JSON.stringify({ "GET /unpriced": 20_000 }))
      const { baseUrl } = yield* serve(env)
      const secret = yield* buyer
      const get = (path: string) =>
        Effect.map(send({ baseUrl, secret, path }), ({ header, status }) => [status, header("x-money-moved"), header("x-payment-price")])

      const flags = [
        "--openapi",
        file,
        "--prices",
        prices,
        "--allow-private",
        "--sign",
        "--daily-cap",
        "0.03",
        "--publisher",
        "Harbour Ltd",
      ]
      const listed = yield* runForJson("listing", "add", "--slug", "tides", ...flags)
      secrets.push(listed["signing_secret"]!)
      expect(listed).toMatchObject({ slug: "tides", publisher: "Harbour Ltd", status: "active", daily_cap: { amount: 0.03 } })
      const day = today()
      yield* Effect.repeat(get("/tides/unpriced"), { until: ([status]) => status !== 404 })
      expect(requests.at(-1)).toBe("GET /api/unpriced ")
      expect(yield* get("/tides/tides/dover?day=1")).toEqual([200, "charged", "0.0015"])
      const capped = yield* get("/tides/unpriced")
      // Where a day has just begun, this was the first of it.
      expect(capped[0] === 503 || today() === day ? capped : yield* get("/tides/unpriced")).toEqual([503, "none", null])

      const uncapped = flags.filter((flag, i) => flag !== "--daily-cap" && flags[i - 1] !== "--daily-cap")
      const again = yield* runForJson("listing", "add", "--slug", "tides", ...uncapped)
      secrets.push(again["signing_secret"]!)
      expect(again["warnings"]).toEqual(
        expect.arrayContaining([
          "The daily cap of 0.03 USD is gone. Keep it with --daily-cap.",
          `The secret of key ${listed["signing_key_id"]} signs nothing any more: give the origin the new one.`,
        ]),
      )
      // Another document, or other prices, leave the signing as it is.
      writeFileSync(prices, JSON.stringify({ "GET /unpriced": 10_000 }))
      const kept = yield* runForJson("listing", "add", "--slug", "tides", ...uncapped.filter((flag) => flag !== "--sign"))
      expect([kept["signing_key_id"], kept["signing_secret"]]).toEqual([again["signing_key_id"], undefined])
      expect(kept["warnings"]).toEqual(
        expect.arrayContaining([
          "GET /unpriced cost 0.02 USD and costs 0.01 USD now.",
          expect.stringContaining(`Requests stay signed by key ${again["signing_key_id"]}.`),
        ]),
      )
      yield* Effect.repeat(get("/tides/tides/dover"), { until: ([status]) => status === 200 })
      yield* runForJson("listing", "pause", "tides", "--reason", "wrong answers")
      yield* Effect.repeat(get("/tides/tides/dover"), { until: ([status]) => status === 503 })
      yield* runForJson("listing", "resume", "tides", "--reason", "corrected")
      yield* Effect.repeat(get("/tides/tides/dover"), { until: ([status]) => status === 200 })

      const reserved = yield* farthing(["listing", "add", "--slug", "v2", ...flags], env)
      expect([reserved.code, reserved.stderr]).toEqual([1, expect.stringContaining("/v2 is a route of the gateway")])
      expect((yield* runForJson("listing", "list")) as object).toMatchObject({
        listings: expect.arrayContaining([expect.objectContaining({ slug: "tides" })]),
      })
    }),
  )
})
