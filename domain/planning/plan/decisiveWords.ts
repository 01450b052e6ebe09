import { announcementsOf, framesOf, statementsOf, withoutFrames } from "../read/frames.ts"
import { type Mention, overlaps, overlapsAny, type Span } from "../read/Mention.ts"
import type { ParsedQuestion } from "../read/ParsedQuestion.ts"
import { isCommonWord } from "../read/spellCorrection.ts"
import { qualifiers } from "../read/qualifiers.ts"
import { mentionWeight } from "../read/thresholds.ts"
import { stemOf, type Word } from "../read/words.ts"
import type { Search } from "../match/candidates.ts"
import type { OperationIndex } from "../match/OperationIndex.ts"
import { hasTypedLikelihood, type OperationProfile } from "../match/OperationProfile.ts"
import { deedRequested, headOfSubject, unansweredSubject } from "../match/relevance.ts"
import { decisiveByPlace } from "./decisivePlaces.ts"
import type { Goal } from "./Goal.ts"
import { missingAttributes } from "./missingAttributes.ts"
import { nestedRelations } from "./nestedRelations.ts"
import { unmetForms } from "./unmetForms.ts"
import { isFiller, isNumber, negations } from "./wordReading.ts"

/** What a plan accounts for in a question, and which words that it does not are background. */
export interface QuestionAccount {
  readonly operations: ReadonlyArray<OperationProfile>
  /** The values that its steps take. */
  readonly used: ReadonlyArray<Mention | Span>
  /** These and the values that repeat, name or propose one of them. */
  readonly places: ReadonlyArray<Mention | Span>
  /** These, and the text between the members of a list. */
  readonly values: ReadonlyArray<Span | Mention | { readonly start: number; readonly end: number }>
  /** What the question states around its request: `a customer wants to know …`. */
  readonly frames: ReadonlyArray<{ readonly start: number; readonly end: number }>
  /** Whom the answer is for: `for our CO2 report`. */
  readonly purposes: ReadonlyArray<{ readonly start: number; readonly end: number }>
  readonly isValue: (stretch: { readonly start: number; readonly end: number }) => boolean
  /** The words that nothing accounts for. */
  readonly left: ReadonlySet<Word>
  /** A comparative of a measure that the plan does not compare. */
  readonly isLeftComparative: (word: Word) => boolean
  readonly inBackground: (word: Word) => boolean
  /** Whether a number of the background counts persons or things. */
  readonly countsInBackground: (word: Word) => boolean
  /** Whether a step checks a value of the question. */
  readonly isValidation: boolean
}

/** Whether a word changes what the question means, by one of the rules below. */
type Rule = (word: Word) => boolean

/** The words that a plan does not account for and that change what the question means: a plan with one of them is not bought without an approval. */
export const decisiveWords = (search: Search, goals: ReadonlyArray<Goal>, account: QuestionAccount): ReadonlyArray<Word> => {
  const { parsed } = search
  const { isValue, left } = account
  const whole = rulesOfWords(search, goals, account)
  const ofLeft = rulesOfLeftWords(search, goals, account)
  const isUnmet = isTyped(goals)
    ? overlapsAny([...missingAttributes(search, goals), ...nestedRelations(search, goals), ...unmetForms(search, goals)])
    : () => false
  return parsed.words.filter(
    (word) =>
      isUnmet(word) || (!isValue(word) && (whole.some((rule) => rule(word)) || (left.has(word) && ofLeft.some((rule) => rule(word))))),
  )
}

/** The rules for every word, also one that the operations know. */
const rulesOfWords = (search: Search, goals: ReadonlyArray<Goal>, account: QuestionAccount): ReadonlyArray<Rule> => {
  const { parsed } = search
  const { inBackground, isValue, left, places } = account
  const isUnanswered = overlapsAny(
    requestsOf(parsed, goals).flatMap(({ goal, request }) => unansweredSubject(request, goal.candidate.operation, goal.bound)),
  )
  const isOfAsker: Rule = (word) => isPlaceOfAsker(word, parsed, places)
  if (!isTyped(goals)) return [isUnanswered, isOfAsker]
  // `do they work on Saturdays`: days that recur, where the operation takes one day.
  const isRecurring = overlapsAny(
    parsed.allMentions.filter(({ kind, text }) => kind === "calendar.counted_weekdays" && !/^weekdays/iu.test(text)),
  )
  // `Who has the SSN …`: the operation knows no person.
  const isOfPerson = goals.some(
    ({ candidate, clause }) => deedRequested(clause.asks ?? clause, candidate.operation, candidate.evidence.relevance.unknownWeight) > 0,
  )
  const byPlace = decisiveByPlace(parsed, isValue, (word) => left.has(word) && !inBackground(word))
  return [isUnanswered, isOfAsker, isRecurring, ({ text }) => isOfPerson && personal.test(text), (word) => byPlace.has(word)]
}

