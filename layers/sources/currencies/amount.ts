import { Effect, Schema } from "effect"
import { defineOperation } from "../../../domain/catalogue/defineOperation.ts"
import type { InputProblem } from "../../../domain/catalogue/Source.ts"
import { microUsd } from "../../../domain/money/Money.ts"
import { currencies, CurrencyCode } from "./currencies.ts"

/** A reading of an amount: whole units and the digits after the decimal separator. */
interface Reading {
  readonly whole: string
  readonly decimals: string
}

const grouped: Readonly<Record<string, RegExp>> = { ",": /^\d{1,3}(?:,\d{3})+$/u, ".": /^\d{1,3}(?:\.\d{3})+$/u }

/** The readings of an amount as people write it: `1,250.50`, `1.250,50`, `1 250.50`. `1.250` has two; a comma before three digits is between thousands, as in English. */
const readingsOf = (typed: string): ReadonlyArray<Reading> => {
  const text = typed.replace(/[\s\u00a0\u202f'’]/gu, "")
  const separators = text.replace(/\d/gu, "")
  const last = separators.at(-1)
  if (last === undefined) return [{ whole: text, decimals: "" }]
  const at = text.lastIndexOf(last)
  const whole = text.slice(0, at).replace(/[.,]/gu, "")
  const asDecimals = { whole, decimals: text.slice(at + 1) }
  const asGroups = { whole: text.replace(/[.,]/gu, ""), decimals: "" }
  const isGrouped = grouped[last]?.test(text) === true
  if (new Set(separators).size === 2 || !isGrouped) return [asDecimals]
  if (separators.length > 1) return [asGroups]
  return last === "," ? [asGroups] : [asDecimals, asGroups]
}

const fits = ({ decimals }: Reading, digits: number): boolean => decimals.length <= digits

const digitsOf = (code: string): number | null => currencies.get(code)?.digits ?? null

/** An amount of money in digits, as it is written. */
export const Amount = Schema.String.annotate({
  description:
    "Amount of money as it is written, with a point or a comma before the decimals and with or without separators between thousands.",
  examples: ["1,250.50"],
}).check(Schema.isMaxLength(40), Schema.isPattern(/^\d[\d.,\s\u00a0\u202f'’]*$/u, { expected: "an amount in digits, such as 1,250.50" }))

const ambiguous = (code: string, amount: string): InputProblem | undefined => {
  const digits = digitsOf(code)
  if (digits === null || currencies.get(code)?.kind === "metal")
    return { field: "currency.code", reason: `amounts of ${code} have no fixed number of decimals.` }
  const [first, second] = readingsOf(amount)
  return second === undefined || fits(first!, digits) === fits(second, digits)
    ? undefined
    : {
        field: "currency.amount",
        reason: `${amount} can be ${plain(first!)} or ${plain(second)}. Write it without a separator between thousands.`,
      }
}

/** Why an amount is no whole number of the smallest units of its currency, if it is not. */
export const unreadableAmount = (code: string, amount: string): InputProblem | undefined => {
  const problem = ambiguous(code, amount)
  if (problem !== undefined) return problem
  const [reading] = readingsOf(amount)
  const digits = digitsOf(code) ?? 0
  return fits(reading!, digits) ? undefined : { field: "currency.amount", reason: `amounts of ${code} have ${digits} decimals at most.` }
}

/** The smallest units of an amount that is readable, and how many decimals its currency has. */
export const readAmount = (code: string, amount: string): { readonly units: bigint; readonly digits: number } => {
  const [reading] = readingsOf(amount)
  const digits = digitsOf(code) ?? 0
  return { units: BigInt(minorUnits(reading!, digits)), digits }
}

const plain = ({ decimals, whole }: Reading): string => {
  const units = whole.replace(/^0+(?=\d)/u, "")
  return decimals === "" ? units : `${units}.${decimals}`
}

/** The whole number of the smallest units, if the amount is one. */
const minorUnits = ({ decimals, whole }: Reading, digits: number): string =>
  `${whole}${decimals.slice(0, digits).padEnd(digits, "0")}`.replace(/^0+(?=\d)/u, "")

export const amountCheck = defineOperation({
  id: "currency.amount_check",
  name: "Check the decimals of an amount",
  description:
    "Whether an amount has no more decimals than its currency (ISO 4217), and how many of the smallest units it is: a yen has none, a Kuwaiti dinar three. Nothing is converted to another currency.",
  fields: {
    "currency.code": CurrencyCode,
    "currency.amount": Amount,
  },
  output: [
    "currency.code",
    "currency.name",
    "currency.amount",
    "currency.minor_digits",
    "currency.amount_decimals",
    "currency.amount_fits",
    "currency.minor_units",
  ],
  pricing: { model: "per_call", price: microUsd(500n) },
  freshnessSeconds: 30 * 86_400,
  examples: [
    "can an invoice in Japanese yen show an amount such as 1,250.50",
    "1,250.50 JPY, can that amount be right",
    "is 12.345 KWD a possible amount",
    "is 99.995 EUR an amount that one can pay",
    "does 1250.50 JPY have too many decimals",
    "is 10.5 ISK a wrong amount",
    "how many fils are 1,250.500 BHD",
    "1,234.56 USD in cents",
    "write 19.99 EUR in minor units",
    "are two decimals allowed in 1500.25 CLP",
  ],
  hints: {
    vocabulary:
      "possible right wrong valid correct rounded fractional fractions amount such cents cent pence penny fils sen centimes smallest",
    keywords: {
      "currency.amount_fits": "amount possible right wrong",
      "currency.minor_digits": "decimal decimals places",
      "currency.minor_units": "cents cent pence fils minor units smallest",
      "currency.amount_decimals": "decimals",
    },
  },
  check: (input) => ambiguous(input["currency.code"], input["currency.amount"]),
  run: (input) =>
    Effect.sync(() => {
      const code = input["currency.code"]
      const digits = digitsOf(code) ?? 0
      const [reading] = readingsOf(input["currency.amount"])
      const isRight = fits(reading!, digits)
      return {
        data: {
          currency: {
            code,
            name: currencies.get(code)?.name ?? code,
            amount: plain(reading!),
            minor_digits: digits,
            amount_decimals: reading!.decimals.length,
            amount_fits: isRight,
            minor_units: isRight ? minorUnits(reading!, digits) : null,
          },
        },
        documents: 1,
        identifiers: { currency: code },
      }
    }),
})
