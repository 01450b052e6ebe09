import { factsRequested, type OperationProfile } from "../match/OperationProfile.ts"
import { factsProposed } from "../match/proposals.ts"
import { mentionsUsedBy, type OperationCall } from "../match/OperationCall.ts"
import { kindOf, overlaps, overlapsAny } from "../read/Mention.ts"
import { type Clause, clauseOf, type ParsedQuestion } from "../read/ParsedQuestion.ts"
import { mentionWeight } from "../read/thresholds.ts"
import { isEmpty, stemOf, stemsOf } from "../read/words.ts"
import type { Goal } from "./Goal.ts"

/**
 * The facts of an operation's answer that a clause requests, those of each of its questions: the `next` of `Is it a holiday there, and what is the
 * next working day?` is about the second one alone. Empty if it requests the whole answer.
 */
export const requestedFacts = (operation: OperationProfile, clause: Clause): ReadonlyArray<string> => {
  const ofEach = clause.text.split(nextQuestion).map((text) => factsOfQuestion(operation, text))
  return ofEach.every(({ length }) => length > 0) ? [...new Set(ofEach.flat())] : factsOfQuestion(operation, clause.text)
}

/** These, and the facts that values of the clause propose: the area of `Is +49 30 901820 a landline in Berlin?`. A whole document has them anyway. */
export const withProposed = (
  { allMentions, question }: ParsedQuestion,
  { bound, clause }: Goal,
  facts: ReadonlyArray<string>,
): ReadonlyArray<string> => {
  if (facts.length === 0) return facts
  const isUsed = overlapsAny([...mentionsUsedBy(bound.call), ...bound.used])
  // `Which languages do they speak, and do they use the krone?`
  const proposed = allMentions.filter(
    (mention) =>
      /^(?:place\.name|currency\.code)$/u.test(mention.kind) &&
      mention.weight >= mentionWeight.probable &&
      overlaps(mention, clause) &&
      !isUsed(mention),
  )
  return [...new Set([...facts, ...factsProposed(bound.call, proposed, question), ...factsOfCaller(bound.call)])]
}

/** `How do I dial the mobile 0991 234 567 from England`: with the country of a caller, what is dialled there is requested. */
const factsOfCaller = ({ input, operation }: OperationCall): ReadonlyArray<string> =>
  [...input.keys()].some(({ slot }) => kindOf(slot) === "call.from")
    ? operation.definition.output.filter((fact) => fact.startsWith("call."))
    : []

const nextQuestion = /[?!]\s+|(?:,|;)?\s+(?:and|or)\s+(?=(?:what|which|when|where|who|how|is|are|was|will|does|do|did|has|can)\b)/iu

const factsOfQuestion = (operation: OperationProfile, question: string): ReadonlyArray<string> => {
  // `the day of the year` is the fact `day_of_year`, and `the day of the week` the weekday.
  const text = question.replaceAll(/\bday\s+of\s+(?:the\s+)?week\b/giu, "weekday")
  const stems = stemsOf(text.replaceAll(/\b(?:the|an?)\s/giu, ""))
  const requested = new Set([
    ...factsRequested(operation, clauseOf(text, 0, text.length)),
    ...namedInFull(operation, stems),
    ...factsOfAdverb(operation, text),
  ])
  if (requested.size > 0) for (const fact of [...leftOver(operation, stems, requested), ...verdictsOf(operation, text)]) requested.add(fact)
  return [...requested].filter((fact) => !isRemark(fact))
}

/** Notes are remarks on an answer, and no answer by themselves: `the delivery note has 2,650 lb` requests none. */
const isRemark = (fact: string) => fact.endsWith(".notes")

/** `Is it ok, and which bank is it?` requests the verdict beside the bank, though `ok` is no word of it. */
const verdictsOf = ({ facts }: OperationProfile, text: string): ReadonlyArray<string> =>
  validity.test(text) ? [...facts.keys()].filter((fact) => fact.endsWith(".valid")) : []

const validity =
  /\b(?:ok(?:ay)?|valid|pass(?:es)?|genuine|legit|plausible)\b|^\W*(?:check|verify|validate)\b(?!\s(?:digit|character|letter|sum))|\b(?:please|pls|kindly)\s(?:check|verify|validate)\b|\b(?:check|verify|validate)\s(?:(?:it|this|that|them|both|all|please|pls)\b|\s*$)|\bcheck\s*(?:,|\W*$)|\b(?:correct|right|real|proper|true)\s(?:\p{L}+\s){0,3}(?:number|iban|bic|code|bank|account|address|id)\b|\b(?:correct|right|fine|wrong)\b\s*(?:[?,.;:]|$|and\b)|\bwell[- ]formed\b|\b(?:errors?|mistakes?|typos?)\s(?:in|with)\s(?:it|this|that|them)\b/iu

/** `calling code` of `country.calling_code`: the words of its name side by side, though `call` alone says nothing. */
const namedInFull = ({ facts }: OperationProfile, stems: ReadonlyArray<string>): ReadonlyArray<string> =>
  [...facts.keys()].filter((fact) => {
    const name = nameOf(fact)
    return name.length > 1 && stems.some((_, at) => name.every((stem, place) => stems[at + place] === stem))
  })

/** `where` requests the place and `when` the date, if an operation has them: the words name no fact. */
const factsOfAdverb = ({ definition, facts }: OperationProfile, text: string): ReadonlyArray<string> => {
  // An input that the answer repeats answers nothing.
  const own = new Set(definition.input.map(({ field }) => field))
  const isOf = (form: RegExp) => (fact: string) => form.test(fact) && !own.has(fact)
  return adverbs.flatMap(({ facts: form, word }) => (word.test(text) ? [...facts.keys()].filter(isOf(form)) : []))
}

const adverbs = [
  { word: /\bwhere\s+(?:is|are|was|were|does|do)\b/iu, facts: /^geo\.|^country\.name$/u },
  // The ends of a range are the question's own.
  // `What did they pay with before the euro`
  { word: /\bbefore\b/iu, facts: /\.former$/u },
  { word: /\bwhen\s+(?:is|are|was|were|will|does|do)\b/iu, facts: /(?<!\.(?:start|end|orthodox))[._]dates?$/u },
]

const checkStem = stemOf("check")

/** `area and capital`: `area` names a fact that is called `area_km2`, where `capital` is the whole name of another. */
const leftOver = (
  { facts, inputWords, name }: OperationProfile,
  stems: ReadonlyArray<string>,
  requested: ReadonlySet<string>,
): ReadonlyArray<string> => {
  // `IBAN` of a check of IBANs names no fact of it.
  // `Please check it` of a check names no check digits.
  const isCheck = (stem: string) => stem === checkStem && [...facts.keys()].some((fact) => fact.endsWith(".valid"))
  const isCovered = (stem: string) =>
    isCheck(stem) || name.has(stem) || inputWords.has(stem) || [...requested].some((fact) => facts.get(fact)?.has(stem))
  const left = new Set(stems.filter((stem) => !isEmpty(stem) && !isCovered(stem)))
  return [...facts].flatMap(([fact, words]) => ([...words].some((word) => left.has(word)) ? [fact] : []))
}

const nameOf = (fact: string): ReadonlyArray<string> => stemsOf(fact.slice(fact.lastIndexOf(".") + 1))
