import { Clock, Effect, Result } from "effect"
import type { PaymentOption } from "../../domain/ledger/state.ts"
import { microUsd, toDecimal } from "../../domain/money/Money.ts"
import { Gap, type Quote, Unavailable } from "../../domain/rail/Rail.ts"
import { encodeEvidence } from "./callRecords.ts"
import { Chain } from "./evm/Chain.ts"
import { OfferedPrices } from "./offers.ts"
import { aboveExposureCap, feeBasisPoints, type PaymentTerms, requirementFor } from "./paymentTerms.ts"
import { decodePaymentHeader, MalformedPayment, type Payment } from "./protocol/Payment.ts"
import { bindingOf, claimOf } from "./protocol/paymentIdentity.ts"
import { type Requirement, sameRequirement } from "./protocol/Requirement.ts"
import { fromHeader } from "./protocol/wire.ts"
import { Settlements } from "./settlement/Settlements.ts"
import { DeclinedPayments } from "./store/declinedPayments.ts"
import { checkOffline } from "./verify/examine.ts"
import { Verifier } from "./verify/Verifier.ts"

/** The payment option of a caller that presents a payment, after the payment was decoded, compared with the offer, and verified on chain. */
export const acceptPayment = Effect.fnUntraced(
  function* (terms: PaymentTerms, quote: Quote, header: string) {
    const chain = yield* Chain
    const verifier = yield* Verifier
    const { transferOnChain } = yield* Settlements
    const payment = yield* Effect.fromResult(Result.mapError(readPayment(header, quote.resource?.paymentHeader), refused))
    const price = yield* priceFor(payment, quote)
    const requirement = requirementFor(chain, terms, { ...quote, max: price })
    const now = BigInt(Math.floor((yield* Clock.currentTimeMillis) / 1000))

    const mismatch = aboveExposureCap(terms, quote) ?? requestMismatch(payment, quote) ?? requirementMismatch(payment, requirement)
    if (mismatch !== undefined) return yield* mismatch
    const invalid = checkOffline(payment, requirement, now) ?? validTooLong(payment, terms, now)
    if (invalid !== undefined) return yield* refused(invalid)
    const { from } = payment.authorization
    // One round trip: the requests go out side by side.
    const [verdict, balance, code] = yield* Effect.all(
      [verifier.verifyPayment(payment, requirement, now), chain.balanceOf(from), chain.codeAt(from)],
      { concurrency: "unbounded" },
    )
    const isUsed = verdict._tag === "Invalid" && verdict.reason === "invalid_exact_evm_nonce_already_used"
    // The transfer is the payment, no matter which account submitted it.
    const usedInBlock = isUsed ? yield* transferOnChain(payment.authorization) : undefined
    if (verdict._tag === "Invalid" && usedInBlock === undefined) return yield* refused(verdict)

    const { resource } = quote
    const authorization = verdict._tag === "Valid" ? verdict.authorization : payment.authorization
    const declined = yield* (yield* DeclinedPayments).count(from)
    // A contract may change its mind after the simulation.
    const mayNotPay = declined >= terms.declinedUntilUpfront || code !== "0x" || authorization.deploys !== undefined
    const settlesFirst = requirement.flow === "upfront" || usedInBlock !== undefined || mayNotPay
    const option: PaymentOption = {
      rail: "x402",
      account: `x402:${authorization.from}`,
      settles: settlesFirst ? "before_dispatch" : "before_answer",
      feeBasisPoints,
      cost: price,
      ...(price === quote.max ? {} : { max: price }),
      opens: { creditLimit: terms.exposureCap, transit: true },
      // Money that has moved already is in no balance.
      ...(usedInBlock === undefined ? { maxHeld: microUsd(balance) } : {}),
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
        ...(usedInBlock === undefined ? {} : { usedInBlock }),
      }),
    }
    return option
  },
  (accepted, { verifyWithinMs }) =>
    Effect.timeoutOrElse(accepted, {
      duration: verifyWithinMs,
      orElse: () => Effect.fail(new Unavailable({ message: `the chain did not answer within ${verifyWithinMs / 1000} seconds` })),
    }),
  Effect.catchTag("ChainUnavailable", ({ message }) => new Unavailable({ message })),
)

/** The current price, or a recent one that was offered for the same request. */
const priceFor = Effect.fnUntraced(function* ({ authorization: { value } }: Payment, { max, resource }: Quote) {
  if (value === max || resource === undefined) return max
  return (yield* (yield* OfferedPrices).isOffered(bindingOf(resource), value)) ? microUsd(value) : max
})

