import { type Mention, overlaps, overlapsAny, type Span } from "../read/Mention.ts"
import type { ParsedQuestion } from "../read/ParsedQuestion.ts"
import { fragmentsOf } from "../read/fragments.ts"
import { comparativesIn } from "../read/comparatives.ts"
import { announcementsOf, asksWhetherTrue, clausesBesideQuestion, framesOf, statementsOf, withoutFrames } from "../read/frames.ts"
import { beneficiaries } from "../read/functionWords.ts"
import { qualifiers } from "../read/qualifiers.ts"
import { stemOf, type Word, weightOf } from "../read/words.ts"
import { type Search } from "../match/candidates.ts"
import { callChain, mentionsUsedBy } from "../match/OperationCall.ts"
import { isComparedWith } from "../match/proposals.ts"
import type { OperationIndex } from "../match/OperationIndex.ts"
import { hasTypedLikelihood, type OperationProfile } from "../match/OperationProfile.ts"
import { deedRequested, headOfSubject, requestsValidation, unansweredSubject, verifying } from "../match/relevance.ts"
import { mentionWeight } from "../read/thresholds.ts"
import { comparisonIn } from "./comparison.ts"
import { impossibleInLists } from "./listFaults.ts"
import { decisiveByPlace } from "./decisivePlaces.ts"
import type { Goal } from "./Goal.ts"
import { jointsBetween } from "../read/lists.ts"
import { partsOf } from "../read/parts.ts"
import { proposedNumbers } from "./proposedNumbers.ts"
import { isBackground, isImplied, isName } from "./unservedParts.ts"
import { isFiller, isNumber, negations, wordReaderOf } from "./wordReading.ts"

/** The parts of a question that a plan does not account for. */
export interface Unread {
  /** Numbers, signs, negations and other words that change what a question means. */
  readonly decisive: ReadonlyArray<string>
  readonly plain: ReadonlyArray<string>
  /** The words of `plain`. */
  readonly words: ReadonlyArray<Word>
  readonly plainWeight: number
}

/**
 * The words, numbers and signs of a question that a plan does not account for, neighbours joined, in the order of the question. A word is
 * accounted for by a value that a step takes, by an operation of the plan, by a fact that it answers, or because it means nothing here.
 * Words of background (`I have a tank`) mean nothing; a number, a sign or a negation in it does.
 */
