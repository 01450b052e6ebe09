import { foundDay, isReference } from "../match/references.ts"
import { bindOperation } from "../match/binding.ts"
import { candidatesFor, needId, type Search } from "../match/candidates.ts"
import { factsRequested } from "../match/OperationProfile.ts"
import { mentionsUsedBy } from "../match/OperationCall.ts"
import { minConfidence } from "../match/thresholds.ts"
import { overlaps, overlapsAny } from "../read/Mention.ts"
import { type Clause, clauseOf } from "../read/ParsedQuestion.ts"
import { isFunctionWord } from "../read/functionWords.ts"
import { isDistinctive } from "../read/words.ts"
import type { Goal } from "./Goal.ts"
import { asks } from "./requestClauses.ts"

/** Whether goals of earlier clauses answer what a goal requests, so that it would be bought for nothing. */
export const isCovered = (search: Search, goals: ReadonlyArray<Goal>, goal: Goal): boolean => {
  const earlier = goals.filter(({ clause }) => clause.start < goal.clause.start)
  return earlier.some((other) => goesOnIn(search, other, goal) || hasAllValuesOf(other, goal)) || reverses(earlier, goal)
}

/**
 * `Take-off in Tokyo at 10:30, 12 hour flight to Paris. Local time when I land?`: the request takes all its values from an earlier clause of its operation, for the
 * same inputs, and fewer than that clause has. Without the others it is another question (when it is 10:30 in Tokyo), which is not the one that is meant.
 */
const hasAllValuesOf = (other: Goal, goal: Goal): boolean => {
  if (goal.candidate.operation !== other.candidate.operation) return false
  // A town is read as its zone, or as the place whose zone is searched.
  const [own, earlier] = [goal, other].map((each) => new Map([...fieldsOf(each)].map(([value, field]) => [value.split(" ")[1]!, field])))
  return own!.size > 0 && own!.size < earlier!.size && [...own!].every(([place, field]) => earlier!.get(place) === field)
}

/**
 * `Meeting at 3pm CET, what time is it in Mumbai?`: the request for the meeting takes its place from the clause of the other goal, whose words its
 * operation answers too. So both clauses are one request.
 */
const goesOnIn = (search: Search, { bound, candidate, clause }: Goal, goal: Goal): boolean => {
  const own = goal.bound.used.filter(({ start }) => start >= 0)
  if (goal.candidate.operation === candidate.operation || own.length === 0) return false
  const isTaken = overlapsAny(bound.used.filter(({ start }) => start >= 0))
  if (bound.used.length <= own.length || !own.every((mention) => isTaken(mention) && !overlaps(mention, clause))) return false
  const request = goal.clause.asks ?? goal.clause
  const isValue = overlapsAny(search.parsed.allMentions)
  const words = search.parsed.words.filter(
    (word) => overlaps(word, request) && isDistinctive(word.stem) && !isFunctionWord(word) && !isValue(word),
  )
  return (
    words.every(({ stem }) => candidate.operation.answers.has(stem)) &&
    candidatesFor(search, request, goal.ref).some(
      (each) => each.operation === candidate.operation && each.confidence >= minConfidence && each.bound.missing.length === 0,
    )
  )
}

/**
 * `3pm in Paris, what time is that in London and in Tokyo?`: from Paris to each is requested. From London to Tokyo would take the clock time of Paris for that of
 * London: its values are all taken by earlier goals of the operation, one of them for another input.
 */
const reverses = (earlier: ReadonlyArray<Goal>, goal: Goal): boolean => {
  const own = fieldsOf(goal)
  const taken = earlier.filter(({ candidate }) => candidate.operation === goal.candidate.operation).map(fieldsOf)
  return (
    [...own.keys()].every((value) => taken.some((fields) => fields.has(value))) &&
    taken.some((fields) => {
      const shared = [...own].filter(([value]) => fields.has(value))
      const isSame = ([value, field]: readonly [string, string]) => fields.get(value) === field
      return shared.some(isSame) && !shared.every(isSame)
    })
  )
}

/**
 * `The ferry leaves Helsinki at 17:00 and the crossing takes 16 hours, what time is it in Stockholm?`: a statement whose values all belong to the call of the request before it
 * is a part of that request, and no request by itself.
 */
