import { Effect, Schema } from "effect"
import { HttpApiBuilder, HttpApiEndpoint, HttpApiGroup, HttpApiSchema } from "effect/http-api"
import { HttpServerRequest } from "effect/http/HttpServerRequest"
import * as HttpServerResponse from "effect/http/HttpServerResponse"
import { organisationRefusal } from "../../../domain/ledger/admit.ts"
import { OrganisationUnavailable } from "../../../domain/ledger/errors.ts"
import { anonymousRateLimit } from "../../http/anonymousRateLimit.ts"
import { parseObject, readBody } from "../../http/body.ts"
import { describe } from "../../http/describe.ts"
import { bodyErrors, envelope, guardErrors, routeErrors } from "../../http/errors.ts"
import { readIdempotencyKey } from "../../http/idempotency.ts"
import { CurrentCaller, RequestBody } from "../../http/RequestContext.ts"
import { answerUndeclared } from "../../http/respond.ts"
import { emptyApi, RequestGuard, RoutePolicy } from "../../http/RoutePolicy.ts"
import { Facilitator } from "./Facilitator.ts"

/** A payment and its requirements, as the protocol defines them, in version 1 or 2. */
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

/** 200 also for a payment that is not valid; 400 for a malformed request, 503 when the chain does not answer: beside the envelopes of these. */
const refused = <S extends Schema.Top>(schema: S) =>
  [schema.pipe(HttpApiSchema.status(400)), schema.pipe(HttpApiSchema.status(503))] as const

const requirement = {
  scheme: "exact",
  network: "eip155:84532",
  amount: "2000",
  asset: "0x036CbD53842c5426634e7929541eC2318f3dCF7e",
  payTo: "0xC04c10De01BB86C0B9B93897Df51AEf5cfe89F9A",
  maxTimeoutSeconds: 300,
  extra: { name: "USDC", version: "2" },
}
const authorization = {
  from: "0x857b06519E91e3A54538791bDbb0E22373e36b66",
  to: requirement.payTo,
  value: requirement.amount,
  validAfter: "0",
  validBefore: "1795220071",
  nonce: `0x${"5b".repeat(32)}`,
}
const example = {
  x402Version: 2,
  paymentPayload: { x402Version: 2, accepted: requirement, payload: { signature: `0x${"1c".repeat(65)}`, authorization } },
  paymentRequirements: requirement,
}

const errors = [...guardErrors, ...bodyErrors] as const
const suspendedError = envelope(OrganisationUnavailable, "The organisation is suspended.")
/** `/settle` spends the gateway's gas, so it needs a scope. Neither needs a key if the operator opened the facilitator. */
const policies = {
  verify: { scope: null, paid: false },
  settle: { scope: "payments:settle", paid: false },
} as const

/** 403 for a suspended organisation. Its spending switch does not matter: the buyers of its servers pay, and not the organisation. */
const requireActive = Effect.fnUntraced(function* () {
  const { concurrency, organisation, organisationStatus } = yield* CurrentCaller
  const refusal = organisationRefusal({
    organisation: { id: organisation, status: organisationStatus, spending: true, concurrency },
    executing: 0,
  })
  if (refusal !== undefined) return yield* refusal
})

/** What servers of paid APIs elsewhere call, to be paid through this gateway's gas accounts. */
class FacilitatorGroup extends HttpApiGroup.make("facilitator").add(
  HttpApiEndpoint.post("verify", "/verify", { payload: FacilitatorRequest, success: Verdict, error: [...errors, ...refused(Verdict)] })
    .annotate(RoutePolicy, policies.verify)
    .annotateMerge(describe({ summary: "Check an x402 payment", request: example })),
  HttpApiEndpoint.post("settle", "/settle", {
    payload: FacilitatorRequest,
    success: Receipt,
    error: [...errors, suspendedError, ...refused(Receipt)],
  })
    .annotate(RoutePolicy, policies.settle)
    .annotateMerge(describe({ summary: "Settle an x402 payment", request: example })),
  HttpApiEndpoint.get("supported", "/supported", { success: Supported, error: routeErrors }).annotateMerge(
    describe({ summary: "What the x402 facilitator takes" }),
  ),
) {}

/** Raw: the protocol has error responses of its own for a malformed body. */
const handlers = HttpApiBuilder.group(
  emptyApi.add(FacilitatorGroup),
  "facilitator",
  Effect.fnUntraced(function* (handlers) {
    const facilitator = yield* Facilitator
    const { admit } = yield* RequestGuard
    const limited = yield* anonymousRateLimit

    const call = Effect.fnUntraced(function* (operation: "verify" | "settle", caller: string) {
      const request = yield* HttpServerRequest
      const body = yield* Effect.flatMap(RequestBody, parseObject)
      if (facilitator === undefined) return HttpServerResponse.jsonUnsafe(noRail[operation], { status: 503 })
      const idempotencyKey = yield* readIdempotencyKey(request)
      const answered = yield* operation === "verify" ? facilitator.verify(body) : facilitator.settle(body, { id: caller, idempotencyKey })
      const headers = answered.status === 503 ? { "retry-after": String(answered.retryAfterSeconds ?? 2) } : {}
      return HttpServerResponse.jsonUnsafe(answered.body, { status: answered.status, headers })
    })

    const guarded = (operation: "verify" | "settle") =>
      facilitator?.keyless === true
        ? answerUndeclared(limited(Effect.provideServiceEffect(call(operation, "anybody"), RequestBody, openBody)))
        : admit(
            { ...policies[operation], route: `/${operation}`, takesQuery: false },
            answerUndeclared(
              Effect.andThen(
                requireActive(),
                Effect.flatMap(CurrentCaller, ({ organisation }) => call(operation, organisation)),
              ),
            ),
          )

    return handlers
      .handleRaw("verify", () => guarded("verify"))
      .handleRaw("settle", () => guarded("settle"))
      .handle("supported", () => Effect.succeed(facilitator?.supported.body ?? { kinds: [], extensions: [], signers: {} }))
  }),
)

export const facilitatorRoutes = { group: FacilitatorGroup, handlers }

const openBody = Effect.flatMap(HttpServerRequest, (request) =>
  Effect.map(readBody(request), (bytes) => ({ bytes, headers: request.headers })),
)

const noRailMessage = "This gateway has no x402 rail: nothing was checked, and nothing was settled."
const noRail = {
  verify: { isValid: false, invalidReason: "unexpected_verify_error", invalidMessage: noRailMessage } satisfies typeof Verdict.Encoded,
  settle: {
    success: false,
    errorReason: "unexpected_settle_error",
    errorMessage: noRailMessage,
    transaction: "",
    network: "",
  } satisfies typeof Receipt.Encoded,
}
