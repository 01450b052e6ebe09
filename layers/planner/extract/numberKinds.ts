import type { Mention } from "../../../domain/planning/read/Mention.ts"
import { countryName } from "../../sources/country.ts"
import { companyKinds } from "../../sources/tax-ids/kinds/companyKinds.ts"
import { personalKinds } from "../../sources/tax-ids/kinds/allKinds.ts"
import { vatFormats } from "../../sources/tax-ids/vatNumber.ts"
import { kindsNamed } from "./numberKindNames.ts"
import { bareNumber, completed, type NumberKind } from "../../sources/tax-ids/kinds/NumberKind.ts"

/** Groups of characters with digits, as people write a number: `2 55 08 14 168 025 38`, `QQ 12 34 56 C`, `CSQU 305438`. */
const written =
  /(?<![\p{L}\p{N}.,+-])(?:\p{Lu}{1,2}[ .-]?|\p{Lu}{3}[UJZ] )?\p{L}*\d[\p{L}\d]*(?:[ .\-/+]{1,2}\p{L}{0,2}\d+\p{L}*)*(?:[ -]?\([\dA]\)|[ .-]\p{Lu}(?![\p{L}\p{N}]))?/gu

const maxNumbers = 8

const travelWords = /\b(?:airports?|flights?|fly|flying|flew|lands?|landed|iata|icao|ticket)\b/iu

/** Whether a text has a number of a kind: one whose check digits fit, or that has letters where the kind has them. */
const hasOne = (kind: NumberKind, text: string): boolean =>
  [...text.matchAll(written)].slice(0, maxNumbers).some(({ 0: number }) => {
    const bare = bareNumber(number, kind)
    return kind.shape.test(bare) && (kind.isValid === undefined ? /\p{L}\d|\d\p{L}/u.test(bare) : kind.isValid(bare))
  })

interface WrittenNumber {
  readonly number: string
  readonly index: number
}

/** The kinds of numbers that a question names, and the numbers beside them. A number may have one digit too many or lack its check digits. */
export const numberKindMentions = (text: string, countriesBeside: CountriesBeside): ReadonlyArray<Mention> =>
  inPairs(kindsAndNumbers(text, countriesBeside))

/** The countries that a text names outside of these stretches: the `TC` of `TC kimlik no` is no country. */
type CountriesBeside = (stretches: ReadonlyArray<{ readonly start: number; readonly end: number }>) => ReadonlySet<string>

/** `PAN AAAPL1234C and GSTIN 27AAPFU0939F1ZV`: of several kinds with one number each, every number is of the kind before it. */
const inPairs = (mentions: ReadonlyArray<Mention>): ReadonlyArray<Mention> => {
  const of = (kind: string) => mentions.filter((mention) => mention.kind === kind).toSorted((a, b) => a.start - b.start)
  const numbers = of("id.number").filter(({ start }, at, all) => all.findIndex((other) => other.start === start) === at)
  const kinds = of("id.kind")
  const isPaired =
    kinds.length > 1 &&
    kinds.length === numbers.length &&
    kinds.every(({ start }, at) => start < numbers[at]!.start && (at === 0 || numbers[at - 1]!.start < start))
  if (!isPaired) return mentions
  return mentions.map((mention) => {
    const at = (mention.kind === "id.kind" ? kinds : numbers).findIndex(({ start }) => start === mention.start)
    return at < 0 ? mention : { ...mention, groups: [at] }
  })
}

const kindsAndNumbers = (text: string, countriesBeside: CountriesBeside): ReadonlyArray<Mention> => {
  // A name in small letters that is a word too is read beside a number of its kind.
  const namesOfKinds = kindsNamed(text)
    .map((named) =>
      named.isWord && /\p{Ll}/u.test(text.slice(named.start, named.end))
        ? { ...named, kinds: named.kinds.filter((kind) => hasOne(kind, text)) }
        : named,
    )
    .filter(({ kinds }) => kinds.length > 0)
  if (namesOfKinds.length === 0) return []
  const countries = countriesBeside(namesOfKinds)
  const numbers = [...text.matchAll(written)]
    .map(({ 0: number, index }) => afterName({ number, index }, namesOfKinds))
    .filter(({ index, number }) => !namesOfKinds.some(({ end, start }) => index < end && start < index + number.length))
    .slice(0, maxNumbers)
  return namesOfKinds.flatMap(({ end, isShared, isTypical, isWord, kinds, start }): ReadonlyArray<Mention> => {
    const inCountries = kinds.filter(({ country }) => country === null || countries.has(country))
    const possible =
      countries.size > 0
        ? inCountries
        : isShared
          ? onlyOneOf(kinds, namesOfKinds.some((named) => !named.isShared) ? [] : numbers)
          : isTypical
            ? []
            : kinds
    const fitting = asWritten(
      possible.filter((kind) => numbers.some(({ number }) => mayBe(number, kind))),
      numbers,
    )
    const meant = fitting.length > 0 ? fitting : possible
    // `Indian PAN`: without a number of it, the country that the kind is of says that it is no word and no airport.
    const isOfCountry = countries.size > 0 && possible.length > 0 && !travelWords.test(text)
    if (fitting.length === 0 && isWord && !isOfCountry) return []
    if (fitting.length === 0 && isTypical) return []
    const hasNumber = numbers.some(({ number }) => number.replace(/\D/gu, "").length > 4)
    const at = { start, end, text: text.slice(start, end) }
    // `LEI 5299…, business id 0112038-9`: the second number is of the other kind that is named. `NIF 501964843, and one in Belgium BE0428759497`: of another country.
    const isOfOther = (number: string) =>
      !meant.some((kind) => mayBe(number, kind) || (kind.country !== null && number.startsWith(kind.country))) &&
      (isVatNumber(number) || namesOfKinds.some((other) => other.start !== start && other.kinds.some((kind) => fits(number, kind))))
    if (hasNumber && meant.some(({ isValid }) => isValid !== undefined) && meant.every((kind) => companyKinds.includes(kind)))
      return companyMentions(at, meant, numbers)
    if (meant.length === 0) return []
    const options = [...new Map(meant.map((kind) => [kind.code, kind])).values()].map((kind) => ({
      ref: `id:${kind.code}`,
      label: kind.name,
      description: kind.country === null ? "all countries" : (countryName(kind.country) ?? kind.country),
      value: kind.code,
    }))
    return [
      { ...at, kind: "id.kind", value: meant[0]!.code, weight: 0.9, ...(options.length > 1 && { options }) },
      ...numbers.flatMap(({ index, number }): ReadonlyArray<Mention> =>
        personalKinds.some((kind) => meant.includes(kind) && isLike(number, kind)) && !isOfOther(number)
          ? [{ kind: "id.number", start: index, end: index + number.length, text: number, value: number, weight: 1 }]
          : [],
      ),
    ]
  })
}