export const unreadIn = (search: Search, goals: ReadonlyArray<Goal>): Unread => {
  const { index, parsed } = search
  const used = goals
    .flatMap(({ bound }) => [...mentionsUsedBy(bound.call), ...bound.used, ...bound.spans])
    .filter(({ start }) => start >= 0)
  const calls = goals.flatMap(({ bound }) => callChain(bound.call))
  const operations = [...new Set(calls.map(({ operation }) => operation))]
  // `Ceuta, Spain`: the name of a region, which may have another VAT rate, repeats no country.
  const isWholeCountry = operations.some(({ definition }) => definition.hints?.statedOnly !== undefined)
  const isOfRegion = overlapsAny(isWholeCountry ? parsed.allMentions.filter(({ kind }) => kind === "region.code") : [])
  const others = parsed.allMentions.filter(
    (mention) =>
      (repeats(mention, used) && !isOfRegion(mention)) ||
      isImplied(mention, used) ||
      (mention.weight >= mentionWeight.possible && isName(parsed, mention, used)) ||
      // `kuna or euro` is what the currency of a country is compared with.
      (mention.weight >= mentionWeight.probable && calls.some((call) => isComparedWith(call, mention.kind, parsed.question))),
  )
  const joints = jointsBetween(parsed.question, used)
  // `the same for Oman`
  const repeating = fragmentsOf(parsed).filter(overlapsAny(used))
  const values = [...used, ...others, ...joints, ...repeating, ...impossibleInLists(parsed, goals)]
  const frames = [...framesOf(parsed.question), ...announcementsOf(parsed)]
  const asides = [...frames, ...statementsOf(parsed)]
  const purposes = beneficiaries(parsed.question)
  const background = [
    ...partsOf(parsed, used).filter((part) => isBackground(parsed, part) || asksWhetherTrue(part)),
    ...frames,
    ...purposes,
  ]
  const validated = goals.filter(({ bound, candidate, clause }) => requestsValidation(clause, candidate.operation, bound))
  const isValue = overlapsAny(values)
  const isRead = wordReaderOf(search, operations)
  const comparison = comparisonIn(parsed, goals)
  const compared = new Set(comparison?.words)
  const comparing = new Set(comparativesIn(parsed.words).map(({ word }) => word))
  // A comparative is an operation's own word only where two results are compared.
  const isLeftComparative = (word: Word) => comparing.has(word) && operations.some(({ measured }) => measured.has(word.stem))
  const isFree = (word: Word) => !isValue(word) && !compared.has(word) && (isLeftComparative(word) || !isRead(word))
  const isCount = countsValues(parsed, goals)
  const isProposed = proposedNumbers(parsed, goals, (word) => !isFree(word))
  const left = parsed.words.filter((word) => isFree(word) && !isCount(word) && !(isNumber(word) && isProposed(word)))
  const beside = clausesBesideQuestion(parsed)
  const isBesideQuestion = overlapsAny(beside)
  // `Deadline is five working days after 21 December, nationwide holidays only. Date?`: a qualifier may be of a value of its clause.
  const inIdleClause = overlapsAny(beside.filter((clause) => !values.some((value) => overlaps(value, clause))))
  const isNamed = ({ stem }: Word) => index.operations.some(({ named }) => named.has(stem))
  const inBackground = (word: Word) =>
    background.some((part) => overlaps(part, word)) ||
    (isBesideQuestion(word) && !isNamed(word) && (!qualifiers.has(word.stem) || inIdleClause(word) || word.stem === "but")) ||
    (validated.length > 0 && validated.length === goals.length)
  // `both check out, and could they be the same company?`: a relation between two values is no background of their validation.
  const relates = ({ stem }: Word) => goals.length > 1 && relations.has(stem)
  const isUnanswered = overlapsAny(
    goals.flatMap(({ bound, candidate, clause }) =>
      unansweredSubject(withoutFrames(clause.asks ?? clause, asides), candidate.operation, bound),
    ),
  )
  const isTyped = goals.every(({ candidate }) => hasTypedLikelihood(candidate.operation))
  const isLeftOutside = (word: Word) => left.includes(word) && !inBackground(word)
  const byPlace = isTyped ? decisiveByPlace(parsed, isValue, isLeftOutside) : new Set<Word>()
  const heads = isTyped
    ? goals.flatMap(({ bound, clause }) => headOfSubject(withoutFrames(clause.asks ?? clause, asides), bound) ?? [])
    : []
  // `How long in yards …`: a unit that the operation does not answer in.
  const isUnit = overlapsAny(isTyped ? parsed.allMentions.filter(({ kind }) => kind === "unit.to") : [])
  // `do they work on Saturdays`: days that recur, where the operation takes one day.
  const isRecurring = overlapsAny(
    parsed.allMentions.filter(({ kind, text }) => kind === "calendar.counted_weekdays" && !/^weekdays/iu.test(text)),
  )
  const isHead = overlapsAny(heads)
  // `our partner did not pick up`: a statement without a value denies nothing that is requested.
  const inIdleFrame = overlapsAny(frames.filter((frame) => !values.some((value) => overlaps(value, frame))))
  // `Who has the SSN …`: the operation knows no person.
  const isOfPerson =
    isTyped &&
    goals.some(
      ({ candidate, clause }) => deedRequested(clause.asks ?? clause, candidate.operation, candidate.evidence.relevance.unknownWeight) > 0,
    )
  const decisive = parsed.words.filter(
    (word) =>
      !isValue(word) &&
      (isUnanswered(word) ||
        (isTyped && isRecurring(word)) ||
        (isOfPerson && personal.test(word.text)) ||
        byPlace.has(word) ||
        isPlaceOfAsker(word, parsed, [...used, ...others]) ||
        ((isHead(word) || isUnit(word)) && left.includes(word) && !inBackground(word)) ||
        (left.includes(word) &&
          ((isNumber(word) &&
            !isLettersOfCode(parsed.question, word) &&
            !(isOfName(parsed.question, word) && overlapsAny(purposes)(word))) ||
            (negations.has(word.stem) && !inIdleFrame(word)) ||
            isLeftComparative(word) ||
            (qualifiers.has(word.stem) &&
              !isLettersOfCode(parsed.question, word) &&
              (!inBackground(word) || relates(word)) &&
              !isOfFiller(word, parsed, index) &&
              !isOfOperation(word, parsed, operations, used))))),
  )
  const plain = left.filter(
    (word) =>
      !decisive.includes(word) &&
      !isNumber(word) &&
      !qualifiers.has(word.stem) &&
      !inBackground(word) &&
      // Who sent the value and what it is for is background of a validation.
      !(validated.length > 0 && verifying.test(word.text)),
  )
  return {
    decisive: joined(parsed.question, withSigns(parsed.question, decisive, values)),
    plain: joined(parsed.question, plain),
    words: plain,
    plainWeight: plain.reduce((sum, { stem }) => sum + weightOf(stem), 0),
  }
}

