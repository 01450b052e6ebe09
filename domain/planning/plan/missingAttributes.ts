import type { Search } from "../match/candidates.ts"
import { callChain, mentionsUsedBy } from "../match/OperationCall.ts"
import type { OperationIndex } from "../match/OperationIndex.ts"
import type { OperationProfile } from "../match/OperationProfile.ts"
import { overlapsAny } from "../read/Mention.ts"
import type { ParsedQuestion } from "../read/ParsedQuestion.ts"
import { isDistinctive, isEmpty, stemOf, stemsOf, type Word } from "../read/words.ts"
import type { Goal } from "./Goal.ts"
import { requestedFacts } from "./requestedFacts.ts"

/** A noun of the question that names a fact of some operation: `calling code`, `currency`. */
export interface Attribute {
  readonly start: number
  readonly end: number
  readonly words: ReadonlyArray<Word>
}

/** The nouns of a question that name a fact, and that no planned operation is going to state: `currency` of `country and currency of 8.8.8.8`, where the country alone is planned. */
export const missingAttributes = ({ index, parsed }: Search, goals: ReadonlyArray<Goal>): ReadonlyArray<Attribute> => {
  const isValue = overlapsAny(
    goals.flatMap(({ bound }) => [...mentionsUsedBy(bound.call), ...bound.used, ...bound.spans]).filter(({ start }) => start >= 0),
  )
  const isMention = overlapsAny(parsed.mentions)
  const stated = goals.map(statedBy)
  const names = namesIn(index)
  const missing: Array<Attribute> = []
  for (let at = 0; at < parsed.words.length; at++) {
    const word = parsed.words[at]!
    const name = names.get(word.stem)?.find((stems) => stems.every((stem, place) => parsed.words[at + place]?.stem === stem))
    if (name === undefined) continue
    const words = parsed.words.slice(at, at + name.length)
    at += name.length - 1
    const attribute = { start: words[0]!.start, end: words.at(-1)!.end, words }
    if (isValue(attribute) || isMention(attribute) || !isCoordinated(parsed.question, attribute) || stated.some((states) => states(name)))
      continue
    if (isNoun(attribute, parsed)) missing.push(attribute)
  }
  return missing
}

/** `the capital, calling code and currency of …`, `…, and what would its VAT number be`: a member of a list of requested things. */
const isCoordinated = (question: string, { end, start }: Attribute): boolean =>
  coordinatedBefore.test(question.slice(Math.max(0, start - 50), start)) || coordinatedBehind.test(question.slice(end))

const coordinatedBefore =
  /(?:[,;&]|\b(?:and|plus|also))\s+(?:also\s+)?(?:(?:what|which)(?:['’]s|\s+(?:is|are|was|would|will))?\s+)?(?:(?:the|its|their|an?)\s+)?$/iu
const coordinatedBehind = /^s?(?:\s*,\s*(?:[\p{L}'’-]+\s+){0,3}[\p{L}-]+\s*(?:,|\band\b)|\s+(?:and|&|plus)\s)/iu

const isNoun = ({ words }: Attribute, parsed: ParsedQuestion): boolean => {
  const head = words.at(-1)!
  const tag = parsed.tagged().find(({ start }) => start === head.start)?.tag
  return tag === "NOUN" || tag === "PROPN"
}

/** Whether an operation has a fact of the attribute's name. */
export const statesAttribute = ({ facts }: OperationProfile, { words }: Attribute): boolean =>
  [...facts.keys()].some((fact) => {
    const own = stemsOf(fact)
    return words.every(({ stem }) => own.includes(stem))
  })

type States = (name: ReadonlyArray<string>) => boolean

/** Whether a goal states a fact of a name, or its operation is about it. */
const statedBy = ({ bound, candidate: { operation }, clause }: Goal): States => {
  const facts = requestedFacts(operation, clause.asks ?? clause)
  const operations = callChain(bound.call).map((call) => call.operation)
  const shown = facts.length > 0 ? facts : [...operation.facts.keys()]
  return (name) => {
    const telling = name.filter((stem) => !isEmpty(stem))
    return (
      shown.some((fact) => {
        const own = stemsOf(fact)
        return (
          name.every((stem) => own.includes(stem)) ||
          (telling.length === name.length && telling.every((stem) => operation.facts.get(fact)?.has(stem)))
        )
      }) ||
      (telling.length === name.length &&
        telling.every((stem) => operations.some((each) => each.name.has(stem) || each.inputWords.has(stem))))
    )
  }
}

const kept = new WeakMap<OperationIndex, ReadonlyMap<string, ReadonlyArray<ReadonlyArray<string>>>>()

/** The names of the facts of all operations by their first stems, the longest first. */
const namesIn = (index: OperationIndex): ReadonlyMap<string, ReadonlyArray<ReadonlyArray<string>>> => {
  const cached = kept.get(index)
  if (cached !== undefined) return cached
  const names = new Map<string, ReadonlyArray<string>>()
  for (const operation of index.operations) for (const name of namesOf(operation)) names.set(name.join(" "), name)
  const made = Map.groupBy(
    [...names.values()].toSorted((a, b) => b.length - a.length),
    ([first]) => first!,
  )
  kept.set(index, made)
  return made
}

/** Whether words are the name of a fact of some operation. */
export const isAttributeName = (index: OperationIndex, stems: ReadonlyArray<string>): boolean =>
  namesIn(index)
    .get(stems[0] ?? "")
    ?.some((name) => name.length === stems.length && name.every((stem, place) => stem === stems[place])) === true

const namesOf = ({ definition }: OperationProfile): ReadonlyArray<ReadonlyArray<string>> => {
  const inputs = new Set(definition.input.map(({ field }) => field))
  return definition.output.flatMap((fact) => {
    const name = stemsOf(fact.slice(fact.lastIndexOf(".") + 1))
    const isTelling = name.length > 1 ? name.some((stem) => !isEmpty(stem)) : name.some(isDistinctive)
    return inputs.has(fact) || !isTelling || generic.has(name.join(" ")) ? [] : [name]
  })
}

/** Every moment has a date and a time, and every stretch a start and an end, by whatever facts they are stated. */
const generic: ReadonlySet<string> = new Set(["date", "time", "day", "hour", "start", "end"].map(stemOf))
