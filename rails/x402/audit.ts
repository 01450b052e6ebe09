import { Array, type Context, Effect } from "effect"
import { SqlClient } from "effect/sql/SqlClient"
import { pad } from "viem"
import { Unavailable } from "../../domain/rail/Rail.ts"
import type { RailAudit } from "../RailModule.ts"
import { fromTables } from "../RailUnavailable.ts"
import { openUnclaimed, type UnclaimedPayment } from "./store/unclaimed.ts"
import { Chain, ChainUnavailable, type Log } from "./evm/Chain.ts"
import { type ChainNode, ChainNodes } from "./evm/ChainNodes.ts"
import { authorizationUsedTopic, transferTopic } from "./evm/contracts.ts"
import { type Hex, lowerCase } from "./evm/hex.ts"
import type { PaymentTerms } from "./paymentTerms.ts"
import { claimOf } from "./protocol/paymentIdentity.ts"
import {
  accountedTransfers,
  callsSettledIn,
  claimedPayments,
  type PaidTransfer,
  transferKey,
  type UsedAuthorization,
} from "./store/bookedPayments.ts"

/** About an hour on a chain with two-second blocks. */
const blocks = 2_000n
/** Nodes limit the range of one request for logs, the number of logs that it returns and the number of topics. */
const blocksPerQuery = 500n
const payersPerQuery = 400
/** Of transfers that no row explains. Anybody can send tokens to the gateway, so the requests to the node have this bound. */
const maxExamined = 2_000

/** What `farthing ledger audit` compares on this rail. What is being settled at this moment is left out. */
export const x402Audit = (context: Context.Context<Chain | ChainNodes | SqlClient>, terms: PaymentTerms): RailAudit => {
  const unreadable = <A, E extends { readonly message: string }>(check: Effect.Effect<A, E, Chain | ChainNodes | SqlClient>) =>
    check.pipe(
      Effect.mapError(({ message }) => new Unavailable({ message })),
      Effect.provide(context),
    )
  return {
    [`each x402 payment to the gateway in the last ${blocks} final blocks is one of a call, a deposit or a caller of /settle`]: unreadable(
      unbookedPayments(terms),
    ),
    "each x402 payment that no call took is credited": Effect.map(unreadable(openUnclaimed(100)), (open) => open.map(unclaimedBreach)),
    [`each call that was settled in the last ${blocks} final blocks has its transfer on chain`]: unreadable(missingTransfers(terms)),
  }
}

const unclaimedBreach = ({ hash, logIndex, payer, value }: UnclaimedPayment) =>
  `transaction ${hash}, log ${logIndex}: ${payer} paid ${value} micro-USD and no call took it: credit an organisation with farthing x402 credit`

/** The last final blocks with their transfers to the gateway, by one node: with two, one may lag and return no logs without an error. */
const readTransfers = Effect.fnUntraced(function* ({ confirmations, payTo }: PaymentTerms) {
  const nodes = yield* Effect.flatMap(ChainNodes, ({ all }) => all)
  const read = Effect.fnUntraced(function* (node: ChainNode) {
    const to = (yield* node.head).number - BigInt(confirmations) + 1n
    const from = to < blocks ? 0n : to - blocks + 1n
    return { from, to, node, transfers: yield* transfersTo(node, payTo, from, to) }
  })
  const noNode = Effect.suspend(() => new ChainUnavailable({ message: "there is no node" }))
  return yield* nodes.reduceRight((otherwise: ReturnType<typeof read>, node) => Effect.catch(read(node), () => otherwise), noNode)
})

const logsOf = (node: ChainNode, from: bigint, to: bigint, topics: Parameters<ChainNode["logs"]>[0]["topics"]) => {
  const spans: Array<{ readonly fromBlock: bigint; readonly toBlock: bigint }> = []
  for (let fromBlock = from; fromBlock <= to; fromBlock += blocksPerQuery) {
    const end = fromBlock + blocksPerQuery - 1n
    spans.push({ fromBlock, toBlock: end < to ? end : to })
  }
  return Effect.map(
    Effect.forEach(spans, (span) => node.logs({ ...span, topics }), { concurrency: 2 }),
    (logs) => logs.flat(),
  )
}

const topicOf = (address: string): Hex => lowerCase(pad(lowerCase(address)))
const addressIn = (topic: Hex | undefined): Hex => lowerCase(`0x${(topic ?? "0x").slice(-40)}`)

const transferOf = ({
  blockNumber,
  data,
  hash,
  logIndex,
  topics,
}: Log & { readonly hash: Hex; readonly blockNumber: bigint }): PaidTransfer => ({
  block: blockNumber,
  payer: addressIn(topics[1]),
  hash: lowerCase(hash),
  logIndex,
  value: BigInt(data),
})

