import { impossibleKind, type Mention } from "../../../domain/planning/read/Mention.ts"
import { areaOfCode } from "../../sources/atlas/areaOfCode.ts"
import { countriesOfCallingCode } from "../../sources/atlas/callingCodes.ts"
import { countries } from "../../sources/atlas/countries.ts"
import { planOf } from "../../sources/telecom/numberingPlans.ts"
import { isSupportedCountry } from "libphonenumber-js/max"

const named = /\b(?:ddd|area|dialling|dialing|std)\b/iu
/** `DDD 85`, `area code 85`: an area code without the trunk zero. */
const writtenShort = /(?<=\b(?:ddd|area code|std code)\s(?:is\s|number\s)?)[1-9]\d{1,3}(?![\p{L}\p{N}]|[.,:/ -]\d)/giu
/** A trunk zero and an area code, which no further digits follow. */
const written = /(?<![\p{L}\p{N}+.,/:-]|\d\s)0[1-9]\d{0,3}(?![\p{L}\p{N}]|[.,:/ -]\d)/gu

/**
 * `what area is 0161 in the UK`: area codes as they are dialled inside the one country that a text names, with its calling code in place of the trunk zero. The
 * country by itself is requested no more.
 */
export const withNationalAreaCodes = (text: string, mentions: ReadonlyArray<Mention>): ReadonlyArray<Mention> => {
  const codes = new Set(mentions.flatMap(({ kind, value, weight }) => (kind === "country.code" && weight >= 0.5 ? [String(value)] : [])))
  const [code] = codes
  const isOfNumber = mentions.some(({ kind }) => kind === "phone.number" || kind === "tax.vat_number")
  if (code === undefined && !isOfNumber) return [...mentions, ...withoutCountry(text, mentions)]
  if (code === undefined || codes.size > 1 || !named.test(text) || isOfNumber) return mentions
  // In Italy the zero stays.
  const trunk = isSupportedCountry(code) ? planOf(code).nationalPrefix() : undefined
  // North America dials a 1 before its area codes, which are never written with it.
  const calling = trunk === "0" || trunk === "1" ? countries.get(code)?.callingCodes[0] : undefined
  const areas = calling === undefined ? [] : [...(trunk === "0" ? text.matchAll(written) : []), ...text.matchAll(writtenShort)]
  if (areas.length === 0) return mentions
  const country = mentions.find(({ kind }) => kind === "country.code")
  return [
    ...mentions.map((mention) => (mention.kind === "country.code" ? { ...mention, weight: 0.3 } : mention)),
    ...areas.map(({ 0: area, index }) => ({
      kind: "country.calling_code",
      start: index,
      end: index + area.length,
      text: area,
      value: `${calling}${area.replace(/^0/u, "")}`,
      weight: 0.8,
      ...(country && { beside: country }),
    })),
  ]
}

const refusal = ({ end, start, text }: Pick<Mention, "start" | "end" | "text">, contradiction: string): Mention => ({
  kind: impossibleKind,
  start,
  end,
  text,
  value: text,
  weight: 1,
  contradiction,
})

/** `which town has the dialling code 04421`: the same digits are the area codes of towns of several countries. */
const withoutCountry = (text: string, mentions: ReadonlyArray<Mention>): ReadonlyArray<Mention> =>
  mentions.some(({ kind }) => kind === "country.calling_code" || kind === "place.name" || kind === "country.code")
    ? []
    : [...text.matchAll(besideWord)].map(({ 0: area, index }) =>
        refusal({ start: index, end: index + area.length, text: area }, `The country of the area code ${area} is missing.`),
      )

/** An area code with its trunk zero directly beside the words for one. */
const besideWord =
  /(?<=\b(?:area|dialling|dialing|std)\scodes?\s(?:is\s)?|\bwhat\sarea\s(?:is|has)\s)0[1-9]\d{1,4}(?![\p{L}\p{N}]|[.,:/ -]\d)|(?<![\p{L}\p{N}+.,/:-]|\d\s)0[1-9]\d{1,4}(?=\s(?:is\s(?:the|an?)\s)?(?:area|dialling|dialing|std)\scode\b)/giu

const wantsArea = /\b(?:areas?|towns?|city|cities|regions?|state|provinces?)\b/iu
const wantsCountry = /\b(?:country|countries|nation)\b/iu

/**
 * `area code 01 in France`: an area code of which no table names the area is refused where the text requests the area alone. One of another country under the
 * same calling code (01534 of the United Kingdom is Jersey's) is not: the country is an answer.
 */
export const withUnnamedAreas = (text: string, mentions: ReadonlyArray<Mention>): ReadonlyArray<Mention> =>
  !wantsArea.test(text) || wantsCountry.test(text)
    ? mentions
    : mentions.flatMap((mention) => {
        const { beside, kind, text: written, value } = mention
        const isOfNamed = kind === "country.calling_code" && countriesOfCallingCode(String(value)).includes(String(beside?.value))
        const { area, areas } = isOfNamed ? areaOfCode(String(value)) : { area: "", areas: [] }
        return area !== null || areas.length > 0
          ? [mention]
          : [mention, refusal(mention, `No source has the town or area of the area code ${written.trim()}.`)]
      })
