import type { InputField } from "../../catalogue/Source.ts"
import { bindOperation, type BoundCall } from "./binding.ts"
import {
  factsRequested,
  hasTypedLikelihood,
  isFullyTyped,
  isUntyped,
  kindTerm,
  maskedTerms,
  type OperationProfile,
} from "./OperationProfile.ts"
import { ownChain } from "./OperationCall.ts"
import { referringSearch } from "./references.ts"
import { highestWeighted, isIdentifierKind, kindOf, type Mention, overlaps } from "../read/Mention.ts"
import { type CandidateEvidence, likelihoodOf } from "./likelihood.ts"
import { asidesOf, withoutFrames } from "../read/frames.ts"
import { deedRequested, relevanceOf, unknownSubjectShare } from "./relevance.ts"
import { logitOf, typedFeatureValues, typedLikelihoodOf } from "./typedLikelihood.ts"
import { mentionWeight } from "../read/thresholds.ts"
import { minConfidence, minLexicalShare, certainLikelihood, minTypedLikelihood, relevanceWeights, scoreWeights } from "./thresholds.ts"
import { type Clause, clauseOf, type ParsedQuestion } from "../read/ParsedQuestion.ts"
import { idf, lexicalScore, type OperationIndex, rank } from "./OperationIndex.ts"
import { type WordingModel, wordingOf, wordingTerms } from "./wording.ts"
import { inOrderOfPreference } from "./preferences.ts"
import type { Supply } from "./supplies.ts"
import { leftOfList, unusedMentions, withListed } from "./unusedMentions.ts"
import { isEmpty, isDistinctive, weightOf, wordsOf } from "../read/words.ts"

/** An operation that may answer a clause. */
export interface Candidate {
  readonly operation: OperationProfile
  readonly clause: Clause
  readonly bound: BoundCall
  readonly score: number
  /** From 0 to about 1: how likely the clause asks for what this operation answers. */
  readonly confidence: number
  /** From 0 to 1, learnt: for operations with typed inputs from more evidence than `confidence`, for others the same. */
  readonly likelihood: number
  readonly evidence: CandidateEvidence
}

/** One question against one snapshot of the catalogue. */
export interface Search {
  readonly parsed: ParsedQuestion
  readonly index: OperationIndex
  /** Documents of `per_result` operations. */
  readonly limit: number
  readonly wording: WordingModel
  readonly supplies: (kind: string) => ReadonlyArray<Supply>
  /** The candidates of each clause: they are needed again when clauses are joined. */
  readonly candidateCache: Map<string, ReadonlyArray<Candidate>>
  /** The searches of clauses that refer to earlier ones. */
  readonly referringCache: Map<string, Search>
}

const maxCandidates = 16

/** The candidates that are always bound, whatever their words score. */
const alwaysBound = 5

/** The search for a clause: where it refers to earlier clauses, with what they answer. */
export const searchOf = (search: Search, { refersTo = [], ...clause }: Clause): Search => {
  if (refersTo.length === 0) return search
  const key = [clause, ...refersTo].map(({ end, start }) => `${start} ${end}`).join(", ")
  const cached = search.referringCache.get(key)
  if (cached !== undefined) return cached
  const earlier = refersTo.flatMap((before) =>
    candidatesFor(search, withoutFrames(before.asks ?? before, asidesOf(search.parsed)), "g0").slice(0, 1),
  )
  const made = referringSearch(search, clause, earlier) ?? search
  search.referringCache.set(key, made)
  return made
}

/** The operations that fit a clause best, the best first. */
export const candidatesFor = (search: Search, clause: Clause, ref: string): ReadonlyArray<Candidate> => {
  if (clause.refersTo !== undefined) {
    const { refersTo: _, ...own } = clause
    return candidatesFor(searchOf(search, clause), own, ref)
  }
  const isWhole = clause.text === search.parsed.question.slice(clause.start, clause.end)
  const place = `${clause.start} ${clause.end}${isWhole ? "" : ` ${clause.text}`}`
  const key = `${ref} ${place}`
  const cached =
    search.candidateCache.get(key) ?? (Object.keys(search.parsed.given).length === 0 ? search.candidateCache.get(place) : undefined)
  if (cached) return cached
  const candidates = findCandidates(search, clause, ref)
  search.candidateCache.set(key, candidates)
  // Without answers to needs, the candidates do not depend on the goal's name.
  search.candidateCache.set(place, candidates)
  return candidates
}

