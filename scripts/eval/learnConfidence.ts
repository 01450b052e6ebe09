import type { Schema } from "effect"
import { writeFileSync } from "node:fs"
import type { CatalogueEntry } from "../../domain/catalogue/Catalogue.ts"
import { learntWording } from "../../domain/planning/match/wording.ts"
import { makeSearch } from "../../domain/planning/match/makeSearch.ts"
import { likelyGoals, planQuestion } from "../../domain/planning/plan/draft.ts"
import type { Goal } from "../../domain/planning/plan/Goal.ts"
import { unreadIn } from "../../domain/planning/plan/accounting.ts"
import { buildPlan } from "../../domain/planning/plan/steps.ts"
import { isTypedPlan, planFeatures, planFeatureValues } from "../../domain/planning/plan/planConfidence.ts"
import { callChain } from "../../domain/planning/match/OperationCall.ts"
import { extract } from "../../layers/planner/extract/extract.ts"
import { isInput } from "../../test/ask/questions.ts"
import { builtinEntries } from "../../test/layers/planner/catalogue.ts"
import { type BuiltinQuestion, builtinQuestions, questionsReadAt } from "./builtinQuestions.ts"
import { evaluatedAt } from "./evaluate.ts"
import { unseenWording } from "./learnWording.ts"
import { logisticWeights, type Case, scoreOf } from "./logistic.ts"
import { areCallsRight } from "./matching.ts"
import { halfOf, readSuite } from "./suites.ts"

const target = new URL("../../domain/planning/plan/planWeights.json", import.meta.url)
interface PlanCase extends Case {
  readonly id: string
  readonly isTyped: boolean
  readonly isOutside: boolean
  /** A number, a negation or a clause is unread, or a value has several meanings: such a plan is never bought by itself. */
  readonly isBlocked: boolean
}

/** Learns the probability that a plan is right: from the half of the benchmarks that is learnt from, and from the questions about the built-in sources. */
export const learnConfidence = (folder: string): void => {
  const cases = [...benchmarkCases(folder), ...builtinCases()]
  const fitOf = (isTyped: boolean) => {
    const own = cases.filter((each) => each.isTyped === isTyped && !each.isBlocked)
    const weights = logisticWeights(own, 2_500)
    const judged = crossValidated(own)
    report(isTyped ? "typed" : "untyped", judged)
    const unreadAt = planFeatures.indexOf("unread words")
    report(
      "  of these, from outsiders",
      judged.filter(({ isOutside }) => isOutside),
    )
    report(
      "  of these, with no word unread",
      judged.filter(({ evidence }) => evidence[unreadAt] === 0),
    )
    return Object.fromEntries(planFeatures.map((name, at) => [name, Math.round(weights[at]! * 100) / 100]))
  }
  writeFileSync(target, `${JSON.stringify({ typed: fitOf(true), untyped: fitOf(false) }, null, 2)}\n`)
}

/** Five parts, each judged with the weights of the other four. */
const crossValidated = (cases: ReadonlyArray<PlanCase>) =>
  Array.from({ length: 5 }, (_, part) => {
    const weights = logisticWeights(
      cases.filter((_, at) => at % 5 !== part),
      1_500,
    )
    return cases
      .filter((_, at) => at % 5 === part)
      .map((each) => ({ ...each, probability: 1 / (1 + Math.exp(-scoreOf(each.evidence, weights))) }))
  }).flat()

/** The curve of right plans against wrong ones that run by themselves, by the threshold. */
const report = (name: string, judged: ReadonlyArray<PlanCase & { readonly probability: number }>): void => {
  console.log(`${name}: ${judged.length} plans, ${judged.filter(({ isRight }) => isRight).length} right`)
  for (const threshold of [0.3, 0.4, 0.5, 0.6, 0.7, 0.75, 0.8, 0.85, 0.9, 0.95]) {
    const run = judged.filter(({ probability }) => probability >= threshold)
    const wrong = run.filter(({ isRight }) => !isRight)
    console.log(
      `  ${threshold}: runs ${run.length}, wrong ${wrong.length} (${wrong
        .slice(0, 6)
        .map(({ id }) => id)
        .join(" ")})`,
    )
  }
}

