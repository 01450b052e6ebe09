import { expect, it, layer } from "@effect/vitest"
import { Effect, Redacted } from "effect"
import { newApiKey } from "../../../layers/identity/secret.ts"
import { sentInsteadOfKey } from "../../../src/http/server/requestGuard.ts"
import { newBuyer } from "../../support/gateway.ts"
import {
  request,
  type RequestOptions,
  bodyOf,
  buyerWithFaults,
  tableDigests,
  plain,
  refusalFixture,
  type Fault,
} from "../../support/refusals/fixture.ts"
import { expectRefusal, expectSentence } from "../../support/refusals/envelope.ts"

const uuid = "00000000-0000-4000-8000-000000000000"
const run = { operation: "goods.plain", input: { token: "t" } }

/** Every route behind the gate, the scope it asks for, and whether its answers say what became of money. */
const routes: ReadonlyArray<
  RequestOptions & { readonly path: string; readonly method: string; readonly scope: string | null; readonly paid: boolean }
> = [
  { method: "POST", path: plain, scope: "sources:execute", paid: true },
  { method: "POST", path: plain.replace("/v1", "/v2"), scope: "sources:execute", paid: true },
  { method: "POST", path: "/v2/sources/market/run", body: run, scope: "sources:execute", paid: true },
  { method: "GET", path: `/v2/runs/${uuid}`, scope: null, paid: true },
  { method: "POST", path: `/v2/runs/${uuid}/cancel`, scope: null, paid: true },
  { method: "GET", path: "/v2/sources", scope: "sources:read", paid: false },
  { method: "GET", path: "/v2/sources/market", scope: "sources:read", paid: false },
  { method: "GET", path: "/v2/balance", scope: "billing:read", paid: false },
  { method: "GET", path: "/v2/usage", scope: "billing:read", paid: false },
  { method: "GET", path: `/v1/payments/${uuid}`, scope: "billing:read", paid: false },
]

const strange = Redacted.value(newApiKey())
const presented: ReadonlyArray<readonly [string, (secret: string) => string]> = [
  ["an unknown key", () => `Bearer ${strange}`],
  ["a wrong checksum", (secret) => `Bearer ${secret.slice(0, -1)}${secret.endsWith("0") ? "1" : "0"}`],
  ["a key cut short", (secret) => `Bearer ${secret.slice(0, -1)}`],
  ["a key with something behind it", (secret) => `Bearer ${secret}x`],
  ["two keys in one header", (secret) => `Bearer ${secret}, Bearer ${secret}`],
  ["another kind of key", (secret) => `Bearer ${secret.replace("frt_org_", "frt_pub_")}`],
  ["another scheme", (secret) => `Basic ${Buffer.from(`${secret}:`).toString("base64")}`],
  ["the bare key", (secret) => secret],
  ["a scheme without a key", () => "Bearer"],
  ["an empty header", () => ""],
  ["a key of 8,000 characters", () => `Bearer frt_org_${"x".repeat(8_000)}`],
]

const atTheGate: ReadonlyArray<readonly [Fault, number, string]> = [
  ["expired", 401, "api_key_expired"],
  ["revoked", 401, "api_key_revoked"],
  ["the minute used up", 429, "rate_limit_exceeded"],
]

it.each([
  [{ "x-api-key": "frt_org_secret" }, "The key was sent in the header X-API-Key, which is not read."],
  [{}, "The request has no Authorization header."],
  [{ authorization: "Basic c2VjcmV0" }, "The Authorization header has the scheme Basic."],
  [{ authorization: "frt_org_secret" }, "The Authorization header has a key without the word Bearer before it."],
  [{ authorization: "Bearer frt_org_secret" }, "The key in the Authorization header is not complete, or was changed."],
  [
    { authorization: "Bearer frt_mk_secret" },
    "The key in the Authorization header is one of a marketplace, which this route does not take.",
  ],
  [{ authorization: "Bearer sk_secret" }, "The key in the Authorization header is not a key of this gateway."],
  [{ authorization: "secret" }, "The Authorization header does not have the form `Bearer <API_KEY>`."],
])("the refusal of %j names what was sent, and repeats no part of a secret", (headers, sentence) => {
  expect(sentInsteadOfKey(headers)).toBe(sentence)
  expect(sentence).not.toMatch(/secret|c2VjcmV0/)
})