/** A call whose payment stays unsettled holds its money until the payment has expired. */
const validTooLong = ({ authorization: { validBefore } }: Payment, { maxValidSeconds }: PaymentTerms, now: bigint) =>
  validBefore <= now + BigInt(maxValidSeconds)
    ? undefined
    : {
        reason: "invalid_exact_evm_payload_authorization_valid_before",
        message: `the payment is valid until ${validBefore}, which is more than ${maxValidSeconds} seconds from now (${now}): sign one with a validBefore of at most ${now + BigInt(maxValidSeconds)}`,
      }

/** The two headers have the same encoding, so the payment's own version number decides. A refusal names the header that was sent. */
const readPayment = (header: string, sentIn?: string): Result.Result<Payment, MalformedPayment> => {
  const read = recentPayments.get(header)
  if (read !== undefined) return Result.succeed(read)
  const decoded = decodeHeader(header, sentIn)
  if (Result.isFailure(decoded)) return decoded
  if (recentPayments.size >= maxRecentPayments) recentPayments.delete(recentPayments.keys().next().value!)
  recentPayments.set(header, decoded.success)
  return decoded
}

/** A request reads its payment three times: for its name, to refuse a malformed one, and to accept it. At most 4 MB. */
const recentPayments = new Map<string, Payment>()
const maxRecentPayments = 128

const decodeHeader = (header: string, sentIn: string | undefined): Result.Result<Payment, MalformedPayment> => {
  const json = fromHeader(header)
  const name = isVersion1(Result.getOrUndefined(json)) ? "X-PAYMENT" : "PAYMENT-SIGNATURE"
  return Result.mapError(decodePaymentHeader(name, header), ({ message, reason }) => {
    const naming = sentIn === undefined ? message : message.replace(/^The header [A-Z-]+/, `The header ${sentIn}`)
    return new MalformedPayment({ reason, message: naming })
  })
}

export const malformation = (header: string, sentIn: string): string | undefined => {
  const payment = readPayment(header, sentIn)
  return Result.isFailure(payment) ? payment.failure.message : undefined
}

const isVersion1 = (json: unknown) => typeof json === "object" && json !== null && "x402Version" in json && json.x402Version === 1

/** The message has no full stop, because the order's refusal continues the sentence. */
const refused = ({ message, reason }: { readonly reason: string; readonly message: string }) =>
  new Gap({ code: reason, message: `${reason}: ${message.replace(/\.$/, "")}` })

/** The URL is not signed. But a client that names the URL that it pays for has not agreed to pay for another one. */
const requestMismatch = ({ resource: paidUrl }: Payment, { resource }: Quote) => {
  if (paidUrl === undefined || resource === undefined) return undefined
  const { href, origin, pathname } = new URL(resource.url)
  // A long offer omits the query, or the query and the path.
  if ([resource.url, href, `${origin}${pathname}`, origin].includes(paidUrl)) return undefined
  return refused({
    reason: "resource_mismatch",
    message: `the payment is for ${paidUrl.slice(0, 200)}, and this is another request: sign a payment for this request`,
  })
}

/** Version 2 sends the requirement that the client accepted. Version 1 shows it only in the amount. */
const requirementMismatch = (payment: Payment, requirement: Requirement) => {
  const { value } = payment.authorization
  if (value !== requirement.amount) {
    return refused({
      reason: "invalid_exact_evm_payload_authorization_value_mismatch",
      message: `the payment is for ${toDecimal(microUsd(value))} USD and the call costs ${toDecimal(microUsd(requirement.amount))} USD: the price may have changed, sign the new offer`,
    })
  }
  if (payment.accepted === undefined || sameRequirement(payment.accepted, requirement)) return undefined
  return refused({
    reason: "invalid_payment_requirements",
    message: "the payment accepted other requirements than the offered ones: sign the current offer",
  })
}

/**
 * Stands in for an Idempotency-Key that the request does not have: the client's own name of its payment (extension `payment-identifier`),
 * or the payment itself. A repeated request then gets the answer of the first one and no new 402. `payload` is part of the hash that
 * distinguishes a repetition from another request.
 */
export const identify = (header: string): { readonly key: string; readonly payload: string } | undefined => {
  const payment = readPayment(header)
  if (Result.isFailure(payment)) return undefined
  const { from, nonce, signature } = payment.success.authorization
  return { key: `payment:${payment.success.identifier ?? `${from}:${nonce}`}`, payload: `${from} ${nonce} ${signature}` }
}