const caseOf = (
  id: string,
  question: string,
  catalogue: ReadonlyArray<CatalogueEntry>,
  now: number,
  isRight: (made: ReturnType<typeof plannedCalls>) => boolean,
  { isOutside, isTraining }: Pick<BuiltinQuestion, "isOutside" | "isTraining">,
): ReadonlyArray<PlanCase> => {
  const wording = catalogue === builtinEntries ? unseenWording(question) : learntWording
  const search = makeSearch(question, { given: {}, limit: 10, catalogue, now }, extract, wording)
  const { goals: clear, unanswered } = planQuestion(search, true).interpretation
  const goals = clear.length > 0 ? clear : likelyGoals(search)
  if (goals.length === 0 || goals.some(({ bound }) => bound.missing.length > 0)) return []
  // A plan whose inputs the operations refuse is never bought.
  if ("needs" in buildPlan(search, goals, true, unanswered)) return []
  const unread = unreadIn(search, goals)
  return [
    {
      id,
      evidence: planFeatureValues(search, goals, unread, unanswered.length),
      isRight: isRight(plannedCalls(goals)),
      weight: isOutside ? 2 : isTraining ? 0.06 : 1,
      isOutside,
      isTyped: isTypedPlan(goals),
      isBlocked:
        unread.decisive.length > 0 ||
        unanswered.length > 0 ||
        goals.some(({ bound }) => bound.used.some(({ options }) => options !== undefined)),
    },
  ]
}

const plannedCalls = (goals: ReadonlyArray<Goal>) => [
  ...new Map(
    goals
      .flatMap(({ bound }) => callChain(bound.call))
      .map((call) => [
        call.key,
        {
          op: call.operation.id,
          args: Object.fromEntries(
            [...call.input].flatMap(([{ field }, origin]) => (origin._tag === "Literal" ? [[field, origin.value]] : [])),
          ),
        },
      ]),
  ).values(),
]

const benchmarkCases = (folder: string): ReadonlyArray<PlanCase> =>
  ["bfcl", "when2call", "acebench", "sealtools"].flatMap((suite) => {
    const { catalogueOf, items } = readSuite(folder, suite)
    return items.flatMap((item) => {
      if (halfOf(item) !== "learnt") return []
      const expected = item.expect.status === "plan" ? (item.expect.calls ?? []) : []
      const isRight = (made: ReturnType<typeof plannedCalls>) => expected.length > 0 && areCallsRight(made, expected)
      return caseOf(item.id, item.question, catalogueOf(item), evaluatedAt, isRight, { isOutside: false, isTraining: false })
    })
  })

const builtinCases = (): ReadonlyArray<PlanCase> =>
  builtinQuestions.flatMap((question) =>
    caseOf(question.id, question.text, builtinEntries, questionsReadAt, buys(question.operations, question.inputs), question),
  )

/** Whether the plan has the expected operations with the expected inputs, and no others; places may be searched beside them. */
const buys =
  (expected: ReadonlyArray<ReadonlyArray<string>>, inputs: Readonly<Record<string, Schema.Json>>) =>
  (made: ReturnType<typeof plannedCalls>) => {
    const ops = new Set(made.map(({ op }) => op))
    return (
      expected.length > 0 &&
      expected.every((alternatives) => alternatives.some((op) => ops.has(op))) &&
      [...ops].every((op) => op === "place.search" || expected.some((alternatives) => alternatives.includes(op))) &&
      Object.entries(inputs).every(([field, value]) => isBound(field, value, made))
    )
  }

/** Whether some call binds the field to the value. A field that no call has comes from another step, or the operation calls it otherwise. */
const isBound = (field: string, value: Schema.Json, made: ReturnType<typeof plannedCalls>): boolean => {
  const bound = made.flatMap(({ args }) => (Object.hasOwn(args, field) ? [args[field]] : []))
  return bound.length === 0 || bound.some((each) => isInput(value, each, questionsReadAt))
}