/** The rules for the words that nothing accounts for. */
const rulesOfLeftWords = (search: Search, goals: ReadonlyArray<Goal>, account: QuestionAccount): ReadonlyArray<Rule> => {
  const { index, parsed } = search
  const { frames, inBackground, isLeftComparative, operations, purposes, used, values } = account
  const isPurpose = overlapsAny(purposes)
  const isCounting: Rule = (word) =>
    isNumber(word) &&
    !account.countsInBackground(word) &&
    !isLettersOfCode(parsed.question, word) &&
    !((isOfName(parsed.question, word) || isLabelled(parsed.question, word)) && isPurpose(word))
  // `our partner did not pick up`: a statement without a value denies nothing that is requested.
  const inIdleFrame = overlapsAny(frames.filter((frame) => !values.some((value) => overlaps(value, frame))))
  const denies: Rule = (word) => negations.has(word.stem) && !inIdleFrame(word)
  // `both check out, and could they be the same company?`: a relation between two values is no background of their validation.
  const relates: Rule = ({ stem }) => goals.length > 1 && relations.has(stem)
  const qualifies: Rule = (word) =>
    qualifiers.has(word.stem) &&
    !isLettersOfCode(parsed.question, word) &&
    (!inBackground(word) || relates(word)) &&
    !isBetweenConditions(word, parsed.question, used) &&
    !isOfFiller(word, parsed, index) &&
    !isOfOperation(word, parsed, operations, used)
  // `Compare sunrise in Madrid and Warsaw`: the answer has the results of one operation beside each other.
  const [first] = goals
  const compares: Rule = ({ text }) =>
    /^compare$/iu.test(text) && goals.length > 1 && goals.every(({ candidate }) => candidate.operation === first?.candidate.operation)
  // `in total` takes no part of what is requested.
  const restricts: Rule = (word) =>
    !compares(word) &&
    restricting.has(word.stem) &&
    !inBackground(word) &&
    !/\bin\s$/iu.test(parsed.question.slice(Math.max(0, word.start - 4), word.start))
  // `how do I dial 0991 234 567 from England`: an operation that takes no country of the caller answers half of it.
  const isCaller = overlapsAny(parsed.allMentions.filter(({ kind, weight }) => kind === "call.from" && weight >= mentionWeight.clear))
  if (!isTyped(goals)) return [isCounting, denies, isLeftComparative, qualifies]
  const isHead = overlapsAny(requestsOf(parsed, goals).flatMap(({ goal, request }) => headOfSubject(request, goal.bound) ?? []))
  // `How long in yards …`: a unit that the operation does not answer in.
  const isUnit = overlapsAny(parsed.allMentions.filter(({ kind }) => kind === "unit.to"))
  // `VAT on e-books`: what an operation answers for a whole country may differ for a part of its goods.
  const isOfWhole = operations.some(({ definition }) => definition.hints?.statedOnly?.some((field) => wholes.has(field)) === true)
  const isPart: Rule = (word) => isOfWhole && isOfPart(parsed.question, word)
  const isTimed: Rule = ({ start }) => timeOf.test(parsed.question.slice(Math.max(0, start - 40), start))
  // `from Nevsehir airport to Göreme`: the position of a town is not that of its airport.
  const isLocated = operations.some(({ facts }) => [...facts.keys()].some((fact) => /^(?:route|geo)\./u.test(fact)))
  const isAirport: Rule = ({ start, text }) =>
    isLocated && /^airports?$/iu.test(text) && used.some(({ end }) => end === start - 1 && parsed.question[end] === " ")
  // `Ramazan pidesi`, of which `Ramazan` was corrected: the two may be a name that nothing here knows.
  const isOfCorrected: Rule = (word) =>
    !isCommonWord(word.text.toLowerCase()) && parsed.corrections.some(({ read }) => isBeside(parsed.question, word, read))
  const specifies: Rule = (word) =>
    (isPart(word) || isHead(word) || isUnit(word) || isTimed(word) || isAirport(word)) && !inBackground(word)
  return [isCounting, denies, isLeftComparative, qualifies, restricts, specifies, isCaller, isOfCorrected]
}

const isBeside = (question: string, { end, start }: Word, name: string): boolean => {
  const text = question.toLowerCase()
  return text.slice(0, start).endsWith(`${name.toLowerCase()} `) || text.slice(end).startsWith(` ${name.toLowerCase()}`)
}

/** Inputs that are a whole of which a question may name a part. */
const wholes: ReadonlySet<string> = new Set(["country.code", "tax.region"])