const findCandidates = ({ index, parsed, supplies, wording: model }: Search, clause: Clause, ref: string): ReadonlyArray<Candidate> => {
  const mentions = parsed.mentions.filter((mention) => overlaps(mention, clause))
  const probable = mentions.filter(({ weight }) => weight >= mentionWeight.probable)
  const terms = termsOf(clause, probable, mentions)
  const words = new Map([...terms].filter(([term]) => !term.startsWith("‹")))
  const masks = mentions.map((mention) => ({ ...mention, start: mention.start - clause.start, end: mention.end - clause.start }))
  const wording = wordingOf(model, wordingTerms(clause.text, masks))
  const ofWords = rank(index, terms, maxCandidates).map(([operation]) => operation)
  const further = [...wording.likely].flatMap((id) => index.byId.get(id) ?? []).filter((operation) => !ofWords.includes(operation))
  const ranked = [...ofWords, ...further].map((operation): readonly [OperationProfile, number] => [
    operation,
    lexicalScore(index, operation, words),
  ])
  const best = Math.max(1, ...ranked.map(([, lexical]) => lexical))
  const masked = maskedTerms(clause.text, highestWeighted(masks))
  const likely = ranked.filter(
    ([operation, lexical], place) =>
      (place < alwaysBound || lexical >= best * minLexicalShare || !isUntyped(operation)) &&
      isNamedWhereNeeded(operation, parsed) &&
      isStatedWhereNeeded(operation, parsed),
  )
  const head = headOf(clause)
  const scored = likely.map(([operation, lexical]): Omit<Candidate, "likelihood"> => {
    const bound = bindOperation(operation, { parsed, clause, supplies, needOf: (field) => needId(ref, operation, field) })
    const example = exampleLikeness(index, operation, masked)
    const unused = unusedMentions(mentions, bound, clause)
    const relevance = relevanceOf(clause, operation, withListed(bound, mentions, parsed, clause), example, unused.expected)
    const unknownSubject = isFullyTyped(operation) ? unknownSubjectShare(clause, operation, bound) : 0
    const confidence = relevance.confidence - unknownSubject * relevanceWeights.unknownSubject
    const nameShare = nameShareOf(index, operation, words)
    const byWording = wording.evidenceFor(ownChain(bound.call).map((call) => call.operation.id))
    const score =
      lexical / best +
      example * scoreWeights.example +
      confidence * scoreWeights.confidence +
      Math.max(-4, bound.fit) * scoreWeights.fit +
      nameShare * scoreWeights.nameShare +
      byWording * scoreWeights.wording +
      (isFact(operation, head) ? scoreWeights.requestedFact : 0) -
      unknownSubject * scoreWeights.unknownSubject -
      (unused.certain + leftOfList(bound, parsed, clause)) * scoreWeights.unusedCertain -
      unused.dates * scoreWeights.unusedDate -
      Math.min(3, relevance.unknownWeight) * scoreWeights.unknownWords -
      (ownChain(bound.call).length - 1) * scoreWeights.furtherCall
    const evidence: CandidateEvidence = {
      clause,
      operation,
      bound,
      relevance,
      nameShare,
      example,
      wording: byWording,
      noneByWording: model.operations.has(operation.id) ? wording.none : 0,
    }
    return { operation, clause, bound, score, evidence, confidence: isUntyped(operation) ? likelihoodOf(evidence) : confidence }
  })
  const sorted = scored.sort((a, b) => b.score - a.score || (a.operation.id < b.operation.id ? -1 : 1))
  const candidates = sorted.map((candidate, place): Candidate => {
    if (!hasTypedLikelihood(candidate.operation)) return { ...candidate, likelihood: candidate.confidence }
    const lead = candidate.score - (sorted[place === 0 ? 1 : 0]?.score ?? candidate.score - 2)
    return { ...candidate, likelihood: typedLikelihoodOf(typedFeatureValues(parsed, candidate.evidence, lead)) }
  })
  return inOrderOfPreference(candidates)
}

/**
 * The candidates for a whole request, the most likely first. The likelihood is learnt from whole questions: where a question is split, the
 * order by score decides. Operations without a learnt likelihood keep their places.
 */
export const likeliestFor = (search: Search, clause: Clause, ref: string): ReadonlyArray<Candidate> => {
  const candidates = candidatesFor(search, clause, ref)
  const typed = candidates.filter(({ operation }) => hasTypedLikelihood(operation)).sort((a, b) => probable(b) - probable(a))
  const next = typed.values()
  return inOrderOfPreference(
    candidates.map((candidate) => (hasTypedLikelihood(candidate.operation) ? (next.next().value ?? candidate) : candidate)),
  )
}

/** The score and the learnt likelihood, which the one corrects where the other is far off. */
const probable = ({ likelihood, score }: Candidate): number => score + scoreWeights.likelihood * logitOf(likelihood)

/** Whether a question names a fact of an operation that its values alone do not request, in any of its clauses. */
const isNamedWhereNeeded = (operation: OperationProfile, { question }: ParsedQuestion): boolean =>
  operation.definition.hints?.requestedByName !== true ||
  factsRequested(operation, clauseOf(question.replace(identifierNames, blanked), 0, question.length)).length > 0

/** Kinds of values that a question states in words of their own, which request the operation: `perihelion`, `long weekends`. */
const statedInWords: ReadonlySet<string> = new Set([
  "apsis.kind",
  "eu.area",
  "sky.body",
  "hijri.calendar",
  "hijri.date",
  "solstice.kind",
  "stretch.kind",
  "tax.region",
])

