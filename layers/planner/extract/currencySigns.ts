import type { Meaning, Mention } from "../../../domain/planning/read/Mention.ts"
import { taxWord } from "./labels.ts"
import { countryName } from "../../sources/country.ts"
import { currencies } from "../../sources/currencies/currencies.ts"
import { countriesOf, currenciesOf } from "../../sources/currencies/legalTender.ts"

/** A currency as one of several that a name or a sign can mean, with up to three of the countries that use it. */
export const currencyMeaning = (code: string): Meaning => {
  const used = countriesOf(code).map((country) => countryName(country))
  return {
    ref: `currency.code:${code}`,
    label: currencies.get(code)?.name ?? code,
    description: `${code}, ${used.slice(0, 3).join(", ")}${used.length > 3 ? ` and ${used.length - 3} more` : ""}`,
    value: code,
  }
}

/** The currencies by a sign that is no letter: `₦`, `€`; several share `$`, `¥` and `£`. */
const currenciesBySign: ReadonlyMap<string, ReadonlyArray<string>> = new Map(
  [...Map.groupBy(currencies.values(), ({ symbol }) => symbol ?? "")]
    .filter(([sign]) => /^\p{Sc}$/u.test(sign))
    .map(([sign, having]) => [
      sign,
      having.filter(({ kind, withdrawn }) => kind === "currency" && withdrawn === null).map(({ code }) => code),
    ]),
)

/** Signs of currencies that stand for themselves, not beside an amount. */
export const currencySigns = (text: string): ReadonlyArray<Mention> =>
  [...text.matchAll(/(?<![\p{N}\p{Sc}]\s?)\p{Sc}(?!\s?[\p{N}\p{Sc}])/gu)].flatMap(({ 0: sign, index }): ReadonlyArray<Mention> => {
    const [first, ...others] = currenciesBySign.get(sign) ?? []
    if (first === undefined) return []
    const at = { kind: "currency.code", start: index, end: index + sign.length, text: sign, value: first }
    return [others.length === 0 ? { ...at, weight: 0.9 } : { ...at, weight: 0.55, options: [first, ...others].map(currencyMeaning) }]
  })

/** A sign beside an amount: `$1,380`, `R 18,450`. */
const besideAmount = /(?<![\p{L}\p{Sc}])(?:\p{Sc}|R)(?=\s?\d)|(?<=\d\s?)\p{Sc}(?![\p{L}\p{Sc}])/gu

/** Of the currencies that share the sign beside an amount that is taxed, the one of the only country that a question names. */
export const currencySignsOf = (text: string, earlier: ReadonlyArray<Mention>): ReadonlyArray<Mention> => {
  const own = taxWord.test(text) ? currenciesNamed(earlier) : []
  return [...text.matchAll(besideAmount)].flatMap(({ 0: sign, index }): ReadonlyArray<Mention> => {
    const sharing = sign === "R" ? ["ZAR"] : (currenciesBySign.get(sign) ?? [])
    const value = sharing.find((code) => own.includes(code))
    return value === undefined ? [] : [{ kind: "currency.code", start: index, end: index + sign.length, text: sign, value, weight: 0.9 }]
  })
}

/** The currencies of the only country that a question names. */
const currenciesNamed = (mentions: ReadonlyArray<Mention>): ReadonlyArray<string> => {
  const named = new Set(mentions.flatMap(({ kind, value, weight }) => (kind === "country.code" && weight >= 0.5 ? [String(value)] : [])))
  const [country, ...others] = named
  return country === undefined || others.length > 0 ? [] : currenciesOf(country)
}

/** `net 2.380.000 pesos plus IVA … in Chile`: of the currencies that share a name, the one of the only country that a question about a tax names. Without a tax, `pounds` may be a weight. */
export const withCurrencyOfCountry = (text: string, mentions: ReadonlyArray<Mention>): ReadonlyArray<Mention> => {
  const own = taxWord.test(text) ? currenciesNamed(mentions) : []
  return mentions.map((mention) => {
    const { options, ...alone } = mention
    const meant = mention.kind === "currency.code" ? options?.find(({ value }) => own.includes(String(value))) : undefined
    return meant === undefined
      ? mention
      : { ...alone, value: meant.value, weight: 0.9, assumed: `"${mention.text}" is read as ${meant.label}, the currency of the country.` }
  })
}

/** `the Uzbek som`: of the currencies that share a name, the one of the country whose adjective or name is before it. */
export const withStatedCurrency = (text: string, mentions: ReadonlyArray<Mention>): ReadonlyArray<Mention> =>
  mentions.map((mention) => {
    const { options, ...alone } = mention
    if (mention.kind !== "currency.code" || options === undefined) return mention
    const country = mentions.find(
      ({ end, kind }) => kind === "country.code" && end < mention.start && /^\s$/u.test(text.slice(end, mention.start)),
    )
    const [own, ...others] =
      country === undefined ? [] : options.filter(({ value }) => countriesOf(String(value)).includes(String(country.value)))
    return own === undefined || others.length > 0 || country === undefined
      ? mention
      : { ...alone, value: own.value, weight: 0.9, start: country.start, text: text.slice(country.start, mention.end) }
  })