/** `the two numbers …`, `these 3 IBANs`, `are all three valid`: how many values there are, each of which has a step of one operation. */
const countsValues = ({ question }: ParsedQuestion, goals: ReadonlyArray<Goal>): ((word: Word) => boolean) => {
  const [first] = goals
  const isOne = goals.length > 1 && goals.every(({ candidate }) => candidate.operation === first?.candidate.operation)
  const anchors = goals.map(({ bound }) => Math.min(...bound.used.flatMap(({ start }) => (start >= 0 ? [start] : []))))
  const count = isOne && new Set(anchors).size === goals.length ? String(goals.length) : undefined
  return ({ end, start, text }) =>
    count !== undefined &&
    (text === count || text.toLowerCase() === cardinals[goals.length]) &&
    (end <= Math.min(...anchors) || /\b(?:these|those|all|of\s(?:the|these|those))\s+$/iu.test(question.slice(0, start)))
}

const cardinals = "zero one two three four five six seven eight nine ten eleven twelve".split(" ")

/** `here and in the UK`: the place of the buyer is a member of the list, and not known. */
const isPlaceOfAsker = ({ end, start, text }: Word, { question }: ParsedQuestion, values: ReadonlyArray<Mention | Span>): boolean =>
  /^here$/iu.test(text) &&
  values.some(
    (value) =>
      "kind" in value &&
      /^(?:country|place|region|time\.zone)/u.test(value.kind) &&
      listed.test(value.start > end ? question.slice(end, value.start) : question.slice(value.end, start)),
  )

const listed = /^\s*(?:,|(?:and|or|vs\.?|versus)\b)\s*(?:in\s)?(?:the\s)?$/iu

const personal = /^who(?:m|se)?$/iu

/** `the 4 letter ICAO code`, `its two ISO letters`: the form of a code that is requested, and no count. */
const isLettersOfCode = (question: string, { end, text }: Word): boolean =>
  /^(?:[234]|two|three|four)$/iu.test(text) && /^[\s-]*(?:ISO\s)?letters?\b/iu.test(question.slice(end, end + 16))

/** The digit of `CO2`. */
const isOfName = (question: string, { start }: Word): boolean => /\p{L}/u.test(question[start - 1] ?? "")

const relations: ReadonlySet<string> = new Set(["same", "different"].map(stemOf))

/** `a new supplier`, `over there`, `more or less`: the qualifier is of a word that means nothing here. */
const isOfFiller = ({ end, start, text }: Word, { question, words }: ParsedQuestion, index: OperationIndex): boolean => {
  if (/^(?:more|less)$/iu.test(text) && /\bmore or less\b/iu.test(question.slice(Math.max(0, start - 8), end + 8))) return true
  const next = words.find((word) => word.start > start)
  if (next === undefined || !/^\s$/u.test(question.slice(end, next.start))) return false
  return (text.toLowerCase() === "over" && /^(?:there|here)$/iu.test(next.text)) || (attributive.test(text) && isFiller(next.stem, index))
}

const attributive = /^(?:new|old|other|another)$/iu

/** `after 1 December` of an operation that answers what comes next, and begins there. */
const isOfOperation = (
  { end, stem }: Word,
  { question }: ParsedQuestion,
  operations: ReadonlyArray<OperationProfile>,
  used: ReadonlyArray<Mention | Span>,
) =>
  (stem === "after" || stem === "since") &&
  operations.some(({ terms }) => terms.has("next")) &&
  used.some((value) => "kind" in value && value.kind.startsWith("date") && /^\s(?:the\s)?$/u.test(question.slice(end, value.start)))

/** The same value once more: `Keflavik (KEF)` is not, `Switzerland … the Swiss` is. */
const repeats = (mention: Mention, used: ReadonlyArray<Mention | Span>): boolean =>
  used.some((value) => "kind" in value && value.kind === mention.kind && JSON.stringify(value.value) === JSON.stringify(mention.value))

/** A minus in front of a value that does not include it is unread. */
const withSigns = (
  question: string,
  unread: ReadonlyArray<Word>,
  values: ReadonlyArray<{ readonly start: number; readonly end: number }>,
) => {
  const signs = [...question.matchAll(/(?<![\p{L}\p{N}])[-−](?=\s?\d)/gu)]
    .filter(({ index }) => !values.some(({ end, start }) => index >= start && index < end))
    .map(({ index }) => ({ start: index, end: index + 1 }))
  return [...unread, ...signs].sort((a, b) => a.start - b.start)
}

/** Unread words with nothing but blanks between them are one piece. */
const joined = (question: string, unread: ReadonlyArray<{ readonly start: number; readonly end: number }>): ReadonlyArray<string> => {
  const pieces: Array<{ start: number; end: number }> = []
  for (const { end, start } of unread) {
    const last = pieces.at(-1)
    if (last && /^[\s'’.,:/-]{0,2}$/u.test(question.slice(last.end, start)) && !/,\s/u.test(question.slice(last.end, start))) last.end = end
    else pieces.push({ start, end })
  }
  return [...new Set(pieces.map(({ end, start }) => question.slice(start, end)))]
}
