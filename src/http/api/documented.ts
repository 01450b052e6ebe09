import { Context } from "effect"
import type { HttpApiEndpoint } from "effect/http-api"
import { registry } from "../../../rails/registry.ts"
import { Access } from "./access.ts"
import { addExamples } from "./exampled.ts"
import { AsksGroup } from "./asks.ts"
import { BillingGroup } from "./billing.ts"
import { CallsGroup } from "./calls.ts"
import { FacilitatorGroup } from "./facilitator.ts"
import { PreflightGroup } from "./preflight.ts"
import { RunsGroup } from "./runs.ts"
import { SepaGroup } from "./sepa.ts"
import { SourcesGroup } from "./sources.ts"
import { summaries } from "./summaries.ts"
import { TopupsGroup } from "./topups.ts"

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
    operation["summary"] = summaries[operation.operationId]
    const access = accessOf.get(operation.operationId)
    if (access === undefined) continue
    operation["security"] = [{ organisationKey: access.scope === null ? [] : [access.scope] }]
    operation["x-required-scope"] = access.scope
    const presents = operation.operationId.startsWith("calls.")
    operation.parameters = [...(operation.parameters ?? []), ...parametersOf(access, presents)]
    for (const [status, response] of Object.entries(operation.responses))
      response["headers"] = {
        ...answerHeaders,
        ...(access.paid && paidHeaders),
        ...(access.idempotencyKey === "optional" && status === "201" && madeHeaders),
        ...((status === "429" || status === "503") && retryHeaders),
        ...(presents && (status === "402" ? { ...demandHeaders, ...receiptHeaders } : Number(status) < 400 ? receiptHeaders : {})),
      }
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
  [CallsGroup, AsksGroup, PreflightGroup, FacilitatorGroup, RunsGroup, SourcesGroup, BillingGroup, SepaGroup, TopupsGroup].flatMap(
    (group) =>
      Object.values(group.endpoints as Record<string, HttpApiEndpoint.Top>).flatMap((endpoint) => {
        const access = Context.getOrUndefined(endpoint.annotations as Context.Context<Access>, Access)
        return access === undefined ? [] : [[`${group.identifier}.${endpoint.identifier}`, access] as const]
      }),
  ),
)

const parametersOf = ({ idempotencyAs, idempotencyKey }: Context.Service.Shape<typeof Access>, presents: boolean): Array<Json> => [
  ...(idempotencyAs === undefined && idempotencyKey === undefined
    ? []
    : [{ ...idempotencyParameter, required: idempotencyKey === "required" }]),
  ...(idempotencyAs === undefined ? [] : paidParameters),
  ...(presents ? presentedParameters : []),
]

const header = (description: string, schema: Json) => ({ description, schema })

const idempotencyParameter = {
  name: "Idempotency-Key",
  in: "header",
  required: false,
  description: "1 to 255 visible ASCII characters. The same key with the same request pays once.",
  schema: { type: "string", pattern: "^[\\x21-\\x7e]{1,255}$" },
}

const paidParameters = [
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

/** A payment of the caller's own wallet pays one call: asks, which may make several, take none. */
const presentedParameters = [
  {
    name: "PAYMENT-SIGNATURE",
    in: "header",
    required: false,
    description: "A payment by the caller's own wallet, x402 version 2: the demand of a 402, signed. Pins x402.",
    schema: { type: "string" },
  },
  {
    name: "X-PAYMENT",
    in: "header",
    required: false,
    description: "The same in x402 version 1. Send one of the two.",
    schema: { type: "string" },
  },
]

const demandHeaders = {
  "PAYMENT-REQUIRED": header(
    "How the next request pays by itself, x402 version 2, in base64. Absent where no rail of the organisation can be paid so. Version 1 is in the body.",
    { type: "string" },
  ),
}

const receiptHeaders = {
  "PAYMENT-RESPONSE": header("How a payment in PAYMENT-SIGNATURE fared.", { type: "string" }),
  "X-PAYMENT-RESPONSE": header("How a payment in X-PAYMENT fared.", { type: "string" }),
}

const retryHeaders = { "Retry-After": header("Seconds to wait before the next attempt.", { type: "string", pattern: "^[0-9]+$" }) }

const answerHeaders = {
  "X-Request-Id": header("Names this request to support.", { type: "string" }),
  RateLimit: header("What is left of the organisation's minute.", { type: "string" }),
  "RateLimit-Policy": header("Requests a minute over all keys of the organisation.", { type: "string" }),
}

const replayed = header("Present on a replay.", { type: "string", enum: ["true"] })

/** Of what was made, or had been made before under the same key. */
const madeHeaders = { Location: header("Where it is read.", { type: "string" }), "X-Idempotent-Replay": replayed }

const paidHeaders = {
  "X-Money-Moved": header("What became of the money.", { type: "string", enum: ["none", "held", "charged", "refunded", "unknown"] }),
  "X-Payment-Id": header(
    "The payment, where there is one. Of a run with several it is one of those least settled; `usage` has their sum.",
    { type: "string" },
  ),
  "X-Payment-Rail-Used": header("The rail of that payment.", { type: "string" }),
  "X-Payment-Price": header("What that payment costs, in USD.", { type: "string" }),
  "X-Idempotent-Replay": replayed,
}
