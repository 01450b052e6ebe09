import { Effect } from "effect"
import { transferGas } from "../evm/contracts.ts"
import { gasCommittedToday, type GasLimits } from "../store/gas.ts"
import type { GasFee, SettlementQueue } from "./SettlementQueue.ts"

/** The reference of a settlement that a caller of the facilitator requested. It pays for no call of this gateway. */
export const facilitatorReference = (caller: string): string => `${prefix}${caller}`.slice(0, 200)

const prefix = "facilitator:"

/** True for a settlement of the facilitator. */
export const isForeign = (reference: string): boolean => reference.startsWith(prefix)

/**
 * What the gas of today may still cost, in wei. The gateway's own calls may use the whole day's budget; all callers of the facilitator
 * together, and each of them, only a share of it. `take` counts a transaction and is false if it would be above a limit.
 */
interface GasBudget extends GasLimits {
  readonly take: (reference: string, cost: bigint) => boolean
}

export const readGasBudget = Effect.fnUntraced(function* ({ maxFee }: GasFee, { options, sql, token }: SettlementQueue["Service"]) {
  const { callers, total } = yield* gasCommittedToday(sql, token.network)
  const share = (percent: number) => (options.maxWeiPerDay * BigInt(percent)) / 100n
  const perCaller = share(options.callerGasPercent)
  let left = options.maxWeiPerDay - total
  let foreignLeft = share(options.foreignGasPercent) - [...callers.values()].reduce((sum, wei) => sum + wei, 0n)
  const used = new Map(callers)
  const gasFor = (wei: bigint) => smallest(wei, left, options.maxWeiPerTransaction) / maxFee
  return {
    ownGas: gasFor(left),
    foreignGas: gasFor(smallest(perCaller, foreignLeft)),
    callers: [...callers].map(([caller, wei]) => ({ caller, gas: gasFor(smallest(perCaller - wei, foreignLeft)) })),
    take: (reference, cost) => {
      const before = used.get(reference) ?? 0n
      const foreign = isForeign(reference)
      if (cost > left || (foreign && (cost > foreignLeft || before + cost > perCaller))) return false
      left -= cost
      if (!foreign) return true
      foreignLeft -= cost
      used.set(reference, before + cost)
      return true
    },
  } satisfies GasBudget
})

/** Why not even one transfer would be sent for this reference now. Undefined if one would be. */
export const gasBlockedReason = Effect.fnUntraced(function* (reference: string, fee: GasFee, queue: SettlementQueue["Service"]) {
  const cost = fee.maxFee * transferGas
  if (cost > queue.options.maxWeiPerTransaction) return "gas costs more than the fee cap allows"
  const budget = yield* readGasBudget(fee, queue)
  if (budget.ownGas < transferGas) return "today's gas budget is used up"
  if (!isForeign(reference)) return undefined
  return budget.take(reference, cost) ? undefined : "today's gas budget for this caller, or for all callers of the facilitator, is used up"
})

const smallest = (...amounts: ReadonlyArray<bigint>): bigint => {
  const least = amounts.reduce((a, b) => (a < b ? a : b))
  return least > 0n ? least : 0n
}
