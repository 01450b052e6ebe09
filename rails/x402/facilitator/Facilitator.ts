import { Cause, Clock, Context, Effect, Exit, Layer } from "effect"
import { createHash } from "node:crypto"
import { Chain, type ChainUnavailable } from "../evm/Chain.ts"
import { type Hex } from "../evm/hex.ts"
import { claimOf } from "../protocol/paymentIdentity.ts"
import { type ReceiptOutcome, receiptWire } from "../protocol/responses.ts"
import { type Settlement, Settlements } from "../settlement/Settlements.ts"
import { Verifier } from "../verify/Verifier.ts"
import { type FacilitatorAnswer, ok, unavailable } from "./answer.ts"
import { type Asked, decodeBody, type Unreadable } from "./decodeBody.ts"
import { type RequestsUnavailable, SettleRequests } from "./SettleRequests.ts"

/** The caller's key or address, and its `Idempotency-Key`. */
export interface Caller {
  readonly id: string
  readonly idempotencyKey: string | null
}

/** The body of `GET /supported`. */
interface SupportedPayments {
  readonly kinds: ReadonlyArray<{ readonly x402Version: number; readonly scheme: string; readonly network: string }>
  readonly extensions: ReadonlyArray<string>
  readonly signers: Readonly<Record<string, ReadonlyArray<string>>>
}

/** What resource servers ask of a facilitator, from parsed JSON to answer. */
export class Facilitator extends Context.Service<
  Facilitator,
  {
    readonly verify: (json: unknown) => Effect.Effect<FacilitatorAnswer>
    /** Moves the money once, whoever asks and however often. Of several requests at once only one is told that it was paid. */
    readonly settle: (json: unknown, caller: Caller) => Effect.Effect<FacilitatorAnswer>
    readonly supported: FacilitatorAnswer & { readonly body: SupportedPayments }
  }
>()("farthing/rails/x402/Facilitator") {
  /** `signers`: accounts that pay the gas. `waitMs`: how long a request waits for inclusion; stock clients wait 90 s. */
  static readonly layer = (options: { readonly signers: ReadonlyArray<Hex>; readonly waitMs: number }) =>
    Layer.effect(Facilitator, make(options.signers, options.waitMs))
}

const nowSeconds = Effect.map(Clock.currentTimeMillis, (ms) => BigInt(Math.floor(ms / 1000)))

