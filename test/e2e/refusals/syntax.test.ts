import { expect, layer } from "@effect/vitest"
import { Effect } from "effect"
import { randomUUID } from "node:crypto"
import { newBuyer } from "../../support/gateway.ts"
import { request, type RequestOptions, bodyOf, tableDigests, plain, refusalFixture } from "../../support/refusals/fixture.ts"
import { expectRefusal } from "../../support/refusals/envelope.ts"

interface Case extends RequestOptions {
  readonly named: string
  readonly status?: number
  /** What the message must name, so that the caller finds it. */
  readonly names?: string
}

const run = "/v2/sources/market/run"
const order = { operation: "goods.plain", input: { token: "t" } }
const key = (value: string): Pick<RequestOptions, "headers"> => ({ headers: [["Idempotency-Key", value]] })
const nested = (levels: number) => `{"token":${"[".repeat(levels - 1)}${"]".repeat(levels - 1)}}`

const bodies: ReadonlyArray<Case> = [
  { named: "no body at all", body: "" },
  { named: "half a body", body: '{"token":' },
  { named: "a body that is a list", body: [], names: "object" },
  { named: "a body that is null", body: "null", names: "object" },
  { named: "a body that is text", body: '"token"', names: "object" },
  { named: "a comment", body: '{"token":"t"/*x*/}' },
  { named: "NaN", body: '{"token":NaN}' },
  { named: "a number beyond the finite range", body: '{"token":"t","count":1e400}', names: "finite" },
  { named: "the same below zero, deep inside", body: '{"token":"t","x":[{"y":-1e999}]}', names: "finite" },
  { named: "65 levels", body: nested(65), names: "64" },
  { named: "5,000 levels", body: nested(5_000), names: "64" },
  { named: "bytes that are no UTF-8", body: Buffer.from([0x7b, 0x22, 0xff, 0x22, 0x3a, 0x31, 0x7d]), names: "UTF-8" },
  { named: "UTF-16", body: Buffer.from('{"token":"t"}', "utf16le") },
  { named: "65,537 bytes", body: `{"token":"${"x".repeat(65_525)}"}`, status: 413, names: "65,536" },
  { named: "no Content-Type", contentType: null, status: 415, names: "application/json" },
  { named: "text", contentType: "text/plain", status: 415 },
  { named: "a form", contentType: "application/x-www-form-urlencoded", body: "token=t", status: 415 },
  { named: "a type that begins like JSON", contentType: "application/jsonp", status: 415 },
  { named: "a compressed body", headers: [["Content-Encoding", "gzip"]], status: 415 },
]

const members: ReadonlyArray<Case> = [
  { named: "an unknown member", body: { ...order, colour: "red" }, names: "colour" },
  { named: "a member called constructor", body: { ...order, constructor: 1 }, names: "constructor" },
  {
    named: "a member called __proto__",
    body: `{"operation":"goods.plain","input":{"token":"t"},"__proto__":{"max_spend":1}}`,
    names: "__proto__",
  },
  { named: "no operation", body: { input: {} }, names: "operation" },
  { named: "an operation that is a number", body: { ...order, operation: 5 }, names: "operation" },
  { named: "no input", body: { operation: "goods.plain" }, names: "input" },
  { named: "an input that is a list", body: { ...order, input: [] }, names: "input" },
  ...[-1, 0.0000001, 1e16, "1", null, true, [1]].map((max_spend) => ({
    named: `max_spend ${JSON.stringify(max_spend)}`,
    body: { ...order, max_spend },
    names: "max_spend",
  })),
  {
    named: "max_spend beyond the finite range",
    body: '{"operation":"goods.plain","input":{"token":"t"},"max_spend":1e400}',
    names: "finite",
  },
  ...[0, 51, 1.5, "10", null].map((limit) => ({ named: `limit ${JSON.stringify(limit)}`, body: { ...order, limit }, names: "limit" })),
  ...[-1, 56, 0.5, "5"].map((wait_seconds) => ({
    named: `wait_seconds ${JSON.stringify(wait_seconds)}`,
    body: { ...order, wait_seconds },
    names: "wait_seconds",
  })),
  { named: "a query parameter on a route without any", path: `${run}?max_spend=1`, body: order, names: "query" },
  { named: "a member on a route without a body", path: `/v2/runs/${randomUUID()}/cancel`, body: { reason: "late" }, names: "no body" },
  { named: "half a body on a route without one", path: `/v2/runs/${randomUUID()}/cancel`, body: "{", names: "no body" },
].map((one) => ({ path: run, ...one }))

const queries: ReadonlyArray<Case> = [
  ...[
    "-1",
    "-0.5",
    "1.0000001",
    "0.00000100000000000000001",
    "NaN",
    "Infinity",
    "1e400",
    "9007199255",
    "abc",
    "",
    "0x10",
    "%201",
    "1,5",
  ].map((max_spend) => ({ named: `max_spend=${max_spend}`, path: `${plain}?max_spend=${max_spend}`, names: "max_spend" })),
  ...["0", "51", "1.5", "ten", "", "0x10", "-1", "1e400"].map((limit) => ({
    named: `limit=${limit}`,
    path: `${plain}?limit=${limit}`,
    names: "limit",
  })),
  ...["56", "-1", "0.5", "", "soon"].map((wait) => ({
    named: `wait_seconds=${wait}`,
    path: `${plain}?wait_seconds=${wait}`,
    names: "wait_seconds",
  })),
  { named: "an unknown parameter", path: `${plain}?colour=red`, names: "colour" },
  { named: "a parameter called __proto__", path: `${plain}?__proto__=1`, names: "__proto__" },
  { named: "a parameter twice", path: `${plain}?limit=1&limit=2`, names: "limit" },
  { named: "a broken escape in the query", path: `${plain}?limit=%ZZ` },
  { named: "a broken escape in the path", path: "/v1/execute/market/%E0%A4%A" },
  { named: "a broken escape in the path of a listed API", path: "/any-api/items/%zz" },
  { named: "a fragment", path: `${plain}#x`, names: "fragment" },
]

