import { expect, it } from "@effect/vitest"
import { Effect, Result } from "effect"
import { endpointId } from "../../domain/listing/Listing.ts"
import { pricedEndpoints } from "../../layers/sources/openapi/pricedEndpoints.ts"
import { readDocument } from "../../layers/sources/openapi/readDocument.ts"
import { demoOrigins } from "../../src/sandbox/origins/demoOrigins.ts"
import { notificationsRoutes } from "../../src/sandbox/origins/notifications/notificationsApi.ts"
import { webhookRoutes } from "../../src/sandbox/origins/webhookService.ts"
import { ask, freshOrigin, signature } from "./originHarness.ts"

/** What each call costs in micro-USD, as the service's description has it. */
const prices: Readonly<Record<string, Readonly<Record<string, number>>>> = {
  "notifications-api": {
    "GET /notifications": 1000,
    "GET /notifications/{notificationId}": 1000,
    "POST /notifications/send": 2000,
    "POST /notifications/send/email": 2000,
    "POST /notifications/send/push": 1000,
    "POST /notifications/send/sms": 3000,
    "GET /subscribers": 1000,
    "POST /subscribers": 1000,
    "GET /subscribers/{subscriberId}": 1000,
    "PATCH /subscribers/{subscriberId}": 1000,
    "DELETE /subscribers/{subscriberId}": 1000,
    "GET /templates": 1000,
    "POST /templates": 1000,
    "GET /templates/{templateId}": 1000,
    "PUT /templates/{templateId}": 1000,
    "DELETE /templates/{templateId}": 1000,
  },
  "webhook-service": { "POST /batch-notify": 20_000, "POST /notify": 5_000, "GET /status": 0 },
}
const served = { "notifications-api": notificationsRoutes, "webhook-service": webhookRoutes }

interface Described {
  readonly paths: Readonly<Record<string, Readonly<Record<string, { readonly "x-gateway"?: { readonly price_micro_usd: number } }>>>>
}

it.each(["notifications-api", "webhook-service"] as const)("the routes that %s serves, describes and sells are the same", (slug) => {
  const text = demoOrigins.find((origin) => origin.slug === slug)!.document()
  const { paths } = JSON.parse(text) as Described
  const described = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).flatMap(([method, operation]) =>
      method === "parameters" ? [] : [[`${method.toUpperCase()} ${path}`, operation["x-gateway"]?.price_micro_usd]],
    ),
  )
  expect(Object.fromEntries(described)).toEqual(prices[slug])
  expect(served[slug].map(({ method, path }) => `${method} ${path}`).sort()).toEqual(Object.keys(prices[slug]!).sort())
  const { document, warnings } = Result.getOrThrow(readDocument(text))
  const allWarnings: Array<string> = [...warnings]
  const endpoints = pricedEndpoints(document, (warning) => allWarnings.push(warning))
  expect(allWarnings).toEqual([])
  expect(Object.fromEntries(endpoints.map((endpoint) => [endpointId(endpoint), Number(endpoint.pricing.price)]))).toEqual(prices[slug])
  for (const { input = [], method, path } of endpoints) {
    const sent = input.filter(({ jsonSchema }) => Object.keys(jsonSchema).length > 0).map(({ field }) => field)
    const named = [...path.matchAll(/\{([^}]+)\}/g)].map(([, name]) => `path.${name}`)
    expect(sent).toEqual(expect.arrayContaining(["POST", "PUT", "PATCH"].includes(method) ? [...named, "body"] : named))
  }
})

const manners: ReadonlyArray<readonly [line: string, sent: Parameters<typeof ask>[2], status: number, code: string]> = [
  ["GET /nowhere", {}, 404, "not_found"],
  ["GET /templates/", {}, 404, "not_found"],
  ["GET /templates/a/b", {}, 404, "not_found"],
  ["GET /templates/%zz", {}, 400, "invalid_request"],
  ["GET /templates/a%00b", {}, 400, "invalid_request"],
  ["GET /templates?name=%00", {}, 400, "invalid_request"],
  ["POST /templates", { raw: `${"[".repeat(30_000)}${"]".repeat(30_000)}` }, 400, "invalid_request"],
  ["POST /templates", { raw: "{" }, 400, "invalid_request"],
  ["POST /templates", { raw: '"\\ud800"' }, 400, "invalid_request"],
  ["POST /templates", { raw: '{"name":"n","channel":"sms","body":"a\\u0000b"}' }, 400, "invalid_request"],
  ["POST /templates", { raw: "{}", headers: { "content-type": "text/plain" } }, 415, "unsupported_media_type"],
  ["POST /templates", { raw: `{"name":"${"n".repeat(65_537)}"}` }, 413, "body_too_large"],
]

it.live("an origin answers errors as JSON, HEAD requests, unsupported methods and announced lengths correctly", () =>
  Effect.gen(function* () {
    const { baseUrl } = (yield* freshOrigin("notifications-api")).origin
    for (const [line, sent, status, code] of manners) {
      const reply = yield* ask(baseUrl, line, sent)
      expect([line, reply.status, reply.body]).toMatchObject([line, status, { error: { code } }])
      expect(reply.headers["content-length"]).toBe(String(Buffer.byteLength(reply.text)))
    }
    const wrong = yield* ask(baseUrl, "PUT /templates")
    expect([wrong.status, wrong.headers["allow"]]).toEqual([405, "GET, HEAD, POST"])
    const [got, head] = [yield* ask(baseUrl, "GET /templates?limit=3"), yield* ask(baseUrl, "HEAD /templates?limit=3")]
    expect([head.status, head.text, head.headers["content-length"]]).toEqual([200, "", got.headers["content-length"]])
    const slashes = { name: "slashes", channel: "sms", body: "a \\\\u0000 b \\ud800".replaceAll("\\ud800", "\\\\ud800") }
    expect((yield* ask(baseUrl, "POST /templates", { body: slashes })).body).toMatchObject(slashes)
    const largest = { name: "largest", channel: "sms", body: "x".repeat(20_000) }
    expect((yield* ask(baseUrl, "POST /templates", { raw: JSON.stringify(largest).padEnd(65_536) })).status).toBe(201)
  }),
)

it.live("an origin with a secret accepts only requests that the gateway signed", () =>
  Effect.gen(function* () {
    const { baseUrl } = (yield* freshOrigin("notifications-api", "s3cret")).origin
    const body = '{"to":"+491701234567","body":"Hi"}'
    const send = (headers: Readonly<Record<string, string>>) => ask(baseUrl, "POST /notifications/send/sms?a=1", { raw: body, headers })
    const signed = (secret: string, path = "/notifications/send/sms?a=1", text = body, at?: number) =>
      signature(secret, "POST", path, text, at)
    expect((yield* send(signed("s3cret"))).status).toBe(201)
    const refused = [
      {},
      signed("other"),
      signed("s3cret", "/notifications/send/sms"),
      signed("s3cret", undefined, "{}"),
      signed("s3cret", undefined, undefined, 1),
    ]
    for (const headers of refused)
      expect(yield* send(headers)).toMatchObject({ status: 401, body: { error: { code: "invalid_signature" } } })
  }),
)

it.live("after kill -9 and a restart an origin has everything that it answered", () =>
  Effect.gen(function* () {
    const { origin, start } = yield* freshOrigin("notifications-api")
    const { body } = yield* ask(origin.baseUrl, "POST /subscribers", { body: { email: "kept@example.com" } })
    origin.signal("SIGKILL")
    yield* origin.ended
    expect((yield* ask((yield* start).baseUrl, `GET /subscribers/${body["id"]}`)).body).toEqual(body)
  }),
)
