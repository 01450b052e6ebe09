import type { PlannedComparison } from "../../ask/Plan.ts"
import { lastSegment } from "../../catalogue/defineOperation.ts"
import type { Measure } from "../../catalogue/Source.ts"
import { sanitize } from "../../sanitize.ts"
import { factsRequested, type OperationProfile } from "../match/OperationProfile.ts"
import { type Comparative, comparativeOf, comparativesIn, degreeBefore, generalAdjectives } from "../read/comparatives.ts"
import { overlapsAny } from "../read/Mention.ts"
import { clauseOf, type ParsedQuestion } from "../read/ParsedQuestion.ts"
import { stemOf, stemsOf, type Word } from "../read/words.ts"
import type { Goal } from "./Goal.ts"

/** A comparison that a question requests of the results of one operation, and the words that request it. */
export interface RequestedComparison {
  readonly fact: string
  readonly comparative: Comparative
  readonly measure: Measure | undefined
  readonly words: ReadonlyArray<Word>
}

/**
 * The comparison of the results of two or more goals of one operation: by a measure of it that the comparative means (`larger`: the area),
 * or that the question names (`more neighbours`), or whether a fact that it names is the same.
 */
export const comparisonIn = ({ question, words }: ParsedQuestion, goals: ReadonlyArray<Goal>): RequestedComparison | undefined => {
  const [first] = goals
  if (first === undefined || goals.length < 2) return undefined
  const operation = first.candidate.operation
  const isOfOne = goals.every(({ bound, candidate }) => candidate.operation === operation && bound.missing.length === 0)
  if (!isOfOne || new Set(goals.map(({ bound }) => bound.call.key)).size < goals.length) return undefined
  // `in the same year` is a value of a step.
  const isValue = overlapsAny(goals.flatMap(({ bound }) => bound.used))
  const comparatives = comparativesIn(words).filter(({ relation, word }) => relation !== "same" || !isValue(word))
  for (const comparative of comparatives) {
    const others = comparatives.map(({ word }) => word)
    const read =
      comparative.relation === "same"
        ? sameFact(operation, question, words, comparative)
        : measured(operation, question, others, comparative)
    if (read === undefined) continue
    const { fact, measure } = read
    // `the same bank or a different one`
    const alternatives = comparative.relation === "same" ? comparatives.filter(({ relation }) => relation === "same") : []
    const isAlternative = (word: Word) => alternatives.some((alternative) => alternative.word === word)
    const helping = words.filter(
      (word) =>
        word !== comparative.word && (isAlternative(word) || word.stem === comparisonStem || /^(?:vs|versus|than)$/iu.test(word.text)),
    )
    const degree = degreeBefore(words, words.indexOf(comparative.word))
    return { fact, measure, comparative, words: [comparative.word, ...(degree === undefined ? [] : [degree]), ...helping] }
  }
  return undefined
}

const comparisonStem = stemOf("compared")

/** The measure that a comparative means by itself, or that the question names beside `more`, `larger` or `first`. */
const measured = (operation: OperationProfile, question: string, compared: ReadonlyArray<Word>, { adjective, word }: Comparative) => {
  const measures = Object.entries(operation.definition.hints?.measures ?? {}).map(([fact, measure]) => ({ fact, measure }))
  const plain = compared.reduce((text, { end, start }) => `${text.slice(0, start)}${" ".repeat(end - start)}${text.slice(end)}`, question)
  const named = new Set(factsRequested(operation, clauseOf(plain, 0, plain.length)))
  const isOf = ({ adjectives }: Measure) => adjective !== undefined && adjectives.split(" ").includes(adjective)
  const isOrdinal = /^(?:first|last)$/iu.test(word.text)
  const isGeneral = adjective === undefined || generalAdjectives.has(adjective)
  return (
    measures.find(({ fact, measure }) => named.has(fact) && isOf(measure)) ??
    measures.find(({ fact, measure }) => named.has(fact) && isGeneral && !isMoment(measure)) ??
    (isOrdinal ? undefined : measures.find(({ measure }) => isOf(measure)))
  )
}

const isMoment = ({ adjectives }: Measure): boolean => adjectives.split(" ").includes("early")

/** The fact of which the question says `same`: the noun beside the word, or what the question requests by name. Facts of this second change between two calls. */
const sameFact = (operation: OperationProfile, question: string, words: ReadonlyArray<Word>, { word }: Comparative) => {
  const { freshnessSeconds, output } = operation.definition
  if (freshnessSeconds < minFreshness) return undefined
  const after = words.filter(({ start }) => start > word.start).slice(0, 2)
  const nouns = new Set(after.map(({ stem }) => stem))
  const requested = factsRequested(operation, clauseOf(question, 0, question.length))
  const ofNoun = output.find((fact) => stemsOf(lastSegment(fact)).every((stem) => nouns.has(stem)))
  const named = requested.find((fact) => lastSegment(fact) === "name") ?? requested.find((fact) => !isVerdict(fact))
  // `Does Scotland have the same August bank holiday as England`: both have it, on other days.
  const fact = ofNoun ?? named ?? output.find((each) => lastSegment(each) === "date") ?? requested[0]
  return fact === undefined ? undefined : { fact, measure: undefined }
}

const isVerdict = (fact: string): boolean => lastSegment(fact).startsWith("is_")

const minFreshness = 60

/** The comparison as it is kept in a plan. `stepOf`: the step of a goal. */
export const plannedComparison = (
  { comparative, fact, measure }: RequestedComparison,
  goals: ReadonlyArray<Goal>,
  stepOf: (goal: Goal) => number | undefined,
  question: string,
): PlannedComparison | undefined => {
  const things = goals.flatMap((goal) => {
    const step = stepOf(goal)
    return step === undefined ? [] : [{ step, label: labelOf(goal, goals) }]
  })
  if (things.length < goals.length) return undefined
  const [less = "", more = ""] = (measure?.adjectives ?? "").split(" ")
  return {
    fact,
    name: measure?.name ?? nameOf(fact),
    relation: comparative.relation,
    things,
    ...(measure && { unit: measure.unit, words: { less: comparativeOf(less), more: comparativeOf(more) } }),
    ...(measure?.isEstimate === true && { isEstimate: true }),
    ...(/\bsame\s+(?:day|date)\b/iu.test(question) && { ofDays: true }),
  }
}

/** `country` of `country.name`, `time zone` of `time.zone`. */
const nameOf = (fact: string): string => {
  const last = lastSegment(fact)
  return (last === "name" || last === "code" ? fact.slice(0, fact.lastIndexOf(".")) : last).replaceAll(/[._]/gu, " ")
}

/** What distinguishes a goal from the others, as the question writes it. */
const labelOf = ({ bound, candidate, ref }: Goal, goals: ReadonlyArray<Goal>): string => {
  const own = bound.used.find((mention) => mention.text !== "" && !goals.every((other) => other.bound.used.includes(mention)))
  // `right now, and in April`: a goal on the present has no value of its own.
  const unnamed = candidate.operation.id.startsWith("time.") ? "now" : ref
  return sanitize(own?.text.replace(/^(?:in|on|at)\s/iu, "") ?? unnamed)
}
