import { Clock, Effect, Result } from "effect"
import { microUsd, toDecimal } from "../../domain/money/Money.ts"
import { type Buyer, Gap, type Quote, Unavailable } from "../../domain/rail/Rail.ts"
import type { PaymentOption } from "../../domain/ledger/state.ts"
import { Chain } from "./evm/Chain.ts"
import { bindingOf, claimOf } from "./protocol/paymentIdentity.ts"
import { decodePaymentHeader, type Payment } from "./protocol/Payment.ts"
import { fromHeader } from "./protocol/wire.ts"
import { type Requirement, sameRequirement } from "./protocol/Requirement.ts"
import { aboveCap, feeBasisPoints, type PaymentTerms, requirementFor } from "./paymentTerms.ts"
import { checkOffline } from "./verify/examine.ts"
import { Verifier } from "./verify/Verifier.ts"
import { OfferedPrices } from "./offers.ts"
import { authorizationFields, encodeEvidence } from "./callRecords.ts"

/** The option of a call whose caller presents a payment: decoded, matched to what was offered, and verified on the chain. */
export const acceptPayment = Effect.fnUntraced(
  function* (terms: PaymentTerms, _buyer: Buyer, quote: Quote, proof: string) {
    const chain = yield* Chain
    const verifier = yield* Verifier
    const payment = yield* Effect.fromResult(readPayment(proof))
    const price = yield* priceFor(payment, quote)
    const requirement = requirementFor(chain, terms, { ...quote, max: price })
    const now = BigInt(Math.floor((yield* Clock.currentTimeMillis) / 1000))

    const mismatch = aboveCap(terms, quote) ?? otherRequest(payment, quote) ?? otherTerms(payment, requirement)
    if (mismatch !== undefined) return yield* mismatch
    const wrong = checkOffline(payment, requirement, now)
    if (wrong !== undefined) return yield* refused(wrong)
    const verdict = yield* verifier.verifyPayment(payment, requirement, now)
    if (verdict._tag === "Invalid") return yield* refused(verdict)

    const { resource } = quote
    const authorization = authorizationFields(verdict.authorization)
    const option: PaymentOption = {
      rail: "x402",
      account: `x402:${authorization.from}`,
      settles: requirement.flow === "upfront" ? "before_dispatch" : "before_answer",
      feeBasisPoints,
      cost: price,
      ...(price === quote.max ? {} : { max: price }),
      opens: { creditLimit: terms.exposureCap, transit: true },
      claim: claimOf(requirement.network, requirement.asset, authorization),
      deposits: { remainderTo: "credits" },
      evidence: encodeEvidence({
        version: payment.version,
        network: requirement.network,
        asset: requirement.asset,
        authorization,
        payer: payment.payer,
        binding: resource === undefined ? null : bindingOf(resource),
        method: resource?.method ?? null,
        url: resource?.url ?? null,
        bodyHash: resource?.bodyHash ?? null,
        identifier: payment.identifier ?? null,
      }),
    }
    return option
  },
  Effect.catchTag("ChainUnavailable", ({ message }) => new Unavailable({ message })),
)

/** What the call costs now, or what it was offered at a moment ago. */
const priceFor = Effect.fnUntraced(function* ({ authorization: { value } }: Payment, { max, resource }: Quote) {
  if (value === max || resource === undefined) return max
  return (yield* (yield* OfferedPrices).isOffered(bindingOf(resource), value)) ? microUsd(value) : max
})

/** Which version it is, the payment says itself: both headers hold the same kind of text. */
export const readPayment = (proof: string): Result.Result<Payment, Gap> => {
  const json = fromHeader(proof)
  const first = Result.isSuccess(json) && isVersion1(json.success)
  return Result.mapError(decodePaymentHeader(first ? "X-PAYMENT" : "PAYMENT-SIGNATURE", proof), refused)
}

const isVersion1 = (json: unknown) => typeof json === "object" && json !== null && "x402Version" in json && json.x402Version === 1

/** The protocol's code, and the sentence without its full stop: it becomes part of a longer one. */
const refused = ({ message, reason }: { readonly reason: string; readonly message: string }) =>
  new Gap({ code: reason, message: `${reason}: ${message.replace(/\.$/, "")}` })

/** Nobody signs the address. But a client that says what it pays for has not agreed to pay for something else. */
const otherRequest = ({ resource: said }: Payment, { resource }: Quote) => {
  if (said === undefined || resource === undefined) return undefined
  const { href, origin, pathname } = new URL(resource.url)
  // An offer that would be too long leaves the query out, or the path as well.
  if ([resource.url, href, `${origin}${pathname}`, origin].includes(said)) return undefined
  return refused({
    reason: "resource_mismatch",
    message: `the payment is for ${said.slice(0, 200)}, and this is another request: sign one for this`,
  })
}

/** Version 2 says what it accepted, and that must be what is asked for now. Version 1 shows it in the amount alone. */
const otherTerms = (payment: Payment, requirement: Requirement) => {
  const { value } = payment.authorization
  if (value !== requirement.amount) {
    return refused({
      reason: "invalid_exact_evm_payload_authorization_value_mismatch",
      message: `the payment is over ${toDecimal(microUsd(value))} USD and the call costs ${toDecimal(microUsd(requirement.amount))} USD: the price may have changed, sign the new offer`,
    })
  }
  if (payment.accepted === undefined || sameRequirement(payment.accepted, requirement)) return undefined
  return refused({
    reason: "invalid_payment_requirements",
    message: "what the payment accepted is not what is offered: sign the current offer",
  })
}

/**
 * What stands in for an Idempotency-Key that the request lacks: the client's own name of its payment (extension
 * `payment-identifier`), or else the payment itself, so that a request that is sent again is answered with what became of
 * the first one and never with a demand to pay once more. `payload` goes into the hash that tells a repetition from another
 * request.
 */
export const identify = (proof: string): { readonly key: string; readonly payload: string } | undefined => {
  const payment = readPayment(proof)
  if (Result.isFailure(payment)) return undefined
  const { from, nonce, signature } = payment.success.authorization
  return { key: `payment:${payment.success.identifier ?? `${from}:${nonce}`}`, payload: `${from} ${nonce} ${signature}` }
}
