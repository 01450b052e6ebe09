import { highestWeighted, type Mention } from "../read/Mention.ts"
import { maskedWords, kindTerm, pairsOf } from "./OperationProfile.ts"
import weights from "./wordingWeights.json" with { type: "json" }

/**
 * How questions for each operation are worded: multinomial logistic regression over words, pairs of neighbours and kinds of values, learnt from example
 * questions by `scripts/learn.ts wording`. Its last class is a question that no operation answers.
 */
export interface WordingModel {
  readonly operations: ReadonlyMap<string, number>
  readonly bias: ReadonlyArray<number>
  /** Term → places of operations and weights, in turns. */
  readonly terms: ReadonlyMap<string, ReadonlyArray<number>>
}

/** What the wording of a clause says about each operation. */
export interface Wording {
  /**
   * The logit of the probability that one of a chain of calls is requested, from -4 to 3; 0 if the model does not know the last operation: a question for the
   * capital of the country of an IBAN is worded like one for the IBAN.
   */
  readonly evidenceFor: (chain: ReadonlyArray<string>) => number
  /** The probability that no operation answers. */
  readonly none: number
  /** The operations with a probability of 0.1 and more. */
  readonly likely: ReadonlySet<string>
}

/** The model as it is stored. */
interface WordingWeights {
  readonly operations: ReadonlyArray<string>
  readonly bias: ReadonlyArray<number>
  readonly terms: Readonly<Record<string, ReadonlyArray<number>>>
}

export const wordingModelOf = ({ bias, operations, terms }: WordingWeights): WordingModel => ({
  operations: new Map(operations.map((operation, place) => [operation, place])),
  bias,
  terms: new Map(Object.entries(terms)),
})

export const learntWording = wordingModelOf(weights)

/** The words, pairs of neighbours, first word and kinds of values of a text. */
export const wordingTerms = (text: string, mentions: ReadonlyArray<Mention>): ReadonlySet<string> => {
  const words = maskedWords(text, highestWeighted(mentions))
  const first = words.slice(0, 1).map(({ term }) => `^ ${term}`)
  return new Set([...words.map(({ term }) => term), ...pairsOf(words), ...first, ...mentions.map(({ kind }) => `has ${kindTerm(kind)}`)])
}

/** Whether questions for an operation have a term, a word or a pair of neighbours, more often than other questions. */
export const isWordedWith = ({ operations, terms }: WordingModel, operation: string, term: string): boolean => {
  const [place, row] = [operations.get(operation), terms.get(term)]
  if (place === undefined || row === undefined) return false
  for (let at = 0; at < row.length; at += 2) if (row[at] === place) return row[at + 1]! >= minTypical
  return false
}

const minTypical = 0.8

const minLikely = 0.1

export const wordingOf = (model: WordingModel, terms: ReadonlySet<string>): Wording => {
  const scores = Float64Array.from(model.bias)
  const row = [...terms].flatMap((term) => model.terms.get(term) ?? [])
  const scale = 1 / Math.sqrt(Math.max(1, [...terms].filter((term) => model.terms.has(term)).length))
  for (let at = 0; at < row.length; at += 2) scores[row[at]!]! += row[at + 1]! * scale
  const probabilities = softmax(scores)
  return {
    evidenceFor: (chain) => {
      const places = chain.map((operation) => model.operations.get(operation))
      if (places.at(-1) === undefined) return 0
      return clippedLogit(places.reduce((sum: number, place) => sum + (place === undefined ? 0 : probabilities[place]!), 0))
    },
    none: probabilities.at(-1) ?? 0,
    likely: new Set([...model.operations].flatMap(([operation, place]) => (probabilities[place]! >= minLikely ? [operation] : []))),
  }
}

export const softmax = (scores: Float64Array): Float64Array => {
  const highest = Math.max(...scores)
  const powers = scores.map((score) => Math.exp(score - highest))
  const total = powers.reduce((sum, power) => sum + power, 0)
  return powers.map((power) => power / total)
}

const clippedLogit = (probability: number): number =>
  Math.max(-4, Math.min(3, Math.log((probability + 1e-6) / Math.max(1e-6, 1 - probability))))
