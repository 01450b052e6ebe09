import { Effect } from "effect"
import type { CheckoutChainShape, CheckoutProof, SeenPayment } from "../../../domain/connect/CheckoutChain.ts"
import { type ChainNode, ChainNodes } from "../evm/ChainNodes.ts"
import { type Hex, lowerCase } from "../evm/hex.ts"
import { paymentIn, type ProvenPayment } from "./paymentIn.ts"
import { checkoutOfTopic, checkoutPaidTopic, type SplitPayment, type SplitterTerms } from "./splitter.ts"

/** What the configured nodes show. Money is only taken as received, or as not received, if every one of them agrees. */
const allNodes = Effect.flatMap(ChainNodes, ({ all }) => all)

/** What one node shows about a transaction. */
type Sight =
  | ({ readonly _tag: "Paid"; readonly blockNumber: bigint; readonly blockHash: Hex; readonly final: boolean } & ProvenPayment)
  | { readonly _tag: "NotPaid"; readonly reverted: boolean; readonly final: boolean }
  | { readonly _tag: "Absent"; readonly isKnown: boolean }

const sightOf = Effect.fnUntraced(function* (
  node: ChainNode,
  hash: Hex,
  terms: SplitterTerms,
  expected: SplitPayment,
  confirmations: number,
) {
  // The receipt is read before the head: a block that is counted as a confirmation was there after the receipt's.
  const receipt = yield* node.receipt(hash)
  if (receipt === undefined) return { _tag: "Absent", isKnown: yield* node.hasTransaction(hash) } satisfies Sight
  const { number } = yield* node.head
  const final = number - receipt.blockNumber + 1n >= BigInt(confirmations)
  const proven = paymentIn(receipt, terms, expected)
  if (proven === undefined) return { _tag: "NotPaid", reverted: !receipt.succeeded, final } satisfies Sight
  const { blockHash, blockNumber } = receipt
  return { _tag: "Paid", ...proven, blockNumber, blockHash: lowerCase(blockHash), final } satisfies Sight
})

const unknownReason =
  "No node of the network knows this transaction. If it was sent, it still counts as soon as it is in a block: the checkout is never paid twice."

const pending = (reason: string): CheckoutProof => ({ _tag: "Pending", reason })

/** A reorg can put a transaction into another block in which it succeeds, or fails: only what is final is proven. */
export const proofFrom = (sights: ReadonlyArray<Sight>, hash: Hex): CheckoutProof => {
  const paid = sights.filter((sight) => sight._tag === "Paid")
  const [first] = paid
  if (first !== undefined) {
    if (paid.some(({ blockHash }) => blockHash !== first.blockHash)) return pending("The nodes show the transaction in different blocks.")
    const { blockHash, blockNumber, buyer, logIndex } = first
    const final = paid.length === sights.length && paid.every((sight) => sight.final)
    return { _tag: "Paid", buyer, transactionHash: hash, blockNumber, blockHash, logIndex, final }
  }
  const unpaid = sights.find((sight) => sight._tag === "NotPaid")
  if (unpaid === undefined) {
    const isKnown = sights.some((sight) => sight._tag === "Absent" && sight.isKnown)
    return isKnown ? pending("The transaction is in no block yet.") : { _tag: "Unknown", reason: unknownReason }
  }
  const reason = unpaid.reverted
    ? "The transaction was reverted: it moved no money."
    : "The transaction does not pay this checkout: it has no payment of exactly these parts."
  if (sights.every((sight) => sight._tag === "NotPaid" && sight.final)) return { _tag: "NotPaid", reason }
  return pending(`${reason} It is not final yet.`)
}

/** What became of a transaction. One request to each node for its receipt, and one for its head, or without a receipt for the transaction. */
export const readProof = Effect.fnUntraced(function* (hash: Hex, terms: SplitterTerms, expected: SplitPayment, confirmations: number) {
  const nodes = yield* allNodes
  const sights = yield* Effect.forEach(nodes, (node) => sightOf(node, hash, terms, expected, confirmations), { concurrency: "unbounded" })
  return proofFrom(sights, hash)
})

/** Blocks in one request for logs. Nodes limit it. */
const blocksPerSearch = 2_000n
/** Of one search. A search that finds more ends at a block before them, and the next one continues there. */
const maxPayments = 5_000

/**
 * The split events of up to 2,000 blocks from `fromBlock` on. The next search repeats the blocks that are not final, since a reorg may put a payment into one of them.
 * A payment that any node shows is in the answer, and blocks that one node does not have yet are searched again.
 */
export const readPayments = Effect.fnUntraced(function* (fromBlock: bigint, splitters: ReadonlyArray<Hex>, confirmations: number) {
  const nodes = yield* allNodes
  const searches = yield* Effect.forEach(
    nodes,
    Effect.fnUntraced(function* (node) {
      const { number: head } = yield* node.head
      if (head < fromBlock) return { end: fromBlock - 1n, payments: [] }
      const last = fromBlock + blocksPerSearch - 1n
      const toBlock = last < head ? last : head
      const logs = yield* node.logs({ address: splitters, fromBlock, toBlock, topics: [checkoutPaidTopic] })
      const payments = logs.slice(0, maxPayments).flatMap(({ hash, topics }): ReadonlyArray<SeenPayment> => {
        const checkout = checkoutOfTopic(topics[1])
        return checkout === undefined ? [] : [{ checkout, transactionHash: lowerCase(hash) }]
      })
      const cut = logs.length > maxPayments ? logs[maxPayments]?.blockNumber : undefined
      const final = head - BigInt(confirmations)
      const end = cut === undefined ? toBlock : cut - 1n
      return { end: end < final ? end : final, payments }
    }),
    { concurrency: "unbounded" },
  )
  const end = searches.reduce((lowest, search) => (search.end < lowest ? search.end : lowest), searches[0]?.end ?? fromBlock - 1n)
  const seen = new Map(
    searches.flatMap(({ payments }) => payments).map((payment) => [`${payment.checkout} ${payment.transactionHash}`, payment]),
  )
  return { payments: [...seen.values()], nextBlock: end >= fromBlock ? end + 1n : fromBlock }
}) satisfies (...args: never) => Effect.Effect<Effect.Success<ReturnType<CheckoutChainShape["findPayments"]>>, unknown, ChainNodes>

/** 2,000 blocks back at the node that is behind. */
export const searchStart = Effect.gen(function* () {
  const heads = yield* Effect.forEach(yield* allNodes, ({ head }) => head, { concurrency: "unbounded" })
  const lowest = heads.reduce((block, { number }) => (number < block ? number : block), heads[0]?.number ?? 0n)
  return lowest < blocksPerSearch ? 0n : lowest - blocksPerSearch
})
