import { Effect, Option } from "effect"
import type { Call, PaymentOption } from "../../domain/ledger/state.ts"
import { microUsd } from "../../domain/money/Money.ts"
import { type Buyer, Declined, Gap, type Pending, type Quote, type Rail, Unavailable } from "../../domain/rail/Rail.ts"
import { acceptPayment, identify, malformation } from "./acceptPayment.ts"
import { type Evidence, evidenceOf, railOutcome, referenceOf, walletEvidence } from "./callRecords.ts"
import { chainCheck } from "./chainCheck.ts"
import { Chain } from "./evm/Chain.ts"
import { OfferedPrices, recordedChallenge } from "./offers.ts"
import { aboveExposureCap, aboveTransferLimit, feeBasisPoints, type PaymentTerms } from "./paymentTerms.ts"
import { checkPayment, detailsOf, receiptFor } from "./paymentViews.ts"
import { description } from "./settings.ts"
import { Settlements } from "./settlement/Settlements.ts"
import { DeclinedPayments } from "./store/declinedPayments.ts"
import { authorizationId } from "./store/settlements.ts"
import { Verifier } from "./verify/Verifier.ts"
import { walletAccount } from "./wallets/deposits.ts"
import type { Phrases } from "./wallets/Phrases.ts"
import type { Signer } from "./wallets/Signer.ts"
import { type Wallet, Wallets } from "./wallets/Wallets.ts"

/**
 * A payment that the caller presents is verified, claimed, settled before the answer, and proven by its log on chain. Without one the
 * organisation's managed wallet pays later, from the balance of its ledger account.
 */
export const makeRail = Effect.fnUntraced(function* (
  terms: PaymentTerms,
  options: { readonly healthCacheMs: number } = { healthCacheMs: 1_000 },
) {
  const context = yield* Effect.context<Chain | Verifier | Settlements | Wallets | Signer | Phrases | OfferedPrices | DeclinedPayments>()
  const chain = yield* Chain
  const settlements = yield* Settlements
  const declinedPayments = yield* DeclinedPayments
  const wallets = yield* Wallets
  const check = yield* chainCheck(options.healthCacheMs)

  const settle = (call: Call, { authorization, usedInBlock }: Evidence, waitMs: number) =>
    Effect.flatMap(settlements.settle(authorization, referenceOf(call, authorization), waitMs, usedInBlock), (settlement) =>
      railOutcome(chain, authorization, settlement),
    )

  /** A payer that does not pay for delivered calls pays before its next ones. */
  const countDeclined = <A>({ delivered }: Call, { authorization }: Evidence, outcome: Effect.Effect<A, Declined>) =>
    delivered ? Effect.tapError(outcome, () => declinedPayments.record(authorizationId(authorization))) : outcome

  /** A call waits for a block only as long as the chain answers: without it there is nothing to wait for. */
  const settleWhileChainAnswers = (call: Call, evidence: Evidence) =>
    Effect.flatMap(settle(call, evidence, Math.min(terms.answerWithinMs, firstWaitMs)), (outcome) => {
      if (outcome._tag === "Settled" || terms.answerWithinMs <= firstWaitMs) return Effect.succeed(outcome)
      return Effect.matchEffect(check, {
        onFailure: () => Effect.succeed(outcome),
        onSuccess: () => settle(call, evidence, terms.answerWithinMs - firstWaitMs),
      })
    })

  /** The payment was never submitted and is unused on chain. A delivered call is settled now; any other waits until the payment has expired. */
  const settleOrExpire = Effect.fnUntraced(
    function* (call: Call, evidence: Evidence) {
      if (call.delivered) return yield* settle(call, evidence, lookupWaitMs)
      const { number } = yield* chain.head
      const final = yield* chain.block(number > BigInt(terms.confirmations) ? number - BigInt(terms.confirmations) : 0n)
      const { from, nonce, validBefore } = evidence.authorization
      if (final === undefined || final.timestamp <= validBefore) return untilExpiry
      // The node may lag. Check the authorization again at a final block after `validBefore`.
      if (yield* chain.authorizationUsed(from, nonce, final.number)) return untilExpiry
      return yield* new Declined({
        message: "invalid_exact_evm_payload_authorization_valid_before: the authorization expired before it was settled",
      })
    },
    Effect.catchTag("ChainUnavailable", ({ message }) => Effect.succeed<Pending>({ _tag: "Pending", reason: message })),
  )

  const rail: Rail = {
    id: "x402",
    description,
    paymentHeaders: ["payment-signature", "x-payment"],
    check,
    offer: (buyer, quote, presented) =>
      presented === undefined
        ? Effect.andThen(check, offerFromWallet(wallets, terms, buyer, quote))
        : Effect.andThen(check, Effect.provide(acceptPayment(terms, quote, presented), context)),
    settle: (call) =>
      Effect.suspend(() => {
        const evidence = evidenceOf(call)
        if (Option.isNone(evidence)) return Effect.succeed(paidLater)
        return countDeclined(call, evidence.value, settleWhileChainAnswers(call, evidence.value))
      }),
    lookup: Effect.fnUntraced(function* (call) {
      const evidence = evidenceOf(call)
      if (Option.isNone(evidence)) return paidLater
      const { authorization } = evidence.value
      const settlement = yield* settlements.lookup(authorization, referenceOf(call, authorization))
      const outcome = settlement === undefined ? settleOrExpire(call, evidence.value) : railOutcome(chain, authorization, settlement)
      return yield* countDeclined(call, evidence.value, outcome)
    }),
    mayMoveUntil: (call) =>
      Option.getOrUndefined(Option.map(evidenceOf(call), ({ authorization }) => Number(authorization.validBefore) * 1000)),
    challenge: (_buyer, quote, refused) =>
      check.pipe(
        Effect.flatMap(() => Effect.provide(recordedChallenge(terms, quote, refused), context)),
        Effect.catch(() => Effect.undefined),
      ),
    identify,
    malformation,
    setting: {
      name: "x402_signer",
      values: signers,
      chosen: (organisation) =>
        Effect.mapBoth(wallets.get(organisation), {
          onSuccess: ({ signer }) => signer,
          onFailure: ({ message }) => new Unavailable({ message }),
        }),
      choose: (organisation, value) =>
        Effect.mapError(
          wallets.setSigner(organisation, value === "caller" ? "caller" : "managed"),
          ({ message }) => new Unavailable({ message }),
        ),
    },
    receipt: (call) => receiptFor(chain, call),
    details: (call) => Effect.provide(detailsOf(call), context),
    verify: (call) => Effect.provide(checkPayment(terms, call), context),
    identity: ({ organisation }) =>
      wallets.get(organisation).pipe(
        Effect.map(({ address, signer }) => ({
          network: chain.network.caip2,
          ...(signer === "managed" ? { walletAddress: address } : {}),
        })),
        Effect.orElseSucceed(() => ({ network: chain.network.caip2 })),
      ),
  }
  return rail
})

