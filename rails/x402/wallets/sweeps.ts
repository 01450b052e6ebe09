import { Effect, Metric } from "effect"
import type { Authorization } from "../evm/authorization.ts"
import { balancesAt } from "../evm/balances.ts"
import { Chain } from "../evm/Chain.ts"
import type { PaymentTerms } from "../paymentTerms.ts"
import { AfterStep } from "../settlement/SettlementQueue.ts"
import { Settlements } from "../settlement/Settlements.ts"
import { dueByOrganisation, endSweep, type FormerAddress, formerAddresses, openSweeps, storeSweep, type Sweep } from "../store/sweeps.ts"
import { Phrases } from "./Phrases.ts"
import { Signer, type TypedData } from "./Signer.ts"
import { Wallets } from "./Wallets.ts"

/** More would delay the settlements of calls in the same queue. */
const maxOpen = 100
const addressesPerPage = 200
const walletsPerRound = 1_000
/** A sweep that cannot be settled is given up after this time of the chain, and the next one is of what is there then. */
const validForSeconds = 3_600n

const openSweepCount = Metric.gauge("farthing_x402_sweeps_open", {
  description: "Transfers from addresses of an earlier wallet phrase to current addresses that are not final yet",
})

/** `afterMs`: how long after a rotation the first sweep begins. `minimum`: gas is not spent on less, in micro-units. */
export interface SweepOptions {
  readonly afterMs: number
  readonly minimum: bigint
}

/**
 * One round after a rotation: gives wallets their new address, submits open sweeps to the settlement queue, and opens new ones. Any node may
 * stop anywhere, and several may run at once: an address has one open sweep, with one nonce. Returns the number of new sweeps.
 */
export const sweepWallets = Effect.fnUntraced(function* (terms: PaymentTerms, options: SweepOptions, search = true) {
  const phrases = yield* Effect.flatMap(Phrases, ({ all }) => all)
  const [current, ...earlier] = phrases
  if (earlier.length === 0) return 0
  const signer = yield* Signer
  if (!signer.phrases.includes(current.fingerprint)) return 0
  yield* Effect.flatMap(Wallets, ({ renew }) => renew(walletsPerRound))
  // Calls of the former address may be reserved for some seconds after the rotation, by a node that has not read it yet.
  let begun = 0
  if (search && current.secondsAgo * 1000 >= options.afterMs) {
    for (const { fingerprint, generation } of earlier) {
      if (signer.phrases.includes(fingerprint)) begun += yield* beginSweeps(terms, generation, options.minimum)
    }
  }
  yield* submitSweeps
  return begun
})

const roundsWithoutSearch = 5

/** The rounds of one process: a search reads every former address, so it is made in every sixth round, or when the last round has begun sweeps. */
export const sweepRounds = (terms: PaymentTerms, options: SweepOptions) => {
  let rest = 0
  return Effect.suspend(() => {
    const search = rest === 0
    return Effect.map(sweepWallets(terms, options, search), (begun) => {
      rest = search ? (begun > 0 ? 0 : roundsWithoutSearch) : rest - 1
    })
  })
}

/** Stores a sweep for each address of a generation that has more than its open calls need. */
const beginSweeps = Effect.fnUntraced(function* (terms: PaymentTerms, generation: number, minimum: bigint) {
  const afterStep = yield* AfterStep
  const before = (yield* openSweeps(maxOpen)).length
  let open = before
  for (let after = ""; open < maxOpen;) {
    const page = yield* formerAddresses(generation, after, addressesPerPage)
    const { surplus, time } = yield* surplusOf(terms, generation, page)
    for (const { address, current, organisation } of page) {
      const value = surplus.get(address) ?? 0n
      if (value < minimum || open >= maxOpen) continue
      const sweep = { organisation, generation, sender: address, receiver: current, value, validBefore: time + validForSeconds }
      if (!(yield* storeSweep(sweep))) continue
      open++
      yield* afterStep("journaled")
    }
    if (page.length < addressesPerPage) break
    after = page.at(-1)!.address
  }
  return open - before
})

/**
 * By address, in micro-units: its balance in the newest and in the last final block, whichever is lower, without what its open calls need.
 * The calls are read before the balances: a call that is paid in between counts twice, and what it leaves is swept later.
 */
export const surplusOf = Effect.fnUntraced(function* (
  { confirmations }: PaymentTerms,
  generation: number,
  page: ReadonlyArray<Pick<FormerAddress, "address" | "organisation">>,
) {
  const chain = yield* Chain
  const due = yield* dueByOrganisation(
    generation,
    page.map(({ organisation }) => organisation),
  )
  const addresses = page.map(({ address }) => address)
  const { number, timestamp } = yield* chain.head
  const depth = BigInt(confirmations - 1)
  const newest = yield* balancesAt(addresses, number)
  const final = yield* balancesAt(addresses, number > depth ? number - depth : 0n)
  const surplus = new Map(
    page.map(({ address, organisation }) => {
      const [a, b] = [newest.get(address)!, final.get(address)!]
      return [address, (a < b ? a : b) - (due.get(organisation) ?? 0n)]
    }),
  )
  return { surplus, newest, time: timestamp }
})

/** Submits every open sweep. One that was submitted before joins its settlement in the queue. */
const submitSweeps = Effect.gen(function* () {
  const open = yield* openSweeps(maxOpen)
  yield* Effect.forEach(
    open,
    (sweep) =>
      Effect.catch(submit(sweep), ({ message }) => Effect.logWarning(`x402: the sweep of ${sweep.sender} is repeated later: ${message}`)),
    { concurrency: 8, discard: true },
  )
  yield* Metric.update(openSweepCount, open.length)
})

const submit = Effect.fnUntraced(function* (sweep: Sweep) {
  const { generation, id, nonce, organisation, receiver, sender, validBefore, value } = sweep
  const { asset, network } = yield* Chain
  const signer = yield* Signer
  const { fingerprint } = yield* Effect.flatMap(Phrases, ({ ofGeneration }) => ofGeneration(generation))
  if (!signer.phrases.includes(fingerprint)) return
  const data: TypedData = {
    primaryType: "TransferWithAuthorization",
    domain: { name: asset.name, version: asset.version, chainId: network.chainId, verifyingContract: asset.address },
    message: { from: sender, to: receiver, value, validAfter: 0n, validBefore, nonce },
  }
  const authorization: Authorization = { ...data.message, signature: yield* signer.sign(organisation, fingerprint, data) }
  const settlements = yield* Settlements
  const state = yield* settlements.settle(authorization, `sweep:${id}`, 0)
  if (state._tag === "Included" && state.final) yield* endSweep(id, { state: "done", hash: state.hash, reason: null })
  if (state._tag === "Rejected")
    yield* endSweep(id, { state: "failed", hash: null, reason: `${state.reason}: ${state.message}`.slice(0, 500) })
})
