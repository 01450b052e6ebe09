import { Effect } from "effect"
import { Chain, type ChainUnavailable, type Inclusion } from "../evm/Chain.ts"
import {
  authorizationKey,
  markIncluded,
  markRejected,
  markReorganised,
  selectSettlements,
  type SettlementRow,
} from "../store/settlements.ts"
import { type AuthorizationUse, authorizationUses, findAuthorizationUse, inclusionIn } from "./authorizationUses.ts"
import { AfterStep, SettlementQueue } from "./SettlementQueue.ts"

/**
 * Up to 4,000 settlements that are not final, the oldest first. Settlements that the token refuses come last, so a flood of unpayable
 * authorizations cannot delay the others.
 */
export const openSettlements = Effect.gen(function* () {
  const { sql, token } = yield* SettlementQueue
  return yield* selectSettlements(
    sql,
    token,
    sql`not s.announced and s.state in ('waiting', 'sent', 'included')
      order by s.reason is not null, case when s.reason is null then s.created_at else s.not_before end limit 4000`,
  )
})

/** Finds the uses of all open authorizations in one request, and records which settlements are included, final, reorganised or rejected. */
export const recordInclusions = Effect.fnUntraced(function* (open: ReadonlyArray<SettlementRow>, head: bigint) {
  if (open.length === 0) return
  const { options } = yield* SettlementQueue
  const uses = yield* authorizationUses(open, firstBlock(open, head, BigInt(options.blocksPerQuery)), head)
  const useOf = new Map(uses.map((use) => [authorizationKey(use), use]))
  const changes = yield* Effect.forEach(open, (row) => changeOf(row, useOf.get(authorizationKey(row)), head), { concurrency: 32 })
  yield* store(changes)
})

/** The oldest block that can hold one of the uses, at most `maxBlocks` back. */
const firstBlock = (open: ReadonlyArray<SettlementRow>, head: bigint, maxBlocks: bigint) => {
  // Settlements that the token refuses are looked up one by one when they are retried.
  const oldest = open
    .filter(({ reason }) => reason === null)
    .reduce((block, row) => ((row.blockNumber ?? row.sinceBlock) < block ? (row.blockNumber ?? row.sinceBlock) : block), head)
  return head - oldest < maxBlocks ? oldest : head - maxBlocks + 1n
}

/** What the chain shows about one settlement; undefined if nothing has changed. */
type Change =
  | { readonly _tag: "Included"; readonly row: SettlementRow; readonly inclusion: Inclusion; readonly final: boolean }
  | { readonly _tag: "Reorganised"; readonly row: SettlementRow }
  | { readonly _tag: "Rejected"; readonly row: SettlementRow; readonly message: string }
  | undefined

const changeOf = Effect.fnUntraced(function* (
  row: SettlementRow,
  use: AuthorizationUse | undefined,
  head: bigint,
): Effect.fn.Return<Change, ChainUnavailable, Chain | SettlementQueue> {
  const { options } = yield* SettlementQueue
  if (use === undefined) {
    if (row.state !== "included" || row.blockNumber === null) return undefined
    return head - row.blockNumber < BigInt(options.blocksPerQuery) ? { _tag: "Reorganised", row } : yield* changeFromOldBlock(row, head)
  }
  const final = head - use.blockNumber + 1n >= BigInt(options.confirmations)
  if (row.state === "included" && !final && row.hash === use.hash && row.blockHash === use.blockHash) return undefined
  return yield* changeFromReceipt(row, use, final)
})

/** An included settlement whose block is too old for the common request. This happens if no node has watched the chain for hours. */
const changeFromOldBlock = Effect.fnUntraced(function* (
  row: SettlementRow,
  head: bigint,
): Effect.fn.Return<Change, ChainUnavailable, Chain | SettlementQueue> {
  const chain = yield* Chain
  const { options } = yield* SettlementQueue
  const receipt = row.hash === null ? undefined : yield* chain.receipt(row.hash)
  const inclusion = receipt && inclusionIn(receipt, chain.asset.address, row)
  if (inclusion !== undefined) {
    return { _tag: "Included", row, inclusion, final: head - inclusion.blockNumber + 1n >= BigInt(options.confirmations) }
  }
  return (yield* chain.authorizationUsed(row.payer, row.nonce)) ? undefined : { _tag: "Reorganised", row }
})

const changeFromReceipt = Effect.fnUntraced(function* (
  row: SettlementRow,
  use: AuthorizationUse,
  final: boolean,
): Effect.fn.Return<Change, ChainUnavailable, Chain> {
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

const store = Effect.fnUntraced(function* (changes: ReadonlyArray<Change>) {
  const { sql, token } = yield* SettlementQueue
  const afterStep = yield* AfterStep
  const included = changes.filter((change) => change?._tag === "Included")
  const reorganised = changes.filter((change) => change?._tag === "Reorganised").map(({ row }) => row)
  if (included.length > 0) {
    yield* markIncluded(
      sql,
      token,
      included.map(({ final, inclusion, row }) => ({ ...inclusion, payer: row.payer, nonce: row.nonce, final })),
    )
    yield* afterStep("included")
    if (included.some(({ final }) => final)) yield* afterStep("final")
  }
  if (reorganised.length > 0) {
    yield* Effect.logWarning(`x402: a reorg removed the blocks of ${reorganised.length} transfers. Their transactions are broadcast again`)
    yield* markReorganised(sql, token, reorganised)
  }
  for (const change of changes) {
    if (change?._tag === "Rejected") {
      yield* markRejected(sql, token, change.row, "invalid_exact_evm_nonce_already_used", change.message)
    }
  }
})

/** Records the use of an authorization that the token reports as used, although the common request did not find it: it is further back. */
export const recordOlderInclusion = Effect.fnUntraced(function* (row: SettlementRow, head: bigint) {
  const { options } = yield* SettlementQueue
  const use = yield* findAuthorizationUse(row, head, options.blocksPerQuery)
  if (use !== undefined) {
    return yield* store([yield* changeFromReceipt(row, use, head - use.blockNumber + 1n >= BigInt(options.confirmations))])
  }
  yield* Effect.logError(
    `x402: authorization ${row.nonce} of ${row.payer} was used, but no node returns its transfer: search for it in an archive node`,
  )
})
