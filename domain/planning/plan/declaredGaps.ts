import type { CatalogueEntry } from "../../catalogue/Catalogue.ts"
import { doubtIn } from "../../ask/doubt.ts"
import type { Search } from "../match/candidates.ts"
import { type GapRequest, gapsRequested } from "../match/gaps.ts"
import { minConfidence } from "../match/thresholds.ts"
import { mentionsUsedBy } from "../match/OperationCall.ts"
import { framesOf, statementsOf } from "../read/frames.ts"
import { impossibleKind, type MentionExtractor, overlaps, overlapsAny } from "../read/Mention.ts"
import { type Clause, clauseOf } from "../read/ParsedQuestion.ts"
import { mentionWeight } from "../read/thresholds.ts"
import { partsOf } from "../read/parts.ts"
import { isDistinctive, stemsOf } from "../read/words.ts"
import { requestsSomething } from "./besideUnanswered.ts"
import { isOfPart } from "./decisiveWords.ts"
import { likelyGoals, type PlanningResult } from "./draft.ts"
import type { Goal } from "./Goal.ts"
import { requestedFacts } from "./requestedFacts.ts"
import { isOperationChosen } from "./operationChoices.ts"
import { withoutParts } from "./repeatedRequests.ts"
import { judgePlan } from "./steps.ts"

/**
 * The draft for a question of which a source declares that it does not answer it (exchange rates): a refusal with the source's own sentence
 * instead of a general one, or of a plan that leaves a word or value of that request unread. Beside another request that the plan answers, the
 * sentence is a limitation of it.
 */
export const withDeclaredGaps = (
  search: Search,
  result: PlanningResult,
  entries: ReadonlyArray<CatalogueEntry>,
  extract: MentionExtractor,
  plan: (search: Search) => PlanningResult,
): PlanningResult => {
  const { draft, interpretation } = result
  const { parsed } = search
  // What is wrong with an impossible value says more.
  if (isOperationChosen(search) || parsed.allMentions.some(({ kind }) => kind === impossibleKind)) return result
  const isAside = overlapsAny([...framesOf(parsed.question), ...substancesOf(parsed)])
  const requested = gapsRequested(parsed, entries, extract, isAside)
  const [first] = requested
  if (first === undefined) return withoutPart(search, result)
  const goals = interpretation.goals.length > 0 ? interpretation.goals : likelyGoals(search)
  const refusedFor = (request: GapRequest) => {
    const noun = joinedNoun(parsed.question, request)
    const other = noun === undefined ? undefined : plan(withoutParts(search, [noun]))
    return other !== undefined && isBoughtFor(other) ? limited(other, request.gap.message) : refused(result, request.gap.message)
  }
  if (goals.length === 0) return refusedFor(first)
  const { unread } = judgePlan(search, goals, interpretation.unanswered)
  const left = new Set([...unread.decisive, ...unread.plain, ...interpretation.unanswered].flatMap(stemsOf))
  const used = usedBy(goals)
  const isUsed = overlapsAny(used)
  const isUnread = (stretch: GapRequest) =>
    parsed.words.some((word) => overlaps(word, stretch) && !isUsed(word) && left.has(word.stem) && isDistinctive(word.stem))
  const isLeft = (stretch: GapRequest) => stretch.gap.isUnmistakable === true || isUnread(stretch)
  const gaps = requested.filter(isLeft)
  const [gap] = gaps
  if (gap === undefined) {
    // `population of Kenya`: a value of the request is one that the operation has no use for.
    const isOther = draft._tag === "NeedsInput" && parsed.allMentions.some((mention) => overlaps(mention, first))
    return draft._tag === "Unsupported" || isOther ? refusedFor(first) : result
  }
  const parts = partsOf(parsed, used)
  const isStated = overlapsAny([...framesOf(parsed.question), ...statementsOf(parsed)])
  // `sunset with high tide`: the plan answers a fact that is requested too.
  const beside = gaps.reduce((text, { end, start }) => text.slice(0, start) + " ".repeat(end - start) + text.slice(end), parsed.question)
  const requestsFacts =
    draft._tag === "Planned" &&
    goals.every(({ candidate }) => candidate.confidence >= minConfidence) &&
    goals.some(({ candidate, clause: { end, start } }) => requestedFacts(candidate.operation, clauseOf(beside, start, end)).length > 0)
  const isBeside = (other: GapRequest) => {
    const part = parts.find((each) => overlaps(each, other))
    // `Supplier writes from …, when was that domain registered?`: a statement beside a question for a day or a person requests nothing.
    const isQuestion = part !== undefined && /^\W*(?:when|who|whose)\b/iu.test(part.text)
    const isAlone = isQuestion && !parts.some((each) => each !== part && used.some((value) => overlaps(value, each)) && !isStated(each))
    // `Which network and abuse contact is that?`: the plan is for this part alone.
    const isWholePlan = other.gap.isUnmistakable === true && part !== undefined && goals.every(({ clause }) => isWithin(clause, part))
    if (isWholePlan) return false
    const isPart = part !== undefined && used.length > 0 && !isAlone && !used.some((value) => overlaps(value, part))
    const isOfOther = interpretation.unanswered.some((text) => text.includes(parsed.question.slice(other.start, other.end)))
    return isPart || (requestsFacts && (isOfOther || other.gap.isUnmistakable !== true))
  }
  const meant = gaps.find((other) => !isBeside(other))
  if (meant !== undefined) return refusedFor(meant)
  // `flight duration: departs Dubai …, arrives Sydney …`: a plan that reads the words answers that part.
  const limiting = draft._tag === "Planned" ? gaps.find(isUnread) : gap
  if (limiting === undefined) return result
  const open = draft._tag === "Planned" ? (draft.plan.unread ?? []) : []
  const part = parts.find((each) => open.length > 0 && open.every((text) => each.text.includes(text)))
  const isNoun = part !== undefined && part !== parts[0] && overlaps(part, limiting) && nounPhrase.test(part.text)
  const rest = isNoun && !used.some((value) => overlaps(value, part)) ? plan(withoutParts(search, [part])) : undefined
  return limited(rest !== undefined && isBoughtFor(rest) ? rest : result, limiting.gap.message)
}

