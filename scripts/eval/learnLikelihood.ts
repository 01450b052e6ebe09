import { writeFileSync } from "node:fs"
import { likelihoodFeatureValues, likelihoodFeatures } from "../../domain/planning/match/likelihood.ts"
import { makeSearch } from "../../domain/planning/match/makeSearch.ts"
import { candidatesFor } from "../../domain/planning/match/candidates.ts"
import { minConfidence } from "../../domain/planning/match/thresholds.ts"
import { clauseOf } from "../../domain/planning/read/ParsedQuestion.ts"
import { extract } from "../../layers/planner/extract/extract.ts"
import { evaluatedAt } from "./evaluate.ts"
import { type Case, logisticWeights, scoreOf } from "./logistic.ts"
import { halfOf, partOf, parts, readSuite } from "./suites.ts"

interface JudgedCandidate extends Case {
  readonly isIrrelevant: boolean
  readonly part: number
}

const target = new URL("../../domain/planning/match/likelihoodWeights.json", import.meta.url)
const refusedShare = 0.78

/** Learns from one half of the questions whether the best candidate is what the question requests, and writes `domain/planning/match/likelihoodWeights.json`. */
export const learnLikelihood = (folder: string): void => {
  const cases = ["bfcl", "when2call", "acebench", "sealtools"].flatMap((suite): ReadonlyArray<JudgedCandidate> => {
    const { catalogueOf, items } = readSuite(folder, suite)
    return items.flatMap((item): ReadonlyArray<JudgedCandidate> => {
      const ops = (item.expect.calls ?? []).map(({ op }) => op)
      if (halfOf(item) !== "learnt" || (suite === "sealtools" && ops.length > 1)) return []
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
          part: partOf(ops[0] ?? item.target ?? item.offered?.[0] ?? ""),
          isIrrelevant: isIrrelevant && suite === "bfcl",
        },
      ]
    })
  })
  const weights = logisticWeights(cases.filter(({ evidence }) => evidence.length > 0))
  weights[0] = weights[0]! - borderOf(cases) + Math.log(minConfidence / (1 - minConfidence))
  const byFeature = Object.fromEntries(likelihoodFeatures.map((name, at) => [name, Math.round(weights[at]! * 100) / 100]))
  writeFileSync(target, `${JSON.stringify(byFeature, null, 2)}\n`)
  console.log(`${cases.length} questions: whether they are answered`)
}

/** The score below which this share of the irrelevant questions stays, each judged by weights that its operations taught nothing. */
const borderOf = (cases: ReadonlyArray<JudgedCandidate>): number => {
  const scores = Array.from({ length: parts }, (_, part) => {
    const weights = logisticWeights(cases.filter((each) => each.part !== part && each.evidence.length > 0))
    return cases
      .filter((each) => each.part === part && each.isIrrelevant)
      .map(({ evidence }) => (evidence.length === 0 ? Number.NEGATIVE_INFINITY : scoreOf(evidence, weights)))
  })
  const sorted = scores.flat().sort((a, b) => a - b)
  return sorted[Math.floor(sorted.length * refusedShare)] ?? 0
}
