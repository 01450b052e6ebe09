import { mentionWeight } from "../read/thresholds.ts"
import { isIdentifierKind, overlaps } from "../read/Mention.ts"
import { announcementsOf, withoutFrames } from "../read/frames.ts"
import { listedBeside } from "../read/lists.ts"
import { type Candidate, type Search, candidatesFor, needId } from "../match/candidates.ts"
import type { InputField } from "../../catalogue/Source.ts"
import { bindOperation } from "../match/binding.ts"
import { minConfidence } from "../match/thresholds.ts"
import { type Clause, clauseOf } from "../read/ParsedQuestion.ts"
import type { Segment } from "../read/segments.ts"
import { isAnswered, statedSegments } from "./statedSegments.ts"
import { wordsOf, weightOf } from "../read/words.ts"
import { callChain, type OperationCall } from "../match/OperationCall.ts"
import { isReference } from "../match/references.ts"
import { factsRequested, hasTypedLikelihood, isUntyped } from "../match/OperationProfile.ts"

/** Splits a question into the clauses that each request one thing, with the values that belong to it. */
export const requestClauses = (search: Search, segments: ReadonlyArray<Segment>) => {
  const clauses: Array<Clause> = []
  const unanswered: Array<string> = []
  const { question } = search.parsed
  let pending: Clause | undefined
  const announcements = announcementsOf(search.parsed)
  const statementOf = statedSegments(search)
  for (const each of segments.length > 1 ? segments.map((part) => withoutFrames(part, announcements)) : []) {
    const last = clauses.at(-1)
    const segment: Segment = last === undefined ? each : { ...each, refersTo: [...clauses] }
    const candidate = hasWords(search, segment) || last !== undefined ? candidatesFor(search, segment, "g0")[0] : undefined
    const stated = candidate === undefined || hasTypedLikelihood(candidate.operation) ? statementOf(segment) : undefined
    if (stated === "idle") continue
    if (last !== undefined && asksForMoment.test(segment.text)) continue
    if (stated === "valued" || (stated === "identifier" && last === undefined)) {
      if (last === undefined) pending = clauseOf(question, pending?.start ?? segment.start, segment.end)
      else clauses[clauses.length - 1] = clauseOf(question, last.start, segment.end)
      continue
    }
    const isBare = !hasWords(search, segment)
    if (isBare && !last && !pending && isWholeBare(search, segment)) {
      clauses.push(segment)
      continue
    }
    const list = last && segment.isSoft ? listGoingOn(search, last, segment) : undefined
    if (list) {
      clauses[clauses.length - 1] = list
      continue
    }
    const amount = isBare && !last && pending ? takingUp(search, pending, segment) : undefined
    if (amount) {
      clauses.push(amount)
      pending = undefined
      continue
    }
    if (isBare && last) {
      // `5 miles to km and 70 °F to °C`: the segment has all inputs of the preceding operation once more.
      const before = candidatesFor(search, last, "g0")[0]
      const again = candidate !== undefined && candidate.operation === before?.operation && isWhole(candidate, segment)
      if (again) clauses.push({ ...segment, asks: last.asks ?? last })
      else if (candidate !== undefined && (isListedThing(search, before, candidate, segment) || isOwnQuestion(candidate, segment)))
        clauses.push(segment)
      else clauses[clauses.length - 1] = clauseOf(question, last.start, segment.end)
      continue
    }
    // A segment that misses an input continues the clause before it, unless its confidence is high.
    const isRequest =
      candidate !== undefined &&
      candidate.confidence >=
        (last && candidate.bound.missing.length > 0
          ? candidate.bound.used.length + candidate.bound.spans.length === 0
            ? 2
            : 0.8
          : minConfidence)
    if (last && isAnswered(search, last, segment)) {
      clauses[clauses.length - 1] = clauseOf(question, last.start, segment.end)
    } else if (isRequest && last && isOneCall(search, last, segment)) {
      clauses[clauses.length - 1] = clauseOf(question, last.start, segment.end)
    } else if (isRequest && last && segment.isSoft) {
      const joined = clauseOf(question, last.start, segment.end)
      const [before, together] = [candidatesFor(search, last, "g0")[0], candidatesFor(search, joined, "g0")[0]]
      const isOne =
        together !== undefined &&
        before !== undefined &&
        together.confidence >= Math.min(before.confidence, candidate.confidence) - 0.05 &&
        usesAllOf(together, candidate, segment) &&
        !requestsMore(together, candidate, segment) &&
        answersAllOf(together, before, last)
      const isSame =
        before?.operation === candidate.operation &&
        (isWithin(candidate.bound.call, before.bound.call) || candidate.bound.missing.length > 0)
      if ((isOne && before.operation !== candidate.operation) || isSame) clauses[clauses.length - 1] = joined
      else clauses.push(segment)
    } else if (isRequest && segment !== segments.at(-1) && (announces(segment, candidate) || isPreface(segment, segments, candidate))) {
      continue
    } else if (isRequest && last && refersBack(segment, candidate)) {
      clauses[clauses.length - 1] = clauseOf(question, last.start, segment.end)
    } else if (isRequest && isStatement(segment, candidate)) {
      if (last && !leadsOn.test(segment.text)) clauses[clauses.length - 1] = clauseOf(question, last.start, segment.end)
      else pending = pending ? clauseOf(question, pending.start, segment.end) : segment
    } else if (
      isRequest &&
      last &&
      (saysMore(candidatesFor(search, last, "g0")[0], candidate) || answersToo(candidatesFor(search, last, "g0")[0], candidate, segment))
    ) {
      clauses[clauses.length - 1] = clauseOf(question, last.start, segment.end)
    } else if (isRequest) {
      clauses.push(pending ? clauseOf(question, pending.start, segment.end) : segment)
      pending = undefined
    } else if (candidate !== undefined && candidate.confidence < minConfidence && !segment.isSoft && asks.test(segment.text))
      unanswered.push(segment.text.trim().replace(/[?.!,;\s]+$/u, ""))
    else if (last && leadsAway(search, last, segment)) unanswered.push(segment.text.trim().replace(/[?.!,;\s]+$/u, ""))
    else if (last) clauses[clauses.length - 1] = clauseOf(question, last.start, segment.end)
    else pending = pending ? clauseOf(question, pending.start, segment.end) : segment
  }
  return { clauses, unanswered }
}

