import { Context } from "effect"
import type { HttpApiEndpoint } from "effect/http-api"
import { registry } from "../../../rails/registry.ts"
import { Access } from "./access.ts"
import { addExamples } from "./exampled.ts"
import { BillingGroup } from "./billing.ts"
import { CallsGroup } from "./calls.ts"
import { PreflightGroup } from "./preflight.ts"
import { RunsGroup } from "./runs.ts"
import { SourcesGroup } from "./sources.ts"

type Json = Record<string, unknown>
interface Operation extends Json {
  operationId: string
  parameters?: Array<Json>
  responses: Record<string, Json>
}
interface Document extends Json {
  paths: Record<string, Record<string, Operation>>
  components?: Json
}

/** What the definitions say beside their schemas: the key and its scope, the headers that go in and come out. */
export const documented = (spec: Record<string, unknown>): Record<string, unknown> => {
  const document = spec as Document
  for (const operation of Object.values(document.paths).flatMap((path) => Object.values(path))) {
    addExamples(operation, Object(document.components).schemas ?? {})
    const access = accessOf.get(operation.operationId)
    if (access === undefined) continue
    operation["security"] = [{ organisationKey: access.scope === null ? [] : [access.scope] }]
    operation["x-required-scope"] = access.scope
    if (access.idempotencyAs !== undefined) operation.parameters = [...(operation.parameters ?? []), ...paidParameters]
    for (const response of Object.values(operation.responses))
      response["headers"] = access.paid ? { ...answerHeaders, ...paidHeaders } : answerHeaders
  }
  return {
    ...document,
    components: {
      ...document.components,
      securitySchemes: { organisationKey: { type: "http", scheme: "bearer", description: "An organisation API key." } },
    },
  }
}

const accessOf = new Map<string, Context.Service.Shape<typeof Access>>(
  [CallsGroup, PreflightGroup, RunsGroup, SourcesGroup, BillingGroup].flatMap((group) =>
    Object.values(group.endpoints as Record<string, HttpApiEndpoint.Top>).map(
      (endpoint) =>
        [`${group.identifier}.${endpoint.identifier}`, Context.get(endpoint.annotations as Context.Context<Access>, Access)] as const,
    ),
  ),
)

const header = (description: string, schema: Json) => ({ description, schema })

const paidParameters = [
  {
    name: "Idempotency-Key",
    in: "header",
    required: false,
    description: "1 to 255 visible ASCII characters. The same key with the same request pays once.",
    schema: { type: "string", pattern: "^[\\x21-\\x7e]{1,255}$" },
  },
  {
    name: "X-Payment-Dry-Run",
    in: "header",
    required: false,
    description: "Answers what would become of the call, and does nothing.",
    schema: { type: "string", enum: ["1"] },
  },
  {
    name: "X-Payment-Rail",
    in: "header",
    required: false,
    description: "Pins the rail that settles the call. Without it the cheapest viable one is taken.",
    schema: { type: "string", enum: Object.keys(registry) },
  },
]

const answerHeaders = {
  "X-Request-Id": header("Names this request to support.", { type: "string" }),
  RateLimit: header("What is left of the organisation's minute.", { type: "string" }),
  "RateLimit-Policy": header("Requests a minute over all keys of the organisation.", { type: "string" }),
}

const paidHeaders = {
  "X-Money-Moved": header("What became of the money.", { type: "string", enum: ["none", "held", "charged", "refunded", "unknown"] }),
  "X-Payment-Id": header("The payment, where there is one.", { type: "string" }),
  "X-Payment-Rail-Used": header("The rail that pays.", { type: "string" }),
  "X-Payment-Price": header("What it costs, in USD.", { type: "string" }),
  "X-Idempotent-Replay": header("Present on a replay.", { type: "string", enum: ["true"] }),
}
