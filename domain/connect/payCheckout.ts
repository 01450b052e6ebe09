import { Effect, Result } from "effect"
import { MarketplaceSuspended } from "./Marketplaces.ts"
import { PaymentNotFound } from "../ledger/errors.ts"
import { ServiceUnavailable } from "../Refusal.ts"
import type { Unavailable } from "../rail/Rail.ts"
import { Checkouts, type CheckoutRecord } from "./Checkouts.ts"
import { configuredChain } from "./createCheckout.ts"
import { AlreadyPaid, PaymentInProgress, SellerSuspended, TransactionUsed, WalletCannotPay } from "./refusals.ts"
import {
  checkoutCancelled,
  checkoutExpired,
  CheckoutInput,
  type CheckoutStep,
  type ClaimProblem,
  statusAt,
  transition,
} from "./transition.ts"

/** The checkout of a page. Its id is the credential: who has the link can pay and cancel it. */
export const findCheckout = Effect.fnUntraced(function* (id: string) {
  const record = yield* (yield* Checkouts).find(id.toLowerCase())
  return record ?? (yield* notThere())
})

/** Decides and writes, under the lock of the checkout. */
export const changeCheckout = Effect.fnUntraced(function* <I extends CheckoutInput>({ checkout: { id } }: CheckoutRecord, input: I) {
  const changed = yield* (yield* Checkouts).change(id, (checkout, now) => transition(checkout, input, now))
  return changed ?? (yield* notThere())
})

/** What the buyer's wallet has to do. Nothing moves, and nothing is written. */
export const preparePayment = Effect.fnUntraced(function* (id: string, buyer: string) {
  const [chain, record] = [yield* configuredChain(), yield* findCheckout(id)]
  yield* requireOpen(record)
  return { record, instructions: yield* chain.instructions(record.checkout, buyer).pipe(orRefused) }
})

/** The one transaction that pays with the buyer's signed permit. */
export const preparePermit = Effect.fnUntraced(function* (id: string, buyer: string, signature: string) {
  const [chain, record] = [yield* configuredChain(), yield* findCheckout(id)]
  yield* requireOpen(record)
  return yield* chain.permitTransaction(record.checkout, buyer, signature).pipe(orRefused)
})

/** Takes the claim that this transaction pays the checkout. One that is on chain counts also after the checkout has ended. */
export const presentTransaction = Effect.fnUntraced(function* (id: string, hash: string) {
  const [chain, checkouts] = [yield* configuredChain(), yield* Checkouts]
  const record = yield* findCheckout(id)
  const status = statusAt(record.checkout, record.now)
  const hasEnded = status === "expired" || status === "cancelled"
  const isUsed = yield* checkouts.isUsed(hash, record.checkout.id)
  if (!hasEnded && !isUsed) return yield* changeCheckout(record, CheckoutInput.Presented({ hash, buyer: null }))
  const proof = yield* chain.prove(record.checkout, hash).pipe(orUnreadable)
  if (proof._tag === "Paid") return yield* changeCheckout(record, CheckoutInput.Proven({ hash, proof }))
  if (isUsed) {
    return yield* new TransactionUsed({
      message: "This transaction has paid another checkout and did not pay this one. No money moved for this checkout.",
    })
  }
  return yield* status === "cancelled" ? checkoutCancelled() : checkoutExpired()
})

/**
 * Sends the payment that the buyer has signed. The checkout is confirming before the signature is accepted, so that it cannot be cancelled or
 * expire while the money is on its way.
 */
export const relayPayment = Effect.fnUntraced(function* (id: string, buyer: string, signature: string) {
  const [chain, record] = [yield* configuredChain(), yield* findCheckout(id)]
  yield* requireOpen(record)
  const confirming = yield* beginRelay(record, buyer)
  // Where the chain does not answer, the worker finds out whether the signature was accepted.
  const relayed = yield* chain.relay(confirming.checkout, buyer, signature).pipe(orUnreadable)
  if (relayed._tag === "Accepted") {
    const { transactionHash: hash } = relayed
    return hash === null ? confirming : yield* changeCheckout(record, CheckoutInput.Presented({ hash, buyer }))
  }
  yield* changeCheckout(record, CheckoutInput.Proven({ hash: null, proof: { _tag: "NotPaid", reason: relayed.reason } }))
  return yield* new WalletCannotPay({ message: `${relayed.reason} Nothing was sent, and no money moved.` })
})

/** Of two signatures at once one begins: the refusal of the other one must not end what the first has begun. */
const beginRelay = Effect.fnUntraced(function* ({ checkout: { id } }: CheckoutRecord, buyer: string) {
  const begun = yield* (yield* Checkouts).change(id, (checkout, now): Result.Result<CheckoutStep, PaymentInProgress | ClaimProblem> =>
    checkout.status === "confirming"
      ? Result.fail(inProgress())
      : transition(checkout, CheckoutInput.Presented({ hash: null, buyer }), now),
  )
  return begun ?? (yield* notThere())
})

export const cancelCheckout = (id: string) =>
  Effect.flatMap(findCheckout(id), (record) => changeCheckout(record, CheckoutInput.Cancelled()))

/** A payment can begin: the checkout is open and both who are paid may be paid. */
const requireOpen = Effect.fnUntraced(function* ({ checkout, marketplaceSuspended, now, seller }: CheckoutRecord) {
  switch (statusAt(checkout, now)) {
    case "paid":
      return yield* new AlreadyPaid({ message: "This checkout is paid. Do not pay again: nothing more was taken." })
    case "confirming":
      return yield* inProgress()
    case "cancelled":
      return yield* checkoutCancelled()
    case "expired":
      return yield* checkoutExpired()
    case "pending":
    case "failed":
  }
  if (seller.status === "suspended") {
    return yield* new SellerSuspended({ message: "This seller is suspended and cannot be paid now. No money moved." })
  }
  if (marketplaceSuspended) {
    return yield* new MarketplaceSuspended({ message: "This marketplace is suspended, so nothing can be paid on it now. No money moved." })
  }
})

const inProgress = () =>
  new PaymentInProgress({
    message:
      "A payment of this checkout is being confirmed. Do not pay again: read its status. It is decided within 10 minutes, or within one if no node of the network knows the transaction. No money moved by this request.",
  })

const notThere = () => new PaymentNotFound({ message: "There is no checkout with this id. No money moved." })

const unreadable = (message: string) =>
  new ServiceUnavailable({ message: `The chain could not be read now. ${message}`, retryAfterSeconds: 3 })

/** Of a payment that was presented: a signature may have been taken before the chain failed. */
const orUnreadable = <A, R>(read: Effect.Effect<A, Unavailable, R>) =>
  Effect.catchTag(read, "Unavailable", () =>
    unreadable("Whether this payment was taken is not known yet. Read the status before you pay again: a checkout is never paid twice."),
  )

const orRefused = <A, R>(read: Effect.Effect<A, Unavailable | { readonly _tag: "PaymentRefused"; readonly message: string }, R>) =>
  Effect.catch(read, (error): Effect.Effect<never, ServiceUnavailable | WalletCannotPay> =>
    Effect.fail(
      error._tag === "Unavailable"
        ? unreadable("No money moved. Try again.")
        : new WalletCannotPay({ message: `${error.message} No money moved.` }),
    ),
  )