/** `…, what time`, `and at what time in UTC`: the moment of what is requested before it. */
const asksForMoment =
  /^\W*(?:and\s+)?(?:(?:at\s+|on\s+)?(?:what|which)\s+(?:exact\s+)?(?:time|date|day)|when)(?:\s+in\s+(?:UTC|GMT))?(?:\s+(?:exactly|please|pls))?\W*$/iu

/** The candidate uses no distinct values, only plain words. */
export const isVague = ({ bound }: Candidate): boolean =>
  bound.used.length === 0 && bound.spans.every(({ shape }) => shape === "chunk" || shape === "proper")
/** `I need help with my research.`: the request follows. */
export const announces = ({ text }: Clause, candidate: Candidate): boolean =>
  isVague(candidate) && /\b(?:help|assist|assistance|support)\b/iu.test(text)
/** `I need some financial information for my investment. First, …`: a list of requests begins after it. */
export const isPreface = (segment: Clause, segments: ReadonlyArray<Segment>, candidate: Candidate): boolean =>
  segment === segments[0] &&
  /^\W*first(?:ly)?\b/iu.test(segments[1]?.text ?? "") &&
  (isVague(candidate) || candidate.bound.missing.length > 0)
/** `Please provide information on this.` refers to the preceding clause. */
export const refersBack = ({ text }: Clause, candidate: Candidate): boolean =>
  isVague(candidate) &&
  candidate.bound.spans.every(({ shape }) => shape === "chunk") &&
  /\b(?:this|it|them|these|those|the (?:results?|information|same))\b[^,]*$/iu.test(text)
/** The same operation again, with values that were missing before, or without values of its own. */
export const saysMore = (before: Candidate | undefined, candidate: Candidate): boolean =>
  before !== undefined &&
  before.operation === candidate.operation &&
  (isVague(before) ||
    isWithin(candidate.bound.call, before.bound.call) ||
    (candidate.bound.used.length === 0 && candidate.bound.spans.every(({ shape }) => shape === "chunk")))
/** `LHR and CDG: which codes, and how far apart?`: the operation before answers what a clause without values of its own requests. */
export const answersToo = (before: Candidate | undefined, { bound, operation }: Candidate, segment: Segment): boolean => {
  if (before === undefined || before.bound.missing.length > 0 || bound.used.some((mention) => overlaps(mention, segment))) return false
  const requested = factsRequested(operation, segment)
  const own = factsRequested(before.operation, segment)
  return requested.length > 0 && requested.every((fact) => own.includes(fact))
}
/** `The name should be "x".`, `After that,`: a statement about a neighbouring request. A typed mention but a date is a request by itself. */
export const isStatement = ({ text }: Clause, { bound }: Candidate): boolean =>
  bound.used.every(({ kind }) => kind.startsWith("date")) &&
  (leadsOn.test(text) || (states.test(text) && !/\?\s*$/u.test(text) && !wishes.test(text)))
