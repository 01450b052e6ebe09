import { isEnglish } from "./english.ts"
import { isListedBic } from "../../sources/bank-check/banks.ts"
import { getCountrySpecifications, isValidIBAN } from "ibantools"
import { parsePhoneNumberFromString } from "libphonenumber-js/max"
import { parse } from "tldts"
import type { Mention } from "../../../domain/planning/read/Mention.ts"
import { britishPrefixes } from "../../sources/tax-ids/holders.ts"
import { vatFormats } from "../../sources/tax-ids/vatNumber.ts"
import { countries } from "../../sources/atlas/countries.ts"
import { beginningsOf, withoutWords } from "./groups.ts"
import { hasLabelOfPaper, hasLabelOfTax, isAboutEori } from "./labels.ts"

const ibanSpecifications = getCountrySpecifications()

const ibanCountries: ReadonlySet<string> = new Set(
  Object.entries(ibanSpecifications)
    .filter(([, { chars }]) => chars !== null)
    .map(([code]) => code),
)

export const mention = (kind: string, match: RegExpExecArray | RegExpMatchArray, value: string, weight: number, offset = 0): Mention => {
  const start = (match.index ?? 0) + offset
  return { kind, start, end: start + value.length, text: value, value: value.trim(), weight }
}

/** The offset of a group in its match: the last occurrence, because the identifier follows the word that announces it. */
export const groupAt = (match: RegExpMatchArray, group: string): number => match[0].lastIndexOf(group)

