import { expect, layer } from "@effect/vitest"
import { Effect, Layer } from "effect"
import { freshDatabase } from "../../support/database.ts"
import { baseUrl, newBuyer, testGateway } from "../../support/gateway.ts"
import { scriptedSource } from "../../support/sources.ts"

const gateway = Layer.unwrap(Effect.map(freshDatabase, (location) => testGateway(location, { sources: [scriptedSource(() => undefined)] })))

layer(gateway, { excludeTestServices: true })("a gateway without direct debits", (it) => {
  it.effect("a gateway without direct debits has none of their routes", () =>
    Effect.gen(function* () {
      const base = yield* baseUrl
      const { secret } = yield* newBuyer({ dollars: 0 })
      const routes = [
        "GET /v1/me/sepa",
        "POST /v1/me/sepa/mandate",
        "GET /v1/me/sepa/mandate/document",
        "POST /v1/topups",
        "GET /v1/topups/01940000-0000-7000-8000-000000000001",
        "POST /v1/webhooks/stripe",
      ]
      for (const [method = "", path = ""] of routes.map((route) => route.split(" "))) {
        const headers = { authorization: `Bearer ${secret}`, "content-type": "application/json" }
        const answer = yield* Effect.promise(async () => {
          const response = await fetch(`${base}${path}`, { method, headers, ...(method === "POST" ? { body: "{}" } : {}) })
          return { status: response.status, body: (await response.json()) as { readonly error: { readonly code: string } } }
        })
        expect([path, answer.status, answer.body.error.code]).toEqual([path, 404, "route_not_found"])
      }
    }),
  )
})
