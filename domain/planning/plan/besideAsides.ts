import type { Search } from "../match/candidates.ts"
import { callChain } from "../match/OperationCall.ts"
import { idleAsides, introductionLength, isPlainIntroduction } from "../read/frames.ts"
import { type Mention, overlaps } from "../read/Mention.ts"
import { occasionsOf } from "../read/occasions.ts"
import { type Clause, clauseOf } from "../read/ParsedQuestion.ts"
import { qualifiers } from "../read/qualifiers.ts"
import { mentionWeight } from "../read/thresholds.ts"
import { isDistinctive } from "../read/words.ts"
import type { Interpretation } from "./Goal.ts"
import { withoutParts } from "./repeatedRequests.ts"
import { isSure } from "./surestReading.ts"

/** Where somebody is; another value is what the question is about. */
const whereabouts = /^(?:country|place|region|time\.zone|zone\.stated)/u

/**
 * The question beside what it says of its occasion: the words before a colon that it begins with (`notary in Lyon: which date is two months after …`), a
 * statement at its beginning or end (`What weekday is …? The bride is asking`), where its values are from, or whom it is for. Only where its plan is sure and these words add nothing to it: no word that an
 * operation is about, and no value but the ones that it has, and places where the plan takes none. Undefined otherwise.
 */
export const besideAsides = (
  search: Search,
  read: (search: Search) => Interpretation,
): { readonly search: Search; readonly understood: Interpretation } | undefined => {
  const introduction = introductionOf(search)
  const asides = introduction === undefined ? idleAsides(search.parsed).filter((aside) => !hasQualifier(search, aside)) : [introduction]
  const occasions = occasionsOf(search.parsed.question).filter((occasion) => !changesMeasure(search, occasion))
  const idle = [...asides, ...occasions].filter((aside) => !isTelling(search, aside))
  if (idle.length === 0) return undefined
  const beside = withoutParts(search, idle)
  const understood = read(beside)
  const { goals, unanswered } = understood
  if (!isSure(beside, goals, unanswered, true)) return undefined
  const operations = goals.flatMap(({ bound }) => callChain(bound.call).map(({ operation }) => operation))
  const used = goals.flatMap(({ bound }) => bound.used)
  const isIdle = ({ kind, value }: Mention) =>
    used.some((other) => other.kind === kind && other.value === value) ||
    (whereabouts.test(kind) && !operations.some(({ kinds }) => kinds.has(kind)))
  return idle.flatMap((aside) => valuesIn(search, aside)).every(isIdle) ? { search: beside, understood } : undefined
}

/**
 * Whether an occasion that names a country may change the answer: weeks, taxes and feasts of the country, and pints, cups and tons, which differ between countries. It
 * changes none where all values are amounts of other units.
 */
const changesMeasure = (search: Search, occasion: Clause): boolean =>
  valuesIn(search, occasion).some(({ kind }) => whereabouts.test(kind)) &&
  (customary.test(search.parsed.question) || !search.parsed.mentions.some(({ kind }) => kind === "unit.from"))

const customary =
  /\b(?:gallons?|gal|pints?|pt|quarts?|cups?|(?:table|tea)?spoons?|tbsp|tsp|ounces?|oz|tons?|gills?|bushels?|barrels?|stones?|hundredweight|cwt|mpg|miles\sper\sgallon|sizes?)\b/iu

const introductionOf = ({ parsed }: Search): Clause | undefined => {
  const length = introductionLength(parsed.question)
  return length > 0 && isPlainIntroduction(parsed.question.slice(0, length)) ? clauseOf(parsed.question, 0, length) : undefined
}

const valuesIn = ({ parsed }: Search, aside: Clause): ReadonlyArray<Mention> =>
  parsed.allMentions.filter((mention) => mention.weight >= mentionWeight.possible && overlaps(mention, aside))

const hasQualifier = ({ parsed }: Search, aside: Clause): boolean =>
  parsed.words.some((word) => overlaps(word, aside) && qualifiers.has(word.stem))

/** Whether a word of the aside is one that an operation is about. */
const isTelling = (search: Search, aside: Clause): boolean => {
  const values = valuesIn(search, aside)
  return search.parsed.words.some(
    (word) =>
      overlaps(word, aside) &&
      isDistinctive(word.stem) &&
      !values.some((value) => overlaps(value, word)) &&
      search.index.operations.some(({ named }) => named.has(word.stem)),
  )
}
