import { Context } from "effect"
import type { HttpApiEndpoint, HttpApiGroup } from "effect/http-api"
import { EndpointDescription } from "../../rails/http/describe.ts"
import { RoutePolicy } from "../../rails/http/RoutePolicy.ts"
import { registry } from "../../rails/registry.ts"
import { PublisherGuarded } from "./publishers/policy.ts"
import { MarketplaceGuarded, MarketplacePolicy, type MarketplacePolicyShape } from "./server/marketplacePolicy.ts"

type Json = Record<string, unknown>
type Policy = Context.Service.Shape<typeof RoutePolicy>
interface Parameter extends Json {
  readonly name: string
  schema: { readonly contentSchema?: Json } & Json
}
interface Operation extends Json {
  operationId: string
  parameters?: Array<Parameter>
  requestBody?: Json
  responses: Record<string, Json>
}
interface Document extends Json {
  paths: Record<string, Record<string, Operation>>
  components?: Json
}

/** Adds to the generated document what the annotations of the endpoints say: key and scope, headers, examples, query types. */
export const documentWith =
  (groups: ReadonlyArray<HttpApiGroup.Constraint>) =>
  (spec: Record<string, unknown>): Record<string, unknown> => {
    const document = spec as Document
    const endpoints = new Map<string, HttpApiEndpoint.Top>(
      groups.flatMap((group) =>
        Object.values(group.endpoints as Record<string, HttpApiEndpoint.Top>).map(
          (endpoint) => [`${group.identifier}.${endpoint.identifier}`, endpoint] as const,
        ),
      ),
    )
    for (const operation of Object.values(document.paths).flatMap((path) => Object.values(path))) {
      const endpoint = endpoints.get(operation.operationId)!
      const annotations = endpoint.annotations as Context.Context<RoutePolicy | EndpointDescription>
      const described = Context.getOrUndefined(annotations, EndpointDescription)
      for (const parameter of operation.parameters ?? []) parameter.schema = parameter.schema.contentSchema ?? parameter.schema
      addExamples(operation, described, Object(document.components).schemas ?? {})
      for (const [status, headers] of Object.entries(described?.headers ?? {}))
        addHeaders(operation, status, Object.fromEntries(Object.entries(headers).map(([name, text]) => [name, header(text, textSchema)])))
      const policy = Context.getOrUndefined(annotations, RoutePolicy)
      if (policy !== undefined) addPolicy(operation, policy)
      if (endpoint.middlewares.has(MarketplaceGuarded)) addMarketplacePolicy(operation, Context.get(annotations, MarketplacePolicy))
      if (endpoint.middlewares.has(PublisherGuarded)) addPublisherPolicy(operation)
      for (const [status, response] of Object.entries(beforeRouting)) operation.responses[status] ??= response
    }
    const securitySchemes = {
      organisationKey: { type: "http", scheme: "bearer", description: "An organisation API key." },
      marketplaceSecretKey: { type: "http", scheme: "bearer", description: "The secret key of a marketplace (frt_mk_…)." },
      marketplacePublishableKey: { type: "http", scheme: "bearer", description: "The publishable key of a marketplace (frt_pk_…)." },
      publisherKey: { type: "http", scheme: "bearer", description: "The key of a publisher (frt_pbl_…)." },
    }
    return { ...document, components: { ...document.components, securitySchemes } }
  }

/** What any request may be answered before a route is chosen. Last, because these answers have none of the headers of a route. */
const unrouted = (description: string, code: "method_not_allowed" | "invalid_request", message: string) => ({
  description: `${description} Refused before a route was chosen, and nothing was charged.`,
  headers: { "X-Request-Id": { description: "Names this request to support.", schema: { type: "string" } } },
  content: {
    "application/json": {
      schema: {
        type: "object",
        properties: {
          error: {
            type: "object",
            properties: { code: { type: "string", enum: [code] }, message: { type: "string" } },
            required: ["code", "message"],
            additionalProperties: false,
          },
        },
        required: ["error"],
        additionalProperties: false,
      },
      examples: { [code]: { value: { error: { code, message } } } },
    },
  },
})

