import type { Search } from "../match/candidates.ts"
import { type Clause, clauseOf } from "../read/ParsedQuestion.ts"
import { persons } from "../read/persons.ts"
import { mentionWeight } from "../read/thresholds.ts"
import type { Interpretation } from "./Goal.ts"
import { withoutParts } from "./repeatedRequests.ts"
import { isSure } from "./surestReading.ts"

const ofPerson = new RegExp(
  String.raw`(?:^\W*|[.?!;,]\s+)(?:(?:the|an?|our|my|some|one|new|hotel|business)\s+){0,2}(?:${persons})s?\s(?<origin>from\s(?:the\s)?)$`,
  "iu",
)

/**
 * The question beside where a person comes from who is named at the beginning of a sentence: `guest from Japan wants to call home, what time is it in Osaka`. Only where
 * its plan is sure without that place and not with it. Undefined otherwise.
 */
export const besideOrigins = (
  search: Search,
  read: (search: Search) => Interpretation,
): { readonly search: Search; readonly understood: Interpretation } | undefined => {
  const { allMentions, question } = search.parsed
  const origins = allMentions.flatMap(({ end, kind, start, weight }): ReadonlyArray<Clause> => {
    const origin = ofPerson.exec(question.slice(0, start))?.groups?.["origin"]
    return origin !== undefined && weight >= mentionWeight.possible && /^(?:country|place|region|time)\./u.test(kind)
      ? [clauseOf(question, start - origin.length, end)]
      : []
  })
  if (origins.length === 0) return undefined
  const beside = withoutParts(search, origins)
  const understood = read(beside)
  const places = understood.goals.flatMap(({ bound }) => bound.used).filter(({ kind }) => /^(?:country|place|time\.zone|geo)/u.test(kind))
  return places.length > 0 && isSure(beside, understood.goals, understood.unanswered, true) ? { search: beside, understood } : undefined
}
