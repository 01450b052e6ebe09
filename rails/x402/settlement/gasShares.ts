import { Effect } from "effect"
import type { CheckoutId, MarketplaceId } from "../../../domain/connect/ids.ts"
import { gasFor, transferGas } from "../evm/contracts.ts"
import { gasCommittedToday, type GasLimits, type ShareKind } from "../store/gas.ts"
import type { GasFee, SettlementQueue } from "./SettlementQueue.ts"

/** The reference of a settlement that a caller of the facilitator requested. It pays for no call of this gateway. */
export const facilitatorReference = (caller: string): string => `facilitator:${caller}`.slice(0, 200)

/** The reference of a checkout's payment that the gateway relays. */
export const checkoutReference = (marketplace: MarketplaceId, checkout: CheckoutId): string => `checkout:${marketplace}:${checkout}`

/** True for a settlement of the facilitator. */
export const isForeign = (reference: string): boolean => reference.startsWith("facilitator:")

/**
 * The party whose share of the gas a settlement uses, by its reference: a caller of the facilitator, or a marketplace (`checkout:<marketplace>`). Null for the
 * gateway's own calls and payouts. `store/gas.ts` has the same rule in SQL. The result is its own party.
 */
export const gasPartyOf = (reference: string): string | null =>
  isForeign(reference) ? reference : (/^checkout:[^:]*/.exec(reference)?.[0] ?? null)

const kindOf = (party: string): ShareKind => (isForeign(party) ? "facilitator" : "checkout")

/**
 * What the gas of today may still cost, in wei. The gateway's own calls may use the whole day's budget; all callers of the facilitator
 * together, and each of them, only a share of it; so do all marketplaces together, and each of them. `take` counts a transaction and is false if it would be
 * above a limit.
 */
interface GasBudget extends GasLimits {
  readonly take: (reference: string, cost: bigint) => boolean
}

export const readGasBudget = Effect.fnUntraced(function* ({ maxFee }: GasFee, { options, sql, token }: SettlementQueue["Service"]) {
  const { parties, total } = yield* gasCommittedToday(sql, token.network)
  const share = (percent: number) => (options.maxWeiPerDay * BigInt(percent)) / 100n
  const perParty: Record<ShareKind, bigint> = {
    facilitator: share(options.callerGasPercent),
    checkout: share(options.marketplaceGasPercent),
  }
  const kindLeft: Record<ShareKind, bigint> = { facilitator: share(options.foreignGasPercent), checkout: share(options.relayGasPercent) }
  for (const [party, wei] of parties) kindLeft[kindOf(party)] -= wei
  let left = options.maxWeiPerDay - total
  const used = new Map(parties)
  const gasWithin = (wei: bigint) => smallest(wei, left, options.maxWeiPerTransaction) / maxFee
  return {
    ownGas: gasWithin(left),
    newPartyGas: {
      facilitator: gasWithin(smallest(perParty.facilitator, kindLeft.facilitator)),
      checkout: gasWithin(smallest(perParty.checkout, kindLeft.checkout)),
    },
    parties: [...parties].map(([party, wei]) => {
      const kind = kindOf(party)
      return { party, gas: gasWithin(smallest(perParty[kind] - wei, kindLeft[kind])) }
    }),
    take: (reference, cost) => {
      if (cost > left) return false
      const party = gasPartyOf(reference)
      if (party !== null) {
        const kind = kindOf(party)
        const before = used.get(party) ?? 0n
        if (cost > kindLeft[kind] || before + cost > perParty[kind]) return false
        kindLeft[kind] -= cost
        used.set(party, before + cost)
      }
      left -= cost
      return true
    },
  } satisfies GasBudget
})

/** Of a checkout's payment that a key signed. */
const relayGas = gasFor({ signature: `0x${"00".repeat(64)}1b`, receiver: { contract: "0x", data: "0x" } })

const shareNames: Record<ShareKind, string> = {
  facilitator: "this caller, or for all callers of the facilitator,",
  checkout: "payments that the gateway sends for this marketplace, or for all marketplaces,",
}

/** Why not even one settlement would be sent for this reference now. Undefined if one would be. */
export const gasBlockedReason = Effect.fnUntraced(function* (reference: string, fee: GasFee, queue: SettlementQueue["Service"]) {
  const party = gasPartyOf(reference)
  const cost = fee.maxFee * (party !== null && kindOf(party) === "checkout" ? relayGas : transferGas)
  if (cost > queue.options.maxWeiPerTransaction) return "gas costs more than the fee cap allows"
  const budget = yield* readGasBudget(fee, queue)
  if (budget.ownGas < transferGas) return "today's gas budget is used up"
  if (party === null || budget.take(reference, cost)) return undefined
  return `today's gas budget for ${shareNames[kindOf(party)]} is used up`
})

const smallest = (...amounts: ReadonlyArray<bigint>): bigint => {
  const least = amounts.reduce((a, b) => (a < b ? a : b))
  return least > 0n ? least : 0n
}
