import { mentionsUsedBy } from "../match/OperationCall.ts"
import { overlaps, overlapsAny } from "../read/Mention.ts"
import { mentionWeight } from "../read/thresholds.ts"
import { directInputs, matchesOf, type UnmetForm } from "./unmetForm.ts"

/** `What does the letter B in … stand for?`, of an operation that checks a number. */
const meaningOfPart: UnmetForm = (search, goals) =>
  goals.some(({ candidate }) => /validate_(?:vat|iban|number)$/u.test(candidate.operation.id))
    ? matchesOf(search, /\bstands?\s+for\b|(?<=\bwhat\s(?:do|does)\b[^.?!]{0,60}\s)mean\b/giu)
    : []

/** `What digit do mobile numbers in Peru start with?`: the first digits of the numbers of a country, which no step knows. */
const firstDigits: UnmetForm = (search, goals) =>
  goals.some(({ candidate }) => candidate.operation.id === "phone.dialling")
    ? matchesOf(
        search,
        /\b(?:mobile|landline|cell|toll[- ]free|free(?:phone|call)?|premium|local)s?\s(?:\p{L}+\s)?(?:numbers?\s)?[^.?!]{0,30}\b(?:starts?|begins?)\b/giu,
      )
    : []

/** `registry and allocation date`: the day of an entry in a register, which no operation has. */
const dayOfEntry: UnmetForm = (search) =>
  matchesOf(
    search,
    /\b(?:allocation|registration|creation|expiry|expiration)\sdate\b|\bdate\sof\s(?:allocation|registration|creation|expiry)\b/giu,
  )

/** `Do Saudi IBANs contain letters?`, where the operation has the places of the parts and not their characters. */
const charactersOfParts: UnmetForm = (search, goals) =>
  goals.some(({ candidate }) => candidate.operation.id === "bank.iban_of_country")
    ? matchesOf(search, /(?<=\b(?:contains?|have|has|with|use|allow)\s(?:only\s|any\s|also\s)?)letters\b/giu)
    : []

/** `13 x 8 x 5 inches to cm and the volume in litres`, `and if they meant imperial gallons`: a unit that no step converts from or to. */
const otherUnit: UnmetForm = (search, goals) => {
  if (!goals.some(({ candidate }) => candidate.operation.id === "unit.convert")) return []
  const used = goals.flatMap(({ bound }) => [...mentionsUsedBy(bound.call), ...bound.used])
  const isUsed = overlapsAny(used)
  const { allMentions } = search.parsed
  const targets = allMentions.filter(
    (mention) =>
      mention.kind === "unit.to" &&
      mention.weight >= mentionWeight.clear &&
      !isUsed(mention) &&
      !used.some(({ value }) => value === mention.value),
  )
  return [...targets, ...matchesOf(search, unitOfSystem).filter((unit) => !allMentions.some((mention) => overlaps(mention, unit)))]
}
const unitOfSystem =
  /\b(?:imperial|metric|US|UK|American|British|troy|nautical|fluid|short|long)\s(?:gallons?|pints?|quarts?|cups?|tons?|tonnes?|ounces?|pounds?|miles?|hundredweights?|barrels?|bushels?)\b/gu

/** `my number is 0722 000 000, how must a German write it to reach me in kenya`: a number in national form may be of either country. */
const countryOfNumber: UnmetForm = ({ parsed }, goals) => {
  const isTaken = overlapsAny(
    goals.flatMap(({ bound }) => bound.used).filter(({ kind }) => kind === "country.code" || kind === "call.from"),
  )
  const isNational = goals.some(
    ({ bound, candidate }) =>
      candidate.operation.id === "phone.lookup" &&
      directInputs(bound.call).some(({ kind, mention }) => kind === "phone.number" && !/^\s*(?:\+|00)/u.test(mention.text)) &&
      directInputs(bound.call).some(({ kind }) => kind === "country.code"),
  )
  const values = new Set(goals.flatMap(({ bound }) => bound.used.flatMap(({ kind, value }) => (kind === "country.code" ? [value] : []))))
  return isNational
    ? parsed.allMentions.filter(
        (mention) =>
          mention.kind === "country.code" && mention.weight >= mentionWeight.clear && !isTaken(mention) && !values.has(mention.value),
      )
    : []
}

/** `Does a phone number with +1 876 come from the United States?`: the country of the beginning of a number, where a step has how a country is called. */
const beginningOfNumber: UnmetForm = (search, goals) =>
  goals.some(({ candidate }) => candidate.operation.id === "phone.dialling")
    ? matchesOf(search, /(?<=\bnumbers?\s(?:\p{L}+\s){0,3}(?:with|in)\s(?:the\s)?(?:prefix\s|code\s)?)\+\d{1,3}[\s-]?\d{3,}/giu)
    : []

/** `Which country is EAN 4006381333931 from?`, `IMEI 4901… stolen?`: what the check of a number of all countries does not answer. */
const behindNumber: UnmetForm = (search, goals) =>
  goals.some(({ bound }) =>
    directInputs(bound.call).some(({ kind, mention }) => kind === "id.kind" && String(mention.value).startsWith("INT.")),
  )
    ? matchesOf(
        search,
        /\b(?:countr(?:y|ies)|from\s\p{Lu}\p{L}+|stolen|lost|blocked|manufacturer|maker|model|product|compan(?:y|ies)|who|whose|issuer|title|author|publisher|belongs?)\b/giu,
      )
    : []

/** Forms of requests for parts of numbers and what is behind them, for further units and for entries in registers. */
export const unmetNumbers: ReadonlyArray<UnmetForm> = [
  meaningOfPart,
  firstDigits,
  charactersOfParts,
  dayOfEntry,
  otherUnit,
  countryOfNumber,
  beginningOfNumber,
  behindNumber,
]
