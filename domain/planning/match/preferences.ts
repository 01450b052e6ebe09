import { Option, Result, Schema } from "effect"
import { resolveInput } from "../../catalogue/resolveInput.ts"
import { isIdentifierKind, isTyped, type Mention, overlapsAny } from "../read/Mention.ts"
import { mentionWeight } from "../read/thresholds.ts"
import { isDistinctive, wordsOf } from "../read/words.ts"
import type { BoundCall } from "./binding.ts"
import type { Candidate } from "./candidates.ts"
import { asksForValue } from "./namedIdentifiers.ts"
import { mentionsUsedBy, ownChain } from "./OperationCall.ts"
import { factsRequested, hasTypedLikelihood, isFullyTyped } from "./OperationProfile.ts"
import { unansweredSubject } from "./relevance.ts"
import {
  acceptingScoreMargin,
  completeConfidenceMargin,
  completeScoreMargin,
  maxUnmeantLikelihood,
  minConfidence,
  minMeantLikelihood,
} from "./thresholds.ts"

/** Candidates, the highest score first, with those before the first one that fit about as well and are safer to buy. */
export const inOrderOfPreference = (candidates: ReadonlyArray<Candidate>): ReadonlyArray<Candidate> =>
  preferFewerCalls(
    preferDirect(preferAnswering(preferAccepting(preferSuppliers(preferComplete(preferSuppliers(preferRequested(candidates))))))),
  )

/**
 * An operation of which the clause requests nothing by name yields to one that uses the same values, has an example question more like it,
 * and one of whose facts has the only noun of the clause: `German VAT` requests a rate, and no form of numbers.
 */
const preferRequested = (candidates: ReadonlyArray<Candidate>): ReadonlyArray<Candidate> => {
  const [first] = candidates
  if (first === undefined || first.bound.used.length === 0 || factsRequested(first.operation, first.clause).length > 0) return candidates
  const isValue = overlapsAny(first.bound.used)
  const left = wordsOf(first.clause.text).filter(
    ({ end, start, stem }) => isDistinctive(stem) && !isValue({ start: start + first.clause.start, end: end + first.clause.start }),
  )
  const [noun, ...others] = left
  if (noun === undefined || others.length > 0) return candidates
  const requested = candidates.find(({ bound, clause, evidence, operation, score }) => {
    const facts = factsRequested(operation, clause)
    return (
      bound.missing.length === 0 &&
      score >= first.score - acceptingScoreMargin &&
      evidence.example > first.evidence.example &&
      first.bound.used.every((mention) => bound.used.some(({ end, start }) => start === mention.start && end === mention.end)) &&
      facts.some((fact) => operation.facts.get(fact)?.has(noun.stem))
    )
  })
  return requested === undefined ? candidates : [requested, ...candidates.filter((candidate) => candidate !== requested)]
}

/**
 * An operation that takes the results of two others or more yields to one that takes fewer, uses the same values, and answers every word of the clause that it
 * answers itself: the distance to a town is not that to its nearest airport.
 */
const preferFewerCalls = (candidates: ReadonlyArray<Candidate>): ReadonlyArray<Candidate> => {
  const [first] = candidates
  if (first === undefined || first.bound.missing.length > 0 || ownChain(first.bound.call).length < 3) return candidates
  const answered = wordsOf(first.clause.text).filter(({ stem }) => isDistinctive(stem) && first.operation.answers.has(stem))
  const direct = candidates.find(
    ({ bound, confidence, operation, score }) =>
      bound.missing.length === 0 &&
      confidence >= minConfidence &&
      score >= first.score - acceptingScoreMargin &&
      ownChain(bound.call).length < ownChain(first.bound.call).length &&
      first.bound.used.every((mention) => bound.used.some(({ end, start }) => start === mention.start && end === mention.end)) &&
      answered.length > 0 &&
      answered.every(({ stem }) => operation.answers.has(stem)),
  )
  return direct === undefined ? candidates : [direct, ...candidates.filter((candidate) => candidate !== direct)]
}

