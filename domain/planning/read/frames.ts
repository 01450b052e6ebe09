import { type Clause, clauseOf } from "./ParsedQuestion.ts"
import { isInQuotes } from "./segments.ts"

/**
 * The clauses of a question that state something about the buyer and request nothing: `my driver's GPS says 52.2 N 21.0 E` before
 * `which city?`. They are recognised by closed classes of English: pronouns, possessives, auxiliaries, interrogatives and conjunctions. Empty if no other
 * clause is left.
 */
export const framesOf = (question: string): ReadonlyArray<Clause> => {
  const parts = partsAt(question)
  const frames = parts.filter((part, place) => isFrame(question, part, parts[place - 1]))
  return parts.filter(({ text }) => /[\p{L}\p{N}]/u.test(text)).length > frames.length ? frames : []
}

/**
 * The clauses beside one that asks which are neither questions, wishes nor commands: `cron job runs 28 March at 02:30 in Berlin` before `which UTC time is it?`.
 * They may request something by a noun phrase too (`sunset Oslo, and what is …`), so only words that no operation answers are background there.
 */
export const clausesBesideQuestion = (question: string): ReadonlyArray<Clause> => {
  const parts = partsAt(question)
  const isAsking = ({ text }: Clause) => interrogative.test(text)
  return parts.some(isAsking)
    ? parts.filter((part) => !isAsking(part) && question[part.end] !== "?" && !wishes.test(part.text) && !commands.test(part.text))
    : []
}

/** A clause with blanks instead of the letters of the frames, so that all positions stay. */
export const withoutFrames = (clause: Clause, frames: ReadonlyArray<Clause>): Clause => {
  const text = frames.reduce((left, { end, start }) => {
    const [from, to] = [Math.max(0, start - clause.start), Math.min(left.length, end - clause.start)]
    return to <= from ? left : `${left.slice(0, from)}${" ".repeat(to - from)}${left.slice(to)}`
  }, clause.text)
  return text === clause.text || text.trim() === "" ? clause : { ...clause, text }
}

const partsAt = (question: string): ReadonlyArray<Clause> => {
  const cuts = [...question.matchAll(joint)].filter(({ index }) => !isInQuotes(question, index))
  return [...cuts, undefined].map((cut, place) => {
    const before = cuts[place - 1]
    return clauseOf(question, before === undefined ? 0 : before.index + before[0].length, cut?.index ?? question.length)
  })
}

/** Punctuation, or a conjunction before the subject of a clause. */
const joint =
  /[.?!;:](?=\s|$)|\n+|,(?=\s)|\s(?:-{1,2}|–|—)(?=\s)|\s(?:and|but|so|because|since|while|although|though)(?=\s(?:i|i['’]m|we|we['’]re|he|she|they|my|our|his|her|their)\s)/giu

const subject = String.raw`(?:i(?=[\s'’])(?!\s+mean)|we|he|she|they|i['’](?:m|ve|ll|d)|(?:we|they)['’](?:re|ve|ll|d)|(?:he|she)['’]s|someone|somebody|(?:my|our|his|her|their)\s+\p{L}+)`
const opening = String.raw`^\W*(?:(?:hi|hello|hey|and|but|so|because|since|as|while|although|though|well|ok|okay|sorry|yes|no)\b\W*)*`

/** A subject of the first or third person at the beginning. */
const declares = new RegExp(String.raw`${opening}${subject}(?![\p{L}])`, "iu")

/** A noun phrase with an auxiliary after it: `customer is australian`. */
const states = new RegExp(
  String.raw`${opening}(?!(?:is|are|was|were|has|have|had|do|does|did|can|could|will|would|shall|should|may|might|must|it|this|that|there|these|those|please)\b)` +
    String.raw`(?:(?:the|a|an)\s+)?(?:\p{L}+(?:['’]s)?\s+){1,3}(?:is|are|was|were|has|have|had)\s+\p{L}`,
  "iu",
)

/** An indefinite singular noun with a verb in the third person: `A shopper comes from`, `a supplier in Porto writes`. */
const reports = new RegExp(
  String.raw`${opening}an?\s+(?!\p{L}+\s+of\s)(?:\p{L}+\s+){1,2}?(?:(?:in|from|at)\s+\p{L}+\s+)?(?:\p{L}{2,}(?<![siu])s|has|had|was|were|sent|wrote|got|came|gave|wants?|\p{L}{2,}ed)\s+\p{L}`,
  "iu",
)

const interrogative = /\b(?:what|which|who|whom|whose|when|where|why|how|wich|whats|what['’]s|whether|if)\b/iu

/** `I need`, `we would like to know`: the buyer asks. `I need to phone a customer` does not. */
const wishes =
  /\b(?:need|want|wish|require|like|looking|wonder|wondering|interested|curious|asking|ask|know|tell|give|show|help|please|let me)\b(?!\s+to\s+(?!know|find|get|see|check|verify|validate|convert|have|learn|understand|be\b|compare|list|calculate|compute|determine|confirm|ask)\p{L})/iu

/** `Confirm Japan has …`: a request that begins with its verb. */
const commands =
  /^\W*(?:(?:and|then|also|please|pls|kindly)\W+)*(?:check|confirm|verify|validate|convert|compare|find|list|show|give|tell|calculate|compute|count|get|look|say|state|name|describe|explain|make sure|see)\b/iu

const isFrame = (question: string, { end, text }: Clause, before: Clause | undefined): boolean =>
  /\p{L}/u.test(text) &&
  question[end] !== "?" &&
  !interrogative.test(text) &&
  !wishes.test(text) &&
  !commands.test(text) &&
  (declares.test(text) ||
    reports.test(text) ||
    // `which of Graz, Linz and Salzburg is the cheapest`: the subject of the part before.
    (states.test(text) && !(before !== undefined && question[before.end] === "," && interrogative.test(before.text))))

/**
 * A question with blanks in place of a noun phrase that the buyer takes back at once: `bank hols? no - public holidays in Portugal`. A phrase with an
 * auxiliary or an interrogative is a question of its own, and the `no` after it may be its answer.
 */
export const withoutWithdrawn = (question: string): string =>
  question.replace(withdrawn, (match, before: string, phrase: string) =>
    asks.test(phrase) ? match : before + " ".repeat(match.length - before.length),
  )

const withdrawn = /(^|[.!?;:]\s)([^.!?;:,]{1,80}\?\s+no(?:pe)?\s*(?:[,;:.!]|-{1,2}|–|—)\s*)(?=\S)/giu

const asks =
  /\b(?:what|which|who|whom|whose|when|where|why|how|is|are|was|were|do|does|did|has|have|had|can|could|will|would|should|shall|may|might)\b/iu