const beforeRouting = {
  405: unrouted("Another method; `Allow` names those of the path.", "method_not_allowed", "This route takes GET."),
  408: unrouted("The request did not arrive in time.", "invalid_request", "The request did not arrive in time. Send it again, faster."),
  431: unrouted(
    "The headers are too large.",
    "invalid_request",
    "The request line and the headers are larger than 16 KB. Send less of them.",
  ),
  default: unrouted(
    "413 for framing, 417 for another `Expect` than `100-continue`.",
    "invalid_request",
    "The body does not arrive as its headers say. Send it again.",
  ),
}

const addPolicy = (operation: Operation, policy: Policy) => {
  operation["security"] = [{ organisationKey: policy.scope === null ? [] : [policy.scope] }]
  operation["x-required-scope"] = policy.scope
  operation.parameters = [...(operation.parameters ?? []), ...parametersOf(policy)]
  if (policy.body === "optional") Object(operation.requestBody).required = false
  for (const status of Object.keys(operation.responses)) {
    addHeaders(operation, status, {
      ...everyResponse,
      ...(policy.paid && paidResponse),
      ...(policy.idempotencyKey === "optional" && status === "201" && { "X-Idempotent-Replay": replayed }),
      ...((status === "429" || status === "503") && retryLater),
      ...(policy.takesPayment && railResponse(status)),
    })
  }
}

const addMarketplacePolicy = (operation: Operation, { body, idempotencyKey, key }: MarketplacePolicyShape) => {
  operation["security"] = [{ [key === "secret" ? "marketplaceSecretKey" : "marketplacePublishableKey"]: [] }]
  if (idempotencyKey !== undefined) {
    operation.parameters = [...(operation.parameters ?? []), { ...idempotencyParameter, required: idempotencyKey === "required" }]
  }
  if (body === "optional") Object(operation.requestBody).required = false
  for (const status of Object.keys(operation.responses)) {
    addHeaders(operation, status, {
      ...ofMarketplace,
      ...(idempotencyKey !== undefined && status === "201" && { "X-Idempotent-Replay": replayed }),
      ...((status === "429" || status === "503") && retryLater),
    })
  }
}

const addPublisherPolicy = (operation: Operation) => {
  operation["security"] = [{ publisherKey: [] }]
  const { "Cache-Control": noStore, "X-Request-Id": requestId } = ofMarketplace
  for (const status of Object.keys(operation.responses)) {
    const headers = { "X-Request-Id": requestId, "Cache-Control": noStore }
    addHeaders(operation, status, status === "429" || status === "503" ? { ...headers, ...retryLater } : headers)
  }
}

const addHeaders = ({ responses }: Operation, status: string, headers: Json) => {
  const response = responses[status]
  if (response !== undefined) response["headers"] = { ...Object(response["headers"]), ...headers }
}

const parametersOf = ({ idempotencyAs, idempotencyKey, takesPayment }: Policy): Array<Parameter> => [
  ...(idempotencyAs === undefined && idempotencyKey === undefined
    ? []
    : [{ ...idempotencyParameter, required: idempotencyKey === "required" }]),
  ...(idempotencyAs === undefined ? [] : paidParameters),
  ...(takesPayment ? Object.values(registry).flatMap(({ requestHeaders = [] }) => requestHeaders.map(headerParameter)) : []),
]

const textSchema = { type: "string" }
const header = (description: string, schema: Json) => ({ description, schema })
const headerParameter = (
  { description, name }: { readonly name: string; readonly description: string },
  schema: Json | number = textSchema,
) => ({
  name,
  in: "header",
  required: false,
  description,
  schema: typeof schema === "number" ? textSchema : schema,
})

const idempotencyParameter = headerParameter(
  { name: "Idempotency-Key", description: "1 to 255 visible ASCII characters. The same key with the same request pays once." },
  { type: "string", pattern: "^[\\x21-\\x7e]{1,255}$" },
)

