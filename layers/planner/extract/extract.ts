import { type Mention, type MentionExtractor, overlaps } from "../../../domain/planning/read/Mention.ts"
import {
  addresses,
  airportCodes,
  bics,
  companyNumbers,
  coordinates,
  currencyNumbers,
  domains,
  emails,
  ibans,
  phones,
  vatNumbers,
} from "./identifiers.ts"
import { dates } from "./dates.ts"
import { measures } from "./measures.ts"
import { names } from "./names.ts"
import { places } from "./places.ts"

const longest = 4_000

/** The typed things in a question. Where a stronger reading of a text stands, weaker ones of another kind give way. */
export const extract: MentionExtractor = (question, now) => {
  const text = question.slice(0, longest).replace(/[\p{Cc}\p{Cf}]/gu, " ")
  // Each layer hides what it covers from those after it.
  const layers: ReadonlyArray<(found: ReadonlyArray<Mention>) => ReadonlyArray<Mention>> = [
    () => emails(text),
    () => [...ibans(text), ...addresses(text), ...coordinates(text)],
    () => bics(text),
    () => vatNumbers(text),
    () => companyNumbers(text),
    () => domains(text),
    () => dates(text, now),
    () => phones(text),
    () => [...names(text), ...currencyNumbers(text), ...airportCodes(text)],
    () => measures(text),
    (found) => places(found.reduce(veiled, text)),
  ]
  const found: Array<Mention> = []
  for (const layer of layers) {
    const hidden = found.filter(({ weight }) => weight >= 0.65)
    found.push(...distinct(layer(found)).filter((mention) => !hidden.some((other) => covers(other, mention))))
  }
  return found.sort((a, b) => a.start - b.start || b.weight - a.weight || (a.kind < b.kind ? -1 : 1))
}

/** A place that is longer than the country or region inside it stands (`Paris, Texas`); what hides the name of a thing does not. */
const covers = (hidden: Mention, mention: Mention): boolean => {
  if (!overlaps(hidden, mention)) return false
  if (mention.kind !== "place.name") return true
  if (hidden.kind === "region.code" || hidden.needs !== undefined) return hidden.end - hidden.start > mention.end - mention.start
  return !(hidden.start > mention.start || hidden.end < mention.end) || !/^(?:country|region|time)/u.test(hidden.kind)
}

/** The text without a thing that is no part of a name. */
const veiled = (text: string, { end, kind, start, weight }: Mention): string =>
  weight < 0.65 || /^(?:country|region|time|currency|airport|unit)/u.test(kind)
    ? text
    : `${text.slice(0, start)}${"|".repeat(end - start)}${text.slice(end)}`

/** Of readings of one kind that overlap, the longest. */
const distinct = (mentions: ReadonlyArray<Mention>): ReadonlyArray<Mention> =>
  mentions.filter(
    (mention, place) =>
      !mentions.some(
        (other, at) =>
          at !== place &&
          other.kind === mention.kind &&
          overlaps(other, mention) &&
          (other.end - other.start > mention.end - mention.start ||
            (other.end - other.start === mention.end - mention.start && at < place)),
      ),
  )