const make = Effect.fnUntraced(function* (signers: ReadonlyArray<Hex>, waitMs: number) {
  const { network } = yield* Chain
  const settlements = yield* Settlements
  const verifier = yield* Verifier
  const requests = yield* SettleRequests

  const judge = ({ payment, requirement }: Asked) => Effect.flatMap(nowSeconds, (now) => verifier.verifyPayment(payment, requirement, now))

  const verify = Effect.fnUntraced(
    function* (json: unknown) {
      const asked = yield* Effect.fromResult(decodeBody(json))
      const { payer } = asked.payment
      const verdict = yield* judge(asked)
      if (verdict._tag === "Valid") return ok({ isValid: true, payer })
      return ok({ isValid: false, invalidReason: verdict.reason, invalidMessage: verdict.message, payer })
    },
    Effect.catchTags({
      Unreadable: ({ message, reason, status }: Unreadable) =>
        Effect.succeed({ status, body: { isValid: false, invalidReason: reason, invalidMessage: message } }),
      ChainUnavailable: ({ message }: ChainUnavailable) =>
        Effect.succeed(unavailable({ isValid: false, invalidReason: "unexpected_verify_error", invalidMessage: noVerdict(message) })),
    }),
  )

  const settleAsked = Effect.fnUntraced(function* (asked: Asked, caller: Caller) {
    const { payment, requirement } = asked
    const claim = claimOf(requirement.network, requirement.asset, payment.authorization)
    const receipt = (outcome: ReceiptOutcome) =>
      ok(receiptWire({ network: requirement.network, payer: payment.payer, ...outcome }, payment.version))
    const begun = yield* requests.begin(claim, { caller: caller.id, content: contentOf(asked), key: caller.idempotencyKey })
    if (begun._tag === "Answered") return begun.answer
    if (begun._tag === "Duplicate")
      return receipt(failed("duplicate_settlement", "This payment is being settled, or was: it pays once.", ""))

    return yield* Effect.gen(function* () {
      const reference = `facilitator:${caller.id}`.slice(0, 200)
      const known = begun._tag === "Resumed" ? yield* settlements.lookup(payment.authorization, reference) : undefined
      let authorization = payment.authorization
      if (known === undefined) {
        const verdict = yield* judge(asked)
        if (verdict._tag === "Invalid") {
          yield* requests.release(claim)
          return receipt(failed(verdict.reason, verdict.message, ""))
        }
        authorization = verdict.authorization
      }
      const settlement = yield* settlements.settle(authorization, reference, waitMs)
      const answer = receipt(outcomeOf(settlement, authorization.value))
      if (settlement._tag === "Included") yield* requests.finish(claim, answer)
      if (settlement._tag === "Pending") yield* requests.park(claim)
      if (settlement._tag === "Rejected") yield* requests.release(claim)
      return answer
    }).pipe(
      // Without the chain nothing was submitted. But where whoever asked is gone, or something broke, the payment may be on its
      // way: only the same request resumes it.
      Effect.onExit((exit) => {
        if (Exit.isSuccess(exit)) return Effect.void
        return Cause.hasFails(exit.cause) ? requests.release(claim) : requests.park(claim)
      }),
    )
  })

  const settle = Effect.fnUntraced(
    function* (json: unknown, caller: Caller) {
      const asked = yield* Effect.fromResult(decodeBody(json))
      return yield* settleAsked(asked, caller)
    },
    Effect.catchTags({
      Unreadable: ({ message, reason, status }: Unreadable) =>
        Effect.succeed({ status, body: { ...failed(reason, message, ""), network: network.caip2 } }),
      ChainUnavailable: ({ message }: ChainUnavailable) =>
        Effect.succeed(unavailable({ ...failed("unexpected_settle_error", noVerdict(message), ""), network: network.caip2 })),
      RequestsUnavailable: ({ message }: RequestsUnavailable) =>
        Effect.succeed(unavailable({ ...failed("unexpected_settle_error", message, ""), network: network.caip2 })),
    }),
  )

  return Facilitator.of({ verify, settle, supported: supportedOn(network, signers) })
})

const outcomeOf = (settlement: Settlement, amount: bigint): ReceiptOutcome => {
  if (settlement._tag === "Included") return { success: true, transaction: settlement.hash, amount }
  if (settlement._tag === "Pending") return failed("settlement_pending", settlement.reason, settlement.hash ?? "")
  return failed(settlement.reason, settlement.message, "")
}

const failed = (errorReason: string, errorMessage: string, transaction: Hex | "") =>
  ({ success: false, errorReason, errorMessage, transaction }) as const

const supportedOn = (network: { readonly caip2: string; readonly v1: string | null }, signers: ReadonlyArray<Hex>) => {
  const body: SupportedPayments & FacilitatorAnswer["body"] = {
    kinds: [
      { x402Version: 2, scheme: "exact", network: network.caip2 },
      ...(network.v1 === null ? [] : [{ x402Version: 1, scheme: "exact", network: network.v1 }]),
    ],
    extensions: [],
    signers: { "eip155:*": signers },
  }
  return { status: 200, body } as const
}

const noVerdict = (message: string) =>
  `The chain could not be read, so nothing was decided and nothing submitted: try again. ${message}`.slice(0, 500)

const contentOf = ({ payment, requirement }: Asked) =>
  createHash("sha256")
    .update(
      JSON.stringify([payment.version, payment.authorization, requirement], (_, value: unknown) =>
        typeof value === "bigint" ? value.toString() : value,
      ),
    )
    .digest("base64url")
