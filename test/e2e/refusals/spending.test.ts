import { expect, layer } from "@effect/vitest"
import { Effect } from "effect"
import { Database } from "../../../layers/postgres/Database.ts"
import { grant } from "../../support/gateway.ts"
import {
  request,
  type RequestOptions,
  buyerWithFaults,
  tableDigests,
  plain,
  refusalFixture,
  type Fault,
} from "../../support/refusals/fixture.ts"
import { dollars, type ErrorBody, expectRefusal } from "../../support/refusals/envelope.ts"

interface Case {
  readonly named: string
  readonly wrong?: Fault
  readonly dollars?: number
  readonly options?: RequestOptions
  readonly status: number
  readonly code: string
  readonly error?: Readonly<Record<string, unknown>>
  readonly names?: string
}

const limit = (name: string, available: number) => ({ limit: name, required: dollars(1000), available: dollars(available) })
const run = (members: Readonly<Record<string, unknown>>): RequestOptions => ({
  path: "/v2/sources/market/run",
  body: { operation: "goods.plain", input: { token: "t" }, ...members },
})

const money: ReadonlyArray<Case> = [
  { named: "no balance", dollars: 0, status: 402, code: "insufficient_balance", error: { required: dollars(1000), available: dollars(0) } },
  { named: "a balance just too small", dollars: 0.000999, status: 402, code: "insufficient_balance", error: { available: dollars(999) } },
  {
    named: "the rail pinned, and too little on it",
    dollars: 0.0005,
    options: { headers: [["X-Payment-Rail", "credits"]] },
    status: 402,
    code: "insufficient_balance",
    error: { available: dollars(500) },
    names: "credits",
  },
  {
    named: "a per-request limit below the price",
    wrong: "a per-request limit",
    status: 402,
    code: "spend_limit_exceeded",
    error: limit("per_request", 999),
  },
  {
    named: "a monthly limit below the price",
    wrong: "a monthly limit",
    status: 402,
    code: "spend_limit_exceeded",
    error: limit("monthly", 999),
  },
  { named: "a daily limit below the price", wrong: "a daily limit", status: 402, code: "spend_limit_exceeded", error: limit("daily", 999) },
  {
    named: "max_spend below the price",
    options: { path: `${plain}?max_spend=0.000999` },
    status: 402,
    code: "spend_limit_exceeded",
    error: limit("max_spend", 999),
  },
  {
    named: "max_spend of nothing",
    options: run({ max_spend: 0 }),
    status: 402,
    code: "spend_limit_exceeded",
    error: limit("max_spend", 0),
  },
  {
    named: "max_spend of minus zero",
    options: { path: "/v2/sources/market/run", body: '{"operation":"goods.plain","input":{"token":"t"},"max_spend":-0}' },
    status: 402,
    code: "spend_limit_exceeded",
    error: limit("max_spend", 0),
  },
  {
    named: "max_spend given twice: the last counts",
    options: { path: "/v2/sources/market/run", body: '{"operation":"goods.plain","input":{"token":"t"},"max_spend":1,"max_spend":1e-05}' },
    status: 402,
    code: "spend_limit_exceeded",
    error: limit("max_spend", 10),
  },
  { named: "a suspended organisation", wrong: "suspended", status: 403, code: "organisation_unavailable", names: "suspended" },
  { named: "its only rail suspended", wrong: "its only rail suspended", status: 403, code: "organisation_unavailable", names: "rail" },
  { named: "spending switched off", wrong: "spending switched off", status: 403, code: "spending_not_permitted", names: "owner" },
]

const sources: ReadonlyArray<Case> = [
  ...["nowhere", "brochure", "Brochure", "%00", "__proto__", "x".repeat(150), "%F0%9F%92%B6", "market%2Fgoods.plain"].map((source) => ({
    named: `source ${source.slice(0, 20)}`,
    options: { path: `/v1/execute/${source}/goods.plain` },
    status: 404,
    code: "source_not_found",
    names: "GET /v2/sources",
  })),
  ...["goods.none", "constructor", "x".repeat(150), "%00", "goods."].map((operation) => ({
    named: `operation ${operation.slice(0, 20)}`,
    options: { path: `/v1/execute/market/${operation}` },
    status: 404,
    code: "operation_not_found",
    error: { operations: ["goods.plain", "goods.fails", "goods.slow"] },
    names: "goods.plain",
  })),
  { named: "an operation in the body", options: run({ operation: "" }), status: 404, code: "operation_not_found" },
]

