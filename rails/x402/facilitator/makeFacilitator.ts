import { Cause, Clock, Data, Effect, Exit, Result, Schema } from "effect"
import { createHash } from "node:crypto"
import { dayMs } from "../../../domain/time.ts"
import type { Authorization } from "../evm/authorization.ts"
import { Chain, type ChainUnavailable } from "../evm/Chain.ts"
import type { Hex } from "../evm/hex.ts"
import { decodePayment, type Payment } from "../protocol/Payment.ts"
import { claimOf } from "../protocol/paymentIdentity.ts"
import { fromV1, fromV2, type Requirement, RequirementV1, RequirementV2 } from "../protocol/Requirement.ts"
import { type ReceiptOutcome, receiptWire } from "../protocol/responses.ts"
import { validationMessage } from "../protocol/wire.ts"
import { facilitatorReference } from "../settlement/gasShares.ts"
import { type SettlementState, Settlements } from "../settlement/Settlements.ts"
import { type Invalid, invalid } from "../verify/examine.ts"
import { Verifier } from "../verify/Verifier.ts"
import type { FacilitatorCaller, FacilitatorResponse, FacilitatorService, SupportedPayments } from "./Facilitator.ts"
import { type RequestsUnavailable, SettleRequests } from "./SettleRequests.ts"

/** `signers`: accounts that pay for gas. `waitMs`: how long a settle request waits for inclusion; stock clients wait 90 seconds. */
export const makeFacilitator = Effect.fnUntraced(function* (options: {
  readonly signers: ReadonlyArray<Hex>
  readonly waitMs: number
  readonly keyless: boolean
  /** Micro-units: gas is not spent on transfers of less. */
  readonly minimum: bigint
}) {
  const { network } = yield* Chain
  const settlements = yield* Settlements
  const verifier = yield* Verifier
  const requests = yield* SettleRequests

  const verifyNow = Effect.fnUntraced(function* ({ payment, requirement }: DecodedBody) {
    const now = BigInt(Math.floor((yield* Clock.currentTimeMillis) / 1000))
    const verdict = yield* verifier.verifyPayment(payment, requirement, now)
    return verdict._tag === "Invalid" ? verdict : (notWorthGas(verdict.authorization, options.minimum) ?? verdict)
  })

  const verify = Effect.fnUntraced(
    function* (json: unknown) {
      const body = yield* Effect.fromResult(decodeBody(json))
      const { payer } = body.payment
      const verdict = yield* verifyNow(body)
      if (verdict._tag === "Valid") return ok({ isValid: true, payer })
      return ok({ isValid: false, invalidReason: verdict.reason, invalidMessage: verdict.message, payer })
    },
    Effect.catchTags({
      MalformedBody: ({ message, reason, status }: MalformedBody) =>
        Effect.succeed({ status, body: { isValid: false, invalidReason: reason, invalidMessage: message } }),
      ChainUnavailable: ({ message }: ChainUnavailable) =>
        Effect.succeed(unavailable({ isValid: false, invalidReason: "unexpected_verify_error", invalidMessage: nothingDone(message) })),
    }),
  )

  const settleBody = Effect.fnUntraced(function* (body: DecodedBody, caller: FacilitatorCaller) {
    const { payment, requirement } = body
    const claim = claimOf(requirement.network, requirement.asset, payment.authorization)
    const receipt = (outcome: ReceiptOutcome) =>
      ok(receiptWire({ network: requirement.network, payer: payment.payer, ...outcome }, payment.version))
    const begun = yield* requests.begin(claim, { caller: caller.id, content: contentHash(body), key: caller.idempotencyKey })
    if (begun._tag === "Answered") return begun.response
    if (begun._tag === "Duplicate") {
      return receipt(failed("duplicate_settlement", "This payment is settled already, or is being settled. A payment pays once.", ""))
    }

    return yield* Effect.gen(function* () {
      const reference = facilitatorReference(caller.id)
      const earlier = begun._tag === "Resumed" ? yield* settlements.lookup(payment.authorization, reference) : undefined
      let authorization = payment.authorization
      if (earlier === undefined) {
        const verdict = yield* verifyNow(body)
        if (verdict._tag === "Invalid") {
          yield* requests.release(claim)
          return receipt(failed(verdict.reason, verdict.message, ""))
        }
        authorization = verdict.authorization
        const blocked = yield* settlements.blockedReason(reference)
        if (blocked !== undefined) {
          yield* requests.release(claim)
          return gasUsedUp(blocked, network.caip2, yield* Clock.currentTimeMillis)
        }
      }
      const settlement = yield* settlements.settle(authorization, reference, options.waitMs)
      const response = receipt(receiptOutcome(settlement, authorization.value))
      if (settlement._tag === "Included") yield* requests.finish(claim, response)
      if (settlement._tag === "Pending") yield* requests.park(claim)
      if (settlement._tag === "Rejected") yield* requests.release(claim)
      return response
    }).pipe(
      // Without the chain nothing was submitted. After an interruption or a defect the payment may be submitted, so only the same request resumes it.
      Effect.onExit((exit) => {
        if (Exit.isSuccess(exit)) return Effect.void
        return Cause.hasFails(exit.cause) ? requests.release(claim) : requests.park(claim)
      }),
    )
  })

  const settle = Effect.fnUntraced(
    function* (json: unknown, caller: FacilitatorCaller) {
      const body = yield* Effect.fromResult(decodeBody(json))
      return yield* settleBody(body, caller)
    },
    Effect.catchTags({
      MalformedBody: ({ message, reason, status }: MalformedBody) =>
        Effect.succeed({ status, body: { ...failed(reason, message, ""), network: network.caip2 } }),
      ChainUnavailable: ({ message }: ChainUnavailable) =>
        Effect.succeed(unavailable({ ...failed("unexpected_settle_error", nothingDone(message), ""), network: network.caip2 })),
      RequestsUnavailable: ({ message }: RequestsUnavailable) =>
        Effect.succeed(unavailable({ ...failed("unexpected_settle_error", message, ""), network: network.caip2 })),
    }),
  )

  const supportedBody: SupportedPayments & FacilitatorResponse["body"] = {
    kinds: [
      { x402Version: 2, scheme: "exact", network: network.caip2 },
      ...(network.v1 === null ? [] : [{ x402Version: 1, scheme: "exact", network: network.v1 }]),
    ],
    extensions: [],
    signers: { "eip155:*": options.signers },
  }
  const supported = { status: 200, body: supportedBody } as const

  return { verify, settle, supported, keyless: options.keyless } satisfies FacilitatorService
})