/**
 * An operation yields to one that supplies its inputs, answers every word of the clause that it answers itself, and has an example question
 * at least as much like the clause: the country of a telephone number is not looked up by way of its currency.
 */
const preferSuppliers = (candidates: ReadonlyArray<Candidate>): ReadonlyArray<Candidate> => {
  const [first] = candidates
  if (first === undefined || first.bound.used.length === 0) return candidates
  const suppliers = new Set(ownChain(first.bound.call).map(({ operation }) => operation))
  if (suppliers.size < 2) return candidates
  const answered = wordsAnswered(first)
  const supplier = candidates.find(
    ({ bound, evidence, operation }) =>
      operation !== first.operation &&
      suppliers.has(operation) &&
      bound.missing.length === 0 &&
      evidence.example >= first.evidence.example &&
      answered.every(({ stem }) => operation.answers.has(stem)),
  )
  return supplier === undefined ? candidates : [supplier, ...candidates.filter((candidate) => candidate !== supplier)]
}

/**
 * An operation that reaches an identifier by way of another one yields to one that takes it and answers the same facts: the registry of `192.0.2.1 country and
 * registry` is that of the address, not that of its country.
 */
const preferDirect = (candidates: ReadonlyArray<Candidate>): ReadonlyArray<Candidate> => {
  const [first] = candidates
  if (first === undefined || first.bound.missing.length > 0 || !isReachedByOthers(first)) return candidates
  const identifiers = mentionsUsedBy(first.bound.call).filter(({ kind }) => isIdentifierKind(kind))
  const facts = factsRequested(first.operation, first.clause)
  const takes = ({ bound }: Candidate) =>
    [...bound.call.input.values()].some((origin) => origin._tag === "Literal" && identifiers.some((mention) => mention === origin.mention))
  const direct = candidates.find(
    (candidate) =>
      candidate.bound.missing.length === 0 &&
      candidate.confidence >= minConfidence &&
      takes(candidate) &&
      facts.length > 0 &&
      facts.every((fact) => candidate.operation.facts.has(fact)),
  )
  return direct === undefined ? candidates : [direct, ...candidates.filter((candidate) => candidate !== direct)]
}

const isReachedByOthers = ({ bound }: Pick<Candidate, "bound">): boolean =>
  bound.call.input.size > 0 && [...bound.call.input.values()].every(({ _tag }) => _tag === "CallOutput")

/**
 * An operation that does not return what the clause requests yields to one that does and takes its value by way of it: `currency of the country with
 * dialling code +84` requests no country.
 */
const preferAnswering = (candidates: ReadonlyArray<Candidate>): ReadonlyArray<Candidate> => {
  const [first] = candidates
  if (first === undefined || first.bound.missing.length > 0 || !lacksSubject(first)) return candidates
  const answering = candidates.find(
    (candidate) =>
      candidate !== first &&
      candidate.bound.missing.length === 0 &&
      candidate.confidence >= minConfidence &&
      ownChain(candidate.bound.call).some(({ operation }) => operation === first.operation) &&
      !lacksSubject(candidate),
  )
  return answering === undefined ? candidates : [answering, ...candidates.filter((candidate) => candidate !== answering)]
}

const lacksSubject = ({ bound, clause, operation }: Candidate): boolean =>
  hasTypedLikelihood(operation) && unansweredSubject(clause, operation, bound).length > 0

/**
 * A candidate that misses an input yields to one that misses none and fits about as well, and to the supplier of its inputs if it takes
 * no value of the question itself: `missed call from +372` names no company number, whose country would be known. If none is complete, the one that
 * validates what the question names comes first: `verify the VAT number of my client`.
 */