/** Whether a question has such a value for each input that needs one, in any of its clauses. */
const isStatedWhereNeeded = ({ definition }: OperationProfile, { mentions }: ParsedQuestion): boolean =>
  definition.input.every(
    ({ required, slot }) => !required || !statedInWords.has(kindOf(slot)) || mentions.some(({ kind }) => kind === kindOf(slot)),
  )

/** `VAT number`, `VAT no.`: the name of an identifier names no rate of the tax. */
const identifierNames = /\p{L}+[\s-](?:numbers?|nos?|nr|ids?|identifiers?|prefix(?:es)?)(?!\p{L})/giu
const blanked = (name: string): string => " ".repeat(name.length)

/** `What is the capital of the country …`: the first word that is not empty names the requested fact. */
const headOf = ({ text }: Clause): string | undefined => {
  const opening = /(?:^|[,:;]\s*)\W*(?:what|which)(?:'s|\s(?:is|are|was|were))?\s/iu.exec(text)
  return opening ? wordsOf(text).find(({ start, stem }) => start >= opening.index && !isEmpty(stem))?.stem : undefined
}

/** Whether the operation's answer has a fact of this name. */
const isFact = (operation: OperationProfile, head: string | undefined): boolean =>
  head !== undefined && isDistinctive(head) && [...operation.factStems.values()].some(({ name }) => name.includes(head))

/** Whether an operation may be what its clause requests. */
export const isLikely = ({ bound, clause, confidence, evidence, likelihood, operation }: Candidate): boolean =>
  !lacksReadings(bound) &&
  !lacksIdentifier(bound) &&
  (confidence >= minConfidence ||
    (hasTypedLikelihood(operation) &&
      likelihood >= minTypedLikelihood &&
      (likelihood >= certainLikelihood || deedRequested(clause, operation, evidence.relevance.unknownWeight) === 0)))

/**
 * `How long does it take to drive from Munich to Vienna?`: a question without a clock time requests nothing of two of them, and one without a stretch of time
 * requests no date that lies so long after another one.
 */
const lacksReadings = ({ missing }: BoundCall): boolean =>
  missing.filter(({ slot }) => kindOf(slot) === "date.reading").length > 1 || missing.some(({ slot }) => requesting.has(kindOf(slot)))

/** Kinds of values that are the request: a question without one requests something else. */
const requesting: ReadonlySet<string> = new Set(["calendar.period", "time.duration", "time.unix_unit"])

/** `Missed call from a +351 number`: who has a number checked states it, and no further call supplies its country. */
const lacksIdentifier = ({ call, missing }: BoundCall): boolean =>
  missing.some(({ slot }) => isIdentifierKind(kindOf(slot))) && ownChain(call).length > 1

/** The id of a need: goal, operation and field. Stable for the same question. */
export const needId = (ref: string, operation: OperationProfile, field: InputField): string => `${ref}:${operation.id}:${field.field}`

const termsOf = (clause: Clause, probable: ReadonlyArray<Mention>, mentions: ReadonlyArray<Mention>): ReadonlyMap<string, number> => {
  const terms = new Map<string, number>()
  for (const { end, start, stem } of wordsOf(clause.text)) {
    if (isEmpty(stem)) continue
    const isValue = probable.some((mention) => mention.start <= clause.start + start && clause.start + end <= mention.end)
    terms.set(stem, Math.max(terms.get(stem) ?? 0, isValue ? 0.05 : 0.3 + weightOf(stem) * 0.7))
  }
  for (const { kind, weight } of mentions) terms.set(kindTerm(kind), Math.max(terms.get(kindTerm(kind)) ?? 0, weight * 0.6))
  return terms
}

/** How much of an operation's name a clause mentions, from 0 to 1. Rare words of the catalogue count more. */
const nameShareOf = (index: OperationIndex, operation: OperationProfile, words: ReadonlyMap<string, number>): number => {
  let [total, mentioned] = [0, 0]
  for (const stem of operation.name) {
    const worth = weightOf(stem) * (0.3 + idf(index, stem) / 4)
    total += worth
    if (words.has(stem)) mentioned += worth
  }
  return total === 0 ? 0 : mentioned / total
}

/** How much the clause resembles the closest example question of the operation, from 0 to 1 (Dice, rare words count more). */
const exampleLikeness = (index: OperationIndex, operation: OperationProfile, masked: ReadonlySet<string>): number => {
  const worth = (term: string) => (term.startsWith("‹") ? 0.5 : weightOf(term) * Math.min(1.5, 0.3 + idf(index, term) / 4))
  const total = [...masked].reduce((sum, term) => sum + worth(term), 0)
  let best = 0
  for (const example of operation.examples) {
    let shared = 0
    let all = 0
    for (const term of example) {
      all += worth(term)
      if (masked.has(term)) shared += worth(term)
    }
    const union = total + all
    if (union > 0) best = Math.max(best, (2 * shared) / union)
  }
  return best
}
