import validator from "validator/lib/isCreditCard.js"
import { impossibleKind, type Mention, overlaps } from "../../../domain/planning/read/Mention.ts"
import { noPaymentCards } from "../../sources/bank-check/gaps.ts"
import { vatFormats } from "../../sources/tax-ids/vatNumber.ts"
import { numberOfAs } from "../../sources/ip-registry/asNumber.ts"
import { parseAddress } from "../../sources/ip-registry/address.ts"
import { networkProblem } from "../../sources/ip-registry/subnet.ts"
import { isAboutEori, vatWords } from "./labels.ts"
import { addresses, asNumber, networks } from "./networkNumbers.ts"
import { lastOf, month, monthIndexOf, monthNames } from "./writtenDates.ts"

/** Why a text that has the form of a value cannot be one; undefined if it can. */
type Reason = (groups: Readonly<Record<string, string>>, text: string, question: string) => string | undefined

const namedMonth = String.raw`(?<month>${month})\b`
const ofYear = String.raw`(?:,?\s+(?<year>(?:19|20)\d{2})(?![\d:]))?`

const noSuchDay: Reason = ({ day = "", month: written = "", year }) => {
  const place = monthIndexOf(written)
  const name = monthNames[place]?.replace(/^./u, (letter) => letter.toUpperCase())
  // `may` and `march` in lower case are read as verbs.
  if (name === undefined || (Number(day) > 31 && /^ma(?:y|rch)$/u.test(written))) return undefined
  // Without a year, 29 February is a day of a leap year.
  const days = Number(lastOf(Number(year ?? 2028), place).slice(8))
  if (Number(day) <= days) return undefined
  const of = year === undefined || days !== 28 ? name : `${name} ${year}`
  return Number(day) > 31
    ? `${Number(day)} ${name} does not exist: no month has more than 31 days.`
    : `${Number(day)} ${of} does not exist: ${name} has ${days} days${of === name ? "" : " in that year"}.`
}

/** `2027-02-30`, and `29/02/2027` where one of its first numbers is over 12. */
const noSuchDateInDigits: Reason = ({ day = "", month: number = "", year = "" }, text) => {
  const [first, second] = [Number(day), Number(number)]
  const isIso = text.startsWith(`${year}-`)
  const [dayOfMonth, monthOfYear] = !isIso && second > 12 && first >= 1 && first <= 12 ? [second, first] : [first, second]
  if (monthOfYear < 1 || monthOfYear > 12) return isIso ? `${text} does not exist: a year has the months 01 to 12.` : undefined
  const name = monthNames[monthOfYear - 1]!.replace(/^./u, (letter) => letter.toUpperCase())
  const days = Number(lastOf(Number(year), monthOfYear - 1).slice(8))
  return dayOfMonth > days ? `${text} does not exist: ${name} ${year} has ${days} days.` : undefined
}

/** The number of a payment card, by its digits and its check digit, beside a word for cards. */
const ofPaymentCard: Reason = (_, text, question) => (cardWords.test(question) && validator.default(text) ? noPaymentCards : undefined)

const cardWords = /\b(?:cards?|visa|mastercard|amex|american express|maestro|luhn|cvv|cvc)\b/iu

