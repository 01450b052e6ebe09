import { Context, Effect } from "effect"
import { type MicroUsd, microUsd } from "../../domain/money/Money.ts"
import { dayMs, SepaTerms } from "./SepaTerms.ts"
import type { SepaUnavailable } from "./SepaUnavailable.ts"

/** Euros for a dollar as the fraction `num / den`, as it was `at` (milliseconds since 1970) by its `source`. */
export interface Rate {
  readonly num: bigint
  readonly den: bigint
  readonly source: string
  readonly at: number
}

/** Where the rate of a collection comes from. Asked once per collection; the answer is stored with it. */
export class Rates extends Context.Service<Rates, { readonly usdToEur: Effect.Effect<Rate, SepaUnavailable> }>()(
  "farthing/rails/sepa/Rates",
) {}

/** How many whole days old the rate is, and whether that is too old to fix an amount by it. */
export const ageOf = ({ at }: Rate, now: number, maxAgeDays: number | undefined) => {
  const days = Math.floor((now - at) / dayMs)
  return { days, isStale: maxAgeDays !== undefined && days > maxAgeDays }
}

/** The rate by which amounts may be fixed now; undefined where it is too old: what is owed waits for another. */
export const freshRate = Effect.fnUntraced(function* (now: number) {
  const { rateMaxAgeDays } = yield* SepaTerms
  const rate = yield* Effect.flatMap(Rates, ({ usdToEur }) => usdToEur)
  return ageOf(rate, now, rateMaxAgeDays).isStale ? undefined : rate
})

/** What an operator should know of the rate, from half of its life on. */
export const rateConcern = Effect.fnUntraced(function* (now: number) {
  const { rateMaxAgeDays } = yield* SepaTerms
  const rate = yield* Effect.flatMap(Rates, ({ usdToEur }) => usdToEur)
  const { days, isStale } = ageOf(rate, now, rateMaxAgeDays)
  if (isStale) return `The exchange rate of direct debits is ${days} days old: nothing new is collected until there is another.`
  return rateMaxAgeDays !== undefined && days * 2 > rateMaxAgeDays
    ? `The exchange rate of direct debits is ${days} days old. At more than ${rateMaxAgeDays} nothing new is collected.`
    : undefined
})

const microPerCent = 10_000n

/** Whole cents, rounded down: what is left stays owed. */
export const centsOf = (micro: bigint, { den, num }: Pick<Rate, "num" | "den">): bigint => (micro * num) / (den * microPerCent)

/**
 * The fewest micro-USD that are worth so many cents. Never more than what the cents were rounded down from, so that
 * amount = `microOf(cents)` + remainder with a remainder of less than a cent.
 */
export const microOf = (cents: bigint, { den, num }: Pick<Rate, "num" | "den">): MicroUsd =>
  microUsd((cents * microPerCent * den + num - 1n) / num)
