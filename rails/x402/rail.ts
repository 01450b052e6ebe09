import { Effect, Option } from "effect"
import type { Call, PaymentOption } from "../../domain/ledger/state.ts"
import { type Buyer, Declined, Gap, type Pending, type Quote, type Rail, Unavailable } from "../../domain/rail/Rail.ts"
import { challengeFor, OfferedPrices } from "./offers.ts"
import { type Evidence, evidenceOf, railOutcome, referenceOf } from "./callRecords.ts"
import { acceptPayment, identify } from "./acceptPayment.ts"
import { checkPayment, detailsOf, receiptFor } from "./paymentViews.ts"
import { Chain } from "./evm/Chain.ts"
import { description } from "./settings.ts"
import { bindingOf } from "./protocol/paymentIdentity.ts"
import { Settlements } from "./settlement/Settlements.ts"
import { aboveTransfer, feeBasisPoints, type PaymentTerms } from "./paymentTerms.ts"
import { Verifier } from "./verify/Verifier.ts"
import { walletAccount } from "./wallets/deposits.ts"
import { type Wallet, Wallets } from "./wallets/Wallets.ts"

/**
 * The rail over its parts. A payment that the caller presents is verified, claimed, settled before the answer and proven by
 * its log on chain; without one the organisation's wallet pays later, from what its account in the books says it has.
 */
export const makeRail = Effect.fnUntraced(function* (
  terms: PaymentTerms,
  options: { readonly healthKeptMs: number } = { healthKeptMs: 1_000 },
) {
  const context = yield* Effect.context<Chain | Verifier | Settlements | Wallets | OfferedPrices>()
  const chain = yield* Chain
  const settlements = yield* Settlements
  const wallets = yield* Wallets
  const healthy = yield* chainHealth(options.healthKeptMs)

  const settle = (call: Call, evidence: Evidence, waitMs: number) =>
    Effect.flatMap(settlements.settle(evidence.authorization, referenceOf(call, evidence.authorization), waitMs), (settlement) =>
      railOutcome(chain, evidence.authorization, settlement),
    )

  /** Never asked for, and not used on chain: it is asked for now where there is something to pay for, and runs out elsewhere. */
  const settleOrExpire = Effect.fnUntraced(
    function* (call: Call, evidence: Evidence) {
      if (call.delivered) return yield* settle(call, evidence, lookupWaitMs)
      const { number } = yield* chain.head
      const deep = yield* chain.block(number > BigInt(terms.confirmations) ? number - BigInt(terms.confirmations) : 0n)
      const { from, nonce, validBefore } = evidence.authorization
      if (deep === undefined || deep.timestamp <= validBefore) return waiting
      // Whoever said that it is unused may have been behind: the block that it ran out before is asked.
      if (yield* chain.authorizationUsed(from, nonce, deep.number)) return waiting
      return yield* new Declined({ message: "invalid_exact_evm_payload_authorization_valid_before: it ran out before it was settled" })
    },
    Effect.catchTag("ChainUnavailable", ({ message }) => Effect.succeed<Pending>({ _tag: "Pending", reason: message })),
  )

  const rail: Rail = {
    id: "x402",
    description,
    paymentHeaders: ["payment-signature", "x-payment"],
    check: healthy,
    offer: (buyer, quote, proof) =>
      proof === undefined
        ? Effect.andThen(healthy, fundFromWallet(wallets, terms, buyer, quote))
        : Effect.tap(Effect.provide(acceptPayment(terms, buyer, quote, proof), context), healthy),
    settle: (call) =>
      Effect.suspend(() => {
        const evidence = evidenceOf(call)
        return Option.isNone(evidence) ? Effect.succeed(inItsTime) : settle(call, evidence.value, terms.answerWithinMs)
      }),
    lookup: Effect.fnUntraced(function* (call) {
      const evidence = evidenceOf(call)
      if (Option.isNone(evidence)) return inItsTime
      const { authorization } = evidence.value
      const settlement = yield* settlements.lookup(authorization, referenceOf(call, authorization))
      return settlement === undefined ? yield* settleOrExpire(call, evidence.value) : yield* railOutcome(chain, authorization, settlement)
    }),
    challenge: (_buyer, quote) =>
      healthy.pipe(
        Effect.flatMap(() => Effect.provide(offerFor(terms, quote), context)),
        Effect.catch(() => Effect.undefined),
      ),
    identify,
    setting: {
      name: "x402_signer",
      values: signers,
      choose: (organisation, value) =>
        Effect.mapError(
          wallets.choose(organisation, value === "caller" ? "caller" : "managed"),
          ({ message }) => new Unavailable({ message }),
        ),
    },
    receipt: (call) => receiptFor(chain, call),
    details: (call) => Effect.provide(detailsOf(call), context),
    verify: (call) => Effect.provide(checkPayment(terms, call), context),
    identity: ({ organisation }) =>
      wallets.of(organisation).pipe(
        Effect.map(({ address, signer }) => ({
          network: chain.network.caip2,
          ...(signer === "managed" ? { walletAddress: address } : {}),
        })),
        Effect.orElseSucceed(() => ({ network: chain.network.caip2 })),
      ),
  }
  return rail
})

