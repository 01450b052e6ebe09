import { data as iso } from "currency-codes"
import { Schema, SchemaTransformation } from "effect"
import { withdrawn, type WithdrawnCurrency } from "./withdrawn.ts"

export type CurrencyKind = "currency" | "fund" | "metal" | "unit_of_account" | "special"

export interface Currency {
  readonly code: string
  readonly number: string | null
  /** Decimal places of the minor unit; null where the notion does not apply (gold). */
  readonly digits: number | null
  readonly name: string
  readonly symbol: string | null
  readonly kind: CurrencyKind
  readonly withdrawn: WithdrawnCurrency | null
}

/** Units in which value is stated, but which are no money. The package gives all of these zero minor digits. */
const otherKinds: Readonly<Record<string, CurrencyKind>> = Object.fromEntries(
  (
    [
      ["fund", "BOV CHE CHW CLF COU MXV USN UYI UYW"],
      ["metal", "XAG XAU XPD XPT"],
      ["unit_of_account", "XAD XBA XBB XBC XBD XDR XSU XUA"],
      ["special", "XTS XXX"],
    ] as const
  ).flatMap(([kind, codes]) => codes.split(" ").map((code) => [code, kind])),
)

const names = new Intl.DisplayNames(["en"], { type: "currency", fallback: "none" })
/** The sign of a currency, or null where CLDR only repeats its code. */
const symbolOf = (code: string): string | null => {
  const sign = new Intl.NumberFormat("en", { style: "currency", currency: code, currencyDisplay: "narrowSymbol" })
    .formatToParts(0)
    .find((part) => part.type === "currency")?.value
  return sign === undefined || sign === code ? null : sign
}

/** Where CLDR has the decimals in use, and ISO 4217 others. */
const differing: ReadonlySet<string> = new Set("BEF MRO SLL STD TMM XEU ZMK ZWD".split(" "))

/** The decimal places of CLDR, which also has the currencies of the past; null where ISO 4217 differs. */
const pastDigitsOf = (code: string): number | null =>
  differing.has(code)
    ? null
    : (new Intl.NumberFormat("en", { style: "currency", currency: code }).resolvedOptions().maximumFractionDigits ?? null)

/** Assigned after the package's edition of list one (ISO 4217 amendments 176 and 179). */
const addedCurrencies = [
  { code: "XCG", number: "532", digits: 2, currency: "Caribbean Guilder" },
  { code: "XAD", number: "396", digits: 2, currency: "Arab Accounting Dinar" },
]

const activeCurrencies: ReadonlyArray<Currency> = [...iso, ...addedCurrencies]
  .filter(({ code }) => !withdrawn.has(code))
  .map(({ code, currency, digits, number }) => {
    const kind = otherKinds[code] ?? "currency"
    const counted = kind === "currency" || kind === "fund" || code === "XAD"
    return {
      code,
      number,
      digits: counted ? digits : null,
      name: names.of(code) ?? currency.trim(),
      symbol: symbolOf(code),
      kind,
      withdrawn: null,
    }
  })

const withdrawnCurrencies: ReadonlyArray<Currency> = [...withdrawn.values()].map((gone) => ({
  code: gone.code,
  number: gone.number,
  digits: iso.find(({ code }) => code === gone.code)?.digits ?? pastDigitsOf(gone.code),
  name: names.of(gone.code) ?? gone.code,
  symbol: symbolOf(gone.code),
  kind: gone.code === "XEU" ? "unit_of_account" : "currency",
  withdrawn: gone,
}))

/** By alphabetic code, those of today and those of the past. */
export const currencies: ReadonlyMap<string, Currency> = new Map(
  [...activeCurrencies, ...withdrawnCurrencies].map((currency) => [currency.code, currency]),
)

/** By numeric code; where a successor inherited the number (532, 891), the currency of today or the last one that had it. */
export const currenciesByNumber: ReadonlyMap<string, Currency> = new Map(
  [
    ...withdrawnCurrencies.toSorted((a, b) => ((a.withdrawn?.until ?? "") < (b.withdrawn?.until ?? "") ? -1 : 1)),
    ...activeCurrencies,
  ].flatMap((currency) => (currency.number === null ? [] : [[currency.number, currency]])),
)

const isCurrency = (code: string): code is string => currencies.has(code)
const isNumber = (number: string): number is string => currenciesByNumber.has(number)

/** An ISO 4217 code in any case, of today or of the past. */
export const CurrencyCode = Schema.String.annotate({
  description: "ISO 4217 alphabetic code of a currency, of today or withdrawn.",
  examples: ["EUR"],
})
  .check(Schema.isPattern(/^[A-Za-z]{3}$/u, { expected: "an ISO 4217 code of three letters" }))
  .pipe(
    Schema.decodeTo(Schema.String, SchemaTransformation.toUpperCase()),
    Schema.refine(isCurrency, { expected: "a currency code that ISO 4217 assigns or assigned" }),
  )

/** Numeric codes are text, since `008` is not 8. */
export const CurrencyNumber = Schema.String.annotate({
  description: "ISO 4217 numeric code of a currency, three digits with leading zeros.",
  examples: ["978"],
})
  .check(Schema.isPattern(/^\d{3}$/u, { expected: "an ISO 4217 numeric code of three digits" }))
  .pipe(Schema.refine(isNumber, { expected: "a numeric code that ISO 4217 assigns or assigned" }))
