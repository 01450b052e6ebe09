import { bindOperation } from "../match/binding.ts"
import { type Candidate, candidatesFor, needId, type Search, searchOf } from "../match/candidates.ts"
import { mentionsUsedBy } from "../match/OperationCall.ts"
import { overlapsAny } from "../read/Mention.ts"
import { type Clause, clauseOf } from "../read/ParsedQuestion.ts"
import type { Goal } from "./Goal.ts"
import { type Attribute, missingAttributes, statesAttribute } from "./missingAttributes.ts"
import { faultOf } from "./steps.ts"

/**
 * Goals for the nouns of a list that no goal states: the calling code of `the currency and the calling code of Croatia`. Each takes the values of another
 * goal, or what that answers.
 */
export const attributeGoals = (search: Search, goals: ReadonlyArray<Goal>, maxGoals: number): ReadonlyArray<Goal> => {
  const added: Array<Goal> = []
  for (const attribute of missingAttributes(search, goals)) {
    // A list of values has a goal for each: which of them the noun is about is not known.
    if (goals.length + added.length >= maxGoals || isOfList(goals)) break
    // An earlier attribute may have brought an operation that states this one too.
    const isStillMissing = missingAttributes(search, [...goals, ...added]).some(({ start }) => start === attribute.start)
    const goal = isStillMissing ? goalOf(search, attribute, goals, `g${goals.length + added.length + 1}`) : undefined
    if (goal !== undefined && faultOf(goal) === undefined && usesOnly(goal, goals)) added.push(goal)
  }
  return added
}

/** Whether a goal takes no value of the question but those of the other goals: what another value is for is not known. */
const usesOnly = ({ bound }: Goal, goals: ReadonlyArray<Goal>): boolean => {
  const isUsed = overlapsAny(
    goals.flatMap((goal) => [...mentionsUsedBy(goal.bound.call), ...goal.bound.used]).filter(({ start }) => start >= 0),
  )
  return [...mentionsUsedBy(bound.call), ...bound.used].every((mention) => mention.start < 0 || isUsed(mention))
}

const isOfList = (goals: ReadonlyArray<Goal>): boolean => new Set(goals.map(({ candidate }) => candidate.operation)).size < goals.length

const goalOf = (search: Search, attribute: Attribute, goals: ReadonlyArray<Goal>, ref: string): Goal | undefined => {
  const asks = clauseOf(search.parsed.question, attribute.start, attribute.end)
  for (const { clause } of goals) {
    const whole: Clause = { ...clauseOf(search.parsed.question, Math.min(clause.start, asks.start), Math.max(clause.end, asks.end)), asks }
    const referring: Clause = { ...asks, refersTo: [clause] }
    for (const candidate of candidatesFor(search, asks, ref).filter(({ operation }) => statesAttribute(operation, attribute))) {
      const bound = bind(search, candidate, whole, ref)
      if (bound.missing.length === 0) return { ref, candidate, bound, clause: whole }
    }
    const referred = candidatesFor(search, referring, ref).find(
      ({ bound, operation }) => bound.missing.length === 0 && statesAttribute(operation, attribute),
    )
    if (referred !== undefined)
      return { ref, candidate: referred, bound: bind(searchOf(search, referring), referred, asks, ref), clause: asks }
  }
  return undefined
}

const bind = ({ parsed, supplies }: Search, { operation }: Candidate, clause: Clause, ref: string) =>
  bindOperation(operation, { parsed, clause, supplies, needOf: (field) => needId(ref, operation, field) })