const headers: ReadonlyArray<Case> = [
  ...["", "a b", "\xe9", "x".repeat(256), "a\tb", "k\xa0"].map((value) => ({
    named: `Idempotency-Key ${JSON.stringify(value.slice(0, 9))} (${value.length})`,
    ...key(value),
    names: "Idempotency-Key",
  })),
  ...["gold", "", "CREDITS", "credits,credits", "constructor", "__proto__"].map((rail) => ({
    named: `X-Payment-Rail ${JSON.stringify(rail)}`,
    headers: [["X-Payment-Rail", rail]] as const,
    names: "X-Payment-Rail",
  })),
  ...["Authorization", "Idempotency-Key", "X-Payment-Rail", "Host"].map((name) => ({
    named: `two ${name} headers`,
    headers: [
      [name, "credits"],
      [name.toUpperCase(), "credits"],
    ] as const,
    names: name,
  })),
]

const free: ReadonlyArray<Case> = [
  ...["0", "201", "1.5", "x", ""].map((limit) => ({ named: `usage limit=${limit}`, path: `/v2/usage?limit=${limit}`, names: "limit" })),
  { named: "usage with an unknown parameter", path: "/v2/usage?page=1", names: "page" },
  { named: "balance with a query", path: "/v2/balance?x=1", names: "query" },
  { named: "two Host headers on a public route", path: "/healthz", headers: [["Host", "other.test"]] as const, names: "Host" },
  {
    named: "two Authorization headers on a free route",
    path: "/v2/balance",
    headers: [["Authorization", "Bearer x"]] as const,
    names: "Authorization",
  },
].map((one) => ({ method: "GET", ...one }))

const reads: ReadonlyArray<Case> = [
  { named: "a run read with wait_seconds=56", method: "GET", path: "/v2/runs/x?wait_seconds=56", names: "wait_seconds" },
  { named: "a run read with limit=0", method: "GET", path: "/v2/runs/x?limit=0", names: "limit" },
  { named: "a cancel with a query", method: "POST", path: "/v2/runs/x/cancel?x=1", names: "query" },
]

layer(refusalFixture(), { excludeTestServices: true })("malformed requests", (it) => {
  const paid = [bodies, members, queries, headers, reads].flat().map((one) => ({ ...one, paid: true }))
  it.effect.each([...paid, ...free.map((one) => ({ ...one, paid: false }))])(
    "a malformed request is refused for its form: $named",
    ({ names, paid, status = 400, ...options }) =>
      Effect.gen(function* () {
        const { secret } = yield* newBuyer()
        const before = yield* tableDigests
        const answer = yield* request({ ...options, secret })
        expectRefusal(answer, { status, code: "invalid_request", paid, ...(names === undefined ? {} : { names }) })
        expect(yield* tableDigests).toEqual(before)
      }),
  )

  it.effect("a question mark with nothing behind it is no query", () =>
    Effect.gen(function* () {
      const { secret } = yield* newBuyer()
      expect((yield* request({ secret, method: "GET", path: "/v2/balance?" })).status).toBe(200)
    }),
  )

  it.effect("a malformed request leaves its Idempotency-Key free", () =>
    Effect.gen(function* () {
      const { secret } = yield* newBuyer()
      const options = { secret, ...key("freed") }
      for (const one of bodies)
        expect((yield* request({ ...one, headers: [...(one.headers ?? []), ...options.headers!], secret })).status).toBe(one.status ?? 400)
      for (const one of queries) expect((yield* request({ ...one, ...options })).status).toBe(400)
      const answer = yield* request(options)
      expect([answer.status, answer.header("x-idempotent-replay"), answer.header("x-money-moved")]).toEqual([200, null, "charged"])
    }),
  )

  it.effect("a request at the edge of the allowed form is served", () =>
    Effect.gen(function* () {
      const { secret } = yield* newBuyer()
      const well: ReadonlyArray<RequestOptions> = [
        key("!"),
        key("~".repeat(255)),
        { headers: [["X-Payment-Rail", "credits"]] },
        { path: `${plain}?max_spend=1e-03&limit=50&wait_seconds=55` },
        { path: `${plain}?max_spend=9007199254.740991` },
        { path: run, body: { ...order, max_spend: 0.001, limit: 1, wait_seconds: 55 } },
        { contentType: "Application/JSON; charset=utf-8" },
        { contentType: "application/vnd.api+json" },
        { body: `{"token":"${"x".repeat(65_524)}"}` },
        { body: "\ufeff" + JSON.stringify({ token: "t" }) },
      ]
      for (const options of well) expect(bodyOf(yield* request({ ...options, secret }))).toMatchObject({ status: "completed" })
    }),
  )
})
