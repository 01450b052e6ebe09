import { Validator } from "@seriousme/openapi-schema-validator"
import { assert, expect, layer } from "@effect/vitest"
import { Effect, Layer } from "effect"
import { HttpApiClient } from "effect/http-api"
import * as HttpClient from "effect/http/HttpClient"
import * as HttpClientRequest from "effect/http/HttpClientRequest"
import * as FetchHttpClient from "effect/http/FetchHttpClient"
import { microUsd } from "../../domain/money/Money.ts"
import { Api } from "../../src/http/Api.ts"
import { freshDatabase } from "../support/database.ts"
import { baseUrl, newBuyer, testGateway } from "../support/gateway.ts"
import { type OpenApiDocument, openApiDocument, deviationFromDocument, validatorOf } from "../support/openapi.ts"
import { prices, scriptedSource } from "../support/sources.ts"

const gateway = Layer.unwrap(Effect.map(freshDatabase, (location) => testGateway(location, { sources: [scriptedSource(() => undefined)] })))

const operations = Object.entries(openApiDocument.paths).flatMap(([path, methods]) =>
  Object.entries(methods).map(([method, operation]) => ({ name: `${method.toUpperCase()} ${path}`, operation })),
)

layer(Layer.provideMerge(FetchHttpClient.layer, gateway), { excludeTestServices: true })("the OpenAPI document", (it) => {
  const text = (path: string) => Effect.flatMap(baseUrl, (base) => Effect.promise(async () => await (await fetch(`${base}${path}`)).text()))

  it.effect("the OpenAPI document is served, is valid OpenAPI 3.1, and is the one that /docs shows", () =>
    Effect.gen(function* () {
      const served = JSON.parse(yield* text("/openapi.json")) as OpenApiDocument
      expect(served.openapi).toMatch(/^3\.1\./)
      const { errors, valid } = yield* Effect.promise(() => new Validator().validate(JSON.parse(JSON.stringify(served))))
      expect(errors ?? []).toEqual([])
      expect(valid).toBe(true)
      expect(served).toEqual(openApiDocument)
      expect(yield* text("/docs")).toContain("openapi")
      const base = yield* baseUrl
      const page = yield* Effect.promise(() => fetch(`${base}/docs`))
      const policy = page.headers.get("content-security-policy") ?? ""
      expect(policy).toMatch(/default-src 'none'; script-src 'sha256-\S+' 'sha256-\S+';/)
      expect(policy).toContain("connect-src 'self'")
      expect(policy).not.toMatch(/https?:|\*|script-src[^;]*unsafe/)
    }),
  )

  it.effect("GET / sends a browser to the documentation, and answers other clients with links", () =>
    Effect.gen(function* () {
      const base = yield* baseUrl
      const at = (accept: string) => Effect.promise(() => fetch(`${base}/`, { headers: { accept }, redirect: "manual" }))
      const browser = yield* at("text/html,application/xhtml+xml;q=0.9,*/*;q=0.8")
      expect([browser.status, browser.headers.get("location")]).toEqual([302, "/docs"])
      const client = yield* at("*/*")
      expect(client.status).toBe(200)
      expect(yield* Effect.promise(() => client.json())).toMatchObject({
        documentation: "/docs",
        openapi: "/openapi.json",
        status: "/status",
      })
    }),
  )

  it.effect("the OpenAPI document shows query parameters with the types that their text is decoded to", () =>
    Effect.sync(() => {
      const { "/v1/execute/{source}/{operation}": execute, "/v1/payments": payments, "/v2/sources": sources } = openApiDocument.paths
      const schemaOf = (operation: (typeof operations)[number]["operation"] | undefined, name: string) =>
        operation?.parameters?.find((parameter) => parameter.name === name)?.schema
      expect(schemaOf(execute?.["post"], "max_spend")).toMatchObject({ type: "number", minimum: 0 })
      expect(schemaOf(execute?.["post"], "wait_seconds")).toEqual({ type: "integer", minimum: 0, maximum: 55, default: 25 })
      expect(schemaOf(sources?.["get"], "limit")).toEqual({ type: "integer", minimum: 1, maximum: 50, default: 20 })
      expect(schemaOf(payments?.["get"], "from")).toMatchObject({ type: "string", format: "date-time" })
    }),
  )

  it.effect("the OpenAPI document bounds every amount of dollars in a request as the gateway does", () =>
    Effect.sync(() => {
      const { "/v1/keys": keys, "/v1/keys/{id}": key, "/v1/topups": topups } = openApiDocument.paths
      const fits = (operation: (typeof operations)[number]["operation"] | undefined, body: object) =>
        validatorOf(operation!.requestBody!.content["application/json"].schema)(body)
      const newKey = { name: "k", scopes: ["sources:read"], expires_in_days: 30 }
      const [below, above] = [9_007_199_254.74, 9_007_199_254.740992]
      for (const amount of [0, 0.5, below, null]) {
        expect([amount, fits(keys?.["post"], { ...newKey, per_request: amount, monthly: amount, daily: amount })]).toEqual([amount, true])
      }
      for (const amount of [-1, above]) {
        for (const name of ["per_request", "monthly", "daily"]) {
          expect([name, amount, fits(keys?.["post"], { ...newKey, [name]: amount })]).toEqual([name, amount, false])
          expect([name, amount, fits(key?.["patch"], { [name]: amount })]).toEqual([name, amount, false])
        }
        expect([amount, fits(topups?.["post"], { amount })]).toEqual([amount, false])
      }
    }),
  )

  it.effect("the OpenAPI document has an example for every refusal and request, and each example fits its schema", () =>
    Effect.sync(() => {
      for (const { name, operation } of operations) {
        const request = operation.requestBody?.content["application/json"]
        if (request !== undefined) expect([name, validatorOf(request.schema)(request.example)]).toEqual([name, true])
        for (const [status, { content }] of Object.entries(operation.responses)) {
          const { example, examples = {}, schema } = Object(content?.["application/json"])
          const values = Object.values(examples as Record<string, { value: unknown }>).map(({ value }) => value)
          if (Number(status) >= 400 && ![502, 503].includes(Number(status)))
            expect([name, status, values.length]).not.toEqual([name, status, 0])
          for (const value of [...values, ...(example === undefined ? [] : [example])]) {
            const validate = validatorOf(schema)
            expect([name, status, validate(value), validate.errors]).toEqual([name, status, true, null])
          }
        }
      }
    }),
  )

  it.effect("the OpenAPI document gives each operation a summary, its request headers and its response headers", () =>
    Effect.sync(() => {
      for (const { name, operation } of operations) expect([name, (operation.summary ?? "").length]).not.toEqual([name, 0])
      const { "/v1/execute/{source}/{operation}": execute, "/v1/topups": topups, "/v2/asks/{id}/continue": proceed } = openApiDocument.paths
      const taken = (operation: (typeof operations)[number]["operation"] | undefined) =>
        Object.fromEntries((operation?.parameters ?? []).filter((p) => p.in === "header").map((p) => [p.name, p.required]))
      expect(taken(topups?.["post"])).toEqual({ "Idempotency-Key": false })
      expect(taken(proceed?.["post"])).toEqual({
        "Idempotency-Key": true,
        "X-Cost-Tag": false,
        "X-Payment-Dry-Run": false,
        "X-Payment-Rail": false,
      })
      expect(Object.keys(taken(execute?.["post"]))).toEqual([
        "Idempotency-Key",
        "X-Payment-Dry-Run",
        "X-Payment-Rail",
        "X-Cost-Tag",
        "PAYMENT-SIGNATURE",
        "X-PAYMENT",
      ])
      const carried = (status: string) => Object.keys(execute?.["post"]?.responses[status]?.headers ?? {})
      expect(carried("402")).toContain("PAYMENT-REQUIRED")
      expect(carried("200")).toContain("PAYMENT-RESPONSE")
      expect(carried("429")).toContain("Retry-After")
      expect(carried("400")).not.toContain("Retry-After")
    }),
  )

  it.effect("the OpenAPI document has what any operation may answer before routing, and 413 and 415 wherever a JSON body is taken", () =>
    Effect.sync(() => {
      for (const { name, operation } of operations) {
        expect([name, Object.keys(operation.responses)]).toEqual([name, expect.arrayContaining(["405", "408", "431", "default"])])
        if (operation.requestBody?.content["application/json"] === undefined) continue
        expect([name, Object.keys(operation.responses)]).toEqual([name, expect.arrayContaining(["413", "415"])])
      }
      const { "/settle": settle, "/verify": verify, "/v1/execute/{source}/{operation}": execute } = openApiDocument.paths
      const fits = (operation: (typeof operations)[number]["operation"] | undefined, status: string, body: object) =>
        validatorOf(operation?.responses[status]?.content?.["application/json"]?.schema ?? { not: {} })(body)
      for (const status of ["400", "503"]) {
        expect([status, fits(verify?.["post"], status, { isValid: false, invalidReason: "r", invalidMessage: "m" })]).toEqual([
          status,
          true,
        ])
        const receipt = { success: false, errorReason: "r", errorMessage: "m", transaction: "", network: "" }
        expect([status, fits(settle?.["post"], status, receipt)]).toEqual([status, true])
        expect([status, fits(settle?.["post"], status, { success: "no" })]).toEqual([status, false])
      }
      expect(execute?.["post"]?.requestBody?.content["application/json"].schema).toHaveProperty("description")
      const error = { code: "method_not_allowed", message: "This route takes POST." }
      expect(fits(execute?.["post"], "405", { error })).toBe(true)
      expect(fits(execute?.["post"], "431", { error })).toBe(false)
      expect(execute?.["post"]?.responses["default"]?.content?.["application/json"]?.schema).toBeDefined()
    }),
  )

  it.effect("the check of answers against the document detects an undocumented answer", () =>
    Effect.sync(() => {
      const headers = new Headers({ "x-request-id": "1" })
      const answer = { method: "GET", path: "/v2/balance", status: 200, headers, body: "{}" }
      assert.include(deviationFromDocument(answer), "required property")
      assert.include(deviationFromDocument({ ...answer, status: 418 }), "documents no such status")
      const late = { ...answer, status: 408, body: '{"error":{"code":"invalid_request","message":"late"}}' }
      assert.isUndefined(deviationFromDocument(late))
      assert.include(deviationFromDocument({ ...late, body: '{"error":{"code":"late","message":""}}' }), "allowed values")
      assert.include(deviationFromDocument({ ...answer, status: 401, body: '{"error":{"code":"nonsense","message":""}}' }), "nonsense")
      assert.isUndefined(deviationFromDocument({ ...answer, path: "/elsewhere" }))
    }),
  )

  it.effect("a typed client from the same definition can buy, read and be refused", () =>
    Effect.gen(function* () {
      const { secret } = yield* newBuyer({ dollars: 1 })
      const base = yield* baseUrl
      const client = yield* HttpApiClient.make(Api, {
        baseUrl: base,
        transformClient: HttpClient.mapRequest(HttpClientRequest.bearerToken(secret)),
      })
      const params = { source: "script", operation: "script.fast" }
      const run = yield* client.calls.execute({ params, query: { max_spend: microUsd(1_000n) }, payload: { token: "typed" } })
      assert(run !== undefined && "usage" in run)
      expect([run.status, run.usage.cost.amount_micro_usd]).toEqual(["completed", "1000"])
      expect((yield* client.runs.read({ params: { id: run.id }, query: {} })).results).toHaveLength(1)
      const list = yield* client.sources.list({ query: { search: "scripted" } })
      expect(list.sources.map(({ slug }) => slug)).toEqual(["script"])
      expect((yield* client.sources.source({ params: { source_id: "script" } })).operations).toHaveLength(Object.keys(prices).length)
      expect((yield* client.billing.balance()).balance.available.amount).toBe(0.999)
      expect((yield* client.billing.usage({ query: { limit: 5 } })).charges).toHaveLength(1)
      const { payments } = yield* client.billing.payments({ query: { status: "settled" } })
      expect(yield* client.billing.payment({ params: { id: payments[0]!.id } })).toMatchObject({ transfers: [{}, {}] })
      expect((yield* client.billing.me()).default_rail).toBe("credits")
      expect((yield* client.public.status()).status).toBe("pass")
      const foreseen = yield* client.preflight.call({ params, payload: { input: { token: "x" }, calls: 3 } })
      expect([foreseen.would_succeed, foreseen.total.amount]).toEqual([true, 0.003])

      const tooDear = yield* Effect.flip(client.calls.execute({ params, query: { max_spend: microUsd(1n) }, payload: { token: "x" } }))
      expect(tooDear).toMatchObject({ error: { code: "spend_limit_exceeded", limit: "max_spend" } })
      const missing = yield* Effect.flip(client.sources.source({ params: { source_id: "nobody" } }))
      expect(missing).toMatchObject({ error: { code: "source_not_found" } })
    }),
  )
})