const paidParameters = [
  headerParameter(
    { name: "X-Payment-Dry-Run", description: "Answers what would become of the call, and does nothing." },
    { type: "string", enum: ["1"] },
  ),
  headerParameter(
    { name: "X-Payment-Rail", description: "Pins the rail that settles the call. Without it the cheapest viable one is taken." },
    { type: "string", enum: Object.keys(registry) },
  ),
  headerParameter(
    {
      name: "X-Cost-Tag",
      description:
        "The name under which the cost is counted: a project, a team, a customer. It reaches no origin. A retry with the same Idempotency-Key keeps the first tag. A key may fix the tag: then another one is refused with 400.",
    },
    { type: "string", pattern: "^[A-Za-z0-9][A-Za-z0-9._:/-]{0,63}$" },
  ),
]

/** Headers of the rails: a challenge goes with a 402, a receipt also with a success. */
const railResponse = (status: string): Json => {
  const headers = Object.values(registry).flatMap(({ responseHeaders = [] }) => responseHeaders)
  const shown = headers.filter(({ on }) => status === "402" || (on === "receipt" && Number(status) < 400))
  return Object.fromEntries(shown.map(({ description, name }) => [name, header(description, textSchema)]))
}

const retryLater = { "Retry-After": header("Seconds to wait before the next attempt.", { type: "string", pattern: "^[0-9]+$" }) }

const everyResponse = {
  "X-Request-Id": header("Names this request to support.", textSchema),
  RateLimit: header("What is left of the organisation's minute.", textSchema),
  "RateLimit-Policy": header("Requests a minute over all keys of the organisation.", textSchema),
}

const ofMarketplace = {
  "X-Request-Id": header("Names this request to support.", textSchema),
  RateLimit: header("What is left of the marketplace's minute.", textSchema),
  "RateLimit-Policy": header("Requests a minute over all keys of this kind.", textSchema),
  "Cache-Control": header("Always `no-store`.", { type: "string", enum: ["no-store"] }),
}

const replayed = header("Present on a replay.", { type: "string", enum: ["true"] })

const paidResponse = {
  "X-Money-Moved": header("What became of the money.", { type: "string", enum: ["none", "held", "charged", "refunded", "unknown"] }),
  "X-Payment-Id": header("The payment, where there is one. Of a run with several calls it is a list of all of them.", textSchema),
  "X-Payment-Rail-Used": header("The rail of that payment, or the rails of several.", textSchema),
  "X-Payment-Price": header("What was charged or is held for them in USD. Absent where neither is so.", textSchema),
  "X-Idempotent-Replay": replayed,
}

interface Content {
  readonly schema?: { readonly $ref?: string; readonly anyOf?: ReadonlyArray<{ readonly $ref?: string }> }
  example?: unknown
  examples?: Json
}

const contentOf = (holder: unknown): Content | undefined =>
  Object(Object(Object(holder).content)["application/json"]).schema && Object(holder).content["application/json"]

/** Requests and responses have the examples of the endpoint, refusals those of their schemas, by code. */
const addExamples = (operation: Operation, described: EndpointDescription["Service"] | undefined, schemas: Json): void => {
  const request = contentOf(operation.requestBody)
  if (request && described?.request !== undefined) request.example = described.request
  for (const [status, response] of Object.entries(operation.responses)) {
    const content = contentOf(response)
    if (content === undefined) continue
    const example = described?.responses?.[Number(status)]
    if (example !== undefined) content.example = example
    const refusals = refsOf(content).flatMap((ref) => refusalOf(schemas[ref]))
    if (refusals.length > 0) content.examples = Object.fromEntries(refusals)
  }
}

const refsOf = ({ schema }: Content): ReadonlyArray<string> =>
  [schema?.$ref, ...(schema?.anyOf ?? []).map(({ $ref }) => $ref)].flatMap((ref) => ref?.split("/").at(-1) ?? [])

/** The code of an envelope's schema with its example; nothing for any other schema. */
const refusalOf = (schema: unknown): ReadonlyArray<readonly [code: string, example: Json]> => {
  const [value] = Object(schema).examples ?? []
  const code: unknown = Object(Object(value).error).code
  return typeof code === "string" ? [[code, { summary: String(Object(schema).description ?? ""), value }]] : []
}
