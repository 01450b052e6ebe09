import { mentionWeight } from "../read/thresholds.ts"
import { attributeGoals } from "./attributeGoals.ts"
import { isCovered, withAnswered, withStatedValues } from "./coveredGoals.ts"
import { bindOperation, type BoundCall } from "../match/binding.ts"
import { listedBeside } from "../read/lists.ts"
import { isIdentifierKind, overlaps, overlapsAny } from "../read/Mention.ts"
import { expandList, withFirstGroup } from "./listExpansion.ts"
import { type Candidate, candidatesFor, isLikely, likeliestFor, needId, type Search, searchOf } from "../match/candidates.ts"
import { certainLikelihood } from "../match/thresholds.ts"
import { factsRequested, hasTypedLikelihood } from "../match/OperationProfile.ts"
import { unansweredSubject } from "../match/relevance.ts"
import { type Clause, clauseOf } from "../read/ParsedQuestion.ts"
import { isGreeting, segmentsOf } from "../read/segments.ts"
import type { Goal, Interpretation } from "./Goal.ts"
import { chosenGoal } from "./operationChoices.ts"
import { asidesOf, asksWhetherTrue, clausesBesideQuestion, framesOf, introductionsOf, statementsOf, withoutFrames } from "../read/frames.ts"
import { requestClauses } from "./requestClauses.ts"

export const maxGoals = 12

/** The goals of a question, in its order. */
export const interpret = (search: Search): Interpretation => {
  const chosenBefore = chosenGoal(search)
  if (chosenBefore)
    return { goals: [chosenBefore, ...listedGoals(search, chosenBefore)], unanswered: [], bestCandidate: chosenBefore.candidate }
  const { question, mentions } = search.parsed
  const whole = clauseOf(question, 0, question.length)
  const segments = segmentsOf(question, mentions).filter((segment) => !isGreeting(segment) && !asksWhetherTrue(segment))
  const { clauses, unanswered } = requestClauses(search, segments)
  const [sole] = clauses
  const chosen = clauses.length > 1 || (sole && unanswered.length > 0) ? clauses : [sole?.asks ? { ...whole, asks: sole.asks } : whole]
  const goals: Array<Goal> = []
  const notAnswered: Array<string> = []
  let best: Candidate | undefined
  for (const clause of chosen) {
    const ref = `g${goals.length + 1}`
    const own = searchOf(search, clause)
    const candidate = bestFor(search, clause.asks ?? clause, ref, chosen.length === 1)
    if (candidate === undefined) continue
    if (best === undefined || candidate.confidence > best.confidence) best = candidate
    if (!isLikely(candidate)) continue
    if (!answersSubject(search, candidate)) {
      notAnswered.push(clause.text.trim())
      continue
    }
    const bound = clause.asks ? boundTo(own, candidate, clause, ref) : candidate.bound
    const first = withFirstGroup(own, { ref, candidate, bound, clause })
    goals.push(first)
    for (const another of expandList(own, first, maxGoals - goals.length)) {
      goals.push({ ...first, ref: `g${goals.length + 1}`, bound: another })
    }
  }
  const stated = withStatedValues(search, goals)
  const meant = withAnswered(
    search,
    stated.filter((each) => !isUnrelated(search, stated, each) && !isCovered(search, stated, each) && !isStatedAlone(search, stated, each)),
  )
  const all = [...meant, ...attributeGoals(search, meant, maxGoals)]
  return { goals: all, unanswered: all.length > 0 ? [...unanswered, ...notAnswered] : [], bestCandidate: best }
}

/**
 * The likeliest candidate for a clause with or without what it states beside its request. Of operations whose inputs only their descriptions explain, a
 * statement may say what they take.
 */
const bestFor = (search: Search, clause: Clause, ref: string, isWhole: boolean): Candidate | undefined => {
  const find = isWhole ? likeliestFor : candidatesFor
  const [plain] = find(search, clause, ref)
  const asking = withoutFrames(clause, asidesOf(search.parsed))
  const [candidate] = asking === clause ? [] : find(search, asking, ref)
  return candidate !== undefined && hasTypedLikelihood(candidate.operation) && candidate.likelihood >= (plain?.likelihood ?? 0)
    ? candidate
    : plain
}

/**
 * Whether an operation with typed inputs returns the kind of thing that its clause requests: otherwise it is not bought, however cheap. A statement requests
 * nothing: `New hire from Portugal gave NIF …. Is the number valid?`
 */
const answersSubject = ({ parsed }: Search, { bound, clause, likelihood, operation }: Candidate): boolean => {
  if (!hasTypedLikelihood(operation) || likelihood >= certainLikelihood) return true
  // `How many kg is 44000 lbs and how many tonnes?`: each unit is a value, whichever of them the first call takes.
  const values = parsed.mentions.filter(({ kind, weight }) => kind.startsWith("unit.") && weight >= mentionWeight.clear)
  const isIdle = overlapsAny([...statementsOf(parsed), ...clausesBesideQuestion(parsed), ...introductionsOf(parsed), ...values])
  return unansweredSubject(clause, operation, bound).every(isIdle)
}

/** The goal for the other members of the list that its value belongs to. */
export const listedGoals = (search: Search, first: Goal): ReadonlyArray<Goal> =>
  expandList(search, first, maxGoals - 1).map((bound, place) => ({ ...first, ref: `g${place + 2}`, bound }))

/** The candidate bound to the values of another clause. The first member of a list stays first. */
const boundTo = ({ parsed, supplies }: Search, { bound, operation }: Candidate, clause: Clause, ref: string): BoundCall => {
  const [anchor] = bound.used
  const listed = anchor && overlaps(anchor, clause) ? listedBeside(anchor, parsed, clause) : []
  const taken = new Set(parsed.mentions.filter((mention) => listed.some((other) => overlaps(other, mention))))
  return bindOperation(operation, { parsed, clause, supplies, taken, needOf: (field) => needId(ref, operation, field) })
}

/** `My supplier is in Izmir, Turkey. What is …`: a search for the place of a statement that requests no fact of it, while another goal is for what is requested. */
const isStatedAlone = ({ parsed }: Search, goals: ReadonlyArray<Goal>, { candidate, clause }: Goal): boolean => {
  const isStated = overlapsAny([...framesOf(parsed.question), ...statementsOf(parsed)])
  const words = parsed.words.filter((word) => overlaps(word, clause))
  return (
    candidate.operation.facts.has("place.matches") &&
    words.every(isStated) &&
    factsRequested(candidate.operation, clause).length === 0 &&
    goals.some((other) => !parsed.words.filter((word) => overlaps(word, other.clause)).every(isStated))
  )
}

/** A goal without any value of the question, while the question names an identifier that no goal uses. */
const isUnrelated = ({ parsed }: Search, goals: ReadonlyArray<Goal>, { bound, candidate }: Goal): boolean =>
  bound.missing.length > 0 &&
  bound.used.length + bound.spans.length === 0 &&
  candidate.operation.kinds.size > 0 &&
  parsed.mentions.some(
    (mention) =>
      mention.weight >= mentionWeight.unmistakable &&
      isIdentifierKind(mention.kind) &&
      !goals.some((other) => other.bound.used.some((used) => overlaps(used, mention))),
  )
