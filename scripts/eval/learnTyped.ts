import { writeFileSync } from "node:fs"
import { candidatesFor } from "../../domain/planning/match/candidates.ts"
import { hasTypedLikelihood } from "../../domain/planning/match/OperationProfile.ts"
import { makeSearch } from "../../domain/planning/match/makeSearch.ts"
import { typedFeatures, typedFeatureValues } from "../../domain/planning/match/typedLikelihood.ts"
import { clauseOf } from "../../domain/planning/read/ParsedQuestion.ts"
import { extract } from "../../layers/planner/extract/extract.ts"
import { builtinEntries } from "../../test/layers/planner/catalogue.ts"
import { type BuiltinQuestion, builtinQuestions, questionsReadAt } from "./builtinQuestions.ts"
import { unseenWording } from "./learnWording.ts"
import { type Case, logisticWeights, scoreOf } from "./logistic.ts"

const target = new URL("../../domain/planning/match/typedWeights.json", import.meta.url)

const folds = 5
/** Training questions have one part each, which is easier than what buyers ask. */
const trainingWeight = 0.2
const maxTrainingCandidates = 4

interface Judged {
  readonly question: BuiltinQuestion
  readonly candidates: ReadonlyArray<Case & { readonly score: number }>
}

/** Learns which of the operations with typed inputs a question requests, and writes `typedWeights.json`. */
export const learnTyped = (): void => {
  const all = builtinQuestions.map(judged)
  for (const isOutside of [false, true]) report(isOutside, crossValidated(all, isOutside))
  const weights = weightsOf(all, 1_500)
  const byFeature = Object.fromEntries(typedFeatures.map((name, at) => [name, Math.round(weights[at]! * 100) / 100]))
  writeFileSync(target, `${JSON.stringify(byFeature, null, 2)}\n`)
}

const judged = (question: BuiltinQuestion): Judged => {
  const search = makeSearch(
    question.text,
    { given: {}, limit: 10, catalogue: builtinEntries, now: questionsReadAt },
    extract,
    unseenWording(question.text),
  )
  const whole = clauseOf(search.parsed.question, 0, search.parsed.question.length)
  const typed = candidatesFor(search, whole, "g1").filter(({ operation }) => hasTypedLikelihood(operation))
  // Of the thousands of training questions the best candidates are those to distinguish.
  const judgedOnes = question.isTraining ? typed.slice(0, maxTrainingCandidates) : typed
  const candidates = judgedOnes.map(({ evidence, operation, score }) => {
    const lead = score - Math.max(score - 2, ...typed.filter((other) => other.operation !== operation).map((other) => other.score))
    return {
      evidence: typedFeatureValues(search.parsed, evidence, lead),
      isRight: question.operations.some((alternatives) => alternatives.includes(operation.id)),
      weight: question.isTraining ? trainingWeight : 1,
      score,
    }
  })
  return { question, candidates }
}

const weightsOf = (all: ReadonlyArray<Judged>, rounds: number) =>
  logisticWeights(
    all.flatMap(({ candidates }) => candidates),
    rounds,
  )

/** The best candidate of each question, judged with weights that were fitted without the question. */
const crossValidated = (all: ReadonlyArray<Judged>, isOutside: boolean) =>
  Array.from({ length: folds }, (_, part) => {
    const weights = weightsOf(
      all.filter((_, at) => at % folds !== part),
      800,
    )
    return all
      .filter(({ question }, at) => at % folds === part && question.isOutside === isOutside)
      .map(({ candidates }) =>
        candidates
          .map((each) => ({ ...each, likelihood: 1 / (1 + Math.exp(-scoreOf(each.evidence, weights))) }))
          .sort((a, b) => b.likelihood - a.likelihood)
          .at(0),
      )
  }).flat()

const report = (isOutside: boolean, best: ReturnType<typeof crossValidated>): void => {
  console.log(`${isOutside ? "questions of outsiders" : "own questions"}: ${best.length}`)
  for (const threshold of [0.3, 0.5, 0.7, 0.9]) {
    const above = best.filter((each) => each !== undefined && each.likelihood >= threshold)
    console.log(`  ${threshold}: ${above.length}, right ${above.filter((each) => each?.isRight).length}`)
  }
}