/** The transfers to the gateway in a range of blocks, both ends included, as one node has them. */
export const transfersTo = (node: ChainNode, payTo: Hex, from: bigint, to: bigint) =>
  Effect.map(logsOf(node, from, to, [transferTopic, null, topicOf(payTo)]), (logs) =>
    logs.map(transferOf).filter(({ value }) => value > 0n),
  )

/** The chain is read before the tables: a payment is in the tables before it can be final, unless somebody else submitted it. */
const unbookedPayments = Effect.fnUntraced(function* (terms: PaymentTerms) {
  const { from, node, to, transfers } = yield* readTransfers(terms)
  const unbooked = yield* paymentsWithoutCall(terms, { from, node, to, transfers }, "calls_and_facilitator")
  return unbooked.map(
    ({ hash, logIndex, nonce, payer, value }) =>
      `transaction ${hash}, log ${logIndex}: ${payer} paid ${value} micro-USD by authorization ${nonce}, and no call, deposit or caller of the facilitator has this payment`,
  )
})

/** The transfers that were made by an authorization, and that no call, deposit or, by `accounting`, caller of the facilitator accounts for. */
export const paymentsWithoutCall = Effect.fnUntraced(function* (
  terms: PaymentTerms,
  { from, node, to, transfers }: Effect.Success<ReturnType<typeof readTransfers>>,
  accounting: "calls_and_facilitator" | "calls",
) {
  const sql = yield* SqlClient
  const token = yield* tokenOf
  const accounted = yield* fromTables(accountedTransfers(sql, token, lowerCase(terms.payTo), transfers, accounting))
  const unexplained = transfers.filter(({ hash, logIndex }) => !accounted.has(`${hash}:${logIndex}`))
  if (unexplained.length > maxExamined) {
    const message = `${unexplained.length} transfers to the gateway are in no table, more than the ${maxExamined} that are examined.`
    return yield* new ChainUnavailable({ message })
  }
  const payers = Array.chunksOf([...new Set(unexplained.map(({ payer }) => topicOf(payer)))], payersPerQuery)
  const uses = yield* Effect.forEach(payers, (some) => logsOf(node, from, to, [authorizationUsedTopic, some]))
  const used = usedAuthorizations(unexplained, uses.flat()).map((payment) => ({
    ...payment,
    claim: claimOf(token.network, token.asset, { from: lowerCase(payment.payer), nonce: lowerCase(payment.nonce) }),
  }))
  const claimed = yield* fromTables(claimedPayments(sql, token, used))
  return used.filter(({ claim }) => !claimed.has(claim))
})

/**
 * The transfers that were made by an authorization: the last event of their transaction before them, of this payer. Other transfers are no
 * payments: an operator may send tokens to its own address.
 */
const usedAuthorizations = (
  transfers: ReadonlyArray<PaidTransfer>,
  uses: ReadonlyArray<Log & { readonly hash: Hex }>,
): ReadonlyArray<Omit<UsedAuthorization, "claim">> => {
  const byTransaction = Map.groupBy(uses, ({ hash, topics }) => `${lowerCase(hash)} ${addressIn(topics[1])}`)
  return transfers.flatMap((transfer) => {
    const before = byTransaction.get(`${transfer.hash} ${transfer.payer}`)?.filter(({ logIndex }) => logIndex < transfer.logIndex) ?? []
    const use = before.reduce<Log | undefined>((last, log) => (last === undefined || log.logIndex > last.logIndex ? log : last), undefined)
    return use === undefined ? [] : [{ ...transfer, nonce: lowerCase(use.topics[2] ?? "0x") }]
  })
}

const missingTransfers = Effect.fnUntraced(function* (terms: PaymentTerms) {
  const sql = yield* SqlClient
  const { from, to, transfers } = yield* readTransfers(terms)
  const onChain = new Set(transfers.map(transferKey))
  const calls = yield* fromTables(callsSettledIn(sql, yield* tokenOf, lowerCase(terms.payTo), from, to))
  return calls.flatMap(({ call, due, hash, logIndex, payer, proven }) => {
    if (proven !== due) return [`call ${call}: ${due} micro-USD booked, ${proven} in its proof`]
    const isThere = onChain.has(transferKey({ hash, logIndex, payer, value: BigInt(proven) }))
    return isThere ? [] : [`call ${call}: ${payer} did not pay ${proven} micro-USD in transaction ${hash}, log ${logIndex}`]
  })
})

export const tokenOf = Effect.map(Chain, ({ asset, network }) => ({ network: network.caip2, asset: lowerCase(asset.address) }))