layer(refusalFixture(), { excludeTestServices: true })("who may call", (it) => {
  it.effect.each(routes)("$method $path refuses every invalid key with 401 invalid_api_key", ({ path, paid, ...options }) =>
    Effect.gen(function* () {
      const { secret } = yield* newBuyer()
      const before = yield* tableDigests
      for (const [, header] of presented) {
        const answer = yield* request({ ...options, path, headers: [["Authorization", header(secret)]] })
        const { message } = expectRefusal(answer, { status: 401, code: "invalid_api_key", paid, names: "Authorization: Bearer" })
        expect(message).not.toContain(secret.slice(8, 20))
        expect(answer.header("ratelimit")).toBeNull()
      }
      // The shared list answers a request without a key in a shape of its own.
      const keyless = yield* request({ ...options, path })
      if (path === "/v2/sources") expectGatewayEnvelope(keyless, 401, "invalid_api_key")
      else expectRefusal(keyless, { status: 401, code: "invalid_api_key", paid })
      expect(yield* tableDigests).toEqual(before)
    }),
  )

  it.effect.each(routes.flatMap((route) => atTheGate.map(([wrong, status, code]) => ({ ...route, wrong, status, code }))))(
    "$method $path with $wrong is refused with $status $code",
    ({ code, paid, status, wrong, ...options }) =>
      Effect.gen(function* () {
        const { secret } = yield* buyerWithFaults([wrong])
        const before = yield* tableDigests
        const answer = yield* request({ ...options, secret })
        expectRefusal(answer, { status, code, paid })
        if (status === 429) expect(answer.header("ratelimit")).toMatch(/^"minute";r=0;t=([1-9]|[1-5]\d|60)$/)
        expect(yield* tableDigests).toEqual(before)
      }),
  )

  it.effect.each(routes)("$method $path requires the scope $scope and no other", ({ paid, scope, ...options }) =>
    Effect.gen(function* () {
      const { secret: without } = yield* buyerWithFaults(["no scope at all"])
      const refused = yield* request({ ...options, secret: without })
      if (scope === null) expect(bodyOf(refused)["error"]).toMatchObject({ code: "run_not_found" })
      else expectRefusal(refused, { status: 403, code: "insufficient_scope", paid, error: { required_scope: scope }, names: scope })
      const { secret: bare } = yield* newBuyer({ key: { scopes: scope === null ? [] : [scope as "billing:read"] } })
      expect([200, 404]).toContain((yield* request({ ...options, secret: bare })).status)
    }),
  )

  it.effect.each(routes)("$method $path refuses a workspace header", ({ paid, ...options }) =>
    Effect.gen(function* () {
      const { secret } = yield* newBuyer()
      for (const value of ["w", ""]) {
        const answer = yield* request({ ...options, secret, headers: [["X-Workspace-Id", value]] })
        expectRefusal(answer, { status: 400, code: "invalid_workspace", paid, names: "X-Workspace-Id" })
      }
    }),
  )

  it.effect("a request that fails authentication does not count towards the rate limit, and an authenticated one does", () =>
    Effect.gen(function* () {
      const { secret } = yield* newBuyer({ rate: 3 })
      for (const [, header] of presented)
        yield* request({ path: "/v2/balance", method: "GET", headers: [["Authorization", header(secret)]] })
      const answers = []
      for (const path of ["/v2/balance", "/v2/usage?limit=0", "/v2/runs/x", "/v2/balance"])
        answers.push(yield* request({ method: "GET", path, secret }))
      expect(answers.map((answer) => answer.status)).toEqual([200, 400, 404, 429])
      expect(answers.map((answer) => answer.header("ratelimit")?.split(";")[1])).toEqual(["r=2", "r=1", "r=0", "r=0"])
    }),
  )

  const filters = [
    "limit=0",
    "limit=51",
    "limit=x",
    "limit=",
    "offset=-1",
    "offset=0.5",
    "offset=1e400",
    `search=${"x".repeat(201)}`,
    "colour=red",
    "limit=1&limit=2",
  ]
  it.effect.each(filters)("the directory does not take ?%s", (filter) =>
    Effect.gen(function* () {
      const { secret } = yield* newBuyer()
      const answer = yield* request({ method: "GET", path: `/v2/sources?${filter}`, secret })
      expectGatewayEnvelope(answer, 400, "invalid_query", filter.split("=")[0])
    }),
  )
})

/** `{protocol_version, errors: [{code, message, field?}]}` and nothing else. */
const expectGatewayEnvelope = (answer: Effect.Success<ReturnType<typeof request>>, status: number, code: string, field?: string) => {
  const body = bodyOf(answer)
  expect([answer.status, Object.keys(body).sort()]).toEqual([status, ["errors", "protocol_version"]])
  expect(body["protocol_version"]).toBe("2.0.0")
  const errors = body["errors"] as ReadonlyArray<{ readonly message: string }>
  expect(errors).toEqual([{ code, message: expect.any(String), ...(field === undefined ? {} : { field }) }])
  expectSentence(errors[0]!.message)
  expect(answer.header("x-request-id")).not.toBeNull()
  expect(answer.header("x-money-moved")).toBeNull()
}