const preferComplete = (candidates: ReadonlyArray<Candidate>): ReadonlyArray<Candidate> => {
  const [first] = candidates
  if (first === undefined || first.bound.missing.length === 0 || !isFullyTyped(first.operation)) return candidates
  const isReached = isOnlyReached(first)
  // What the first one answers is the request: `is 15 August a holiday` asks for a country, not for a weekday.
  const answered = wordsAnswered(first)
  const whole = candidates.find(
    ({ bound, confidence, likelihood, operation, score }) =>
      bound.missing.length === 0 &&
      ((confidence >= minConfidence + completeConfidenceMargin &&
        score >= first.score - completeScoreMargin &&
        !(isMuchLikelier(first, likelihood) && answered.some(({ stem }) => !operation.answers.has(stem)))) ||
        (isReached && ownChain(first.bound.call).some(({ key }) => key === bound.call.key))),
  )
  const preferred = whole ?? (asksForValue(first) ? undefined : candidates.find(asksForValue))
  return preferred === undefined ? candidates : [preferred, ...candidates.filter((candidate) => candidate !== preferred)]
}

/** The words of the clause, beside the values of the call, that the operation answers. */
const wordsAnswered = ({ bound, clause, operation }: Candidate) => {
  const isValue = overlapsAny([...bound.used, ...bound.spans])
  return wordsOf(clause.text).filter(
    ({ end, start, stem }) =>
      isDistinctive(stem) && operation.answers.has(stem) && !isValue({ start: clause.start + start, end: clause.start + end }),
  )
}

const isMuchLikelier = ({ likelihood, operation }: Candidate, other: number): boolean =>
  hasTypedLikelihood(operation) && likelihood >= minMeantLikelihood && other <= maxUnmeantLikelihood

/** Whether all values of the question, each a clear one, reach an operation through the results of others. */
const isOnlyReached = ({ bound }: Candidate): boolean =>
  bound.used.length > 0 &&
  bound.used.every(({ weight }) => weight >= mentionWeight.clear) &&
  bound.spans.length === 0 &&
  isReachedByOthers({ bound })

/** A candidate that refuses a value of the question yields to one that accepts it and fits about as well: `CLF` is a currency, but no country uses it. */
const preferAccepting = (candidates: ReadonlyArray<Candidate>): ReadonlyArray<Candidate> => {
  const [first] = candidates
  if (first === undefined || first.bound.missing.length > 0) return candidates
  const values = refused(first)
  if (values.length === 0) return candidates
  const accepting = candidates.find(
    (candidate) =>
      candidate.bound.missing.length === 0 &&
      candidate.score >= first.score - acceptingScoreMargin &&
      values.every((mention) => candidate.bound.used.includes(mention)) &&
      refused(candidate).length === 0,
  )
  return accepting === undefined ? candidates : [accepting, ...candidates.filter((candidate) => candidate !== accepting)]
}

/** The values of the question that an input does not accept: of another form, or such as the operation refuses (the bank of a Dutch IBAN is not known). */
const refused = ({ bound }: Candidate): ReadonlyArray<Mention> => {
  const malformed = malformedIn(bound)
  const literals = [...bound.call.input].flatMap(([{ field }, origin]) =>
    origin._tag === "Literal" ? [[field, origin.value] as const] : [],
  )
  if (malformed.length > 0 || literals.length < bound.call.input.size) return malformed
  const { check } = bound.call.variant
  // Another offer of the operation may accept them.
  if (check === undefined || bound.call.operation.offers.length > 1) return []
  const unfit = Result.getOrUndefined(resolveInput(bound.call.operation.definition, Object.fromEntries(literals))) === undefined
  return unfit ? bound.used.filter(({ kind }) => isIdentifierKind(kind)) : []
}

const malformedIn = (bound: BoundCall): ReadonlyArray<Mention> =>
  [...bound.call.input].flatMap(([{ schema, slot }, origin]) =>
    origin._tag === "Literal" && origin.mention !== null && isTyped(slot) && Option.isNone(Schema.decodeUnknownOption(schema)(origin.value))
      ? [origin.mention]
      : [],
  )
