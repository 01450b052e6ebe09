import { writeFileSync } from "node:fs"
import { likelihoodFeatureValues, likelihoodFeatures } from "../../domain/planning/match/likelihood.ts"
import { makeSearch } from "../../domain/planning/match/makeSearch.ts"
import { candidatesFor } from "../../domain/planning/match/candidates.ts"
import { minConfidence } from "../../domain/planning/match/thresholds.ts"
import { clauseOf } from "../../domain/planning/read/ParsedQuestion.ts"
import { extract } from "../../layers/planner/extract/extract.ts"
import { evaluatedAt } from "./evaluate.ts"
import { readSuite } from "./suites.ts"

interface Case {
  /** Empty if no operation has a word of the question. */
  readonly evidence: ReadonlyArray<number>
  readonly isRight: boolean
  readonly weight: number
  readonly isIrrelevant: boolean
}

const target = new URL("../../domain/planning/match/likelihoodWeights.json", import.meta.url)
const refusedShare = 0.81

/** Learns from the even half of the questions whether the best candidate is what the question requests, and writes `domain/planning/match/likelihoodWeights.json`. */
export const learnLikelihood = (folder: string): void => {
  const cases = ["bfcl", "when2call", "acebench", "sealtools"].flatMap((suite): ReadonlyArray<Case> => {
    const { catalogueOf, items } = readSuite(folder, suite)
    return items.flatMap((item, place): ReadonlyArray<Case> => {
      const ops = (item.expect.calls ?? []).map(({ op }) => op)
      if (place % 2 === 1 || (suite === "sealtools" && ops.length > 1)) return []
      const search = makeSearch(item.question, { given: {}, limit: 10, catalogue: catalogueOf(item), now: evaluatedAt }, extract)
      const candidate = candidatesFor(search, clauseOf(item.question, 0, item.question.length), "g1")[0]
      const isIrrelevant = item.expect.status === "unsupported"
      const isRight = !isIrrelevant && (ops.length === 0 || (candidate !== undefined && ops.includes(candidate.operation.id)))
      // A wrong candidate for a question that another operation answers counts 0.3, and the suite with one large catalogue counts 0.4.
      const weight = (isRight || isIrrelevant ? 1 : 0.3) * (suite === "sealtools" ? 0.4 : 1)
      return [
        {
          evidence: candidate ? likelihoodFeatureValues(candidate.evidence) : [],
          isRight,
          weight,
          isIrrelevant: isIrrelevant && suite === "bfcl",
        },
      ]
    })
  })
  const weights = fit(cases.filter(({ evidence }) => evidence.length > 0))
  const scores = cases
    .filter(({ isIrrelevant }) => isIrrelevant)
    .map(({ evidence }) => (evidence.length === 0 ? Number.NEGATIVE_INFINITY : scoreOf(evidence, weights)))
    .sort((a, b) => a - b)
  // The bias is set so that this share of the irrelevant questions is below `minConfidence`.
  const border = scores[Math.floor(scores.length * refusedShare)] ?? 0
  weights[0] = weights[0]! - border + Math.log(minConfidence / (1 - minConfidence))
  const byFeature = Object.fromEntries(likelihoodFeatures.map((name, at) => [name, Math.round(weights[at]! * 100) / 100]))
  writeFileSync(target, `${JSON.stringify(byFeature, null, 2)}\n`)
  console.log(`${cases.length} questions: whether they are answered`)
}

const scoreOf = (evidence: ReadonlyArray<number>, weights: Float64Array): number =>
  evidence.reduce((sum, value, at) => sum + value * weights[at]!, 0)

/** Logistic regression by gradient descent with momentum. */
const fit = (cases: ReadonlyArray<Case>): Float64Array => {
  const size = likelihoodFeatures.length
  const [weights, speed] = [new Float64Array(size), new Float64Array(size)]
  for (let round = 0; round < 4_000; round++) {
    const slope = weights.map((weight, at) => (at === 0 ? 0 : weight))
    for (const { evidence, isRight, weight } of cases) {
      const pull = (1 / (1 + Math.exp(-scoreOf(evidence, weights))) - (isRight ? 1 : 0)) * weight
      for (let at = 0; at < size; at++) slope[at] = slope[at]! + pull * evidence[at]!
    }
    for (let at = 0; at < size; at++) {
      speed[at] = 0.9 * speed[at]! - (0.1 * slope[at]!) / cases.length
      weights[at] = weights[at]! + speed[at]!
    }
  }
  return weights
}