/** IBANs, including ones with a wrong length or wrong check digits: the buyer may want to have exactly these validated. */
export const ibans = (text: string): ReadonlyArray<Mention> => {
  if (isAboutEori(text)) return []
  const shaped = [
    ...text.matchAll(/\b[A-Z]{2}\d{2}(?:[ -]?[A-Z0-9]{4}){2,7}(?:[ -]?[A-Z0-9]{1,3})?\b|\b[A-Za-z]{2}\d{2}[A-Za-z0-9]{10,30}\b/gu),
  ].filter(([shape]) => {
    const compact = bare(ownIban(shape))
    return (
      compact.length >= 14 &&
      compact.length <= 36 &&
      !isVat(bare(withoutWords(shape))) &&
      /\d{4}/u.test(compact) &&
      ibanCountries.has(compact.slice(0, 2).toUpperCase())
    )
  })
  const named = [
    ...text.matchAll(
      /\b[Ii][Bb][Aa][Nn](?:\s+(?:number|code|is|no\.?))*\s*[:#]?\s*["']?((?=[A-Z]*\d)[A-Z0-9]{5,36}|[A-Z]{2}\d{2}(?:[ -][A-Z0-9]{1,4}){1,8})(?![A-Za-z0-9])/gu,
    ),
  ]
    .filter(([, value = ""]) => /\d{2}/u.test(value))
    .map((match) => mention("bank.iban", match, match[1] ?? "", 1, groupAt(match, match[1] ?? "")))
  const spoken = /\biban/iu.test(text)
    ? [...text.matchAll(/\b[a-z]{2}\d{2}(?:[ -][a-z0-9]{4}){2,7}(?:[ -](?=[a-z]{0,2}\d)[a-z0-9]{1,3})?\b/giu)].map((match) =>
        mention("bank.iban", match, match[0], 1),
      )
    : []
  return [...shaped.map((match) => mention("bank.iban", match, match[0], 1)), ...named, ...spoken].map((each) => {
    const own = ownIban(each.text)
    return { ...each, end: each.start + own.length, text: own, value: own.trim() }
  })
}

const bare = (run: string): string => run.replace(/[ -]/gu, "")

const isVat = (compact: string): boolean =>
  vatFormats.some(({ digits, prefix, suffix }) => {
    const rest = compact.slice(prefix.length)
    return compact.startsWith(prefix) && digits.test(suffix ? rest.replace(suffix, "") : rest)
  })

/** Where the IBAN of a run of groups ends: at the length of its country where it is valid, and before words in a country whose IBANs end in digits. */
const ownIban = (run: string): string => {
  const valid = beginningsOf(run).find((beginning) => isValidIBAN(bare(beginning).toUpperCase()))
  if (valid !== undefined) return valid
  const pattern = ibanSpecifications[run.slice(0, 2).toUpperCase()]?.bban_regexp ?? ""
  return /\[0-9\]\{\d+\}\$?$/u.test(pattern) ? withoutWords(run) : run
}

/** A code without a word beside it. */
const isAlone = (text: string, code: string): boolean => /^\W*$/u.test(text.replace(code, ""))

export const bics = (text: string): ReadonlyArray<Mention> => {
  const isSpoken = /\b(?:bic|swift)\b/iu.test(text)
  // `NDEASESS - in which country is this bank?`: a code in capitals beside a word for banks, with a country at its place.
  const isOfBank = !isSpoken && /\p{Ll}/u.test(text) && /\b(?:banks?|institutions?|institutes?|payee|beneficiary)\b/iu.test(text)
  const shaped = [...text.matchAll(/\b[A-Z]{6}[A-Z0-9]{2}(?:[A-Z0-9]{3})?\b/gu)]
    .filter(
      ([code]) =>
        isSpoken || (countries.has(code.slice(4, 6)) && (isOfBank || isAlone(text, code) || /\d|XXX$/u.test(code) || isListedBic(code))),
    )
    // Eleven characters with a country in their middle are hardly a name, nor is the code of a bank.
    .map((match) =>
      mention(
        "bank.bic",
        match,
        match[0],
        isSpoken ? 0.95 : isOfBank || (isListedBic(match[0]) && /\p{Ll}/u.test(text)) ? 0.9 : match[0].length === 11 ? 0.7 : 0.6,
      ),
    )
  const named = [
    ...text.matchAll(/\b(?:bic|swift)(?:\s*\/\s*(?:bic|swift))?(?:\s+(?:code|number|is))*\s*[:#]?\s*["']?([A-Z0-9]{6,14})\b/giu),
  ]
    .filter(([, value = ""]) => /^[A-Z0-9]+$/u.test(value) && !/^(?:SWIFT|CODE)$/u.test(value))
    .map((match) => mention("bank.bic", match, match[1] ?? "", 0.95, groupAt(match, match[1] ?? "")))
  const short = (isSpoken || isOfBank) && shaped.length === 0 ? text.matchAll(/\b[A-Z]{6}[A-Z0-9]{1,8}\b/gu) : []
  const misshapen = [...short]
    .filter(([code]) => countries.has(code.slice(4, 6)) && code.length > 6 && (isSpoken || /\d/u.test(code)))
    .map((match) => mention("bank.bic", match, match[0], 0.9))
  // `Is OKOYF1HH a correctly formed BIC?`: letters with a digit where a BIC has none.
  const unshaped =
    isSpoken && shaped.length + named.length === 0 ? text.matchAll(/\b(?=[A-Z]*\d)(?=(?:\d*[A-Z]){4})[A-Z\d]{6,12}\b/giu) : []
  // `kcblkenx bank and city`: a listed one in small letters.
  const small = [...text.matchAll(/(?<![\p{L}\p{N}@.])[a-z]{6}[a-z0-9]{2}(?:[a-z0-9]{3})?(?![\p{L}\p{N}@]|\.\p{L})/gu)]
    .filter(([code]) => isListedBic(code.toUpperCase()) && !isEnglish(code))
    .map((match) => ({ ...mention("bank.bic", match, match[0].toUpperCase(), isSpoken ? 0.95 : 0.7), text: match[0] }))
  return [...shaped, ...named, ...misshapen, ...small, ...[...unshaped].map((match) => mention("bank.bic", match, match[0], 0.9))]
}

const registerWords: ReadonlyArray<readonly [RegExp, string]> = [
  [/\bsiren\b|\bsiret\b/iu, "FR"],
  [/\bcvr\b/iu, "DK"],
  [/\babn\b|\bacn\b/iu, "AU"],
  [/\bcnpj\b/iu, "BR"],
  [/\by-tunnus\b/iu, "FI"],
  [/\bcuit\b/iu, "AR"],
  [/\bfirmenbuch/iu, "AT"],
  [/\bedrpou\b/iu, "UA"],
  [/\bregon\b/iu, "PL"],
  [/\boib\b/iu, "HR"],
  [/\bnipc\b/iu, "PT"],
  [/\buscc\b/iu, "CN"],
  [/\bpartita iva\b/iu, "IT"],
]

const companyWords =
  /\b(?:siren|siret|cvr|abn|acn|cnpj|cuit|orgnr|org(?:anisation|anization)?\.? (?:number|no)|(?:company|business|registration|enterprise|corporate|employer) (?:registration )?(?:number|no\.?|id)|y-tunnus|firmenbuch\w*|edrpou|regon|oib|nipc|uscc|partita iva|rut|ruc|rfc|inn|kennitala|ubn|brn|company|companies house|entity|llp)\b/iu

export const companyNumbers = (text: string): ReadonlyArray<Mention> => {
  if (!companyWords.test(text)) return []
  const numbers = [...text.matchAll(/(?<![\w+.])(?:FN |CHE-?)?\d(?:[ .\-/]?[\dA-Z]){5,20}\b/gu)]
    .filter(([digits]) => !/^\d{4}-\d{2}-\d{2}$|^\d{1,3}(?:\.\d{1,3}){3}$/u.test(digits) && !isLegalEntity(digits))
    .map((match) => mention("company.number", match, withoutWords(match[0]).trim(), 0.95))
  // `SC123456`: a prefix of Companies House names the country.
  const british = [...text.matchAll(britishNumber)].flatMap((match): ReadonlyArray<Mention> => [
    mention("company.number", match, match[0], 0.95),
    { ...mention("country.code", match, match[0], 0.6), value: "GB" },
  ])
  const countriesNamed = registerWords.flatMap(([pattern, country]): ReadonlyArray<Mention> => {
    const match = pattern.exec(text)
    return match ? [{ ...mention("country.code", match, match[0], 0.6), value: country }] : []
  })
  return [...numbers, ...british, ...(numbers.length > 0 ? countriesNamed : [])]
}

/** A legal entity identifier (ISO 17442): no number of a country's register. */
const isLegalEntity = (text: string): boolean => /^(?=.*[A-Z])[A-Z0-9]{18}\d{2}$/u.test(text)

const britishNumber = new RegExp(
  String.raw`(?<![\p{L}\p{N}])(?:${britishPrefixes.map(([prefix]) => prefix).join("|")})\d{6}(?![\p{L}\p{N}])`,
  "gu",
)

export const emails = (text: string): ReadonlyArray<Mention> =>
  // A slash joins two addresses: no name of a host has one.
  // The local part may be in double quotes, or have an apostrophe: `o'brien@…`. A comma for the dot (`gmail,com`) is part of the address, which is refused with it.
  [
    ...text.matchAll(
      /(?!['/])(?:"[^"\n@]{1,64}"|[^\s<>"`,;:()[\]@]{0,80})@[^\s<>"'`,;:()[\]?!/]{1,255}(?:,(?:com|net|org|de|fr|it|es|uk|eu|io)\b|(?<=@[^.@]{1,64}),(?!(?:or|and|but|is|it|pls|ok|not|the|for|und|y|et|can|we|he|my|so|if)\b)\p{L}{2,3}(?![\p{L}\p{N}.@-]))?/gu,
    ),
  ].flatMap((match): ReadonlyArray<Mention> => {
    const value = match[0].replace(/[.]+$/u, "")
    // `an address @mailinator.com`: the domain alone.
    if (value.startsWith("@") && ofDomain.test(text)) return [mention("domain.name", match, value.slice(1), 1)]
    return [mention("email.address", match, value, 1)]
  })

/** What is requested of a domain, and not of an address. */
const ofDomain = /\bdomains?\b|\b(?:disposable|throwaway|throw-away|temporary)\b/iu

export const domains = (text: string): ReadonlyArray<Mention> =>
  [
    ...text.matchAll(
      /\bhttps?:\/\/[^\s<>"'`]{1,1000}|(?<![@\w.-])(?:[\p{L}\p{N}](?:[\p{L}\p{N}_-]{0,62})\.){1,10}[\p{L}][\p{L}\p{N}-]{1,62}(?![\w@])/giu,
    ),
  ].flatMap((match): ReadonlyArray<Mention> => {
    const quoted = quotedAround(text, match)
    if (quoted !== undefined) return [quoted]
    const value = match[0].replace(/[.,;:!?)]+$/u, "")
    if (/^https?:/iu.test(value)) return [mention("domain.name", match, value, 1)]
    const domain = parse(value, { allowPrivateDomains: false })
    const isNamed = /(?:^|\.)xn--/iu.test(value) || /\b(?:domain|host|hostname|suffix|punycode|unicode|tld)\b/iu.test(text)
    return domain.isIcann === true || isNamed
      ? [mention("domain.name", match, value, domain.isIcann === true ? 0.95 : 0.9), ...countryDomain(match, value)]
      : []
  })

/** `"acme shop.de"`: the whole text in quotes is the name, which is refused for its space. */
const quotedAround = (text: string, { 0: name, index }: RegExpExecArray): Mention | undefined => {
  const [, before = ""] = /"([^"\s]{1,40} )$/u.exec(text.slice(Math.max(0, index - 42), index)) ?? []
  if (before === "" || text[index + name.length] !== '"' || !/\b(?:domain|hostname)\b/iu.test(text)) return undefined
  const value = `${before}${name}`
  return { kind: "domain.name", start: index - before.length, end: index + name.length, text: value, value, weight: 0.95 }
}

/** The top-level domain of a country at the end of a name. An ending that everybody may buy says nothing about a country. */
const countryDomain = (match: RegExpExecArray, value: string): ReadonlyArray<Mention> => {
  const [ending] = /\.[a-z]{2}$/iu.exec(value) ?? []
  return ending === undefined || /^\.(?:ai|cc|co|eu|fm|gg|io|ly|me|sh|to|tv|ws)$/iu.test(ending)
    ? []
    : [{ ...mention("country.top_level_domain", match, value, 0.5), value: ending.toLowerCase() }]
}

/** `+49 30 901820`, `0033 6 12 34 56 78`: numbers that name their country. */
export const internationalPhones = (text: string): ReadonlyArray<Mention> =>
  [...text.matchAll(/(?<![\w+])(?:\+|00(?=[1-9])|(?<![:.,])00\s(?=[1-9]))[\d(][\d\s().\-/]{5,22}\d(?!\d)(?:\s?(?:x|ext\.?)\s?\d{1,6})?/giu)]
    .filter((match) => match[0].startsWith("+") || mayBeDialled(text, match))
    .filter(([written]) => written.replace(/^00|\D/gu, "").length >= minDigits)
    .filter((match) => !hiddenDigits.test(text.slice(match.index + match[0].length)))
    .map((match) => mention("phone.number", match, atSlash(match[0])[0]!, match[0].startsWith("+") ? 1 : 0.9))

/** `+599 9 461 xxxx`: a number whose last digits are hidden is the beginning of one. */
const hiddenDigits = /^[\s-]?(?:x{2,}|X{2,}|\*{2,}|•{2,}|…|\.{3})(?!\p{L})/u

/** The fewest digits of a number with its calling code, as in Niue: `+351 291` is the beginning of numbers. */
const minDigits = 7

/** `RSIN 004495445`, `invoice number 0012…`: a number of another kind may begin with 00 too. */
const mayBeDialled = (text: string, { 0: number, index }: RegExpExecArray): boolean => {
  if (hasLabelOfPaper(text, index) || hasLabelOfTax(text, index)) return false
  return (
    phoneWords.test(text) || /^\d+\D+\d/u.test(number) || parsePhoneNumberFromString(number.replace(/^00/u, "+"))?.isPossible() === true
  )
}

const phoneWords = /\b(?:phone|telephone|mobile|landline|toll[- ]free|caller|cell|fax|dial|e\.?164|(?:inter)?national (?:format|form))\b/iu

/** The most digits of a number with its country by ITU-T E.164. */
const maxPhoneDigits = 15

/** `+49 1512 3456789/0171 5550123`: more digits than a number can have are two numbers, where a slash is between them. */
const atSlash = (written: string): ReadonlyArray<string> => {
  const place = written.replace(/^00|\D/gu, "").length > maxPhoneDigits ? written.indexOf("/") : -1
  return place < 0 ? [written] : [written.slice(0, place).trimEnd(), written.slice(place + 1)]
}

const minPhoneDigits = 9

/** Those with the digits of a whole number: no groups of them are a date or a number of a company. */
export const wholePhones = (text: string): ReadonlyArray<Mention> => [
  ...internationalPhones(text).filter(({ text: number }) => number.replace(/\D/gu, "").length >= minPhoneDigits),
  ...northAmericanPhones(text),
]

/** `1-800-555-0199`: the calling code of North America without its plus. */
const northAmericanPhones = (text: string): ReadonlyArray<Mention> =>
  [...text.matchAll(/(?<![\w+.-])1[-. ]\(?[2-9]\d{2}\)?[-. ][2-9]\d{2}[-. ]\d{4}(?![\w-]|[.,]\d)/gu)].map((match) => ({
    ...mention("phone.number", match, match[0], 0.95),
    value: `+${match[0]}`,
  }))

export const phones = (text: string): ReadonlyArray<Mention> => {
  const international = internationalPhones(text)
  if (
    international.length > 0 ||
    !/\b(?:phone|telephone|mobile|landline|toll[- ]free|call(?:er|ing|ed)?|number|cell|fax|dial|e\.?164|(?:inter)?national (?:format|form))\b/iu.test(
      text,
    )
  )
    return international
  const isSpoken = phoneWords.test(text)
  // `9 8765 4321`: the first digit of a mobile number, or the code of a capital.
  return [...text.matchAll(/(?<![\w+.-])(?:\d\s(?=\d{3,4}\s\d{4}\b))?\(?\d{2,5}\)?(?:[\s./-]?\d{2,5}){1,5}\b/gu)]
    .filter(([digits]) => digits.replace(/\D/gu, "").length >= 7 && !/^\d{4}-\d{2}-\d{2}$/u.test(digits))
    .filter((match) => !match[0].startsWith("00") || mayBeDialled(text, match))
    .filter((match) => !hiddenDigits.test(text.slice(match.index + match[0].length)))
    .flatMap((match) =>
      atSlash(match[0]).map((part) => mention("phone.number", match, part, isSpoken ? 0.95 : 0.4, match[0].indexOf(part))),
    )
}

/** `ISO 4217 number 392`. */
export const currencyNumbers = (text: string): ReadonlyArray<Mention> =>
  /\b(?:currenc(?:y|ies)|4217)\b/iu.test(text)
    ? [...text.matchAll(/(?<![\d.,+]|ISO |\p{Sc}\s?)\b\d{3}\b(?![\d.,]\d|\s?\p{Sc})/gu)].map((match) => ({
        kind: "currency.number",
        start: match.index,
        end: match.index + 3,
        text: match[0],
        value: match[0],
        weight: 0.85,
      }))
    : []
