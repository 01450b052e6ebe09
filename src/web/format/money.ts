/** An amount as the API has it. */
export interface MoneyJson {
  readonly amount_micro_usd: string
}

const dollars = new Intl.NumberFormat("en-US", { style: "currency", currency: "USD", minimumFractionDigits: 2, maximumFractionDigits: 6 })
const coins = new Intl.NumberFormat("en-US", { minimumFractionDigits: 2, maximumFractionDigits: 6 })

/** Millionths of a dollar as exact decimal text. */
const decimalOf = (micro: bigint) => {
  const digits = (micro < 0n ? -micro : micro).toString().padStart(7, "0")
  return `${micro < 0n ? "-" : ""}${digits.slice(0, -6)}.${digits.slice(-6)}` as `${number}`
}

/** The formatter writes a hyphen in place of the minus sign. */
const withMinus = (amount: string) => amount.replace("-", "−")

export const microOf = (money: MoneyJson | bigint | null | undefined): bigint =>
  typeof money === "bigint" ? money : money == null ? 0n : BigInt(money.amount_micro_usd)

/** `$0.0021`: exact, with at least two decimals. */
export const formatMoney = (money: MoneyJson | bigint): string => withMinus(dollars.format(decimalOf(microOf(money))))

/** `0.0021 USDC`, for money that is on chain. */
export const formatUsdc = (money: MoneyJson | bigint): string => `${withMinus(coins.format(decimalOf(microOf(money))))} USDC`

/** `€12.34`, from cents. */
export const formatEuros = (cents: number): string =>
  withMinus(new Intl.NumberFormat("en-US", { style: "currency", currency: "EUR" }).format(cents / 100))

const units = { per_call: "a call", per_result: "a result", free: "" } as const

/** `$0.002 a call`, or `free`. */
export const formatPrice = ({ model, price }: { readonly model: keyof typeof units; readonly price: MoneyJson }): string =>
  model === "free" ? "free" : `${formatMoney(price)} ${units[model]}`

export const formatLimit = (money: MoneyJson | null): string => (money === null ? "no limit" : formatMoney(money))

/** An amount as a person edits it: `0.25`; an absent one is the empty text. */
export const inputTextOf = (money: MoneyJson | null, byDefault = ""): string =>
  money === null ? byDefault : decimalOf(microOf(money)).replace(/\.?0+$/, "")

/** The decimals that an amount shows. */
const placesOf = (money: MoneyJson | bigint) => formatMoney(money).split(".")[1]!.length

/** The decimals of the longest amount of a column. */
export const maxPlacesOf = (column: ReadonlyArray<MoneyJson | bigint>): number => Math.max(2, ...column.map(placesOf))

/** Digits by which an amount is shorter than the longest one of its column. */
export const missingPlaces = (money: MoneyJson | bigint, places: number): number => Math.max(0, places - placesOf(money))