const ok = (body: FacilitatorResponse["body"]): FacilitatorResponse => ({ status: 200, body })
const unavailable = (body: FacilitatorResponse["body"]): FacilitatorResponse => ({ status: 503, body })

/** A transfer to oneself or of next to nothing costs the gateway gas and pays no other account. */
const notWorthGas = ({ from, to, value }: Authorization, minimum: bigint): Invalid | undefined => {
  if (from !== to && value >= minimum) return undefined
  const rule = from === to ? "another account than the payer must be paid" : `at least ${minimum} micro-units must be paid, not ${value}`
  return invalid("invalid_exact_evm_payload_authorization_value", `This facilitator pays the gas of transfers only: ${rule}.`)
}

const gasUsedUp = (reason: string, network: string, now: number): FacilitatorResponse => ({
  ...unavailable({
    ...failed("unexpected_settle_error", `${reason}, so nothing was submitted. The budget is of one UTC day: try again tomorrow.`, ""),
    network,
  }),
  retryAfterSeconds: Math.ceil((dayMs - (now % dayMs)) / 1000),
})

const failed = (errorReason: string, errorMessage: string, transaction: Hex | "") =>
  ({ success: false, errorReason, errorMessage, transaction }) as const

const receiptOutcome = (settlement: SettlementState, amount: bigint): ReceiptOutcome => {
  if (settlement._tag === "Included") return { success: true, transaction: settlement.hash, amount }
  if (settlement._tag === "Pending") return failed("settlement_pending", settlement.reason, settlement.hash ?? "")
  return failed(settlement.reason, settlement.message, "")
}

const nothingDone = (message: string) =>
  `The chain could not be read, so nothing was decided and nothing submitted: try again. ${message}`.slice(0, 500)

const contentHash = ({ payment, requirement }: DecodedBody) =>
  createHash("sha256")
    .update(
      JSON.stringify([payment.version, payment.authorization, requirement], (_, value: unknown) =>
        typeof value === "bigint" ? value.toString() : value,
      ),
    )
    .digest("base64url")

interface DecodedBody {
  readonly payment: Payment
  readonly requirement: Requirement
}

/** 400 if the calling server's own program is wrong, 200 if the server passes on what a buyer sent. */
class MalformedBody extends Data.TaggedError("MalformedBody")<{
  readonly status: 200 | 400
  readonly reason: string
  readonly message: string
}> {}

const Body = Schema.Struct({ x402Version: Schema.Unknown, paymentPayload: Schema.Unknown, paymentRequirements: Schema.Unknown })
const readBody = Schema.decodeUnknownResult(Body, { onExcessProperty: "error" })
const readV1 = Schema.decodeUnknownResult(RequirementV1)
const readV2 = Schema.decodeUnknownResult(RequirementV2)

const decodeBody = (json: unknown): Result.Result<DecodedBody, MalformedBody> =>
  Result.gen(function* () {
    const { paymentPayload, paymentRequirements, x402Version } = yield* Result.mapError(
      readBody(json),
      (error) => new MalformedBody({ status: 400, reason: "invalid_request", message: `${validationMessage(error)}.` }),
    )
    if (x402Version !== 1 && x402Version !== 2) {
      return yield* Result.fail(new MalformedBody({ status: 200, reason: "invalid_x402_version", message: "x402Version: must be 1 or 2." }))
    }
    const required = x402Version === 1 ? Result.map(readV1(paymentRequirements), fromV1) : Result.map(readV2(paymentRequirements), fromV2)
    const requirement = yield* Result.mapError(
      required,
      (error) =>
        new MalformedBody({
          status: 200,
          reason: "invalid_payment_requirements",
          message: `paymentRequirements.${validationMessage(error)}.`,
        }),
    )
    const payment = yield* Result.mapError(
      decodePayment(paymentPayload, x402Version),
      ({ message, reason }) => new MalformedBody({ status: 200, reason, message: `paymentPayload.${message}.` }),
    )
    return { payment, requirement }
  })
