import { Schema } from "effect"
import { HttpApi, HttpApiEndpoint, HttpApiGroup, HttpApiSchema } from "effect/http-api"
import { Access } from "./access.ts"
import { atGate, onBodies, onEveryRoute } from "./refusals.ts"

/** As the protocol has it: a payment, and what it is required to be. Both are of version 1 or 2. */
const FacilitatorRequest = Schema.Struct({
  x402Version: Schema.Literals([1, 2]),
  paymentPayload: Schema.Record(Schema.String, Schema.Unknown),
  paymentRequirements: Schema.Record(Schema.String, Schema.Unknown),
}).annotate({ identifier: "FacilitatorRequest" })

const Verdict = Schema.Struct({
  isValid: Schema.Boolean,
  invalidReason: Schema.optionalKey(Schema.String),
  invalidMessage: Schema.optionalKey(Schema.String),
  payer: Schema.optionalKey(Schema.String),
}).annotate({ identifier: "PaymentVerdict" })

const Receipt = Schema.Struct({
  success: Schema.Boolean,
  transaction: Schema.String,
  network: Schema.String,
  payer: Schema.optionalKey(Schema.String),
  amount: Schema.optionalKey(Schema.String),
  errorReason: Schema.optionalKey(Schema.String),
  errorMessage: Schema.optionalKey(Schema.String),
}).annotate({ identifier: "PaymentReceipt" })

const Supported = Schema.Struct({
  kinds: Schema.Array(Schema.Struct({ x402Version: Schema.Int, scheme: Schema.String, network: Schema.String })),
  extensions: Schema.Array(Schema.String),
  signers: Schema.Record(Schema.String, Schema.Array(Schema.String)),
}).annotate({ identifier: "SupportedPayments" })

/** 200 also where a payment is not good; 400 where the caller's program is wrong, 503 where the chain does not answer. */
const answers = <S extends Schema.Top>(schema: S) =>
  [schema, schema.pipe(HttpApiSchema.status(400)), schema.pipe(HttpApiSchema.status(503))] as const

const refusals = [...atGate, ...onBodies] as const
/** Any key may ask; none is needed where the operator opened the facilitator. */
const anyKey = { scope: null, paid: false } as const

/** What servers of paid APIs elsewhere ask, to be paid through this gateway's gas accounts (x402). */
export class FacilitatorGroup extends HttpApiGroup.make("facilitator").add(
  HttpApiEndpoint.post("verify", "/verify", { payload: FacilitatorRequest, success: answers(Verdict), error: refusals }).annotate(
    Access,
    anyKey,
  ),
  HttpApiEndpoint.post("settle", "/settle", { payload: FacilitatorRequest, success: answers(Receipt), error: refusals }).annotate(
    Access,
    anyKey,
  ),
  HttpApiEndpoint.get("supported", "/supported", { success: Supported, error: onEveryRoute }),
) {}

/** The group by itself, for its handlers: the gateway's whole `Api` has it too. */
export class FacilitatorApi extends HttpApi.make("farthing").add(FacilitatorGroup) {}
