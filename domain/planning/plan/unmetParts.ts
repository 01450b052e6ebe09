import { type Mention, overlaps } from "../read/Mention.ts"
import { mentionWeight } from "../read/thresholds.ts"
import type { Goal } from "./Goal.ts"
import { requestedFacts } from "./requestedFacts.ts"
import { directInputs, type UnmetForm } from "./unmetForm.ts"

/** `capital of Texas, USA`, `languages of Inner Mongolia`: a part of the country whose own facts are requested, where the operation takes the country alone. */
const partOfCountry: UnmetForm = ({ parsed }, goals) => {
  const countries = parsed.allMentions.filter(({ kind, weight }) => kind === "country.code" && weight >= mentionWeight.clear)
  const isOfWhole = ({ candidate: { operation }, clause }: Goal) =>
    operation.id.startsWith("country.") && requestedFacts(operation, clause.asks ?? clause).some((fact) => ownFact.test(fact))
  return goals.filter(isOfWhole).flatMap(({ bound }) =>
    directInputs(bound.call).flatMap(({ kind, mention }) =>
      // `Ecuador, El Salvador`: another country.
      kind === "country.code"
        ? parsed.allMentions
            .filter(isPartOf(mention, parsed.question))
            .filter((part) => countries.filter((other) => overlaps(other, part)).length <= 1)
        : [],
    ),
  )
}
const ownFact = /\.(?:capitals?|area_km2|languages|neighbours|landlocked|population)$/u

const isPartOf =
  (country: Mention, question: string) =>
  ({ end, kind, start, text, value }: Mention): boolean => {
    if (kind !== "region.code" && kind !== "place.name") return false
    if (start <= country.start && end >= country.end)
      return text.length > country.text.length && !isArticle(text.slice(0, country.start - start))
    if (kind === "region.code" && !String(value).startsWith(`${String(country.value)}-`)) return false
    return end <= country.start && /^(?:,|\s*\(|,?\s+in)\s*(?:the\s+)?$/iu.test(question.slice(end, country.start))
  }
const isArticle = (text: string): boolean => /^(?:the\s+)?$/iu.test(text)

/** Forms of requests for a part of a country, where the operation takes the country. */
export const unmetParts: ReadonlyArray<UnmetForm> = [partOfCountry]
