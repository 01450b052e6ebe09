import { BigDecimal, Option, Result, Schema, SchemaTransformation } from "effect"

/** A whole number of millionths of a US dollar. The only form in which money exists inside the gateway. */
export const MicroUsd = Schema.BigInt.pipe(Schema.brand("MicroUsd"))
export type MicroUsd = typeof MicroUsd.Type

export const microUsd = (n: bigint): MicroUsd => n as MicroUsd
export const zero = microUsd(0n)
export const sum = (amounts: Iterable<MicroUsd>): MicroUsd => {
  let total = 0n
  for (const amount of amounts) total += amount
  return microUsd(total)
}
export const maxOf = (a: MicroUsd, b: MicroUsd): MicroUsd => (a > b ? a : b)

/** The share of `amount` that `basisPoints` (1/10,000) give, rounded down; the remainder stays with the other party. */
export const share = (amount: MicroUsd, basisPoints: bigint): MicroUsd => microUsd((amount * basisPoints) / 10_000n)

const largest = BigInt(Number.MAX_SAFE_INTEGER)

/**
 * Micro-USD from a decimal number of dollars, or the reason why it is not one. Nothing is rounded: more than six
 * decimal places, a sign, and amounts above 2^53 - 1 micro-USD are refused. Exponents are fine (`1e-05`).
 */
export const fromDecimal = (input: number | string): Result.Result<MicroUsd, string> => {
  const text = String(input)
  if (!/^\d+(\.\d+)?(e[+-]?\d{1,3})?$/i.test(text)) return Result.fail("must be a plain, non-negative decimal number of US dollars")
  const decimal = Option.getOrUndefined(BigDecimal.fromString(text))
  if (decimal === undefined) return Result.fail("must be a decimal number of US dollars")
  const exact = BigDecimal.normalize(decimal)
  if (exact.scale > 6) return Result.fail("must have at most 6 decimal places")
  const micro = exact.value * 10n ** BigInt(6 - exact.scale)
  return micro > largest ? Result.fail("is larger than any amount this gateway accepts") : Result.succeed(microUsd(micro))
}

/** The exact decimal text of an amount, for instance `0.0015`. */
export const toDecimal = (amount: MicroUsd): string => {
  const digits = (amount < 0n ? -amount : amount).toString().padStart(7, "0")
  const fraction = digits.slice(-6).replace(/0+$/, "")
  return `${amount < 0n ? "-" : ""}${digits.slice(0, -6)}${fraction === "" ? "" : `.${fraction}`}`
}

export interface MoneyObject {
  readonly amount: number
  readonly amount_micro_usd: string
  readonly currency: string
}
export const toMoney = (amount: MicroUsd): MoneyObject => ({
  amount: Number(toDecimal(amount)),
  amount_micro_usd: amount.toString(),
  currency: "USD",
})

/** The Money object of the API; decoded from its exact integer, never from its decimal. */
export const Money = Schema.Struct({
  amount: Schema.Finite,
  amount_micro_usd: Schema.String.check(Schema.isPattern(/^-?\d+$/)),
  currency: Schema.String,
})
  .annotate({ identifier: "Money" })
  .pipe(
    Schema.decodeTo(
      MicroUsd,
      SchemaTransformation.transform({ decode: (money) => BigInt(money.amount_micro_usd), encode: (amount) => toMoney(microUsd(amount)) }),
    ),
  )

/** A decimal number of dollars in a request (`max_spend`). */
export const Dollars = Schema.Finite.check(
  Schema.makeFilter((input: number) => Result.match(fromDecimal(input), { onSuccess: () => true, onFailure: (reason) => reason }), {
    toJsonSchema: () => ({ minimum: 0, exclusiveMaximum: Number(largest) / 1e6 }),
  }),
).pipe(
  Schema.decodeTo(
    MicroUsd,
    SchemaTransformation.transform({
      decode: (input): bigint => Result.getOrThrow(fromDecimal(input)),
      encode: (amount) => Number(toDecimal(microUsd(amount))),
    }),
  ),
)