export const withStatedValues = (search: Search, goals: ReadonlyArray<Goal>): ReadonlyArray<Goal> => {
  const kept: Array<Goal> = []
  for (const goal of goals) {
    const last = kept.at(-1)
    const joined = last && joinedBy(search, last, goal)
    if (joined === undefined) kept.push(goal)
    else kept[kept.length - 1] = joined
  }
  return kept
}

const joinedBy = ({ parsed, supplies }: Search, last: Goal, { bound, candidate, clause }: Goal): Goal | undefined => {
  const { operation } = last.candidate
  if (operation === candidate.operation || clause.asks !== undefined || asks.test(clause.text)) return undefined
  if (factsRequested(candidate.operation, clause).length > 0 || !bound.used.some((value) => last.bound.used.includes(value)))
    return undefined
  const whole = clauseOf(parsed.question, last.clause.start, Math.max(last.clause.end, clause.end))
  const together = bindOperation(operation, { parsed, clause: whole, supplies, needOf: (field) => needId(last.ref, operation, field) })
  const hasAll = [...last.bound.used, ...bound.used].every(
    (value) => together.used.includes(value) || together.used.some((other) => overlaps(other, value)),
  )
  return hasAll && together.missing.length === 0 && together.used.length > last.bound.used.length
    ? { ...last, clause: whole, bound: together }
    : undefined
}

/** The input that each value of the question fills, by the kind and the position of the value. */
const fieldsOf = ({ bound }: Goal): ReadonlyMap<string, string> =>
  new Map(
    [...bound.call.input].flatMap(([{ field }, origin]) => {
      const mentions = origin._tag === "CallOutput" ? mentionsUsedBy(origin.call) : origin.mention === null ? [] : [origin.mention]
      return mentions.flatMap(({ kind, start }): ReadonlyArray<readonly [string, string]> =>
        start >= 0 ? [[`${kind} ${start}`, field]] : [],
      )
    }),
  )

/** Whether the days of a goal are of an earlier one that answers another day: `it` of the second clause is rather that answer. */
export const refersToAnswer = (earlier: Goal, { bound, candidate, clause }: Goal): boolean => {
  const values = bound.used.filter(({ kind, start }) => start >= 0 && /^(?:date|calendar)\b/u.test(kind))
  return (
    candidate.operation !== earlier.candidate.operation &&
    [...earlier.candidate.operation.facts.keys()].some((fact) => foundDay.test(fact)) &&
    values.length > 0 &&
    values.every((value) => isReference(value) || (earlier.bound.used.includes(value) && !overlaps(value, clause.asks ?? clause)))
  )
}

/**
 * The goals without those of clauses that a clause before answers, which is extended by them: `Due in 60 days. Does it fall on a weekend?` is one request
 * of an operation that states whether the due day is on a weekend.
 */
export const withAnswered = (search: Search, goals: ReadonlyArray<Goal>): ReadonlyArray<Goal> => {
  // `is that day a holiday in France`, behind a due day in Italy, has a value of its own.
  const hasOwn = (earlier: Goal, { bound }: Goal) => bound.used.some((value) => !isReference(value) && !earlier.bound.used.includes(value))
  const isAnswered = (earlier: Goal, goal: Goal) =>
    refersToAnswer(earlier, goal) && !hasOwn(earlier, goal) && knowsWords(search, earlier, goal.clause.asks ?? goal.clause)
  const others = goals.filter((goal, place) => !goals.slice(0, place).some((earlier) => isAnswered(earlier, goal)))
  return others.map((goal) => {
    const last = goals.findLast((other) => isAnswered(goal, other))
    const end = last?.clause.end ?? goal.clause.end
    return last === undefined
      ? goal
      : { ...goal, clause: clauseOf(search.parsed.question, goal.clause.start, Math.max(end, goal.clause.end)) }
  })
}

/** Whether the facts of an operation have each word of a clause that says something: `week` in its name is no number of a week. */
const knowsWords = ({ parsed }: Search, { candidate }: Goal, clause: Clause): boolean => {
  const facts = [...candidate.operation.facts.values()]
  const isValue = overlapsAny(parsed.allMentions)
  const words = parsed.words.filter((word) => overlaps(word, clause) && isDistinctive(word.stem) && !isFunctionWord(word) && !isValue(word))
  return words.length > 0 && words.every(({ stem }) => facts.some((names) => names.has(stem)))
}
