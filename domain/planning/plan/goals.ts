import { bindOperation, type BoundCall } from "../match/binding.ts"
import { listedBeside } from "../read/lists.ts"
import { isIdentifierKind, overlaps } from "../read/Mention.ts"
import { expandList } from "./listExpansion.ts"
import { type Candidate, candidatesFor, needId, type Search } from "../match/candidates.ts"
import { minConfidence } from "../match/relevance.ts"
import { type Clause, clauseOf } from "../read/ParsedQuestion.ts"
import { segmentsOf } from "../read/segments.ts"
import type { Goal, Interpretation } from "./Goal.ts"
import { requestClauses } from "./requestClauses.ts"

const maxGoals = 12

/** What a question asks for, in its order. */
export const interpret = (search: Search): Interpretation => {
  const { question, mentions } = search.scene
  const whole = clauseOf(question, 0, question.length)
  const segments = segmentsOf(question, mentions)
  const { clauses, unanswered } = requestClauses(search, segments)
  const [sole] = clauses
  const chosen = clauses.length > 1 || (sole && unanswered.length > 0) ? clauses : [sole?.asks ? { ...whole, asks: sole.asks } : whole]
  const wanted: Array<Goal> = []
  let best: Candidate | undefined
  for (const clause of chosen) {
    const ref = `g${wanted.length + 1}`
    const pick = candidatesFor(search, clause.asks ?? clause, ref)[0]
    if (pick === undefined) continue
    if (best === undefined || pick.confidence > best.confidence) best = pick
    if (pick.confidence < minConfidence) continue
    const first: Goal = { ref, candidate: pick, bound: clause.asks ? boundTo(search, pick, clause, ref) : pick.bound, clause }
    wanted.push(first)
    for (const bound of expandList(search, first)) {
      if (wanted.length >= maxGoals) break
      wanted.push({ ...first, ref: `g${wanted.length + 1}`, bound })
    }
  }
  const meant = wanted.filter((each) => !isUnrelated(search, wanted, each))
  return { goals: meant, unanswered: meant.length > 0 ? unanswered : [], bestCandidate: best }
}

/** What is asked for, with what another stretch says for it. The first of a list stays first. */
const boundTo = ({ scene, supplies }: Search, { bound, card }: Candidate, clause: Clause, ref: string): BoundCall => {
  const [anchor] = bound.used
  const listed = anchor && overlaps(anchor, clause) ? listedBeside(anchor, scene, clause) : []
  const taken = new Set(scene.mentions.filter((mention) => listed.some((other) => overlaps(other, mention))))
  return bindOperation(card, { scene, clause, supplies, taken, needOf: (field) => needId(ref, card, field) })
}

/** A goal for which nothing was said, where the question is about a certain thing that no goal has a use for. */
const isUnrelated = ({ scene }: Search, wanted: ReadonlyArray<Goal>, { bound, candidate: pick }: Goal): boolean =>
  bound.missing.length > 0 &&
  bound.used.length + bound.spans.length === 0 &&
  pick.card.kinds.size > 0 &&
  scene.mentions.some(
    (mention) =>
      mention.weight >= 0.95 &&
      isIdentifierKind(mention.kind) &&
      !wanted.some((other) => other.bound.used.some((used) => overlaps(used, mention))),
  )