/** Whether a word is of a part of a whole: `VAT on printed books`. */
export const isOfPart = (question: string, { start }: Word): boolean => partOf.test(question.slice(Math.max(0, start - 40), start))

const partOf = /\b(?:on|for|of)\s+(?:[\p{L}'’-]+\s+){0,2}$/iu

/** `What time does shabbat come in in Haifa`: what the time is of. */
const timeOf = /\b(?:when|(?:at\s)?what\stime|what\shour)\s(?:do|does|did|is|are|will|was)\s(?:the\s)?$/iu

const isTyped = (goals: ReadonlyArray<Goal>): boolean => goals.every(({ candidate }) => hasTypedLikelihood(candidate.operation))

/** The clause of each goal without what it states around its request. */
const requestsOf = (parsed: ParsedQuestion, goals: ReadonlyArray<Goal>) => {
  const asides = [...framesOf(parsed.question), ...announcementsOf(parsed), ...statementsOf(parsed)]
  return goals.map((goal) => ({ goal, request: withoutFrames(goal.clause.asks ?? goal.clause, asides) }))
}

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

/** `the 4 letter ICAO code`, `its two ISO letters`, `ISBN-10`: the form of a code that is requested, and no count. */
const isLettersOfCode = (question: string, { end, start, text }: Word): boolean =>
  (/^1[03]$/u.test(text) && /\bISBN[\s-]?$/iu.test(question.slice(Math.max(0, start - 5), start))) ||
  (/^(?:[234]|two|three|four)$/iu.test(text) && /^[\s-]*(?:ISO\s)?(?:letters?|digits?|figures?)\b/iu.test(question.slice(end, end + 16))) ||
  // `the 9-digit business number`
  (/^(?:[5-9]|1\d|2\d)$/u.test(text) && /^-digit\s\p{L}/iu.test(question.slice(end, end + 16)))

/** `for my year 8 geography class` */
const isLabelled = (question: string, { start }: Word): boolean =>
  /\b(?:year|grade|class|form|group|room|unit|site|team|case|order|ticket)\s$/iu.test(question.slice(Math.max(0, start - 8), start))

/** The digit of `CO2`. */
const isOfName = (question: string, { start }: Word): boolean => /\p{L}/u.test(question[start - 1] ?? "")

/**
 * Words of closed classes that relate values to each other, or that take a part of what is requested: `How big are Austria and Hungary together?`, `the country
 * north of Slovenia`, `5 to 16 April inclusive`, `When does winter end?`, `How far is …`.
 */
const restricting: ReadonlySet<string> = new Set(
  (
    "together combined altogether total overall common compared versus inclusive exclusive far live inhabited " +
    "north south east west northern southern eastern western northward southward " +
    "end ends ending spring summer autumn winter half halves " +
    "eve erev"
  )
    .split(" ")
    .map(stemOf),
)

const relations: ReadonlySet<string> = new Set(["same", "different"].map(stemOf))

/** `a new supplier`, `over there`, `more or less`: the qualifier is of a word that means nothing here. */
const isOfFiller = ({ end, start, text }: Word, { question, words }: ParsedQuestion, index: OperationIndex): boolean => {
  if (/^(?:more|less)$/iu.test(text) && /\bmore or less\b/iu.test(question.slice(Math.max(0, start - 8), end + 8))) return true
  const next = words.find((word) => word.start > start)
  if (next === undefined || !/^\s$/u.test(question.slice(end, next.start))) return false
  // `the address only says …`
  if (/^only$/iu.test(text) && /^(?:says?|has|have|shows?|gives?|gave|contains?|lists?|reads?|got)$/iu.test(next.text)) return true
  return (text.toLowerCase() === "over" && /^(?:there|here)$/iu.test(next.text)) || (attributive.test(text) && isOutside(next.stem, index))
}

/** `a new joiner`: a word that means nothing here, or that no operation has. */
const isOutside = (stem: string, index: OperationIndex): boolean =>
  isFiller(stem, index) ||
  !index.operations.some(({ answers, inputWords, named }) => named.has(stem) || answers.has(stem) || inputWords.has(stem))

const attributive = /^(?:new|old|other|another)$/iu

/** `countries that use the euro but aren't in the EU`: the word joins two conditions that the plan takes. */
const isBetweenConditions = ({ end, stem, start }: Word, question: string, used: ReadonlyArray<Mention | Span>): boolean =>
  stem === "but" &&
  used.some((value) => value.end <= start) &&
  used.some(
    (value) =>
      value.start >= end &&
      /^\s(?:(?:that|which|is|are|do|does|not|no|in|the|a|an)\s|(?:isn|aren|don|doesn)['’]t\s)*(?:is|are|do|does)?$/iu.test(
        question.slice(end, value.start),
      ),
  )

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
