import { describingAmountKind, type Mention, overlaps, overlapsAny, type Span } from "../read/Mention.ts"
import type { ParsedQuestion } from "../read/ParsedQuestion.ts"
import { fragmentsOf } from "../read/fragments.ts"
import { furtherQuestions } from "../read/furtherQuestions.ts"
import { comparativesIn } from "../read/comparatives.ts"
import { announcementsOf, asksWhetherTrue, clausesBesideQuestion, conditionsOf, framesOf, introductionsOf } from "../read/frames.ts"
import { beneficiaries } from "../read/functionWords.ts"
import { qualifiers } from "../read/qualifiers.ts"
import { predicateOf } from "../read/statements.ts"
import { type Word, weightOf } from "../read/words.ts"
import { type Search } from "../match/candidates.ts"
import { callChain, mentionsUsedBy } from "../match/OperationCall.ts"
import type { OperationIndex } from "../match/OperationIndex.ts"
import { isBesideUsed, isComparedWith } from "../match/proposals.ts"
import { requestsValidation, verifying } from "../match/relevance.ts"
import { mentionWeight } from "../read/thresholds.ts"
import { comparisonIn } from "./comparison.ts"
import { impossibleInLists } from "./listFaults.ts"
import { type QuestionAccount, decisiveWords } from "./decisiveWords.ts"
import type { Goal } from "./Goal.ts"
import { jointsBetween, jointsOfRanges } from "../read/lists.ts"
import { partsOf } from "../read/parts.ts"
import { daysOfBuyer } from "./daysOfBuyer.ts"
import { proposedNumbers } from "./proposedNumbers.ts"
import { isTownOfCountry } from "./townsOfCountries.ts"
import { isBackground, isImplied, isName } from "./unservedParts.ts"
import { isNumber, negations, wordReaderOf } from "./wordReading.ts"

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
  const { question } = search.parsed
  const account = accountOf(search, goals)
  const { inBackground, isValidation, left, values } = account
  const decisive = new Set(decisiveWords(search, goals, account))
  const plain = [...left].filter(
    (word) =>
      !decisive.has(word) &&
      !isNumber(word) &&
      !qualifiers.has(word.stem) &&
      !inBackground(word) &&
      // Who sent the value and what it is for is background of a validation.
      !(isValidation && verifying.test(word.text)),
  )
  return {
    decisive: joined(question, withSigns(question, [...decisive], values)),
    plain: joined(question, plain),
    words: plain,
    plainWeight: plain.reduce((sum, { stem }) => sum + weightOf(stem), 0),
  }
}

/** What a plan accounts for in a question, and which words that it does not are background. */
const accountOf = (search: Search, goals: ReadonlyArray<Goal>): QuestionAccount => {
  const { index, parsed } = search
  const used = goals
    .flatMap(({ bound }) => [...mentionsUsedBy(bound.call), ...bound.used, ...bound.spans])
    .filter(({ start }) => start >= 0)
  const calls = goals.flatMap(({ bound }) => callChain(bound.call))
  const operations = [...new Set(calls.map(({ operation }) => operation))]
  // `Ceuta, Spain`: the name of a region, which may have another VAT rate, repeats no country.
  const isWholeCountry = operations.some(({ definition }) => definition.hints?.statedOnly?.includes("country.code") === true)
  const isOfRegion = overlapsAny(isWholeCountry ? parsed.allMentions.filter(({ kind }) => kind === "region.code") : [])
  const others = parsed.allMentions.filter(
    (mention) =>
      (repeats(mention, used) && !isOfRegion(mention)) ||
      isImplied(mention, used) ||
      isTownOfCountry(parsed, mention, used, goals) ||
      mention.kind === describingAmountKind ||
      (mention.weight >= mentionWeight.possible && isName(parsed, mention, used)) ||
      // `kuna or euro` is what the currency of a country is compared with.
      (mention.weight >= mentionWeight.probable &&
        !isBesideUsed(parsed.question, mention, used) &&
        calls.some((call) => isComparedWith(call, mention.kind, parsed.question))),
  )
  const joints = [...jointsBetween(parsed.question, used), ...jointsOfRanges(parsed.question, used)]
  // `the same for Oman`, where another step has the value before it.
  const valuesOfGoals = goals.map(({ bound }) => overlapsAny([...mentionsUsedBy(bound.call), ...bound.used]))
  const repeating = fragmentsOf(parsed).filter(
    (fragment) => overlapsAny(used)(fragment) && valuesOfGoals.some((isOfGoal) => !isOfGoal(fragment)),
  )
  const values = [...used, ...others, ...joints, ...repeating, ...impossibleInLists(parsed, goals), ...daysOfBuyer(search, operations)]
  const isValue = overlapsAny(values)
  const isRead = wordReaderOf(search, operations)
  const compared = new Set(comparisonIn(parsed, goals)?.words)
  const comparing = new Set(comparativesIn(parsed.words).map(({ word }) => word))
  // A comparative is an operation's own word only where two results are compared.
  const isLeftComparative = (word: Word) => comparing.has(word) && operations.some(({ measured }) => measured.has(word.stem))
  const isFree = (word: Word) => !isValue(word) && !compared.has(word) && (isLeftComparative(word) || !isRead(word))
  const isCount = countsValues(parsed, goals)
  const isProposed = proposedNumbers(parsed, goals, (word) => !isFree(word))
  const frames = [...framesOf(parsed.question), ...announcementsOf(parsed)]
  const purposes = beneficiaries(parsed.question)
  const inBackgroundPart = overlapsAny([
    ...partsOf(parsed, used).filter((part) => isBackground(parsed, part) || asksWhetherTrue(part)),
    ...frames,
    ...purposes,
    ...introductionsOf(parsed),
  ])
  const beside = clausesBesideQuestion(parsed)
  const isBesideQuestion = overlapsAny([...beside, ...conditionsOf(parsed)])
  // `Deadline is five working days after 21 December, nationwide holidays only. Date?`: a qualifier may be of a value of its clause.
  const inIdleClause = overlapsAny(beside.filter((clause) => !values.some((value) => overlaps(value, clause))))
  // `The new meeting room is 430 square feet, how many square metres is that`: what has the value.
  const inSubject = overlapsAny(
    beside.flatMap((clause) => {
      const verb = predicateOf(parsed.tagged().filter(({ end, start }) => start >= clause.start && end <= clause.end))?.verb
      return verb !== undefined && used.some(({ end, start }) => start >= verb.end && end <= clause.end)
        ? [{ start: clause.start, end: verb.start }]
        : []
    }),
  )
  // `sunrise starts the shift in Oslo`: what an operation answers may be requested.
  const isOfSubject = (word: Word) =>
    inSubject(word) &&
    !negations.has(word.stem) &&
    !operations.some(({ named }) => named.has(word.stem)) &&
    (qualifiers.has(word.stem) || !index.operations.some(({ answers }) => answers.has(word.stem)))
  const inIdleBrackets = overlapsAny(idleBrackets(parsed, values, index))
  const isNamed = ({ stem }: Word) => index.operations.some(({ named }) => named.has(stem))
  const validated = goals.filter(({ bound, candidate, clause }) => requestsValidation(clause, candidate.operation, bound))
  const inFurtherQuestion = overlapsAny(furtherQuestions(parsed.question))
  // `Renting a car for two colleagues`, `dinner for 12 guests` in a clause of its own.
  const countsInBackground = (word: Word) =>
    inIdleClause(word) && !overlapsAny(parsed.allMentions)(word) && countsThings(parsed.question, word)
  const areAllValidated = validated.length > 0 && validated.length === goals.length
  return {
    operations,
    used,
    places: [...used, ...others],
    values,
    frames,
    purposes,
    isValue,
    left: new Set(
      parsed.words.filter(
        (word) => isFree(word) && !closesValue(parsed.question, word, used) && !isCount(word) && !(isNumber(word) && isProposed(word)),
      ),
    ),
    isLeftComparative,
    countsInBackground,
    inBackground: (word) =>
      inBackgroundPart(word) ||
      inIdleBrackets(word) ||
      isOfSubject(word) ||
      (isBesideQuestion(word) &&
        (!isNamed(word) || countsInBackground(word)) &&
        (!qualifiers.has(word.stem) || inIdleClause(word) || word.stem === "but")) ||
      (areAllValidated && !inFurtherQuestion(word)),
    isValidation: validated.length > 0,
  }
}

