import { registryWithVoucher } from "./register.ts"
import { expect, layer } from "@effect/vitest"
import { Context, Effect } from "effect"
import { spawnSync } from "node:child_process"
import { fileURLToPath } from "node:url"
import { type Rail, Rails } from "../../../domain/rail/Rail.ts"
import { credits } from "../../../rails/credits/rail.ts"
import { equipAll, railComponents, railSchemas, railSettings } from "../../../rails/registry.ts"
import { newBuyer } from "../../support/gateway.ts"
import type { OpenApiDocument } from "../../support/openapi.ts"
import { relayFixture, RelayFixture, relayRequest } from "../../support/relay/fixture.ts"

const voucher: Rail = Context.get(Effect.runSync(Effect.scoped(equipAll([registryWithVoucher.voucher]))), Rails).get("voucher")!

const buy = (secret: string, headers: Record<string, string> = {}) => relayRequest(secret, "GET", "/parcels/parcels", { headers })

const farthing = (...args: ReadonlyArray<string>) => {
  const main = fileURLToPath(new URL("main.ts", import.meta.url))
  const { stderr, stdout } = spawnSync(process.execPath, [main, ...args], { encoding: "utf8" })
  return stdout + stderr
}

layer(relayFixture({ rails: { credits, voucher } }), { excludeTestServices: true })("a rail that one folder and one line add", (it) => {
  it.effect("the OpenAPI document has the route, headers, challenge and payment kind of a new rail", () =>
    Effect.gen(function* () {
      const { baseUrl } = yield* RelayFixture
      const document = yield* Effect.promise(async () => (await (await fetch(`${baseUrl}/openapi.json`)).json()) as OpenApiDocument)
      expect(document.paths["/v1/webhooks/voucher"]?.["post"]?.summary).toBe("Take a sale from the voucher shop")
      const call = Object.entries(document.paths).find(([path]) => path.startsWith("/v1/execute/"))![1]["post"]!
      expect(call.parameters!.map(({ name }) => name)).toContain("X-VOUCHER")
      expect(call.responses["402"]!.headers).toHaveProperty("VOUCHER-REQUIRED")
      expect(call.responses["200"]!.headers).toHaveProperty("VOUCHER-RESPONSE")
      const challenge = Object.values(document.components.schemas).find((schema) => JSON.stringify(schema).includes("insufficient_balance"))
      expect(challenge).toMatchObject({ properties: { voucher: { properties: { amount: { type: "string" } } } } })
      const payments = JSON.stringify(document.paths["/v1/payments"]!["get"])
      expect(payments).toContain("voucher_sale")
      expect(JSON.stringify(call.parameters!.find(({ name }) => name === "X-Payment-Rail"))).toContain('"voucher"')
    }),
  )

  it.effect("CORS answers allow the request headers of a new rail and expose its response headers", () =>
    Effect.gen(function* () {
      const { baseUrl } = yield* RelayFixture
      const origin = { origin: "https://shop.example" }
      const preflight = yield* Effect.promise(() =>
        fetch(`${baseUrl}/v1/me`, { method: "OPTIONS", headers: { ...origin, "access-control-request-method": "GET" } }),
      )
      expect(preflight.headers.get("access-control-allow-headers")).toContain("X-VOUCHER")
      const answer = yield* Effect.promise(() => fetch(`${baseUrl}/healthz`, { headers: origin }))
      expect(answer.headers.get("access-control-expose-headers")).toContain("VOUCHER-REQUIRED, VOUCHER-RESPONSE")
    }),
  )

  it.effect("the webhook route of a new rail answers without an API key", () =>
    Effect.gen(function* () {
      const { baseUrl } = yield* RelayFixture
      const answer = yield* Effect.promise(() => fetch(`${baseUrl}/v1/webhooks/voucher`, { method: "POST" }))
      expect([answer.status, yield* Effect.promise(() => answer.json())]).toEqual([200, { received: true }])
    }),
  )

  it.effect("a call is challenged for a payment on a new rail, and paid with it", () =>
    Effect.gen(function* () {
      const { secret } = yield* newBuyer({ dollars: 0 })
      const challenged = yield* buy(secret)
      expect([challenged.status, challenged.headers.get("voucher-required"), JSON.parse(challenged.text).voucher]).toEqual([
        402,
        "1000",
        { amount: "1000" },
      ])
      const paid = yield* buy(secret, { "x-voucher": "signed:first" })
      expect([paid.status, paid.moved, paid.headers.get("x-payment-rail-used")]).toEqual([200, "charged", "voucher"])
      expect(paid.headers.get("voucher-response")).toBe(`${paid.headers.get("x-payment-id")} settled`)
    }),
  )

  it.effect("payments can be filtered by the kind and the rail of a new rail", () =>
    Effect.gen(function* () {
      const { baseUrl } = yield* RelayFixture
      const { secret } = yield* newBuyer()
      for (const filter of ["kind=voucher_sale", "rail=voucher"]) {
        const answer = yield* Effect.promise(() =>
          fetch(`${baseUrl}/v1/payments?${filter}`, { headers: { authorization: `Bearer ${secret}` } }),
        )
        expect([filter, answer.status]).toEqual([filter, 200])
      }
    }),
  )

  it("the command line offers a new rail and its operator command, and the gateway has its sandbox component, tables and settings", () => {
    expect(farthing("payments", "list", "--help")).toContain("voucher")
    expect(farthing("--help")).toContain("Vouchers of the shop")
    expect(JSON.parse(farthing("voucher", "--json"))).toEqual({ sold: 0 })
    expect(railComponents().map(({ name }) => name)).toContain("voucher-shop")
    expect(railSchemas().map(({ name }) => name)).toContain("rail_voucher")
    expect(railSettings()).toContain("VOUCHER_SHOP")
  })
})
