import { writeFileSync } from "node:fs"
import { makeSearch } from "../../domain/planning/match/makeSearch.ts"
import { softmax, type WordingModel, wordingModelOf, wordingOf, wordingTerms } from "../../domain/planning/match/wording.ts"
import { extract } from "../../layers/planner/extract/extract.ts"
import { builtinEntries } from "../../test/layers/planner/catalogue.ts"
import { type BuiltinQuestion, builtinQuestions, questionsReadAt } from "./builtinQuestions.ts"

const target = new URL("../../domain/planning/match/wordingWeights.json", import.meta.url)

/** A question, and the operations that answer it or a part of it. */
interface Worded {
  readonly terms: ReadonlySet<string>
  /** Empty: none does. */
  readonly operations: ReadonlyArray<string>
}

const noOperation = "none"
/** A term of fewer questions teaches nothing. */
const minQuestions = 2
const rounds = 200
const decay = 5e-5
const minWeight = 0.4

/** Learns how questions for each operation are worded, and writes `wordingWeights.json`. */
export const learnWording = (): void => {
  const all = wordedQuestions()
  for (const isOutside of [true, false]) report(isOutside)
  const { bias, operations, terms } = weightsOf(all.map(({ worded }) => worded))
  const rows = Object.entries(terms).map(([term, row]) => `    ${JSON.stringify(term)}: ${JSON.stringify(row)}`)
  writeFileSync(
    target,
    `{\n  "operations": ${JSON.stringify(operations)},\n  "bias": ${JSON.stringify(bias)},\n  "terms": {\n${rows.join(",\n")}\n  }\n}\n`,
  )
  console.log(`${all.length} questions, ${rows.length} terms`)
}

const folds = 4

/** The fold of a question: of all lists together, so that a question and its copy are in one. */
const foldOf = (text: string): number =>
  [...text.toLowerCase()].reduce((sum, letter) => (sum * 31 + letter.codePointAt(0)!) % 9_973, 7) % folds

let models: ReadonlyArray<WordingModel> | undefined
/** A model that has not seen the question: what is learnt from its evidence must not trust it more than it deserves. */
export const unseenWording = (text: string): WordingModel => {
  if (models === undefined) {
    const all = wordedQuestions()
    models = Array.from({ length: folds }, (_, fold) => {
      const seen = all.filter((each) => foldOf(each.text) !== fold)
      return wordingModelOf(weightsOf(seen.map(({ worded }) => worded)))
    })
  }
  return models[foldOf(text)]!
}

const report = (isOutside: boolean): void => {
  const questions = builtinQuestions.filter((each) => each.isOutside === isOutside && each.operations.length === 1)
  const first = questions.filter(({ operations, text }) => {
    const model = unseenWording(text)
    const { evidenceFor } = wordingOf(model, termsOf(text))
    const [best] = [...model.operations.keys()].filter((id) => id !== noOperation).sort((a, b) => evidenceFor([b]) - evidenceFor([a]))
    return best !== undefined && operations[0]!.includes(best)
  })
  console.log(
    `${isOutside ? "questions of outsiders" : "own questions"}: ${questions.length} for one operation, ${first.length} right by wording alone`,
  )
}

/** The labelled questions, and the examples of the operations. */
const wordedQuestions = (): ReadonlyArray<{ readonly text: string; readonly worded: Worded }> => {
  const definitions = new Map(
    builtinEntries.flatMap(({ members }) => members).flatMap(({ operations }) => operations.map((each) => [each.id, each])),
  )
  return [
    ...[...definitions.values()].flatMap(({ examples, id }) => examples.map((text) => ({ text, operations: [id] }))),
    ...builtinQuestions.map(({ operations, text }: BuiltinQuestion) => ({
      text,
      operations: operations.flat().filter((id) => definitions.has(id)),
    })),
  ].map(({ operations, text }) => ({ text, worded: { terms: termsOf(text), operations } }))
}

const nothingLearnt: WordingModel = wordingModelOf({ operations: [], bias: [0], terms: {} })

const termsOf = (text: string): ReadonlySet<string> => {
  const { parsed } = makeSearch(text, { given: {}, limit: 10, catalogue: builtinEntries, now: questionsReadAt }, extract, nothingLearnt)
  return wordingTerms(parsed.question, parsed.mentions)
}

/** Gradient descent with momentum; small weights are left out. */
const weightsOf = (questions: ReadonlyArray<Worded>): Parameters<typeof wordingModelOf>[0] => {
  const operations = [...[...new Set(questions.flatMap((each) => each.operations))].sort(), noOperation]
  const placeOf = new Map(operations.map((operation, place) => [operation, place]))
  const counts = new Map<string, number>()
  for (const { terms } of questions) for (const term of terms) counts.set(term, (counts.get(term) ?? 0) + 1)
  const vocabulary = [...counts].flatMap(([term, count]) => (count >= minQuestions ? [term] : [])).sort()
  const rowOf = new Map(vocabulary.map((term, row) => [term, row]))
  const cases = questions.map((each) => {
    const rows = [...each.terms].flatMap((term) => rowOf.get(term) ?? [])
    const right = each.operations.length === 0 ? [noOperation] : each.operations
    return { rows, scale: 1 / Math.sqrt(Math.max(1, rows.length)), right: right.map((operation) => placeOf.get(operation)!) }
  })
  const size = operations.length
  const [weights, speed, slope] = [0, 0, 0].map(() => new Float64Array((vocabulary.length + 1) * size)) as [
    Float64Array,
    Float64Array,
    Float64Array,
  ]
  const biasRow = vocabulary.length
  for (let round = 0; round < rounds; round++) {
    for (let at = 0; at < slope.length; at++) slope[at] = at < biasRow * size ? decay * weights[at]! : 0
    for (const { right, rows, scale } of cases) {
      const scores = weights.slice(biasRow * size)
      for (const row of rows) for (let place = 0; place < size; place++) scores[place]! += weights[row * size + place]! * scale
      const pull = softmax(scores)
      for (const place of right) pull[place]! -= 1 / right.length
      for (let place = 0; place < size; place++) pull[place]! /= cases.length
      for (const row of rows) for (let place = 0; place < size; place++) slope[row * size + place]! += pull[place]! * scale
      for (let place = 0; place < size; place++) slope[biasRow * size + place]! += pull[place]! / 6
    }
    for (let at = 0; at < weights.length; at++) {
      speed[at] = 0.9 * speed[at]! - 30 * slope[at]!
      weights[at]! += speed[at]!
    }
  }
  const rowAt = (row: number) =>
    Array.from({ length: size }, (_, place) => place).flatMap((place) => {
      const weight = weights[row * size + place]!
      return Math.abs(weight) < minWeight ? [] : [place, Math.round(weight * 10) / 10]
    })
  return {
    operations,
    bias: Array.from(weights.slice(biasRow * size), (weight) => Math.round(weight * 100) / 100),
    terms: Object.fromEntries(vocabulary.map((term, row) => [term, rowAt(row)])),
  }
}
