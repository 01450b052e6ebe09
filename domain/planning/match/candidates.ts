import { lastSegment } from "../../catalogue/defineOperation.ts"
import { type InputField, variantsOf } from "../../catalogue/Source.ts"
import { bindOperation, type BoundCall } from "./binding.ts"
import { kindTerm, maskedTerms, type OperationProfile } from "./OperationProfile.ts"
import { callChain, mentionsUsedBy } from "./OperationCall.ts"
import { highestWeighted, isTyped, kindOf, type Mention, overlaps, typedKinds } from "../read/Mention.ts"
import { type CandidateEvidence, likelihoodOf } from "./likelihood.ts"
import { listedBeside } from "../read/lists.ts"
import { minConfidence, relevanceOf, unknownSubjectShare } from "./relevance.ts"
import type { Clause, ParsedQuestion } from "../read/ParsedQuestion.ts"
import { idf, lexicalScore, type OperationIndex, rank } from "./OperationIndex.ts"
import type { Supply } from "./supplies.ts"
import { isEmpty, stemsOf, weightOf, wordsOf } from "../read/words.ts"

/** An operation that may answer a clause. */
export interface Candidate {
  readonly operation: OperationProfile
  readonly clause: Clause
  readonly bound: BoundCall
  readonly score: number
  /** From 0 to about 1: how likely the clause asks for what this operation answers. */
  readonly confidence: number
  readonly evidence: CandidateEvidence
}

export interface Search {
  readonly parsed: ParsedQuestion
  readonly index: OperationIndex
  /** Documents of `per_result` operations. */
  readonly limit: number
  readonly supplies: (kind: string) => ReadonlyArray<Supply>
  /** What was found for a clause: it is asked for again when the clauses are put together. */
  readonly candidateCache: Map<string, ReadonlyArray<Candidate>>
}

const mostCandidates = 12
const leastLikely = 0.65
const wholeIsWorth = 0.8

/** The operations that fit a clause best, the best first. */
export const candidatesFor = (search: Search, clause: Clause, ref: string): ReadonlyArray<Candidate> => {
  const key = `${ref} ${clause.start} ${clause.end}`
  const known =
    search.candidateCache.get(key) ??
    (Object.keys(search.parsed.given).length === 0 ? search.candidateCache.get(`${clause.start} ${clause.end}`) : undefined)
  if (known) return known
  const made = findCandidates(search, clause, ref)
  search.candidateCache.set(key, made)
  // Without answers to needs, what is found does not depend on the goal's name.
  search.candidateCache.set(`${clause.start} ${clause.end}`, made)
  return made
}

const findCandidates = ({ index, parsed, supplies }: Search, clause: Clause, ref: string): ReadonlyArray<Candidate> => {
  const said = parsed.mentions.filter((mention) => overlaps(mention, clause))
  const sure = said.filter(({ weight }) => weight >= 0.5)
  const terms = termsOf(clause, sure, said)
  const words = new Map([...terms].filter(([term]) => !term.startsWith("‹")))
  const found = rank(index, terms, mostCandidates).map(([operation]): readonly [OperationProfile, number] => [
    operation,
    lexicalScore(index, operation, words),
  ])
  const best = Math.max(1, ...found.map(([, lexical]) => lexical))
  const masked = maskedTerms(
    clause.text,
    highestWeighted(said).map(({ end, kind, start }) => ({ kind, start: start - clause.start, end: end - clause.start })),
  )
  // What says much less in words, and knows nothing of types, is not looked at closely.
  const likely = found.filter(([operation, lexical], place) => place < 5 || lexical >= best * leastLikely || !isInWords(operation))
  const head = headOf(clause)
  const candidates = likely.map(([operation, lexical]): Candidate => {
    const bound = bindOperation(operation, { parsed, clause, supplies, needOf: (field) => needId(ref, operation, field) })
    const example = exampleLikeness(index, operation, masked)
    const unused = unusedThings(said, bound)
    const relevance = relevanceOf(clause, operation, withListed(bound, said, parsed, clause), example, unused.firm)
    const { unknownWeight: lost } = relevance
    const strange = isOfTypes(operation) ? unknownSubjectShare(clause, operation, bound) : 0
    const confidence = relevance.confidence - strange * 0.35
    const inName = nameShareOf(index, operation, words)
    const score =
      lexical / best +
      example * 1.2 +
      confidence * 1.6 +
      Math.max(-4, bound.fit) * 0.15 +
      inName * 0.35 +
      (isFact(operation, head) ? 0.5 : 0) -
      strange * 0.3 -
      unused.strong * 0.7 -
      unused.dates * 0.3 -
      Math.min(3, lost) * 0.5 -
      priceStep(bound) * 0.05
    const evidence: CandidateEvidence = { clause, operation, bound, relevance, nameShare: inName }
    return { operation, clause, bound, score, evidence, confidence: isInWords(operation) ? likelihoodOf(evidence) : confidence }
  })
  return preferWhole(candidates.sort((a, b) => b.score - a.score || (a.operation.id < b.operation.id ? -1 : 1)))
}

/** Before what lacks something goes what lacks nothing and fits about as well. */
const preferWhole = (candidates: ReadonlyArray<Candidate>): ReadonlyArray<Candidate> => {
  const [first] = candidates
  if (first === undefined || first.bound.missing.length === 0 || !isOfTypes(first.operation)) return candidates
  const whole = candidates.find(
    ({ bound, confidence, score }) =>
      bound.missing.length === 0 && confidence >= minConfidence + 0.05 && score >= first.score - wholeIsWorth,
  )
  return whole === undefined ? candidates : [whole, ...candidates.filter((candidate) => candidate !== whole)]
}

