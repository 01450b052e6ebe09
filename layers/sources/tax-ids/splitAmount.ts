import { over, parseRational, plus, ratio, times } from "../units/rational.ts"

/** The tax on an amount in the smallest units of its currency, rounded half up. */
export const taxOn = (units: bigint, percent: string, isIncluded: boolean): bigint => {
  const rate = over(parseRational(percent), ratio(100n))
  const { d, n } = times(ratio(units), isIncluded ? over(rate, plus(ratio(1n), rate)) : rate)
  return (2n * n + d) / (2n * d)
}

export const decimal = (units: bigint, digits: number): string => {
  const text = units.toString().padStart(digits + 1, "0")
  return digits === 0 ? text : `${text.slice(0, -digits)}.${text.slice(-digits)}`
}

/** Net, tax and gross of an amount written in digits, exact to the smallest unit of the currency. */
export const splitAmount = (units: bigint, digits: number, percent: string, isIncluded: boolean) => {
  const tax = taxOn(units, percent, isIncluded)
  const net = isIncluded ? units - tax : units
  return { net: decimal(net, digits), tax: decimal(tax, digits), gross: decimal(net + tax, digits) }
}
