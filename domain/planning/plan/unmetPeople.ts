import { callChain, mentionsUsedBy } from "../match/OperationCall.ts"
import { overlaps, overlapsAny } from "../read/Mention.ts"
import { mentionWeight } from "../read/thresholds.ts"
import type { Goal } from "./Goal.ts"
import { requestedFacts } from "./requestedFacts.ts"
import { directInputs, matchesOf, type UnmetForm } from "./unmetForm.ts"

const isOfPopulation = ({ candidate: { operation }, clause }: Goal): boolean =>
  requestedFacts(operation, clause.asks ?? clause).some((fact) => fact.endsWith(".population"))

/** `male population of India`, `population growth`, `how many Germans live in Spain`: a part of the people, or how their number changes. */
const partOfPeople: UnmetForm = (search, goals) => {
  if (!goals.some(isOfPopulation)) return []
  const { question } = search.parsed
  const isValue = overlapsAny(goals.flatMap(({ bound }) => [...mentionsUsedBy(bound.call), ...bound.used]))
  const qualifying = matchesOf(search, before).filter((word) => {
    const text = question.slice(word.start, word.end)
    return /^\p{Ll}/u.test(text) && !whole.has(text) && !isValue(word)
  })
  return [...qualifying, ...[followed, others, perArea].flatMap((form) => matchesOf(search, form))]
}

/** Words before `population` that leave the whole of it. */
const whole = new Set(
  (
    "the a total estimated current whole overall national human latest its their and or of in by larger bigger smaller lower higher greater largest biggest " +
    "smallest more less what whats is area currency capital language languages name approximate approx rough official actual exact recent entire full same " +
    "country city town today now for with have has give me get need check find show state compare"
  ).split(" "),
)
const before = /\b[\p{L}-]+(?=\spopulation\b)/giu
const followed =
  /(?<=\bpopulation\s)(?:growth|rate|pyramid|ranking|forecast|projection|trend|increase|decrease|change|structure|distribution)s?\b/giu
const others =
  /(?<=\bhow\smany\s(?:\p{L}+\s)?)(?!people\b|persons\b|inhabitants\b|residents\b|humans\b|souls\b|citizens\b)\p{L}+(?=\s(?:live|lives|living|reside)\b)/giu
const perArea = /\bper\s(?:square|sq)\b/giu

/** `Is Singapore more populous than Oslo?`: the people of a town's country, where the town is named. */
const peopleOfTownsCountry: UnmetForm = (search, goals) =>
  goals.some(
    (goal) =>
      goal.candidate.operation.id === "country.profile" &&
      isOfPopulation(goal) &&
      callChain(goal.bound.call).some(({ operation }) => operation.id === "place.search"),
  )
    ? matchesOf(search, /\b(?:population|populous|inhabitants|people|residents)\b/giu)
    : []

/** `population of Luxembourg and of its capital`: that of the town too. */
const peopleOfCapital: UnmetForm = (search, goals) =>
  goals.some(isOfPopulation) && goals.every(({ candidate }) => candidate.operation.id === "country.profile")
    ? matchesOf(search, /(?<=\bpopulations?\s[^,;.?!]{0,40}\band\s)(?:of\s)?(?:its|the|their)\scapital\b/giu)
    : []

/** `population of Georgia`, `population of Europe`: a town of that name is searched for, where a country or a continent is named so. */
const peopleOfLargerPlace: UnmetForm = ({ parsed }, goals) =>
  goals
    .filter((goal) => goal.candidate.operation.id === "place.search" && isOfPopulation(goal))
    .flatMap(({ bound }) =>
      directInputs(bound.call).flatMap(({ kind, mention }) => {
        const isCountry = parsed.allMentions.some(
          (other) =>
            other.kind === "country.code" &&
            other.weight >= mentionWeight.possible &&
            other.options !== undefined &&
            overlaps(other, mention) &&
            other.text === mention.text,
        )
        return kind === "place.name" && (isCountry || continents.test(mention.text)) ? [mention] : []
      }),
    )
const continents =
  /^(?:the\s)?(?:Europe|Asia|Africa|America|(?:North|South|Latin|Central)\sAmerica|Oceania|EU|European\sUnion|world|earth)$/iu

/** Forms of requests for a part of the people of a place, or for those of another place than the one that a step has. */
export const unmetPeople: ReadonlyArray<UnmetForm> = [partOfPeople, peopleOfTownsCountry, peopleOfCapital, peopleOfLargerPlace]