export const leadsOn = /^\W*(?:after|before|when|once|based on|for|in|with|using|while|as)\b[^.?!]*,\s*$/iu
export const states =
  /^\W*(?:(?:additionally|also|then|finally|specifically|furthermore|moreover|lastly|next|first|firstly|and|please note that)\W+)*(?:the|my|our|your|this|that|these|those|it|its|he|she|they|his|her|their|there|users?|i have|i've|i am|i'm|we|we're|we've)\b/iu
export const wishes = /\b(?:need|want|like to|interested|please|could you|can you|would you|looking|wonder|know|must|let me)\b/iu
export const asks =
  /^\W*(?:and\s|also\s|then\s)?(?:what|which|when|where|who|whose|how|is|are|was|does|do|can|could|will|would|book|buy|send|order|write|create|play|delete|translate|find|get)\b/iu
/** `and Rome tomorrow`: one more member of a list, with words that apply to the whole list. It has no day of its own beside the list's. */
export const listGoingOn = (search: Search, last: Clause, segment: Clause): Clause | undefined => {
  const { parsed } = search
  const asks = last.asks ?? last
  const before = candidatesFor(search, asks, "g0")[0]
  const [anchor] = before?.bound.used ?? []
  if (anchor === undefined || before!.bound.missing.length > 0 || before!.confidence < minConfidence) return undefined
  const joined = clauseOf(parsed.question, last.start, segment.end)
  const hasDay = (clause: Clause) =>
    parsed.mentions.some(
      (mention) => mention.kind.startsWith("date") && mention.weight >= mentionWeight.probable && overlaps(mention, clause),
    )
  if (hasWords(search, segment, 0.5) || (hasDay(segment) && hasDay(last))) return undefined
  if (!listedBeside(anchor, parsed, joined).some((member) => overlaps(member, segment))) return undefined
  const together = candidatesFor(search, joined, "g0")[0]
  const isClear = together !== undefined && together.confidence >= minConfidence && together.bound.missing.length === 0
  return isClear ? joined : { ...joined, asks }
}

/** `I weigh 70 kg, what is that in pounds?`: the question refers to the one amount of the preceding statement. */
export const takingUp = (search: Search, statement: Clause, segment: Clause): Clause | undefined => {
  const { mentions, question } = search.parsed
  const [amount, another] = mentions.filter(({ kind, weight }) => kind === "unit.value" && weight >= mentionWeight.probable)
  // The weight is highest if a unit of the same kind, its target, is in the question.
  if (amount === undefined || another !== undefined || amount.weight < mentionWeight.pairedUnit || !overlaps(amount, statement))
    return undefined
  if (!/\b(?:that|it|this)\b/iu.test(segment.text)) return undefined
  const candidate = candidatesFor(search, segment, "g0")[0]
  if (candidate === undefined || candidate.confidence < minConfidence || candidate.bound.missing.length > 0) return undefined
  const isOfBoth = candidate.bound.used.includes(amount) && candidate.bound.used.some((mention) => overlaps(mention, segment))
  return isOfBoth ? { ...clauseOf(question, statement.start, segment.end), asks: segment } : undefined
}

/** Whether a clause has words beside its values. A clause of values alone belongs to the preceding one. */
export const hasWords = ({ parsed }: Search, clause: Clause, least = 0): boolean =>
  wordsOf(clause.text).some(
    ({ end, start, stem }) =>
      weightOf(stem) > least &&
      !parsed.mentions.some(
        (mention) =>
          mention.weight >= mentionWeight.probable && overlaps(mention, { start: clause.start + start, end: clause.start + end }),
      ),
  )
/** `12 stone to kg` at the beginning: a clause of values alone that has all inputs of one operation. */
export const isWholeBare = (search: Search, segment: Clause): boolean => {
  const candidate = candidatesFor(search, segment, "g0")[0]
  return (
    candidate !== undefined &&
    candidate.confidence >= minConfidence &&
    isWhole(candidate, segment) &&
    callChain(candidate.bound.call).length === 1
  )
}

/** Whether the operation for the joined clauses answers the facts that the first one requests by name. */
export const answersAllOf = (together: Candidate, before: Candidate, last: Clause): boolean =>
  together.operation === before.operation ||
  before.bound.missing.length > 0 ||
  !before.bound.used.some((mention) => overlaps(mention, last)) ||
  factsRequested(before.operation, last).every((fact) => together.operation.definition.output.includes(fact))