/** `of rain` of `3.5 inches of rain in mm`: what an amount is of, which changes no conversion. */
const substancesOf = ({ allMentions, question }: Search["parsed"]): ReadonlyArray<Clause> =>
  allMentions.flatMap(({ end, kind, weight }): ReadonlyArray<Clause> => {
    const [substance] = kind === "unit.from" && weight >= mentionWeight.pairedUnit ? (/^\sof\s\p{L}+/u.exec(question.slice(end)) ?? []) : []
    return substance === undefined ? [] : [clauseOf(question, end, end + substance.length)]
  })

/** `the population` of `the capital of Kazakhstan and the population`. */
const nounPhrase = /^\s*(?:(?:the|its|their|his|her)\s+)?(?:\p{Ll}+\s+){0,2}(?:of\s+)?(?:\p{Ll}+|\p{Lu}{2,})\s*$/u

/** `and population` of `the capital and population of Peru`: the last of several nouns that one value belongs to. */
const joinedNoun = (question: string, { start }: GapRequest): Clause | undefined => {
  const joint = /(?<=\p{L})(?:\s(?:and|&)|,(?:\sand)?)\s(?:the\s)?$/u.exec(question.slice(0, start))
  const noun = /^(?:\p{Ll}+(?:\s\p{Ll}+)?|\p{Lu}{2,})(?=\sof\s)/u.exec(question.slice(start))
  return joint === null || noun === null ? undefined : clauseOf(question, joint.index, start + noun[0].length)
}

/** Whether an automatic ask buys the plan, and what it answers is requested. */
const isBoughtFor = ({ draft, interpretation }: PlanningResult): boolean =>
  draft._tag === "Planned" && doubtIn(draft.plan) === null && interpretation.goals.every(requestsSomething)

/** The refusal of a plan that answers for a whole where a part of it is requested: `VAT on honey`. `the standard one` requests the whole too. */
const withoutPart = (search: Search, result: PlanningResult): PlanningResult => {
  const { draft, interpretation } = result
  const [goal, ...others] = interpretation.goals
  const isOther = others.some(({ candidate }) => candidate.operation !== goal?.candidate.operation)
  const message = goal?.candidate.operation.definition.hints?.partsUnknown
  if (draft._tag !== "Planned" || message === undefined || isOther) return result
  const { parsed } = search
  const { unread } = judgePlan(search, interpretation.goals, interpretation.unanswered)
  const left = new Set(unread.decisive.flatMap(stemsOf))
  const isUsed = overlapsAny(usedBy(interpretation.goals))
  const isPart = parsed.words.some((word) => left.has(word.stem) && !isUsed(word) && isOfPart(parsed.question, word))
  return isPart && !/\bstandard\b/iu.test(parsed.question) ? refused(result, message) : result
}

/** Beside blanks and signs, which a part is without. */
const isWithin = ({ end, start, text }: Clause, part: { readonly start: number; readonly end: number }): boolean =>
  start >= part.start - 1 && end - (text.length - text.replace(/\P{L}+$/u, "").length) <= part.end

const usedBy = (goals: ReadonlyArray<Goal>) =>
  goals.flatMap(({ bound }) => [...mentionsUsedBy(bound.call), ...bound.used, ...bound.spans]).filter(({ start }) => start >= 0)

const refused = (result: PlanningResult, message: string): PlanningResult => ({ ...result, draft: { _tag: "Unsupported", message } })

const limited = (result: PlanningResult, message: string): PlanningResult => {
  const { draft } = result
  if (draft._tag === "Unsupported") return refused(result, message)
  if (draft._tag !== "Planned") return { ...result, draft: { ...draft, message: `${draft.message} ${message}` } }
  return { ...result, draft: { ...draft, plan: { ...draft.plan, limitations: [...draft.plan.limitations, message] } } }
}
