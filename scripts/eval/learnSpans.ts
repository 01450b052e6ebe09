import { writeFileSync } from "node:fs"
import { featuresOf, formKeysOf, orderMismatch, spanFeatures, valueClassOf } from "../../domain/planning/match/features.ts"
import { fieldProfileOf } from "../../domain/planning/match/fieldProfile.ts"
import type { Search } from "../../domain/planning/match/candidates.ts"
import { makeSearch } from "../../domain/planning/match/makeSearch.ts"
import { overlaps } from "../../domain/planning/read/Mention.ts"
import { clauseOf } from "../../domain/planning/read/ParsedQuestion.ts"
import { isCount, pairsOf } from "../../domain/planning/match/slotFilling.ts"
import { spansIn } from "../../domain/planning/read/spans.ts"
import { valueFor } from "../../domain/planning/match/valueFor.ts"
import { extract } from "../../layers/planner/extract/extract.ts"
import { evaluatedAt } from "./evaluate.ts"
import { matches } from "./matching.ts"
import { type ExpectedCall, halfOf, type Item, readSuite } from "./suites.ts"

/** A field with its candidate spans: for each its features, by number, and whether it is right. Possibly none is. */
interface Question {
  readonly candidates: ReadonlyArray<{
    readonly features: ReadonlyArray<readonly [feature: number, value: number]>
    readonly isRight: boolean
  }>
  readonly weight: number
  readonly operation: string
}

const target = new URL("../../domain/planning/match/spanWeights.json", import.meta.url)

/** Learns from one half of the questions which span fills which input, and writes `domain/planning/match/spanWeights.json`. */
export const learnSpans = (folder: string): void =>
  writeFileSync(
    target,
    spanWeightsFrom(folder, () => true),
  )

/** The weights that some items of that half teach, as the file has them. */
export const spanWeightsFrom = (folder: string, isCounted: (item: Item) => boolean): string => {
  const numbers = new Map<string, number>(["order", ...spanFeatures].map((name, at) => [name, at]))
  const numberOf = (name: string): number => {
    const assigned = numbers.get(name)
    if (assigned !== undefined) return assigned
    numbers.set(name, numbers.size)
    return numbers.size - 1
  }
  const questions = withFrequentForms(
    ["bfcl", "sealtools", "acebench"].flatMap((suite) => {
      const { catalogueOf, items } = readSuite(folder, suite)
      return items.flatMap((item) => (halfOf(item) === "learnt" && isCounted(item) ? questionsIn(item, catalogueOf(item), numberOf) : []))
    }),
  )
  const weights = fit(questions, numbers.size)
  console.log(`${questions.length} inputs, ${numbers.size} features: ${share(questions, weights).toFixed(3)} of them chosen rightly`)
  return jsonOf(numbers, weights)
}

/**
 * A form that is seen beside fewer operations says more about these than about values: without such forms, 79 instead of 75 of 100 inputs of other
 * operations are chosen rightly (four parts that share no operation, each judged by what the others taught).
 */
const minOperationsOfForm = 30

const withFrequentForms = (questions: ReadonlyArray<Question>): ReadonlyArray<Question> => {
  const operationsOf = new Map<number, Set<string>>()
  for (const { candidates, operation } of questions)
    for (const [feature] of candidates.flatMap(({ features }) => features))
      operationsOf.set(feature, (operationsOf.get(feature) ?? new Set()).add(operation))
  const isForm = (feature: number) => feature > spanFeatures.length
  const isKept = (feature: number) => !isForm(feature) || (operationsOf.get(feature)?.size ?? 0) >= minOperationsOfForm
  return questions.map((question) => ({
    ...question,
    candidates: question.candidates.map(({ features, isRight }) => ({
      features: features.filter(([feature]) => isKept(feature)),
      isRight,
    })),
  }))
}

const questionsIn = (
  item: Item,
  catalogue: ReturnType<ReturnType<typeof readSuite>["catalogueOf"]>,
  numberOf: (name: string) => number,
): ReadonlyArray<Question> => {
  const calls = item.expect.status === "plan" ? (item.expect.calls ?? []).filter(({ args }) => args !== undefined) : []
  const { index, parsed } = makeSearch(item.question, { given: {}, limit: 10, catalogue, now: evaluatedAt }, extract)
  const spans = spansIn(parsed)
  const rightOf = calls.map((call) => rightSpans(call))
  return calls.flatMap((call, place): ReadonlyArray<Question> => {
    const operation = index.operations.find(({ id }) => id === call.op)
    if (operation === undefined) return []
    const open = operation.definition.input
      .map((field, at) => ({ field, profile: fieldProfileOf(field), place: at }))
      .filter(
        ({ profile }) => !["boolean", "object"].includes(profile.type) && (!profile.choices || isCount(profile)) && !profile.items?.choices,
      )
    const others = rightOf.filter((_, at) => at !== place).flatMap((right) => right(index, parsed, spans))
    const own = rightOf[place]!(index, parsed, spans)
    // Each of several calls has a stretch of the question of its own.
    const near = calls.length === 1 ? { start: 0, end: item.question.length } : around(own, item.question.length)
    const free = spans.filter((span) => overlaps(span, near) && (own.includes(span) || !others.some((other) => overlaps(other, span))))
    const clause = clauseOf(item.question, near.start, near.end)
    const pairs = Map.groupBy(pairsOf(open, free, operation, parsed), ({ field }) => field)
    return [...pairs].flatMap(([field, ofField]): ReadonlyArray<Question> => {
      const expected = call.args?.[field.field]
      const candidates = ofField.flatMap((pair) => {
        const value = valueFor(pair.profile, pair.span, parsed)
        if (value === undefined) return []
        const valued = { ...pair, value }
        const named = featuresOf(valued).flatMap((feature, at): ReadonlyArray<readonly [number, number]> =>
          feature === 0 ? [] : [[at + 1, feature]],
        )
        const forms = formKeysOf(valued).map((form): readonly [number, number] => [numberOf(`${valueClassOf(pair.profile)} ${form}`), 1])
        return [
          {
            features: [[0, orderMismatch(valued, clause)] as const, ...named, ...forms],
            isRight: expected?.any.some((each) => matches(value, each)) === true,
          },
        ]
      })
      // An expected value that no span has teaches nothing.
      const isLost =
        expected !== undefined && expected.optional !== true && !expected.any.includes("") && !candidates.some(({ isRight }) => isRight)
      return isLost || candidates.length === 0 ? [] : [{ candidates, weight: calls.length === 1 ? 1 : 0.6, operation: operation.id }]
    })
  })
}