/** `What is the capital of the country …`: the first word that says something is what is wanted. */
const headOf = ({ text }: Clause): string | undefined => {
  const asked = /(?:^|[,:;]\s*)\W*(?:what|which)(?:'s|\s(?:is|are|was|were))?\s/iu.exec(text)
  return asked ? wordsOf(text).find(({ start, stem }) => start >= asked.index && !isEmpty(stem))?.stem : undefined
}

/** Whether a fact of the answer is called so. */
const isFact = (operation: OperationProfile, head: string | undefined): boolean =>
  head !== undefined && weightOf(head) > 0.5 && [...operation.facts].some(([fact]) => stemsOf(lastSegment(fact)).includes(head))

/** Whether nothing but its description tells what an operation takes. */
const isInWords = ({ kinds }: OperationProfile): boolean => ![...kinds].some((kind) => typedKinds.has(kind))

/** Whether all that an operation has to be given is of a known kind: then what else is said is what it is asked for. */
const isOfTypes = ({ definition: operation }: OperationProfile): boolean =>
  operation.input.length > 0 && variantsOf(operation).every(({ input }) => input.every(({ required, slot }) => !required || isTyped(slot)))

/** Stable for the same question: the goal, the operation and the field. */
export const needId = (ref: string, operation: OperationProfile, field: InputField): string => `${ref}:${operation.id}:${field.field}`

const termsOf = (clause: Clause, sure: ReadonlyArray<Mention>, said: ReadonlyArray<Mention>): ReadonlyMap<string, number> => {
  const terms = new Map<string, number>()
  for (const { end, start, stem } of wordsOf(clause.text)) {
    if (isEmpty(stem)) continue
    const isValue = sure.some((mention) => mention.start <= clause.start + start && clause.start + end <= mention.end)
    terms.set(stem, Math.max(terms.get(stem) ?? 0, isValue ? 0.05 : 0.3 + weightOf(stem) * 0.7))
  }
  for (const { kind, weight } of said) terms.set(kindTerm(kind), Math.max(terms.get(kindTerm(kind)) ?? 0, weight * 0.6))
  return terms
}

/** How much of an operation's name a clause says. */
const nameShareOf = (index: OperationIndex, operation: OperationProfile, words: ReadonlyMap<string, number>): number => {
  let [all, said] = [0, 0]
  for (const stem of operation.name) {
    const worth = weightOf(stem) * (0.3 + idf(index, stem) / 4)
    all += worth
    if (words.has(stem)) said += worth
  }
  return all === 0 ? 0 : said / all
}

/** How much the clause is like the example question of the operation that it is most like. */
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

/** With the other places that are named beside the one that is used: they are asked about as well, so they are no words of the question. */
const withListed = (bound: BoundCall, said: ReadonlyArray<Mention>, parsed: ParsedQuestion, clause: Clause): BoundCall => {
  const zones = said.filter(
    (mention) =>
      mention.kind === "time.zone" && mention.weight >= 0.4 && bound.used.some((used) => used.kind === mention.kind && used !== mention),
  )
  // `Boston, New York, and London` may be two places or three: nothing is taken for certain there.
  const plain = bound.used.filter(({ kind, text }) => kind === "place.name" && !text.includes(","))
  const places = plain.flatMap((place) => listedBeside(place, parsed, clause))
  const alike = [...zones, ...places]
  return alike.length === 0 ? bound : { ...bound, used: [...bound.used, ...alike] }
}

/** Things that are certainly meant, and that the operation has no use for. */
const unusedThings = (
  said: ReadonlyArray<Mention>,
  bound: BoundCall,
): { readonly strong: number; readonly firm: number; readonly dates: number } => {
  const used = [...mentionsUsedBy(bound.call), ...bound.spans]
  const left = (least: number, pattern: RegExp, isMeant: (kind: string) => boolean = () => true) =>
    new Set(
      said
        .filter((mention) => mention.weight >= least && pattern.test(mention.kind) && isMeant(mention.kind) && !isAlike(mention))
        .filter(
          (mention) =>
            !used.some((other) => overlaps(other, mention)) &&
            !said.some((other) => other.weight > mention.weight && overlaps(other, mention) && used.includes(other)),
        )
        .map(({ start }) => start),
    ).size
  const others = /^(?!date|place|unit)/u
  // What stands in a list with what is used is asked about as well: `in New York and in Singapore`.
  const kinds = new Set(bound.used.map(({ kind }) => kind))
  const isAlike = (mention: Mention) =>
    said.some((other) => kinds.has(other.kind) && other.kind === "time.zone" && other.start === mention.start && other.end === mention.end)
  // What is of a kind that is used stands in a list, or is of no use here after all.
  const listed = new Set(used.map((each) => ("kind" in each ? each.kind : "")))
  // A country that the answer names may be what it is compared with.
  const told: ReadonlySet<string> = new Set(bound.call.operation.definition.output.map(kindOf).filter((kind) => kind === "country.code"))
  const isPlain = (kind: string) => !told.has(kind) && !(listed.has(kind) && !/^(?:currency|country)/u.test(kind))
  return {
    dates: highestWeighted(said).filter((mention) => mention.kind.startsWith("date") && !used.some((other) => overlaps(other, mention)))
      .length,
    strong: left(0.9, /./u),
    firm: left(0.7, others, isPlain),
  }
}

const priceStep = (bound: BoundCall): number => callChain(bound.call).length - 1
