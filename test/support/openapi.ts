import { Ajv2020, type ValidateFunction } from "ajv/dist/2020.js"
import formats from "ajv-formats"
import { OpenApi } from "effect/http-api"
import { Api } from "../../src/http/Api.ts"

interface Response {
  readonly content?: { readonly "application/json"?: { readonly schema: object } }
  readonly headers?: Readonly<Record<string, unknown>>
}
export interface Operation {
  readonly operationId: string
  readonly summary?: string
  readonly security?: ReadonlyArray<Readonly<Record<string, ReadonlyArray<string>>>>
  readonly parameters?: ReadonlyArray<{ readonly name: string; readonly in: string; readonly required: boolean; readonly schema?: object }>
  readonly requestBody?: { readonly content: { readonly "application/json": { readonly example?: unknown; readonly schema: object } } }
  readonly responses: Readonly<Record<string, Response>>
}
export interface OpenApiDocument {
  readonly openapi: string
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>
  readonly components: { readonly schemas: Readonly<Record<string, object>> }
}

/** What the gateway serves at /openapi.json. */
export const openApiDocument = JSON.parse(JSON.stringify(OpenApi.fromApi(Api))) as OpenApiDocument

const ajv = new Ajv2020({ strict: false, allErrors: true })
formats.default(ajv)
ajv.addSchema(openApiDocument, "openapi")
const compiled = new Map<object, ValidateFunction>()

/** The document's own references resolve against the whole document. */
export const validatorOf = (schema: object): ValidateFunction => {
  const cached = compiled.get(schema)
  if (cached) return cached
  const made = ajv.compile(JSON.parse(JSON.stringify(schema).replaceAll('"#/components', '"openapi#/components')) as object)
  compiled.set(schema, made)
  return made
}

const routes = Object.entries(openApiDocument.paths).flatMap(([path, operations]) =>
  Object.entries(operations).map(([method, operation]) => ({
    method: method.toUpperCase(),
    pattern: new RegExp(`^${path.replaceAll(/[.]/g, "\\.").replaceAll(/\{[^}]+\}/g, "[^/]+")}$`),
    // A literal path before a template that covers it too.
    breadth: path.split("{").length,
    operation,
  })),
)

export const operationAt = (method: string, path: string): Operation | undefined =>
  routes.filter((route) => route.method === method && route.pattern.test(path)).sort((a, b) => a.breadth - b.breadth)[0]?.operation

/** Answers before a route is chosen, which every operation documents as its default response. */
const beforeRouting = new Set([405, 408, 417, 431])

export interface Answer {
  readonly method: string
  readonly path: string
  readonly status: number
  readonly headers: { readonly get: (name: string) => string | null }
  readonly body: string
}

/** Why an answer is not what the document says of its route; undefined where it is, or where the route is not documented. */
export const deviationFromDocument = ({ body, headers, method, path, status }: Answer): string | undefined => {
  const operation = operationAt(method, path)
  if (operation === undefined) return undefined
  const request = `${method} ${path} ${status}`
  let json: unknown
  try {
    json = JSON.parse(body)
  } catch {
    return `${request}: the body is not JSON: ${body.slice(0, 200)}`
  }
  const code: unknown = Object(Object(json).error).code
  // A parameter of the path that is empty or too long for its route: nothing is there.
  if (code === "route_not_found") return undefined
  const response = operation.responses[beforeRouting.has(status) && !(String(status) in operation.responses) ? "default" : String(status)]
  const schema = response?.content?.["application/json"]?.schema
  if (response === undefined || schema === undefined)
    return `${request}: ${operation.operationId} documents no such status: ${body.slice(0, 300)}`
  const validate = validatorOf(schema)
  if (!validate(json)) return `${request}: ${ajv.errorsText(validate.errors)}: ${body.slice(0, 500)}`
  if (headers.get("x-request-id") === null) return `${request}: no X-Request-Id`
  if (response === operation.responses["default"]) return undefined
  const money = response.headers?.["X-Money-Moved"] !== undefined
  if (money !== (headers.get("x-money-moved") !== null)) return `${request}: X-Money-Moved is ${headers.get("x-money-moved")}`
  return undefined
}