/** Forms of values with what is wrong with an impossible one. The limits are those of ISO 8601, of the tz database and of IATA. */
const forms: ReadonlyArray<readonly [RegExp, Reason]> = [
  [
    /(?<![\p{L}\p{N}:.+−-])(?<hour>\d{2}):(?<minute>\d{2})(?::\d{2})?(?![\p{L}\p{N}:.]\d?)/gu,
    ({ hour, minute }, text, question) => {
      if (!clockWords.test(question)) return undefined
      if (Number(minute) > 59) return `${text} is no time of day: its minutes end at 59.`
      return Number(hour) > 24 || (Number(hour) === 24 && Number(minute) > 0)
        ? `${text} is no time of day: its hours end at 23.`
        : undefined
    },
  ],
  [
    /\b(?:UTC|GMT)\s?(?<sign>[+−-])\s?(?<hour>\d{1,2})(?::?\d{2})?\b/gu,
    ({ hour, sign }, text) =>
      Number(hour) > (sign === "+" ? 14 : 12) ? `${text} is no offset: clocks are at UTC-12 to UTC+14.` : undefined,
  ],
  [new RegExp(String.raw`(?<![\p{L}\p{N}.,:/-])(?<day>\d{1,2})(?:st|nd|rd|th|\.)?\s+(?:of\s+)?${namedMonth}${ofYear}`, "giu"), noSuchDay],
  [new RegExp(String.raw`\b${namedMonth}\s+(?:the\s+)?(?<day>\d{1,2})(?:st|nd|rd|th)?(?![\p{N}:.]|\s*[ap]m\b)${ofYear}`, "giu"), noSuchDay],
  [/(?<![\p{L}\p{N}.:/-])(?<year>(?:19|20)\d{2})-(?<month>\d{2})-(?<day>\d{2})(?![\p{N}/-])/gu, noSuchDateInDigits],
  [/(?<![\p{L}\p{N}.:/-])(?<day>\d{1,2})[/.](?<month>\d{1,2})[/.](?<year>(?:19|20)\d{2})(?![\p{N}/-]|\.\d)/gu, noSuchDateInDigits],
  [
    /\bIATA(?:\s+(?:airport\s+)?code)?:?\s+(?:is\s+)?["'“]?(?<code>(?=[A-Z]*\d)[A-Z\d]{2,6})\b/gu,
    ({ code }) => `${code} is no IATA code: an airport's has three letters.`,
  ],
  [
    /(?<![\w@.-])[a-z\d-]+(?:\.[a-z\d-]+)*\.{2,3}(?:[a-z\d-]+\.)*[a-z]{2,}(?![\w@.-])/giu,
    (_, text, question) =>
      domainWords.test(question) ? `${text} is no domain name: there is nothing between two of its dots.` : undefined,
  ],
  [/(?<![\p{L}\p{N}+.-])\d(?:[ -]?\d){12,18}(?![\p{L}\p{N}-]|\.\d)/gu, ofPaymentCard],
  [
    /(?<![\p{L}\p{N}])(?:EORI|eori)(?![\p{L}\p{N}])(?=.*\d{5})|(?<=\d{5}.*)(?<![\p{L}\p{N}])(?:EORI|eori)(?![\p{L}\p{N}])/gu,
    (_, _text, question) =>
      isAboutEori(question) ? "No source has EORI numbers: the sources check VAT numbers, where a number is called one." : undefined,
  ],
  [
    asNumber,
    ({ digits = "" }, text) =>
      numberOfAs(digits) === undefined ? `${text} is no AS number: they end at 4294967295, and the parts of asdot at 65535.` : undefined,
  ],
]

const domainWords = /\b(?:domains?|hosts?|hostnames?|urls?|sites?|websites?|dns|tld)\b/iu
const clockWords = /\b(?:times?|clocks?|noon|morning|evening|local|zone|utc|gmt|[ceapmw]e?[sd]?t|[ap]m)\b/iu

/** Values of a question that cannot be: `25:10`, `32 December`, `UTC+17`. They are refused before anything else, without charge. */
export const impossible = (text: string): ReadonlyArray<Mention> => [
  ...forms.flatMap(([form, reasonOf]) =>
    [...text.matchAll(form)].flatMap((match) => mentionOf(match[0], match.index, reasonOf(match.groups ?? {}, match[0].trim(), text))),
  ),
  ...(vatWords.test(text)
    ? [...text.matchAll(/(?<![\p{L}\p{N}])(?<prefix>(?!ID|NO)[A-Z]{2})[ -]?\d{7,12}(?![\p{L}\p{N}])/gu)].flatMap((match) =>
        mentionOf(match[0], match.index, noSuchPrefix(match.groups?.["prefix"] ?? "")),
      )
    : []),
  ...impossibleAddresses(text),
  ...hiddenCharacters(text),
]

/** `300.12.4.1`, `10.0.0.0/33`. Numbers with a leading zero (`044.668.18.00`) are those of telephones. */
const impossibleAddresses = (text: string): ReadonlyArray<Mention> => {
  const blocks = networks(text)
  return [
    ...blocks.flatMap((block) => {
      const problem = networkProblem(String(block.value))
      return mentionOf(block.text, block.start, problem && `${block.text} is no network: it ${problem}.`)
    }),
    ...addresses(text)
      .filter(
        (address) => !blocks.some((block) => overlaps(block, address)) && (address.text.includes(":") || isMeantAsAddress(text, address)),
      )
      .flatMap(({ start, text: address }) =>
        mentionOf(
          address,
          start,
          parseAddress(address) === undefined
            ? address.includes(":")
              ? `${address} is no IPv6 address: each of its groups has one to four hexadecimal digits.`
              : `${address} is no IPv4 address: each of its four numbers ends at 255.`
            : undefined,
        ),
      ),
  ]
}

/** `1.250.300.400 bytes`, `31.234.567.8-901.000` and `firmware 10.300.2.1` have the form of an address too. */
const isMeantAsAddress = (question: string, { end, start, text }: Mention): boolean => {
  if (/(?<!\d)0\d/u.test(text) || /^-\d/u.test(question.slice(end))) return false
  if (/\b(?:firmware|versions?|release|build|v)\s*$/iu.test(question.slice(0, start))) return false
  if (/^\d{1,3}(?:\.\d{3}){3}$/u.test(text)) return /\b(?:ips?|ip ?v4|address(?:es)?)\b/iu.test(question)
  return addressWords.test(question) || question.replace(text, "").trim().length < 2
}

const addressWords =
  /\b(?:ips?|ip ?v4|address(?:es)?|networks?|sub-?nets?|hosts?|servers?|dns|routers?|gateways?|firewalls?|log-?ins?|logs?|visitors?|visits?|traffic|requests?|connections?|connected|clients?|geo\w*|locat\w*|where|countr(?:y|ies)|whois|who|operat\w+|provider|isp|private|public)\b/iu

/** `DE** **** **** 00`: a number with asterisks or dots in place of some characters. Asterisks around a whole word emphasise it. */
const hiddenCharacters = (text: string): ReadonlyArray<Mention> => {
  const plain = text.replace(
    /(?<![\p{L}\p{N}*])(\*{1,3})(?=[\p{L}+])([^*\n]{5,60})\1(?![\p{L}\p{N}*])/gu,
    (_, stars: string, word: string) => `${" ".repeat(stars.length)}${word}${" ".repeat(stars.length)}`,
  )
  return [...plain.matchAll(/(?<![\p{L}\p{N}*•])(?:[A-Z]{2}(?= ?[\dU*•])|\+\d)[\dA-Z*•]{0,40}(?: [\dA-Z*•]{1,12}){0,10}/gu)]
    .filter(([number]) => /[*•]{2}(?!$)|[*•]{3}/u.test(number) && number.replaceAll(" ", "").length >= 8)
    .filter(({ index }) => !/\b(?:ref(?:erence)?|invoice|order|ticket|case|customer|password)\b[\s.:#]*$/iu.test(plain.slice(0, index)))
    .flatMap((match) => mentionOf(match[0], match.index, `${match[0]} has hidden characters: it can be checked only with all of them.`))
}

const noSuchPrefix = (prefix: string): string | undefined =>
  vatFormats.some((format) => format.prefix.startsWith(prefix)) || prefix === "GR"
    ? undefined
    : `${prefix} is the prefix of no VAT number that can be checked here.`

const mentionOf = (text: string, start: number, contradiction: string | undefined): ReadonlyArray<Mention> =>
  contradiction === undefined
    ? []
    : [{ kind: impossibleKind, start, end: start + text.length, text, value: text, weight: 1, contradiction }]
