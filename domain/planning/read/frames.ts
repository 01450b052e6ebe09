import { type Clause, clauseOf, type ParsedQuestion } from "./ParsedQuestion.ts"
import { remembered, rememberedFor } from "./remembered.ts"
import { isInQuotes } from "./segments.ts"
import { persons } from "./persons.ts"
import { predicateOf } from "./statements.ts"
import { mentionWeight } from "./thresholds.ts"

/**
 * The clauses of a question that state something about the buyer and request nothing: `my driver's GPS says 52.2 N 21.0 E` before
 * `which city?`. They are recognised by closed classes of English: pronouns, possessives, auxiliaries, interrogatives and conjunctions. Empty if no other
 * clause is left.
 */
export const framesOf = remembered((question: string): ReadonlyArray<Clause> => {
  const parts = partsAt(question)
  const frames = parts.filter((part, place) => isFrame(question, part, parts[place - 1]))
  return hasRequestBeside(parts, frames) ? frames : []
})

/** Whether a part beside the statements requests something: `VAT in Finland is 25.5 %, right?` asks whether the statement is true. */
const hasRequestBeside = (parts: ReadonlyArray<Clause>, statements: ReadonlyArray<Clause>): boolean =>
  parts.some((part) => /[\p{L}\p{N}]/u.test(part.text) && !statements.includes(part) && !asksWhetherTrue(part))

/** `Is that right?`, `True?`: it asks about the statement before it, and nothing else. */
export const asksWhetherTrue = ({ text }: Pick<Clause, "text">): boolean => /\p{L}/u.test(text) && whetherTrue.test(text)

/** Whether a question is a statement and asks whether that is true. */
export const isAboutStatement = remembered((question: string): boolean => partsAt(question).some(asksWhetherTrue))