const fields = ["goods.token", "goods.count", "goods.size", "shop.size"]
const inputs: ReadonlyArray<Case> = [
  { named: "nothing given", options: { body: {} }, error: { field: "goods.token", missing: ["goods.token"] }, names: "missing" },
  { named: "an unknown input", options: { body: { token: "t", colour: 1 } }, error: { field: "colour", missing: [] }, names: "colour" },
  { named: "a malformed input", options: { body: { token: 5 } }, error: { field: "goods.token", missing: [] }, names: "goods.token" },
  {
    named: "an input out of bounds",
    options: { body: { token: "t", count: 10 } },
    error: { field: "goods.count", missing: [] },
    names: "goods.count",
  },
  {
    named: "an input given twice",
    options: { body: { token: "t", "goods.token": "u" } },
    error: { field: "goods.token", missing: [] },
    names: "once",
  },
  {
    named: "an ambiguous short name",
    options: { body: { token: "t", size: "L" } },
    error: { field: "size", missing: [] },
    names: "dotted",
  },
  {
    named: "__proto__ as an input",
    options: { body: '{"token":"t","__proto__":{"x":1}}' },
    error: { field: "__proto__", missing: [] },
    names: "__proto__",
  },
  {
    named: "constructor as an input",
    options: { body: { token: "t", constructor: 1 } },
    error: { field: "constructor", missing: [] },
    names: "constructor",
  },
  {
    named: "max_spend among the inputs",
    options: { body: { token: "t", max_spend: 1 } },
    error: { field: "max_spend", missing: [] },
    names: "max_spend",
  },
  {
    named: "an input of another case",
    options: { body: { TOKEN: "t" } },
    error: { field: "TOKEN", missing: ["goods.token"] },
    names: "TOKEN",
  },
  { named: "a name with control characters", options: { body: { token: "t", "a\u0000\u202e\nb": 1 } }, error: { missing: [] } },
  { named: "inputs of a run", options: run({ input: { token: null } }), error: { field: "goods.token", missing: [] } },
].map((one) => ({ status: 422, code: "invalid_source_input", ...one, error: { expected: fields, ...one.error } }))

layer(refusalFixture(), { excludeTestServices: true })("what may not be bought", (it) => {
  it.effect.each([...money, ...sources, ...inputs])(
    "$named is refused with $status $code, writes nothing and frees the Idempotency-Key",
    (one) =>
      Effect.gen(function* () {
        const { organisation, secret } = yield* buyerWithFaults(one.wrong === undefined ? [] : [one.wrong], { dollars: one.dollars ?? 25 })
        const before = yield* tableDigests
        const key = ["Idempotency-Key", "once"] as const
        const answer = yield* request({ ...one.options, secret, headers: [...(one.options?.headers ?? []), key] })
        const { code, error, names, status } = one
        const refusal = expectRefusal(answer, { status, code, paid: true, ...(error && { error }), ...(names && { names }) })
        expectSchema(refusal)
        expect(yield* tableDigests).toEqual(before)
        yield* repair(organisation)
        const bought = yield* request({ secret, headers: [key] })
        expect([bought.status, bought.header("x-money-moved"), bought.header("x-idempotent-replay")]).toEqual([200, "charged", null])
      }),
  )

  it.effect("a source from which no call can be bought cannot be read either", () =>
    Effect.gen(function* () {
      const { secret } = yield* buyerWithFaults([])
      for (const id of ["nowhere", "brochure", "%00", "x".repeat(300)]) {
        const answer = yield* request({ method: "GET", path: `/v2/sources/${id}`, secret })
        expectRefusal(answer, { status: 404, code: "source_not_found", paid: false })
      }
    }),
  )
})

/** The JSON Schema of the whole input, so that a client can correct itself. */
const expectSchema = ({ schema }: ErrorBody) => {
  if (schema === undefined) return
  const { additionalProperties, properties, required, type } = schema as Readonly<Record<string, unknown>>
  expect({ additionalProperties, required, type }).toEqual({ additionalProperties: false, required: ["goods.token"], type: "object" })
  expect(Object.keys(properties as object)).toEqual(fields)
}

/** All that was wrong is put right. */
const repair = Effect.fnUntraced(function* (organisation: Effect.Success<ReturnType<typeof buyerWithFaults>>["organisation"]) {
  const { money: sql } = yield* Database
  yield* sql`update organisation set status = 'active', spending = true where id = ${organisation}`
  yield* sql`update account set status = 'active' where org = ${organisation}`
  yield* sql`update api_key set per_request = null, monthly = null, daily = null where org = ${organisation}`
  yield* grant(organisation, 1, "repaired")
})