const rightSpans = (call: ExpectedCall) => (index: Search["index"], parsed: Search["parsed"], spans: ReturnType<typeof spansIn>) => {
  const operation = index.operations.find(({ id }) => id === call.op)
  return (operation?.definition.input ?? []).flatMap((field) => {
    const expected = call.args?.[field.field]
    const right = spans.filter((span) => {
      const value = expected && valueFor(fieldProfileOf(field), span, parsed)
      return value !== undefined && expected?.any.some((each) => matches(value, each)) === true
    })
    return right.slice(0, 1)
  })
}

const around = (spans: ReturnType<typeof spansIn>, length: number) => ({
  start: Math.max(0, Math.min(length, ...spans.map(({ start }) => start)) - 60),
  end: Math.min(length, Math.max(0, ...spans.map(({ end }) => end)) + 60),
})

const rounds = 40
const step = 0.05
const decay = 8e-3

/** Softmax over the candidates of each field and the choice of none, fitted by Adam. */
const fit = (questions: ReadonlyArray<Question>, size: number): Float64Array => {
  const [weights, first, second, slope] = [new Float64Array(size), new Float64Array(size), new Float64Array(size), new Float64Array(size)]
  let time = 0
  const batch = 32
  const order = questions.map((_, at) => at)
  let seed = 7
  const random = () => (seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648) / 2_147_483_648
  for (let round = 0; round < rounds; round++) {
    order.sort((a, b) => a - b)
    for (let at = order.length - 1; at > 0; at--) {
      const other = Math.floor(random() * (at + 1))
      ;[order[at], order[other]] = [order[other]!, order[at]!]
    }
    for (let from = 0; from < order.length; from += batch) {
      slope.fill(0)
      for (const at of order.slice(from, from + batch)) addSlope(questions[at]!, weights, slope)
      time++
      const rate = step * (1 - round / rounds)
      for (let at = 0; at < size; at++) {
        const gradient = slope[at]! / batch
        first[at] = 0.9 * first[at]! + 0.1 * gradient
        second[at] = 0.999 * second[at]! + 0.001 * gradient * gradient
        const way = first[at]! / (1 - 0.9 ** time) / (Math.sqrt(second[at]! / (1 - 0.999 ** time)) + 1e-8)
        weights[at] = weights[at]! - rate * way - rate * decay * 10 * weights[at]!
      }
    }
  }
  return weights
}

const scoresOf = ({ candidates }: Question, weights: Float64Array): ReadonlyArray<number> =>
  candidates.map(({ features }) => features.reduce((sum, [feature, value]) => sum + weights[feature]! * value, 0))

const addSlope = (question: Question, weights: Float64Array, slope: Float64Array): void => {
  const scores = scoresOf(question, weights)
  const top = Math.max(0, ...scores)
  const powers = scores.map((score) => Math.exp(score - top))
  const isThere = question.candidates.some(({ isRight }) => isRight)
  const all = Math.exp(-top) + powers.reduce((a, b) => a + b, 0)
  const right = isThere ? powers.reduce((sum, power, at) => sum + (question.candidates[at]!.isRight ? power : 0), 0) : Math.exp(-top)
  for (const [at, { features, isRight }] of question.candidates.entries()) {
    const pull = (powers[at]! / all - (isThere && isRight ? powers[at]! / right : 0)) * question.weight
    for (const [feature, value] of features) slope[feature] = slope[feature]! + pull * value
  }
}

const share = (questions: ReadonlyArray<Question>, weights: Float64Array): number =>
  questions.filter((question) => {
    const scores = scoresOf(question, weights)
    const best = Math.max(...scores)
    const isThere = question.candidates.some(({ isRight }) => isRight)
    return best < 0 ? !isThere : question.candidates[scores.indexOf(best)]!.isRight
  }).length / questions.length

/** A smaller weight of a form is left out of the file. */
const minFormWeight = 0.2

const jsonOf = (numbers: ReadonlyMap<string, number>, weights: Float64Array): string => {
  const weightOf = (name: string) => Math.round((weights[numbers.get(name) ?? 0] ?? 0) * 100) / 100
  const forms = Map.groupBy(
    [...numbers.keys()].slice(spanFeatures.length + 1).filter((name) => Math.abs(weightOf(name)) >= minFormWeight),
    (name) => name.slice(0, name.search(/ (?:[=<>#]|[a-z]+[<>])/u)),
  )
  const byForm = [...forms].map(([takes, names]) => [
    takes,
    Object.fromEntries(names.map((name) => [name.slice(takes.length + 1), Math.round(weightOf(name) * 10) / 10])),
  ])
  const file = {
    features: Object.fromEntries(spanFeatures.map((name) => [name, weightOf(name)])),
    order: weightOf("order"),
    forms: Object.fromEntries(byForm),
  }
  return `${JSON.stringify(file, null, 2)}\n`
}