/** `Check the IBAN …, the BIC …, sales@example.com`: the segment is one more identifier to check, and nothing else. */
export const isListedThing = (
  { parsed }: Search,
  before: Candidate | undefined,
  { bound, confidence }: Candidate,
  segment: Clause,
): boolean => {
  const [thing] = bound.used
  return (
    thing !== undefined &&
    isIdentifierKind(thing.kind) &&
    thing.text === segment.text.trim().replace(/[?.!,;\s]+$|\s+and$/giu, "") &&
    bound.missing.length === 0 &&
    confidence >= minConfidence &&
    before?.bound.missing.length === 0 &&
    before.bound.used.every(({ kind }) => kind !== thing.kind) &&
    checks.test(parsed.question.slice(0, segment.start))
  )
}

export const checks = /\b(?:check|validate|verify|look up)\b/iu

/** Whether joining a segment that was not understood would change the operation of a complete goal. */
export const leadsAway = (search: Search, last: Clause, segment: Clause): boolean => {
  const before = candidatesFor(search, last, "g0")[0]
  if (
    before === undefined ||
    before.bound.missing.length > 0 ||
    !before.bound.used.some((mention) => overlaps(mention, last)) ||
    before.confidence < minConfidence
  )
    return false
  return candidatesFor(search, clauseOf(search.parsed.question, last.start, segment.end), "g0")[0]?.operation !== before.operation
}

/** Whether the operation for the joined clauses uses the clear mentions of the second one. */
export const usesAllOf = (together: Candidate, candidate: Candidate, segment: Clause): boolean =>
  candidate.bound.used
    .filter((mention) => overlaps(mention, segment) && mention.weight >= mentionWeight.clear)
    .every((mention) => together.bound.used.some((other) => overlaps(other, mention)))
/** `Swiss UID CHE-…, check digit correct?`: the same operation with the same values of the question, and perhaps fewer of them. */
const isWithin = ({ input, key, variant }: OperationCall, before: OperationCall): boolean =>
  key === before.key ||
  (variant === before.variant &&
    input.size > 0 &&
    [...input].every(([field, origin]) => {
      const same = before.input.get(field)
      return origin._tag === "Literal" && origin.mention !== null && same?._tag === "Literal" && same.mention === origin.mention
    }))

/** `is NL004495445B01 valid and what is the VAT rate there`: the clause requests facts of an earlier answer that the joined operation does not return. */
const requestsMore = (together: Candidate, { bound, operation }: Candidate, segment: Clause): boolean => {
  if (
    together.operation === operation ||
    bound.missing.length > 0 ||
    bound.used.some((mention) => !isReference(mention) && overlaps(mention, segment))
  )
    return false
  const requested = factsRequested(operation, segment)
  return requested.length > 0 && !requested.some((fact) => together.operation.definition.output.includes(fact))
}

/** Whether a segment has all required inputs of a candidate, and at least two mentions. */
export const isWhole = ({ bound }: Candidate, segment: Clause): boolean =>
  bound.missing.length === 0 && bound.used.length > 1 && bound.used.every((mention) => overlaps(mention, segment))

/** `When is Easter, and when is Good Friday?`: a question word, values of the segment alone, and no word that refers to what is before it. */
const isOwnQuestion = ({ bound, confidence }: Candidate, segment: Clause): boolean =>
  confidence >= minConfidence &&
  /^\W*(?:when|where|who|what|which|how)\b(?!.*\b(?:that|this|it|its|there|then|they|these|those)\b)/isu.test(segment.text) &&
  bound.missing.length === 0 &&
  bound.used.length > 0 &&
  bound.used.every((mention) => overlaps(mention, segment))

/** The fit of one of several values is at most 1. */
const minJointGain = 0.2

/**
 * `directed by Satoshi Kon, and feature Akiko Kawase in the cast`: two clauses are one call of an operation if together they fill
 * inputs better than the worse of them does alone. Of two calls, each has values of its own for the same inputs.
 */
const isOneCall = (search: Search, last: Clause, segment: Clause): boolean => {
  const [before, candidate] = [candidatesFor(search, last, "g0")[0], candidatesFor(search, segment, "g0")[0]]
  if (before?.operation === undefined || before.operation !== candidate?.operation || !isUntyped(candidate.operation)) return false
  const { parsed, supplies } = search
  const clause = clauseOf(parsed.question, last.start, segment.end)
  const needOf = (field: InputField) => needId("g0", candidate.operation, field)
  const together = bindOperation(candidate.operation, { parsed, clause, supplies, needOf })
  return (
    together.fit > Math.min(before.bound.fit, candidate.bound.fit) + minJointGain &&
    candidatesFor(search, clause, "g0")[0]?.operation === candidate.operation
  )
}