/** `two colleagues`, `12 guests`: a small number of persons or things. */
const countsThings = (question: string, { end, text }: Word): boolean => {
  const [noun] = (/^\d{1,3}$/u.test(text) || cardinals.includes(text.toLowerCase()) ? things.exec(question.slice(end)) : null) ?? []
  const singular = noun?.split(" ").at(-1)?.replace(/s$/u, "")
  // `VAT on a 100 EUR ticket? We buy 3 tickets`: what is counted is requested.
  return singular !== undefined && !question.slice(0, end).toLowerCase().includes(singular)
}
const things =
  /^\s(?:\p{Ll}+\s)?(?:people|persons|colleagues|employees|staff|guests|travell?ers|passengers|customers|clients|suppliers|drivers|engineers|nurses|students|interns|managers|attendees|participants|visitors|speakers|children|adults|rooms|cars|trucks|tables|boxes|pallets|parcels|containers|tickets|invoices|orders|teams|offices)\b/u

/** `public holidays in Germany, Bavaria only`: nothing else is wanted than the value before it. */
const closesValue = (question: string, { end, start, text }: Word, used: ReadonlyArray<Mention | Span>): boolean =>
  /^only$/iu.test(text) &&
  /^\s*(?:[.,;:?!)]|$)/u.test(question.slice(end)) &&
  used.some((value) => /^\s$/u.test(question.slice(value.end, start)))

/** `(container spec sheet)`: brackets without a value, a number or a word that an operation is named by. */
const idleBrackets = ({ question, words }: ParsedQuestion, values: QuestionAccount["values"], index: OperationIndex) =>
  [...question.matchAll(/\([^()]{2,60}\)/gu)]
    .map(({ 0: { length }, index: start }) => ({ start, end: start + length }))
    .filter((stretch) => {
      const inside = words.filter((word) => overlaps(word, stretch))
      const isTelling = (word: Word) =>
        isNumber(word) || qualifiers.has(word.stem) || index.operations.some(({ named }) => named.has(word.stem))
      return !values.some((value) => overlaps(value, stretch)) && !inside.some(isTelling)
    })

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

/** The same value once more: `Keflavik (KEF)` is not, `Switzerland … the Swiss` is. */
const repeats = (mention: Mention, used: ReadonlyArray<Mention | Span>): boolean =>
  used.some(
    (value) =>
      "kind" in value &&
      value.kind === mention.kind &&
      // `the CFA franc XOF`: one of the meanings of the name.
      [mention, ...(mention.options ?? [])].some((meaning) => JSON.stringify(value.value) === JSON.stringify(meaning.value)),
  )

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