/** What is offered stays payable until it expires, whatever the price is by then. */
const offerFor = Effect.fnUntraced(function* (terms: PaymentTerms, quote: Quote) {
  const challenge = challengeFor(yield* Chain, terms, quote)
  if (challenge !== undefined && quote.resource !== undefined) {
    yield* (yield* OfferedPrices).keep(bindingOf(quote.resource), quote.max, terms.maxTimeoutSeconds)
  }
  return challenge
})

/** The organisation's own wallet: its account may hold nothing, and then another rail is taken. */
const fundFromWallet = (
  wallets: Wallets["Service"],
  terms: PaymentTerms,
  { organisation }: Buyer,
  quote: Quote,
): Effect.Effect<PaymentOption, Gap | Unavailable> =>
  wallets.of(organisation).pipe(
    Effect.mapError(({ message }) => new Unavailable({ message })),
    Effect.flatMap(({ signer }) =>
      signer === "caller" ? callerSigns : (aboveTransfer(terms, quote) ?? Effect.succeed<PaymentOption>(fromWallet(quote))),
    ),
  )

const callerSigns = new Gap({
  code: "payment_required",
  message: "this organisation signs its payments itself: send one in PAYMENT-SIGNATURE (or X-PAYMENT) for what PAYMENT-REQUIRED offers",
})

const fromWallet = ({ max }: Quote): PaymentOption => ({
  rail: "x402",
  account: walletAccount,
  settles: "later",
  feeBasisPoints,
  cost: max,
  opens: { creditLimit: 0n as PaymentOption["cost"] },
})

/** Who signs where a call carries no payment: the organisation's managed wallet, or nobody but its callers. */
const signers: ReadonlyArray<Wallet["signer"]> = ["managed", "caller"]
const lookupWaitMs = 5_000
const inItsTime: Pending = { _tag: "Pending", reason: "the wallet's payment is on its way to the chain" }
const waiting: Pending = { _tag: "Pending", reason: "the payment was not submitted; it is waited for until it has run out" }

/** Whether the chain answers and settlements are sent to it, as it was at most `keptMs` ago: every paid call asks, whoever pays it in the end. */
export const chainHealth = Effect.fnUntraced(function* (keptMs: number) {
  const chain = yield* Chain
  const { checkDomain } = yield* Verifier
  const { blockedReason: obstacle } = yield* Settlements
  // Once: by another name or version than the token's own, no payment would ever be good.
  const domain = yield* once(checkDomain)
  const asked = Effect.andThen(chain.head, domain).pipe(
    Effect.flatMap(() => obstacle),
    Effect.catch(({ message }) => Effect.succeed(`the chain does not answer: ${message}`)),
  )
  const kept = keptMs === 0 ? asked : yield* Effect.cachedWithTTL(asked, `${keptMs} millis`)
  return Effect.flatMap(kept, (why) => (why === undefined ? Effect.void : new Unavailable({ message: why })))
})
/** The effect until it succeeds, then nothing. */
const once = <E>(effect: Effect.Effect<void, E>) =>
  Effect.sync(() => {
    let done = false
    return Effect.suspend(() => (done ? Effect.void : Effect.tap(effect, () => Effect.sync(() => void (done = true)))))
  })
