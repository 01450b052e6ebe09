/** An amount as the API has it. */
export interface MoneyJson {
  readonly amount_micro_usd: string
}

const dollars = new Intl.NumberFormat("en-US", { style: "currency", currency: "USD", minimumFractionDigits: 2, maximumFractionDigits: 6 })

/** Millionths of a dollar as exact decimal text. */
const decimalOf = (micro: bigint) => {
  const digits = (micro < 0n ? -micro : micro).toString().padStart(7, "0")
  return `${micro < 0n ? "-" : ""}${digits.slice(0, -6)}.${digits.slice(-6)}` as `${number}`
}

export const microOf = (money: MoneyJson | null | undefined): bigint => (money == null ? 0n : BigInt(money.amount_micro_usd))

/** `$0.0021`: exact, with at least two decimals. */
export const formatMoney = (money: MoneyJson | bigint): string =>
  dollars.format(decimalOf(typeof money === "bigint" ? money : microOf(money)))

export const formatLimit = (money: MoneyJson | null): string => (money === null ? "no limit" : formatMoney(money))