const whetherTrue =
  /^\W*(?:and\s)?(?:(?:is|was|are|isn['’]t)\s(?:that|this|it|he|she|they|i)(?:\s(?:still|really))?\s?)?(?:right|true|correct|so|ok(?:ay)?|wrong|false|(?:yes|true|right)\sor\s(?:no|false|wrong|not)|no|yes|agreed?)?(?:\s(?:for|in)\s\d{4})?\W*$/iu

/**
 * The clauses beside one that asks or commands which are neither questions, wishes nor commands: `cron job runs 28 March at 02:30 in Berlin` before `which UTC time is it?`.
 * They may request something by a noun phrase too (`sunset Oslo, and what is …`), so only words that no operation answers are background there.
 */
export const clausesBesideQuestion = rememberedFor((parsed: Tagged): ReadonlyArray<Clause> => {
  const { question } = parsed
  const parts = partsAt(question)
  const isAsking = ({ end, text }: Clause) =>
    /\p{L}/u.test(text) &&
    !asksWhetherTrue({ text }) &&
    ((question[end] === "?" && !alternatives.test(text)) || interrogative.test(text) || inverted.test(text) || commands.test(text))
  return parts.some(isAsking)
    ? parts.filter((part) => !isAsking(part) && !wishes.test(part.text) && !commands.test(part.text))
    : statementsOf(parsed)
})

/** `7 or 19`, behind what is requested: what the answer may be. */
const alternatives = /^\W*[\p{L}\p{N}.%'’-]+(?:\s[\p{L}\p{N}.%'’-]+)?\sor\s(?!not?\b)[\p{L}\p{N}.%'’-]+(?:\s[\p{L}\p{N}.%'’-]+)?\W*$/iu

/**
 * The clauses beside another one that are statements by their parts of speech: `the ops software does not take KRK` behind `ICAO code of Kraków`. They
 * may be about what is requested, so words that an operation answers count there.
 */
export const statementsOf = rememberedFor((parsed: Tagged): ReadonlyArray<Clause> => {
  const { question } = parsed
  const parts = partsAt(question).filter(({ text }) => /[\p{L}\p{N}]/u.test(text))
  if (parts.length < 2) return []
  const statements = parts.filter(
    (part, place) =>
      mayState(question, part) && !isOfQuestion(question, parts[place - 1]) && predicateOf(taggedIn(parsed, part)) !== undefined,
  )
  return hasRequestBeside(parts, statements) ? statements : []
})

/**
 * What introduces a request at the beginning of a clause: `Guests ask for` of `Guests ask for sunrise in Oslo`, `Payroll wants to know` of `Payroll
 * wants to know whether …`. It requests nothing by itself.
 */
export const announcementsOf = (parsed: Tagged): ReadonlyArray<Clause> => {
  const verbs = isAboutStatement(parsed.question) ? reporting : asking
  return partsAt(parsed.question).flatMap((part) => announcementIn(parsed, part, verbs))
}

const announcementIn = (parsed: Tagged, part: Clause, verbs: RegExp): ReadonlyArray<Clause> => {
  if (!verbs.test(part.text)) return []
  const words = taggedIn(parsed, part)
  const predicate = predicateOf(words)
  if (predicate === undefined || !verbs.test(predicate.verb.text)) return []
  const [preposition, verb] = words.slice(predicate.place + 1)
  const isInfinitive = preposition?.tag === "PART" && verb?.tag === "VERB"
  const end = isInfinitive
    ? verb.end
    : preposition !== undefined && introducing.test(preposition.text)
      ? preposition.end
      : predicate.verb.end
  const [before, after] = [parsed.question.slice(part.start, predicate.verb.start), parsed.question.slice(end, part.end)]
  return interrogative.test(before) || !/\p{L}/u.test(after) ? [] : [clauseOf(parsed.question, part.start, end)]
}

/** The verbs of a request that is reported. */
const asking = /\b(?:ask|want|need|request|require|wonder|enquire|inquire|wish)(?:s|es|ed)?\b/iu

/** These, and the verbs that report a statement: `A colleague claims …. True?`. */
const reporting =
  /\b(?:(?:ask|want|need|request|require|wonder|enquire|inquire|wish|claim|insist|believe|reckon|assume|report|argue|mention|suggest)(?:s|es|ed)?|says?|said|tells?|told|thinks?|thought|writes?|wrote|states?|stated|swears?|heard?|hears?|reads?)\b/iu

/** `I need only the domain`: nothing else of the answer is wanted. */
const introducing = /^(?:for|about|only|just|me|us|that)$/iu

type Tagged = Pick<ParsedQuestion, "question" | "tagged">

const taggedIn = ({ tagged }: Tagged, { end, start }: Clause) => tagged().filter((word) => word.start >= start && word.end <= end)

/**
 * The subject and the verb of a condition beside a question: `the keynote starts` of `If the keynote starts at 10:00 in Graz, what time is it in Oslo?`. What happens
 * then changes no answer.
 */
export const conditionsOf = rememberedFor((parsed: Tagged): ReadonlyArray<Clause> => {
  const { question } = parsed
  return partsAt(question).flatMap((part): ReadonlyArray<Clause> => {
    const [opening] = condition.exec(part.text) ?? []
    const rest = question.slice(0, part.start) + question.slice(part.end)
    if (opening === undefined || !/\b(?:what|which|when|how|where)\b/iu.test(rest)) return []
    const from = part.start + opening.length
    const predicate = predicateOf(taggedIn(parsed, clauseOf(question, from, part.end)))
    return predicate === undefined ? [] : [clauseOf(question, from, predicate.verb.end)]
  })
})

const condition = /^\W*(?:(?:so|and|but)\s)?(?:if|when|once|suppose|assuming)\s/iu

/** How long the words before a colon are with which a text begins: those of `Client travels to Namibia: capital and currency`. */
export const introductionLength = (text: string): number => /^[^:?!\n]{3,80}:\s+(?=\p{L})/u.exec(text)?.[0].length ?? 0

/** Whether the words before a colon ask, wish or command nothing: `confirm in VIES:` does. */
export const isPlainIntroduction = (text: string): boolean => !interrogative.test(text) && !wishes.test(text) && !commands.test(text)

/**
 * The statements at the beginning and at the end of a question that ask, wish and command nothing and have no number: `The bride is asking`, `the refund form asks`, `for the travel
 * policy`. What they say may be of the request all the same.
 */
export const idleAsides = (parsed: Tagged): ReadonlyArray<Clause> => {
  const { question } = parsed
  const parts = partsAt(question).filter(({ text }) => /[\p{L}\p{N}]/u.test(text))
  if (parts.length < 2) return []
  const isIdle = (part: Clause) =>
    question[part.end] !== "?" &&
    !/\p{N}/u.test(part.text) &&
    !interrogative.test(part.text) &&
    !commands.test(part.text) &&
    !inverted.test(part.text) &&
    (!wishes.test(part.text) || wishesOfOthers.test(part.text) || saysPurpose.test(part.text)) &&
    (saysPurpose.test(part.text) || predicateOf(taggedIn(parsed, part)) !== undefined)
  return [parts[0]!, parts.at(-1)!].filter(isIdle)
}

/** `The bride is asking`, `a client wants to know`: nothing follows. */
export const wishesOfOthers =
  /^\W*(?!(?:i|we|please|pls)\b)(?:\p{L}+\s+){1,4}(?:(?:is|are|was|keeps?)\s+asking|asks?|asked|wants?\s+to\s+know|would\s+like\s+to\s+know|needs?\s+to\s+know|wonders?)(?:\s+(?:me|us|about\s+it|for\s+it))?\W*$/iu

/** `for the travel policy`, `planning a walk with the children`. */
const saysPurpose =
  /^\W*(?:for\s|(?:need|needed|want|wanted)\s(?:it\s|this\s|them\s)?for\s|it['’]?s\sfor\s|(?:planning|preparing|writing|organi[sz]ing|working|doing|filling|making|building)\s)/iu

/** The sentence before a colon that a question begins with, `Client travels to Namibia`: what the request behind it is for. A noun alone may be requested. */
export const introductionsOf = (parsed: Tagged): ReadonlyArray<Clause> => {
  const introduction = clauseOf(parsed.question, 0, introductionLength(parsed.question))
  const isSentence =
    introduction.text !== "" && !interrogative.test(introduction.text) && predicateOf(taggedIn(parsed, introduction)) !== undefined
  return isSentence ? [introduction] : []
}

/**
 * The stretches of a question that request nothing, without the values in them: statements about the buyer or another person, and what introduces a
 * request.
 */
export const asidesOf = (parsed: Tagged & Pick<ParsedQuestion, "mentions">): ReadonlyArray<Clause> => {
  const values = parsed.mentions.filter(({ weight }) => weight >= mentionWeight.possible)
  // `I ran 10 km and 5 miles, what is that in metres`: what refers to several amounts is not clear.
  const isOfAmounts = ({ end, start }: Clause) =>
    values.filter((value) => value.kind === "unit.value" && value.start < end && start < value.end).length > 1
  const asides = [...announcementsOf(parsed), ...framesOf(parsed.question), ...statementsOf(parsed)]
  return asides.filter((aside) => !isOfAmounts(aside)).flatMap((aside) => piecesBeside(parsed.question, aside, values))
}

const piecesBeside = (question: string, { end, start }: Clause, values: ReadonlyArray<Span>): ReadonlyArray<Clause> => {
  const inside = values.filter((value) => value.start < end && start < value.end).sort((a, b) => a.start - b.start)
  let from = start
  const pieces: Array<Clause> = []
  for (const value of inside) {
    if (value.start > from) pieces.push(clauseOf(question, from, value.start))
    from = Math.max(from, value.end)
  }
  return from < end ? [...pieces, clauseOf(question, from, end)] : pieces
}

interface Span {
  readonly start: number
  readonly end: number
}

/** A clause with blanks instead of the letters of the frames, so that all positions stay. */
export const withoutFrames = <A extends Clause>(clause: A, frames: ReadonlyArray<Clause>): A => {
  const text = frames.reduce((left, { end, start }) => {
    const [from, to] = [Math.max(0, start - clause.start), Math.min(left.length, end - clause.start)]
    return to <= from ? left : `${left.slice(0, from)}${" ".repeat(to - from)}${left.slice(to)}`
  }, clause.text)
  return text === clause.text || text.trim() === "" ? clause : { ...clause, text }
}

const partsAt = remembered((question: string): ReadonlyArray<Clause> => {
  const cuts = [...question.matchAll(joint)].filter((cut) => !isInQuotes(question, cut.index) && !dividesNames(question, cut))
  return [...cuts, undefined].map((cut, place) => {
    const before = cuts[place - 1]
    return clauseOf(question, before === undefined ? 0 : before.index + before[0].length, cut?.index ?? question.length)
  })
})

/** `We have people in Lisbon, Buenos Aires and Mexico City.`: a comma in a list of names that ends the sentence. */
const dividesNames = (question: string, { 0: sign, index }: RegExpExecArray): boolean =>
  sign === "," &&
  /\p{Lu}[\p{L}\p{M}'’.-]*$/u.test(question.slice(Math.max(0, index - 40), index)) &&
  restOfNames.test(question.slice(index, index + 200))

/** Only words with a capital and small letters, which are names, up to the end of the sentence. */
const restOfNames = /^(?:,?\s+(?:(?:and|or)\s+)?\p{Lu}\p{Ll}[\p{L}\p{M}'’-]*)+[.!?;\n]/u

/** Punctuation, or a conjunction before the subject of a clause. */
const joint =
  /[.?!;:](?=\s|$)|\n+|,(?=\s)|\s(?:-{1,2}|–|—)(?=\s)|\s(?:and|but|so|because|since|while|although|though)(?=\s(?:i|i['’]m|we|we['’]re|he|she|they|my|our|his|her|their)\s)/giu

const subject = String.raw`(?:i(?=[\s'’])(?!\s+mean)|we|he|she|they|i['’](?:m|ve|ll|d)|(?:we|they)['’](?:re|ve|ll|d)|(?:he|she)['’]s|someone|somebody|(?:my|our|his|her|their)\s+\p{L}+)`
/** All of these words or none, so that `and` of `and do they have it in Uganda` is no noun with an auxiliary behind it. */
const opening = String.raw`^\W*(?=(?<opening>(?:(?:hi|hello|hey|and|but|so|because|since|as|while|although|though|well|ok|okay|sorry|yes|no)\b\W*)*))\k<opening>`

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

/** A gerund of what somebody does, with a noun before it or without one: `Guest calling from +7 …`, `flying to Namibia for a job`. */
const reportsBriefly = new RegExp(
  String.raw`${opening}(?:(?:(?:an?|the|our|my)\s+)?(?:new\s+)?\p{L}+\s+)?(?:calling|phoning|ringing|texting|writing|e?mailing|messaging|asking|complaining|ordering|paying|booking|travelling|traveling|flying|shipping|moving|visiting)\s+(?:us\s+)?(?:from|to|in|at|with|for|about|on|via)\s`,
  "iu",
)

/** What arrived from an address or a number: `Logins today from 192.0.2.1 and …`, `Login came from …`. */
const arrivesFrom = new RegExp(
  String.raw`${opening}(?:(?:an?|the|our|two|three|several|many)\s+)?(?:\p{L}+\s+)?(?:log-?ins?|sign-?ins?|sessions?|attempts?|requests?|traffic|hits?|connections?|orders?|payments?|transactions?|access|e?-?mails?|messages?|calls?|scans?|spam)\b[^.?!;:]{0,30}\bfrom\s+[\d+]`,
  "iu",
)

/** Verbs of what a person of a business reports or does. */
const deeds =
  /(?:sa(?:ys?|id)|log(?:s|ged)\s(?:in|on)|sign(?:s|ed)\s(?:in|up|on)|register(?:s|ed)|asks?|asked|wants?|wanted|needs?|tells?|told|phoned|rang|rings|books?|booked|travels?|travell?ed|started|starts|changed|changes|can(?:no|[’'])t|filled|put|puts|mentions?|mentioned|lost|owes?|bought|buys|returned|refuses?|refused|has\s(?:moved|sent|given|asked|told|changed)|writes?|wrote|claims?|claimed|sends?|sent|gives?|gave|calls?|called|typed|types|pays?|paid|lives?|joined|joins|left|leaves|lands?|landed|arrives?|arrived|ordered|orders|reports?|complains?|insists?|thinks?|believes?|provided|provides|entered|uses|used|moved|moves|works|never|does|did|didn['’]t|doesn['’]t)\b/u

/** A person of a business with a verb of what is reported or done: `Vendor in Australia sent …`, `customer says never got our mail`. */
const reportsOfPerson = new RegExp(
  String.raw`${opening}(?:(?:the|an?|our|my|this|one|new)\s+)*(?:${persons})s?` +
    String.raw`(?:\s+(?:in|from|at|of)\s+\p{Lu}[\p{L}-]+)?\s+${deeds.source}`,
  "iu",
)

const interrogative = /\b(?:what|which|who|whom|whose|when|where|why|how|wich|whats|what['’]s|whether|if)\b/iu

/** `I need`, `we would like to know`: the buyer asks. `I need to phone a customer` does not. */
const wishes =
  /\b(?:need|want|wish|require|like|looking|wonder|wondering|interested|curious|asking|ask|know|tell|give|show|help|please|let me)\b(?!\s+to\s+(?!know|find|get|see|check|verify|validate|convert|have|learn|understand|be\b|compare|list|calculate|compute|determine|confirm|ask)\p{L})/iu

/** `Confirm Japan has …`: a request that begins with its verb. */
const commands =
  /^\W*(?:(?:and|then|also|please|pls|kindly)\W+)*(?:check|confirm|verify|validate|convert|compare|find|list|show|give|tell|calculate|compute|count|get|look|say|state|name|describe|explain|make sure|see)\b/iu

/** A question that begins with its verb: `is it valid`. */
const inverted =
  /^\W*(?:(?:and|but|so|or)\W+)?(?:is|are|was|were|do|does|did|has|have|had|can|could|will|would|should|shall|may|might|must)\b/iu

const isFrame = (question: string, part: Clause, before: Clause | undefined): boolean =>
  mayState(question, part) &&
  (declares.test(part.text) ||
    reports.test(part.text) ||
    reportsBriefly.test(part.text) ||
    reportsOfPerson.test(part.text) ||
    arrivesFrom.test(part.text) ||
    (states.test(part.text) && !isOfQuestion(question, before)))

const mayState = (question: string, { end, text }: Clause): boolean =>
  /\p{L}/u.test(text) && question[end] !== "?" && !interrogative.test(text) && !wishes.test(text) && !commands.test(text)

/** `which of Graz, Linz and Salzburg is the cheapest`: the part before has the subject. */
const isOfQuestion = (question: string, before: Clause | undefined): boolean =>
  before !== undefined && question[before.end] === "," && interrogative.test(before.text)

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
