import { mentionsUsedBy } from "../match/OperationCall.ts"
import { overlaps, overlapsAny } from "../read/Mention.ts"
import { mentionWeight } from "../read/thresholds.ts"
import { matchesOf, type UnmetForm } from "./unmetForm.ts"

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

/** Forms of requests for parts of numbers, for further units and for entries in registers. */
export const unmetNumbers: ReadonlyArray<UnmetForm> = [meaningOfPart, firstDigits, charactersOfParts, dayOfEntry, otherUnit]
