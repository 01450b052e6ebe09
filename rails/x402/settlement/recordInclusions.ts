import { Effect } from "effect"
import { Chain, type ChainUnavailable, type Inclusion } from "../evm/Chain.ts"
import { authorizationKey, markIncluded, markRejected, markReorganised, type SettlementRow, settlementRows } from "../store/settlements.ts"
import { AfterStep, SettlementQueue } from "./SettlementQueue.ts"
import { type AuthorizationUse, authorizationUses, findAuthorizationUse, inclusionIn } from "./authorizationUses.ts"

const atOnce = 32

/**
 * All that is not final, oldest first. Bounded: what does not fit is looked at when the others are through. Those that the
 * token refuses come last, each in its turn: whoever signs without end what cannot be paid holds nobody up.
 */
export const openSettlements = Effect.gen(function* () {
  const { place, sql } = yield* SettlementQueue
  return yield* settlementRows(
    sql,
    place,
    sql`s.state in ('waiting', 'sent', 'included') 
      order by s.reason is not null, case when s.reason is null then s.created_at else s.not_before end limit 4000`,
  )
})

/**
 * Asks the chain where the open authorizations were used, all in one request, and takes each to where it is: in a block,
 * final, taken back by a reorg, or used for something else.
 */
export const recordInclusions = Effect.fnUntraced(function* (open: ReadonlyArray<SettlementRow>, head: bigint) {
  if (open.length === 0) return
  const { options } = yield* SettlementQueue
  const uses = new Map(
    (yield* authorizationUses(open, firstBlock(open, head, BigInt(options.blocksAtOnce)), head)).map((use) => [authorizationKey(use), use]),
  )
  const found = yield* Effect.forEach(open, (row) => finding(row, uses.get(authorizationKey(row)), head), { concurrency: atOnce })
  yield* apply(found)
})

/** The oldest block that one of them can be in, within what is looked through at once. */
const firstBlock = (open: ReadonlyArray<SettlementRow>, head: bigint, most: bigint) => {
  // Those that are refused are asked for one by one when they are tried again.
  const oldest = open
    .filter(({ reason }) => reason === null)
    .reduce((block, row) => ((row.blockNumber ?? row.sinceBlock) < block ? (row.blockNumber ?? row.sinceBlock) : block), head)
  return head - oldest < most ? oldest : head - most + 1n
}

/** What was found out about one authorization: where it is, that it is there no more, or that it can never be. */
type Finding =
  | { readonly _tag: "Included"; readonly row: SettlementRow; readonly inclusion: Inclusion; readonly final: boolean }
  | { readonly _tag: "Reorganised"; readonly row: SettlementRow }
  | { readonly _tag: "Rejected"; readonly row: SettlementRow; readonly message: string }
  | undefined

const finding = Effect.fnUntraced(function* (
  row: SettlementRow,
  use: AuthorizationUse | undefined,
  head: bigint,
): Effect.fn.Return<Finding, ChainUnavailable, Chain | SettlementQueue> {
  const { options } = yield* SettlementQueue
  if (use === undefined) {
    if (row.state !== "included" || row.blockNumber === null) return undefined
    return head - row.blockNumber < BigInt(options.blocksAtOnce) ? { _tag: "Reorganised", row } : yield* longAgo(row, head)
  }
  const final = head - use.blockNumber + 1n >= BigInt(options.confirmations)
  if (row.state === "included" && !final && row.hash === use.hash && row.blockHash === use.blockHash) return undefined
  return yield* proven(row, use, final)
})

/** In a block that is too far back to be looked through with the others: nobody watched the chain for hours. */
const longAgo = Effect.fnUntraced(function* (
  row: SettlementRow,
  head: bigint,
): Effect.fn.Return<Finding, ChainUnavailable, Chain | SettlementQueue> {
  const chain = yield* Chain
  const { options } = yield* SettlementQueue
  const receipt = row.hash === null ? undefined : yield* chain.receipt(row.hash)
  const inclusion = receipt && inclusionIn(receipt, chain.asset.address, row)
  if (inclusion !== undefined) {
    return { _tag: "Included", row, inclusion, final: head - inclusion.blockNumber + 1n >= BigInt(options.confirmations) }
  }
  return (yield* chain.authorizationUsed(row.payer, row.nonce)) ? undefined : { _tag: "Reorganised", row }
})

/** What the receipt of a use proves. */
const proven = Effect.fnUntraced(function* (
  row: SettlementRow,
  use: AuthorizationUse,
  final: boolean,
): Effect.fn.Return<Finding, ChainUnavailable, Chain> {
  const chain = yield* Chain
  const receipt = use.cancelled ? undefined : yield* chain.receipt(use.hash)
  if (receipt === undefined && !use.cancelled) return undefined
  const inclusion = receipt && inclusionIn(receipt, chain.asset.address, row)
  if (inclusion !== undefined) return { _tag: "Included", row, inclusion, final }
  if (row.state === "included") return { _tag: "Reorganised", row }
  if (!final) return undefined
  const message = use.cancelled
    ? "The payer has cancelled this authorization."
    : `The payer used this nonce for another transfer, in ${use.hash}.`
  return { _tag: "Rejected", row, message }
})

const apply = Effect.fnUntraced(function* (found: ReadonlyArray<Finding>) {
  const { place, sql } = yield* SettlementQueue
  const between = yield* AfterStep
  const included = found.filter((one) => one?._tag === "Included")
  const reorganised = found.filter((one) => one?._tag === "Reorganised").map(({ row }) => row)
  if (included.length > 0) {
    yield* markIncluded(
      sql,
      place,
      included.map(({ final, inclusion, row }) => ({ ...inclusion, payer: row.payer, nonce: row.nonce, final })),
    )
    yield* between("included")
    if (included.some(({ final }) => final)) yield* between("final")
  }
  if (reorganised.length > 0) {
    yield* Effect.logWarning(`${reorganised.length} transfers are in no block any more: a reorg. They are offered again`)
    yield* markReorganised(sql, place, reorganised)
  }
  for (const one of found) {
    if (one?._tag === "Rejected") yield* markRejected(sql, place, one.row, "invalid_exact_evm_nonce_already_used", one.message)
  }
})

/** Used according to the token, yet in none of the blocks that are looked through: looked for further back. */
export const recordOlderInclusion = Effect.fnUntraced(function* (row: SettlementRow, head: bigint) {
  const { options } = yield* SettlementQueue
  const use = yield* findAuthorizationUse(row, head, options.blocksAtOnce)
  if (use !== undefined) return yield* apply([yield* proven(row, use, head - use.blockNumber + 1n >= BigInt(options.confirmations))])
  yield* Effect.logError(`authorization ${row.nonce} of ${row.payer} was used, but its transfer was not found: look for it in an archive`)
})
