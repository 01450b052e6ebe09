import { expect } from "vitest"
import type { WireAnswer } from "../hostile/wire.ts"

/** The extra members of `error` that the document gives each code; a code that is not here has none. */
const extras: Readonly<Record<string, ReadonlyArray<string>>> = {
  insufficient_scope: ["required_scope"],
  spend_limit_exceeded: ["limit", "required", "available"],
  insufficient_balance: ["required", "available"],
  invalid_source_input: ["field", "expected", "missing", "schema"],
  operation_not_found: ["operations"],
  request_in_progress: ["retry_after_ms"],
}

export interface Expected {
  readonly status: number
  readonly code: string
  /** On a paid route every answer says what became of the money; elsewhere none does. */
  readonly paid: boolean
  /** Some members of `error`, exactly. */
  readonly error?: Readonly<Record<string, unknown>>
  /** What the message must name. */
  readonly names?: string
}

export interface ErrorBody {
  readonly code: string
  readonly message: string
  readonly [extra: string]: unknown
}

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/
/** Traces of the inside: stacks, SQL, paths, secrets, the words of a schema library. */
const leak =
  /\bat \S+:\d|node_modules|\.[jt]s\b|\bselect\b.*\bfrom\b|\binsert into\b|\bpg_|postgres|sqlstate|\bError:|undefined|\[object|frt_org_|\/(etc|home|tmp|work)\/|excess property|\s{2,}|[\p{Cc}\p{Cf}]/iu

/** The answer is this refusal: its status, the whole envelope and nothing beside it, and the headers that belong to it. */
export const expectRefusal = (answer: WireAnswer, expected: Expected): ErrorBody => {
  const context = `${answer.status} ${answer.text.slice(0, 300)}`
  const body = JSON.parse(answer.text) as { readonly error?: ErrorBody }
  expect([answer.status, body.error?.code], context).toEqual([expected.status, expected.code])
  expect(Object.keys(body), context).toEqual(["error"])
  const error = body.error!
  expect(Object.keys(error).sort(), context).toEqual(["code", "message", ...(extras[error.code] ?? [])].sort())
  expectSentence(error.message)
  if (expected.names !== undefined) expect(error.message).toContain(expected.names)
  if (expected.error !== undefined) expect(error, context).toMatchObject(expected.error)
  expectHeaders(answer, expected)
  return error
}

/** Capital letter or a member's name first, a full stop last, and nothing of the inside between. */
export const expectSentence = (message: string) => {
  expect(message).toMatch(/^["A-Za-z].{10,}[.!]$/u)
  expect(message.length).toBeLessThan(700)
  expect(message).not.toMatch(leak)
}

const expectHeaders = (answer: WireAnswer, { paid, status }: Expected) => {
  for (const [name, values] of answer.headers) expect([name, values.length]).toEqual([name, 1])
  expect(answer.header("content-type")).toMatch(/^application\/json/)
  expect(answer.header("x-request-id")).toMatch(uuid)
  expect(answer.header("x-money-moved")).toBe(paid ? "none" : null)
  expect(answer.header("www-authenticate")).toBe(status === 401 ? "Bearer" : null)
  if (status === 429 || status === 503) expect(answer.header("retry-after")).toMatch(/^[1-9]\d?$/)
  else expect(answer.header("retry-after")).toBeNull()
  for (const name of ["x-payment-id", "x-payment-rail-used", "x-payment-price", "x-idempotent-replay"])
    expect(answer.header(name)).toBeNull()
}

export const dollars = (micro: number) => ({ amount: micro / 1e6, amount_micro_usd: String(micro), currency: "USD" })
