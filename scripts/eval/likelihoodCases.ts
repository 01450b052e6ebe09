import { candidatesFor } from "../../domain/planning/match/candidates.ts"
import { likelihoodFeatureValues } from "../../domain/planning/match/likelihood.ts"
import { makeSearch } from "../../domain/planning/match/makeSearch.ts"
import { clauseOf } from "../../domain/planning/read/ParsedQuestion.ts"
import { extract } from "../../layers/planner/extract/extract.ts"
import { evaluatedAt } from "./evaluate.ts"
import type { Case } from "./logistic.ts"
import { halfOf, partOf, readSuite } from "./suites.ts"

/** The best candidate of a question. */
export interface LikelihoodCase extends Case {
  /** Of BFCL: it is what the border and the report are measured with. */
  readonly isIrrelevant: boolean
  readonly isRelevant: boolean
  readonly part: number
}

/** The best candidate of each question of one part of the half that is learnt from. */
export const likelihoodCases = (folder: string, part: number): ReadonlyArray<LikelihoodCase> =>
  ["bfcl", "when2call", "acebench", "sealtools"].flatMap((suite): ReadonlyArray<LikelihoodCase> => {
    const { catalogueOf, items } = readSuite(folder, suite)
    return items.flatMap((item): ReadonlyArray<LikelihoodCase> => {
      const ops = (item.expect.calls ?? []).map(({ op }) => op)
      if (halfOf(item) !== "learnt" || partOf(item) !== part || (suite === "sealtools" && ops.length > 1)) return []
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
          part,
          isIrrelevant: isIrrelevant && suite === "bfcl",
          isRelevant: item.expect.status === "plan" && suite === "bfcl",
        },
      ]
    })
  })
