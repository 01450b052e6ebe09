import { Effect, Schema } from "effect"
import { defineOperation } from "../../../domain/catalogue/defineOperation.ts"
import type { InputProblem } from "../../../domain/catalogue/Source.ts"
import { microUsd } from "../../../domain/money/Money.ts"
import { sanitize } from "../../../domain/sanitize.ts"
import { CurrencyCode } from "../currencies/currencies.ts"
import { Amount, UnitName } from "./inputs.ts"
import { decimalOf, over, parseRational, type Rational, ratio, times } from "./rational.ts"
import { otherMeaningOf, type Unit, unitsNamed } from "./units.ts"

const decimals = 4

export const convertRate = defineOperation({
  id: "unit.convert_rate",
  name: "Convert an amount per unit",
  description:
    "Converts a price, or another amount, per unit to one per another unit of the same kind (3.20 EUR per yard to EUR per metre), in exact arithmetic, with the result rounded to four decimals, or four significant digits, beside it. " +
    "The currency is only repeated. A gallon, quart or pint is that of the United States. Temperatures and consumptions of fuel have no amounts per unit.",
  fields: {
    "rate.value": Amount,
    "rate.from": UnitName("Unit that the amount is for, by name or symbol.", "yard"),
    "rate.to": UnitName("Unit that it is wanted for, of the same kind.", "m"),
    "rate.currency": Schema.optionalKey(CurrencyCode),
  },
  slots: { "rate.currency": "currency.code" },
  output: ["rate.value", "rate.from", "rate.to", "rate.currency", "rate.result_decimal", "rate.rounded", "rate.exact"],
  pricing: { model: "per_call", price: microUsd(200n) },
  freshnessSeconds: 30 * 86_400,
  hints: {
    vocabulary:
      "price prices cost costs pay pays paid charge charges charged rate fee equal equals equivalent same convert what much fabric material supplier quotes quoted per each",
    keywords: { "rate.rounded": "price cost" },
  },
  examples: [
    "3.20 EUR per yard, what is that per metre",
    "We pay 3.20 EUR per yard of fabric; what would be the price for a metre?",
    "4.50 USD per gallon in USD per litre",
    "2.99 per lb, how much per kg",
    "12 CHF per kg to price per pound",
    "1.85 EUR a litre, what does a US gallon cost",
    "rent of 25 EUR per m² per sq ft",
    "steel at 900 USD per short ton, price per tonne",
    "what is 0.35 EUR per kWh per MJ",
    "5 GBP per ft, what would be the cost per metre",
    "the cable costs 1.10 EUR per metre, how much is it per foot",
    "price 40 SEK for a kilo, and for a pound?",
  ],
  check: (input) => rateProblem(input["rate.from"], input["rate.to"]),
  run: (input) =>
    Effect.sync(() => {
      const [from, to] = [onlyUnit(input["rate.from"]), onlyUnit(input["rate.to"])]
      const result = times(parseRational(String(input["rate.value"])), over(to.factor, from.factor))
      const { exact, text } = decimalOf(result)
      return {
        data: {
          rate: {
            value: String(input["rate.value"]),
            from: { name: nameOf(input["rate.from"], from), symbol: from.symbol },
            to: { name: nameOf(input["rate.to"], to), symbol: to.symbol },
            currency: input["rate.currency"] ?? null,
            result_decimal: text,
            rounded: rounded(result),
            exact,
          },
        },
        documents: 1,
      }
    }),
})

/** To four decimals, or to four significant digits of an amount below 0.1, half up, without zeros at the end. */
const rounded = ({ d, n }: Rational): string => {
  const [size, sign] = n < 0n ? [-n, -1n] : [n, 1n]
  const scale = scaleFor(size, d, 10n ** BigInt(decimals))
  return decimalOf(ratio((sign * (2n * size * scale + d)) / (2n * d), scale)).text
}

/** At least this scale, and larger until the amount has four significant digits. */
const scaleFor = (size: bigint, d: bigint, scale: bigint): bigint =>
  size === 0n || size * scale >= d * 10n ** BigInt(decimals - 1) ? scale : scaleFor(size, d, scale * 10n)

/** A gallon without `US` or `imperial` is that of the United States, and the answer says so. */
const nameOf = (text: string, { name }: Unit): string =>
  otherMeaningOf(text)?.unit.name.startsWith("imperial") === true ? `US ${name}` : name

const onlyUnit = (text: string): Unit => unitsNamed(text)[0]!

const rateProblem = (from: string, to: string): InputProblem | undefined => {
  for (const [field, text] of [
    ["rate.from", from],
    ["rate.to", to],
  ] as const) {
    const [unit, ...others] = unitsNamed(text)
    if (unit === undefined)
      return { field, reason: `there is no unit "${sanitize(text)}". Use a name or symbol such as yard, kg or litre.` }
    if (others.length > 0)
      return { field, reason: `"${sanitize(text)}" could be ${[unit, ...others].map(({ name }) => name).join(" or ")}. Send one of these.` }
    if (unit.offset.n !== 0n || unit.isReciprocal === true || unit.kind === "fuel economy" || unit.kind === "temperature")
      return { field, reason: `amounts per ${unit.name} are not converted. Use a unit such as yard, kg or litre.` }
  }
  const [source, target] = [onlyUnit(from), onlyUnit(to)]
  if (source.kind === "time" && target.kind === "time")
    return {
      field: "rate.from",
      reason: `an amount per ${source.name} is not converted to one per ${target.name}, because the hours or days that are worked or paid are not known. Multiply or divide it by their number.`,
    }
  return source.kind === target.kind
    ? undefined
    : {
        field: "rate.to",
        reason: `${target.name} measures ${target.kind}, but ${source.name} measures ${source.kind}. Use units of the same kind.`,
      }
}
