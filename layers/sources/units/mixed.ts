import { decimalOf, minus, over, parseRational, type Rational, ratio } from "./rational.ts"
import { inUnit, type Unit } from "./units.ts"

/** Units in which people write a part of another unit: how many of the second are in the first. */
const partsOf: Readonly<Record<string, readonly [symbol: string, part: string, count: bigint]>> = {
  foot: ["ft", "in", 12n],
  pound: ["lb", "oz", 16n],
  stone: ["st", "lb", 14n],
}

/** `5 ft 10.87 in`: the result in whole units and in the smaller unit, rounded to two decimals; null where nothing is written so. */
export const mixedText = (amount: Rational, from: Unit, to: Unit): string | null => {
  const parts = partsOf[to.name]
  if (parts === undefined || (from === to && amount.n % amount.d === 0n)) return null
  const [symbol, part, count] = parts
  const result = inUnit(amount, from, to)
  const sign = result.n < 0n ? "-" : ""
  const size = result.n < 0n ? { n: -result.n, d: result.d } : result
  // Hundredths of the smaller unit, half of one rounded up.
  const hundredths = (size.n * count * 200n + size.d) / (size.d * 2n)
  const whole = hundredths / (count * 100n)
  const rest = decimalOf(minus(over(ratio(hundredths), parseRational("100")), ratio(whole * count))).text
  return `${sign}${whole} ${symbol} ${rest} ${part}`
}