const lookupWaitMs = 5_000
const firstWaitMs = 3_000
const paidLater: Pending = { _tag: "Pending", reason: "the wallet's payment is on its way to the chain" }
const untilExpiry: Pending = { _tag: "Pending", reason: "the payment was not submitted; the call stays open until the payment has expired" }

/** Signs if a call carries no payment: the organisation's managed wallet; without one every call must carry a payment. */
const signers: ReadonlyArray<Wallet["signer"]> = ["managed", "caller"]

/** The account may be empty: the ledger then takes the option of another rail. */
const offerFromWallet = (
  wallets: Wallets["Service"],
  terms: PaymentTerms,
  { organisation }: Buyer,
  quote: Quote,
): Effect.Effect<PaymentOption, Gap | Unavailable> =>
  wallets.get(organisation).pipe(
    Effect.mapError(({ message }) => new Unavailable({ message })),
    Effect.flatMap(({ generation, signer }) =>
      signer === "caller"
        ? (aboveExposureCap(terms, quote) ?? callerMustSign)
        : (aboveTransferLimit(terms, quote) ?? Effect.succeed<PaymentOption>(fromWallet(quote, generation))),
    ),
  )

const callerMustSign = new Gap({
  code: "payment_required",
  message:
    "callers of this organisation sign their payments: sign an offer of the PAYMENT-REQUIRED header and send it in PAYMENT-SIGNATURE (or X-PAYMENT)",
})

const fromWallet = ({ max }: Quote, generation: number): PaymentOption => ({
  rail: "x402",
  account: walletAccount,
  settles: "later",
  feeBasisPoints,
  cost: max,
  opens: { creditLimit: microUsd(0n) },
  ...signedBy(generation),
})

/** The phrase that signs is fixed with the reservation: a rotation changes only later calls. */
const signedBy = (generation: number) => {
  const evidence = walletEvidence(generation)
  return evidence === null ? {} : { evidence }
}
