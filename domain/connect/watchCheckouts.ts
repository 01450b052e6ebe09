import { Effect, Metric } from "effect"
import type { Unavailable } from "../rail/Rail.ts"
import type { Checkout } from "./Checkout.ts"
import { CheckoutChain, type CheckoutChainShape, type CheckoutProof } from "./CheckoutChain.ts"
import { Checkouts, type DueCheckout } from "./Checkouts.ts"
import { changeCheckout } from "./payCheckout.ts"
import { confirmWithinMs, CheckoutInput, statusAt } from "./transition.ts"

/** Checkouts of one pass, and how many of them read the chain at once. */
const batch = 64
const atOnce = 8

const looks = Metric.counter("farthing_checkout_looks_total", {
  description: "Checkouts that the worker of this node looked at, because they expire, are being confirmed, or were paid in the last hour.",
  incremental: true,
})
const chainFailures = Metric.counter("farthing_checkout_chain_failures_total", {
  description: "Looks at a checkout that ended because the chain could not be read. They change nothing and are repeated.",
  incremental: true,
})
const foundPayments = Metric.counter("farthing_checkout_payments_seen_total", {
  description: "Payments of checkouts that the search of the chain brought up, presented or not.",
  incremental: true,
})

/** Looks at the checkouts whose time has come. One that fails is looked at again later and delays no other. */
export const lookAtDue = Effect.gen(function* () {
  const checkouts = yield* Checkouts
  const due = yield* checkouts.claimDue(batch)
  yield* Metric.update(looks, due.length)
  const look = (one: DueCheckout) =>
    lookAt(one).pipe(
      Effect.catchTag("Unavailable", () => Effect.andThen(Metric.update(chainFailures, 1), checkouts.postpone(one))),
      Effect.catchCause((cause) => Effect.logWarning(`checkout ${one.checkout.id} could not be looked at`, cause)),
    )
  yield* Effect.forEach(due, look, { concurrency: atOnce, discard: true })
})

const lookAt = Effect.fnUntraced(function* (due: DueCheckout) {
  const chain = yield* CheckoutChain
  const { checkout, now } = due
  const { status, transactionHash } = checkout
  if (status === "confirming" || status === "paid") {
    if (chain === undefined) return
    const proof = yield* proofOf(chain, checkout, now)
    return yield* changeCheckout(due, CheckoutInput.Proven({ hash: transactionHash, proof }))
  }
  if (statusAt(checkout, now) !== status && chain !== undefined && !(yield* wasSearched(chain.network, due))) return
  return yield* changeCheckout(due, CheckoutInput.TimePassed())
})

/** How long an expiry waits for the search of the chain, which may still bring up a payment of the last second. */
const maxSearchWaitMs = 120_000

const wasSearched = Effect.fnUntraced(function* (network: string, { checkout: { expiresAt }, now }: DueCheckout) {
  if (now >= expiresAt + maxSearchWaitMs) return true
  const at = yield* (yield* Checkouts).searchedAt(network)
  return at !== undefined && at >= expiresAt
})

/** How long a relayed signature that was not stored may still be on its way. */
const relayGraceMs = 60_000

/** What the chain shows of the transaction that was presented, and of the signature that the gateway relays. */
const proofOf = Effect.fnUntraced(function* (chain: CheckoutChainShape, checkout: Checkout, now: number) {
  const { buyer, confirmBy, transactionHash } = checkout
  const relayed = buyer === null ? undefined : yield* chain.proveRelay(checkout, buyer)
  if (relayed?._tag === "Paid") return relayed
  const presented = transactionHash === null ? undefined : yield* chain.prove(checkout, transactionHash)
  if (presented?._tag === "Paid") return presented
  if (relayed?._tag === "Pending") return relayed
  const presentedAt = (confirmBy ?? now) - confirmWithinMs
  return presented ?? relayed ?? (now > presentedAt + relayGraceMs ? notRelayed : onItsWay)
})

const notRelayed: CheckoutProof = { _tag: "NotPaid", reason: "The signed payment did not reach the chain, and no money moved. Pay again." }
const onItsWay: CheckoutProof = { _tag: "Pending", reason: "The signed payment is on its way." }

/**
 * Searches the chain for payments that were not presented, or came late. One node at a time; where the search fails, the next one begins at the
 * same block.
 */
export const searchPayments = Effect.gen(function* () {
  const [chain, checkouts] = [yield* CheckoutChain, yield* Checkouts]
  if (chain === undefined) return
  const claim = yield* checkouts.claimSearch(chain.network)
  if (claim === undefined) return
  const { nextBlock, payments } = yield* chain.findPayments(claim.fromBlock ?? (yield* chain.searchStart), yield* checkouts.splitters)
  yield* Effect.forEach(payments, (seen) => settleSeen(chain, seen), { concurrency: atOnce, discard: true })
  yield* checkouts.finishSearch(chain.network, nextBlock, claim.begunAt)
})

const settleSeen = Effect.fnUntraced(function* (
  chain: CheckoutChainShape,
  seen: { readonly checkout: string; readonly transactionHash: string },
) {
  const record = yield* (yield* Checkouts).find(seen.checkout)
  if (record === undefined || record.checkout.status === "paid") return
  const hash = seen.transactionHash
  const proof: CheckoutProof = yield* chain.prove(record.checkout, hash) satisfies Effect.Effect<CheckoutProof, Unavailable>
  // An event of other parts or another token pays nothing.
  if (proof._tag !== "Paid") return
  yield* Metric.update(foundPayments, 1)
  yield* changeCheckout(record, CheckoutInput.Proven({ hash, proof }))
})
