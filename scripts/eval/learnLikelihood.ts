import { writeFileSync } from "node:fs"
import { likelihoodFeatures } from "../../domain/planning/match/likelihood.ts"
import { minConfidence } from "../../domain/planning/match/thresholds.ts"
import { heldOutCases } from "./heldOutCases.ts"
import { spanWeightsFrom } from "./learnSpans.ts"
import type { LikelihoodCase } from "./likelihoodCases.ts"
import { logisticWeights, scoreOf } from "./logistic.ts"
import { partOf, parts } from "./suites.ts"

const target = new URL("../../domain/planning/match/likelihoodWeights.json", import.meta.url)
const refusedShare = 0.85

/**
 * Learns from one half of the questions whether the best candidate is what the question requests, and writes `domain/planning/match/likelihoodWeights.json`.
 * The values of each part are found by weights that its operations taught nothing: otherwise they would fit better than those of other operations.
 */
export const learnLikelihood = async (folder: string): Promise<void> => {
  const cases: Array<LikelihoodCase> = []
  for (let part = 0; part < parts; part++) {
    const spanWeights = spanWeightsFrom(folder, (item) => partOf(item) !== part)
    cases.push(...(await heldOutCases({ folder, part, spanWeights })))
  }
  const scores = heldOutScores(cases)
  const weights = logisticWeights(cases.filter(({ evidence }) => evidence.length > 0))
  const irrelevant = scores.filter((_, at) => cases[at]!.isIrrelevant).sort((a, b) => a - b)
  const relevant = scores.filter((_, at) => cases[at]!.isRelevant).sort((a, b) => a - b)
  const border = quantileOf(irrelevant, refusedShare)
  weights[0] = weights[0]! - border + Math.log(minConfidence / (1 - minConfidence))
  const byFeature = Object.fromEntries(likelihoodFeatures.map((name, at) => [name, Math.round(weights[at]! * 100) / 100]))
  writeFileSync(target, `${JSON.stringify(byFeature, null, 2)}\n`)
  console.log(`${cases.length} questions: area under the curve ${areaUnderCurve(relevant, irrelevant).toFixed(3)}`)
  for (const share of [0.7, 0.75, 0.78, 0.8, 0.85, 0.9])
    console.log(
      `  ${share} of the irrelevant refused: ${shareAbove(relevant, quantileOf(irrelevant, share)).toFixed(3)} of the relevant accepted`,
    )
}

/** The score of each case by weights that its operations taught nothing. */
const heldOutScores = (cases: ReadonlyArray<LikelihoodCase>): ReadonlyArray<number> => {
  const weightsByPart = Array.from({ length: parts }, (_, part) =>
    logisticWeights(cases.filter((each) => each.part !== part && each.evidence.length > 0)),
  )
  return cases.map(({ evidence, part }) => (evidence.length === 0 ? Number.NEGATIVE_INFINITY : scoreOf(evidence, weightsByPart[part]!)))
}

const quantileOf = (sorted: ReadonlyArray<number>, share: number): number => sorted[Math.floor(sorted.length * share)] ?? 0

const shareAbove = (scores: ReadonlyArray<number>, border: number): number =>
  scores.filter((score) => score >= border).length / Math.max(1, scores.length)

/** How often a relevant question scores higher than an irrelevant one. */
const areaUnderCurve = (relevant: ReadonlyArray<number>, irrelevant: ReadonlyArray<number>): number =>
  relevant.reduce(
    (sum, score) => sum + irrelevant.filter((other) => other < score).length + irrelevant.filter((other) => other === score).length / 2,
    0,
  ) /
  (relevant.length * irrelevant.length)
