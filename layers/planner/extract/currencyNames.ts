import type { Meaning, Mention } from "../../../domain/planning/read/Mention.ts"
import { isCommonWord } from "../../../domain/planning/read/spellCorrection.ts"
import { currencies, type Currency } from "../../sources/currencies/currencies.ts"
import { unitsNamed } from "../../sources/units/units.ts"
import { currencyMeaning } from "./currencySigns.ts"
import { isEnglish } from "./english.ts"

/** A name of a currency, or one that several share: then the buyer chooses. */
interface CurrencyName {
  readonly name: string
  readonly value: string
  readonly weight: number
  readonly options?: ReadonlyArray<Meaning>
}

const others = [
  ["euro", "EUR"],
  ["yen", "JPY"],
  ["sterling", "GBP"],
  ["pound sterling", "GBP"],
  ["pounds sterling", "GBP"],
  ["US dollar", "USD"],
  ["American dollar", "USD"],
  ["greenback", "USD"],
  ["renminbi", "CNY"],
  ["yuan", "CNY"],
  ["RMB", "CNY"],
  ["NTD", "TWD"],
  ["rand", "ZAR"],
  ["zloty", "PLN"],
  ["złoty", "PLN"],
  ["forint", "HUF"],
  ["ringgit", "MYR"],
  ["baht", "THB"],
  ["shekel", "ILS"],
  ["won", "KRW"],
  ["Korean won", "KRW"],
  ["CFA franc BEAC", "XAF"],
  ["franc CFA BEAC", "XAF"],
  ["BEAC franc", "XAF"],
  ["Central African franc", "XAF"],
  ["CFA franc BCEAO", "XOF"],
  ["franc CFA BCEAO", "XOF"],
  ["BCEAO franc", "XOF"],
  ["West African franc", "XOF"],
  ["lira", "TRY"],
  ["real", "BRL"],
  ["deutschmark", "DEM"],
  ["deutsche mark", "DEM"],
] as const

/** `real` and `won` are words of English. */
const weightOf = (name: string): number => (name === "real" ? 0.3 : name === "won" ? 0.55 : 0.9)

/** Words that end the names of several currencies. */
const generics = [
  "dollar",
  "pound",
  "franc",
  "peso",
  "krone",
  "krona",
  "dinar",
  "rupee",
  "shilling",
  "rial",
  "riyal",
  "dirham",
  "manat",
  "CFA franc",
  "crown",
]

const money = [...currencies.values()].filter(({ kind }) => kind === "currency")

/** The name of several units as CLDR has it: `Bulgarian leva`, `Swedish kronor`. */
const pluralOf = ({ code, name }: Currency): string =>
  new Intl.NumberFormat("en", { style: "currency", currency: code, currencyDisplay: "name" })
    .formatToParts(2)
    .find(({ type }) => type === "currency")?.value ?? `${name}s`

const shared = (name: string, codes: ReadonlyArray<string>): ReadonlyArray<CurrencyName> => {
  const [value] = codes
  const options = codes.map(currencyMeaning)
  return value === undefined ? [] : [{ name, value, weight: 0.55, ...(options.length > 1 && { options }) }]
}

/** The names of currencies, the surest first. `isName`: whether a word is another name. */
export const currencyNames = (isName: (word: string) => boolean): ReadonlyArray<CurrencyName> => {
  const full = money.flatMap((currency): ReadonlyArray<CurrencyName> => {
    const plain = currency.name.replace(/\s*\(.*\)$/u, "")
    const weight = currency.withdrawn === null ? 0.9 : 0.6
    const names = [plain, `${plain}s`, plain.replace(/y$/u, "ies"), pluralOf(currency).replace(/\s*\(.*\)$/u, "")]
    // `NZ dollar`, `HK dollars`
    const short =
      currency.withdrawn === null && plain.includes(" ")
        ? names.map((name) => `${currency.code.slice(0, 2)} ${name.slice(name.lastIndexOf(" ") + 1)}`)
        : []
    // `1 230 zł`: letters that no word of English has.
    const sign =
      currency.withdrawn === null && /^\p{L}{2,}$/u.test(currency.symbol ?? "") && /[^a-z]/iu.test(currency.symbol!)
        ? [currency.symbol!]
        : []
    return [...names, ...short, ...sign].map((name) => ({ name, value: currency.code, weight }))
  })
  const usual = others.flatMap(([name, value]) => [name, `${name}s`].map((each) => ({ name: each, value, weight: weightOf(name) })))
  const ofSeveral = generics.flatMap((generic) => {
    const isOfIt = new RegExp(`\\b${generic}$`, "iu")
    const codes = money
      .filter(({ name, withdrawn }) => withdrawn === null && isOfIt.test(name.replace(/\s*\(.*\)$/u, "")))
      .map(({ code }) => code)
    return [generic, `${generic}s`].flatMap((name) => shared(name, codes))
  })
  const usualNames = new Set([...usual, ...ofSeveral].map(({ name }) => name.toLowerCase()))
  const last = lastWords().filter(({ name }) => !usualNames.has(name) && !isCommonWord(name) && !isName(name))
  return [...full, ...usual, ...last, ...ofSeveral]
}

/** `kuna`, `leva`: the last word of the names of currencies, in the singular and the plural. */
const lastWords = (): ReadonlyArray<CurrencyName> => {
  const words = money.flatMap((currency) =>
    [currency.name, pluralOf(currency)]
      .filter((name) => /^\p{Lu}\p{L}+(?:\s\p{L}+)*\s\p{L}{3,}$/u.test(name))
      .map((name) => ({ currency, word: name.slice(name.lastIndexOf(" ") + 1).toLowerCase() })),
  )
  return [...Map.groupBy(words, ({ word }) => word)].flatMap(([name, having]) => {
    const all = [...new Set(having.map(({ currency }) => currency))]
    const inUse = all.filter(({ withdrawn }) => withdrawn === null)
    // Of several that are withdrawn, the last one.
    const latest = all.toSorted((a, b) => ((a.withdrawn?.until ?? "") < (b.withdrawn?.until ?? "") ? 1 : -1)).slice(0, 1)
    const own = inUse.length > 0 ? inUse : latest
    const [only, ...further] = own
    if (only !== undefined && further.length === 0) return [{ name, value: only.code, weight: only.withdrawn === null ? 0.6 : 0.55 }]
    return shared(
      name,
      own.map(({ code }) => code),
    )
  })
}

/** `1500 chf in eur`: codes in small letters after a number, and others after a preposition beside them. */
export const codesBesideAmounts = (text: string): ReadonlyArray<Mention> => {
  const amounts = [...text.matchAll(/(?<=\d\s?)[a-z]{3}(?![\p{L}\p{N}-])/gu)].flatMap(asCode)
  return amounts.length === 0
    ? []
    : [...amounts, ...[...text.matchAll(/(?<=\b(?:in|into|to)\s)[a-z]{3}(?![\p{L}\p{N}-])/gu)].flatMap(asCode)]
}

const asCode = ({ 0: written, index }: RegExpExecArray): ReadonlyArray<Mention> => {
  const currency = currencies.get(written.toUpperCase())
  const isCode = currency !== undefined && currency.kind === "currency" && currency.withdrawn === null
  if (!isCode || isEnglish(written) || isCommonWord(written) || unitsNamed(written).length > 0) return []
  return [{ kind: "currency.code", start: index, end: index + written.length, text: written, value: currency.code, weight: 0.7 }]
}
