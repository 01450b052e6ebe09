import { Clock, Effect } from "effect"
import { isHex } from "viem"
import type { Checkout } from "../../../domain/connect/Checkout.ts"
import type { RelayAnswer } from "../../../domain/connect/CheckoutChain.ts"
import { type Authorization, digestOf } from "../evm/authorization.ts"
import { Chain, ChainUnavailable } from "../evm/Chain.ts"
import { settlingCall } from "../evm/contracts.ts"
import { type Hex, lowerCase } from "../evm/hex.ts"
import { signerOf, unwrapSignature } from "../evm/signatures.ts"
import { checkoutReference } from "../settlement/gasShares.ts"
import { Settlements, type SettlementState } from "../settlement/Settlements.ts"
import { isSignedBy } from "../verify/walletSignature.ts"
import { splitPayment, splitterRefusal } from "./splitter.ts"
import { type CheckoutTerms, domainOf, relayCall, signedUntil, splitterTerms } from "./walletRequests.ts"

const maxSignatureCharacters = 16_384
/** An authorization must be valid for at least this many more seconds, so that it can still be settled. */
const minSecondsLeft = 6n

const refused = (reason: string) => ({ _tag: "Refused", reason }) as const

/** The authorization that pays a checkout without gas of the buyer. Everything but the signature follows from the checkout. */
export const gaslessAuthorization = (terms: CheckoutTerms, checkout: Checkout, buyer: Hex, signature: Hex): Authorization => {
  const { address } = splitterTerms(terms)
  const { amount, payment } = splitPayment(splitterTerms(terms), checkout)
  return {
    from: lowerCase(buyer),
    to: address,
    value: amount,
    validAfter: 0n,
    validBefore: signedUntil(checkout),
    nonce: payment,
    signature,
    receiver: { contract: address, data: relayCall(terms, checkout, buyer, signature) },
  }
}

/** Checks a buyer's signature as the facilitator checks a payment, and hands it to the settlement queue, whose gas it pays from the marketplace's share. */
export const relayPayment = Effect.fnUntraced(function* (
  terms: CheckoutTerms,
  factories: ReadonlyArray<Hex>,
  checkout: Checkout,
  buyer: Hex,
  given: string,
) {
  const settlements = yield* Settlements
  const reference = checkoutReference(checkout.marketplace, checkout.id)
  const earlier = yield* settlements.lookup(gaslessAuthorization(terms, checkout, buyer, "0x"), reference)
  if (earlier !== undefined) return relayAnswerOf(earlier)
  const checked = yield* checkSignature(terms, factories, checkout, buyer, given)
  if (checked._tag === "Refused") return checked
  const blocked = yield* settlements.blockedReason(reference)
  // Nothing is stored yet, so the buyer can pay in another way at once.
  if (blocked !== undefined) return refused(`The gateway sends no payments now: ${blocked}. Pay with a transaction of your own wallet.`)
  const settlement = yield* settlements.settle(checked.authorization, reference, 0)
  if (settlement._tag === "Pending" && settlement.resubmit === true) return yield* new ChainUnavailable({ message: settlement.reason })
  return relayAnswerOf(settlement)
})

const relayAnswerOf = (settlement: SettlementState): RelayAnswer =>
  settlement._tag === "Rejected" ? refused(settlement.message) : { _tag: "Accepted", transactionHash: settlement.hash }

type Checked = { readonly _tag: "Checked"; readonly authorization: Authorization } | ReturnType<typeof refused>

/** A signature that the splitter and the token accept in a simulation with the gas of the transaction. */
const checkSignature = Effect.fnUntraced(function* (
  terms: CheckoutTerms,
  factories: ReadonlyArray<Hex>,
  checkout: Checkout,
  buyer: Hex,
  given: string,
): Effect.fn.Return<Checked, ChainUnavailable, Chain> {
  const chain = yield* Chain
  const notSigned = refused(`The signature is not of ${buyer} for this checkout: sign the typed data of this checkout again.`)
  if (given.length > maxSignatureCharacters || !isHex(given)) return notSigned
  const unwrapped = unwrapSignature(given)
  if (unwrapped._tag === "None") return notSigned
  const { deploys, signature } = unwrapped.value
  const until = signedUntil(checkout)
  const { timestamp } = yield* chain.head
  const now = BigInt(Math.floor((yield* Clock.currentTimeMillis) / 1000))
  if (until < now + minSecondsLeft || until < timestamp + minSecondsLeft)
    return refused("The signature has expired, and so has the checkout.")
  const isWallet = (yield* chain.codeAt(buyer)) !== "0x"
  const digest = digestOf(domainOf(terms), gaslessAuthorization(terms, checkout, buyer, "0x"))
  const keySigned = isWallet ? undefined : signerOf(digest, signature)
  if (!isWallet && deploys !== undefined && !factories.some((factory) => lowerCase(factory) === deploys.factory)) {
    return refused(`Wallets that ${deploys.factory} deploys are not accepted: deploy the wallet first, or pay with a transaction.`)
  }
  if (!isWallet && deploys === undefined && keySigned?.address !== lowerCase(buyer)) return notSigned
  if ((isWallet || deploys !== undefined) && !(yield* isSignedBy(buyer, digest, isWallet ? signature : (given as Hex)))) return notSigned
  const authorization: Authorization = {
    ...gaslessAuthorization(terms, checkout, buyer, keySigned?.address === lowerCase(buyer) ? keySigned.signature : signature),
    ...(isWallet || deploys === undefined ? {} : { deploys }),
  }
  const simulated = yield* chain.simulate(settlingCall(chain.asset.address, authorization))
  if (simulated._tag === "Succeeded") return { _tag: "Checked", authorization }
  const [balance, used] = yield* Effect.all([chain.balanceOf(buyer), chain.authorizationUsed(buyer, authorization.nonce)], {
    concurrency: "unbounded",
  })
  if (balance < checkout.amount) {
    return refused(`The wallet has ${usdc(balance)} USDC, and the checkout costs ${usdc(checkout.amount)} USDC. Nothing was sent.`)
  }
  if (used) return refused("This signature was used or cancelled already.")
  const reason = splitterRefusal(simulated.data) ?? simulated.reason ?? "no reason is given"
  return refused(`The payment would fail: ${reason.slice(0, 200)}. Nothing was sent.`)
})

/** Micro-units as a decimal with 6 places. */
export const usdc = (amount: bigint): string => `${amount / 1_000_000n}.${String(amount % 1_000_000n).padStart(6, "0")}`
