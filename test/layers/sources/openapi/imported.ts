import { readFileSync } from "node:fs"
import { Effect, Result } from "effect"
import { resolveInput } from "../../../../domain/catalogue/resolveInput.ts"
import type { Operation, PricingModel } from "../../../../domain/catalogue/Source.ts"
import { compileSource } from "../../../../layers/sources/openapi/compileSource.ts"
import { readDocument } from "../../../../layers/sources/openapi/readDocument.ts"
import type { ApiAnswer, ApiRequest } from "../../../../layers/sources/openapi/buildRequest.ts"

export const fixture = (name: string): string => readFileSync(new URL(`fixtures/${name}`, import.meta.url), "utf8")

/** An answer as a server would send it. */
export const answered = (data: unknown, status = 200, type = "application/json"): ApiAnswer => ({
  status,
  headers: type === "" ? [] : [["Content-Type", type]],
  body: new TextEncoder().encode(typeof data === "string" ? data : JSON.stringify(data)),
})

export const base = "https://api.example.com/v1"

/** A source compiled from a document, whose server gives one answer and records its requests. */
export const imported = (document: string | object, answer: ApiAnswer = answered({})) => {
  const read = Result.getOrThrow(readDocument(typeof document === "string" ? document : JSON.stringify(document)))
  const requests: Array<ApiRequest> = []
  const send = (request: ApiRequest) => Effect.sync(() => (requests.push(request), answer))
  const compiled = Result.getOrThrow(compileSource({ id: "sample", document: read.document, origin: base, send }))
  const operation = (id: string): Operation => {
    const match = compiled.source.operations.find((operation) => operation.id === id)
    if (match === undefined) throw new Error(`no ${id} among ${compiled.source.operations.map(({ id }) => id).join(", ")}`)
    return match
  }
  /** Asks an operation as a direct call does, under the price of its document or of another model. */
  const ask = (id: string, body: Record<string, unknown> = {}, limit = 10, model?: PricingModel) =>
    Effect.gen(function* () {
      const { values, variant } = yield* Effect.fromResult(resolveInput(operation(id), body))
      return yield* variant.run(values, limit, model)
    })
  return { ...compiled, read: read.warnings, document: read.document, operation, ask, requests }
}

/** What a request says, one line. */
export const line = ({ body, headers, method, path }: ApiRequest): string =>
  [
    `${method} ${path}`,
    ...headers.filter(([name]) => name !== "accept" && name !== "user-agent").map(([name, value]) => `${name}: ${value}`),
    ...(body ? [new TextDecoder().decode(body)] : []),
  ].join(" | ")

/** A document with one operation, by default `GET /things`. */
export const withOperation = (operation: object, more: object = {}, path = "/things", method = "get") => ({
  openapi: "3.1.0",
  info: { title: "Things", version: "1" },
  "x-gateway": { price_micro_usd: 1 },
  paths: { [path]: { [method]: { operationId: "ask", tags: ["thing"], ...operation } } },
  ...more,
})

export const answering = (schema: unknown, gateway: object = {}) =>
  withOperation({
    "x-gateway": gateway,
    responses: { 200: { description: "ok", content: { "application/json": { schema } } } },
  })
