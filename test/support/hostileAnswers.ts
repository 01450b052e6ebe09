import { expect } from "vitest"
import type { Heard } from "./hostileWire.ts"

/** The codes that these requests can be refused with, by status. */
const documented: Readonly<Record<number, ReadonlyArray<string>>> = {
  400: ["invalid_request", "invalid_workspace", "invalid_query"],
  401: ["invalid_api_key"],
  403: ["insufficient_scope"],
  404: ["route_not_found", "source_not_found", "operation_not_found", "run_not_found", "payment_not_found"],
  405: ["method_not_allowed"],
  408: ["invalid_request"],
  409: ["idempotency_conflict", "request_in_progress"],
  413: ["invalid_request"],
  415: ["invalid_request"],
  417: ["invalid_request"],
  422: ["invalid_source_input"],
  429: ["rate_limit_exceeded"],
  431: ["invalid_request"],
}
const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

/** All that came is answers of ours, whole: a documented status with its envelope, an id, and never an empty body. */
export const expectWellFormed = ({ answers, rest }: Pick<Heard, "answers" | "rest">, said: string) => {
  const context = `${JSON.stringify(said.slice(0, 400))} was answered ${JSON.stringify(rest.slice(0, 200))}`
  expect(rest, context).toBe("")
  for (const { header, headers, status, text } of answers) {
    const answered = `${context} ${status} ${text.slice(0, 200)}`
    expect(header("x-request-id"), answered).toMatch(uuid)
    expect(header("content-type"), answered).toMatch(/^application\/json/)
    expect(headers.has("content-length") && headers.has("transfer-encoding"), answered).toBe(false)
    const body = JSON.parse(text) as { readonly error?: { readonly code: string; readonly message: string } }
    if (status < 400) expect([200, 202], answered).toContain(status)
    else {
      expect(documented[status], answered).toContain(body.error?.code)
      expect(body.error?.message, answered).toMatch(/^\S.+[.!]$/u)
    }
  }
}