/** Shorter numbers have the form of many kinds that are not known here. */
const minDistinct = 8

/** Of the kinds that share a name, those of the only country whose form a number has: `organisation number 202100-2932` is Swedish, because Norway's has nine digits. */
const onlyOneOf = (kinds: ReadonlyArray<NumberKind>, numbers: ReadonlyArray<WrittenNumber>): ReadonlyArray<NumberKind> => {
  const fitting = kinds.filter((kind) => numbers.some(({ number }) => fits(number, kind) && bareNumber(number, kind).length >= minDistinct))
  return new Set(fitting.map(({ country }) => country)).size === 1 ? fitting : []
}

/** Germany's two numbers of a taxpayer may have as many digits: the one of a tax account is written with slashes. */
const asWritten = (kinds: ReadonlyArray<NumberKind>, numbers: ReadonlyArray<WrittenNumber>): ReadonlyArray<NumberKind> => {
  const hasSlashes = numbers.some(({ number }) => number.includes("/"))
  const others = kinds.filter(({ code }) => (hasSlashes ? code !== "DE.IDNR" : code !== "DE.STNR"))
  return others.length > 0 ? others : kinds
}

/** `business ID 2077474-0`: two capitals before a number may end the name of its kind. */
const afterName = (written: WrittenNumber, names: ReadonlyArray<{ readonly end: number }>): WrittenNumber => {
  const { index, number } = written
  const name = names.find(({ end }) => index < end && end < index + number.length)
  if (name === undefined) return written
  const rest = number.slice(name.end - index)
  const bare = rest.trimStart()
  return { number: bare, index: name.end + rest.length - bare.length }
}

/** A number of a company with the country of its kind. A name of several countries is a choice. */
const companyMentions = (
  at: Pick<Mention, "start" | "end" | "text">,
  kinds: ReadonlyArray<NumberKind>,
  numbers: ReadonlyArray<WrittenNumber>,
): ReadonlyArray<Mention> => {
  const validated = kinds.filter(({ isValid }) => isValid !== undefined)
  const identified = numbers.filter(({ number }) => !isVatNumber(number) && validated.some((kind) => isLike(number, kind)))
  const countries = [...new Set(validated.flatMap(({ country }) => country ?? []))]
  if (identified.length === 0) return []
  const options = countries.map((code) => ({
    ref: `country:${code}`,
    label: countryName(code) ?? code,
    description: validated.find(({ country }) => country === code)!.name,
    value: code,
  }))
  return [
    { ...at, kind: "country.code", value: countries[0]!, weight: 0.6, ...(countries.length > 1 && { options }) },
    ...identified.map(({ index, number }): Mention => ({
      kind: "company.number",
      start: index,
      end: index + number.length,
      text: number,
      value: number,
      weight: 0.95,
    })),
  ]
}

/** `FR83404833048` has the prefix of a VAT number, and is read as one, which contains the number of the company. */
const isVatNumber = (text: string): boolean => {
  const number = text.toUpperCase().replace(/[\s.-]/gu, "")
  return vatFormats.some(({ digits, prefix, suffix }) => {
    const rest = number.slice(prefix.length)
    return prefix !== "CHE" && number.startsWith(prefix) && digits.test(suffix ? rest.replace(suffix, "") : rest)
  })
}

const fits = (number: string, kind: NumberKind): boolean => kind.shape.test(bareNumber(number, kind))

/** A number without its check digits fits too: `12345678` can be a Spanish DNI without its letter. */
const mayBe = (number: string, kind: NumberKind): boolean =>
  fits(number, kind) ||
  completed(bareNumber(number, kind), kind.checkDigits, (whole) => kind.shape.test(whole) && kind.isValid?.(whole) === true) !== undefined

/** Whether a number may be meant as one of a kind: its length differs by at most two characters. */
const isLike = (number: string, kind: NumberKind): boolean => {
  const bare = bareNumber(number, kind)
  const counts = kind.written.match(/\d+/gu)?.map(Number) ?? []
  return fits(number, kind) || (bare.length >= 5 && bare.length <= Math.max(...counts, 16) + 2 && /\d{3}/u.test(bare))
}
