import { isFunctionWord } from "../read/functionWords.ts"
import type { ParsedQuestion } from "../read/ParsedQuestion.ts"
import { isDistinctive, type Word } from "../read/words.ts"

/** Whether a word has a property of the plan: it is part of a value, or nothing accounts for it. */
type Test = (word: Word) => boolean

/** A word of a question in lower case, and whether a clause begins with it. */
interface Placed {
  readonly word: Word
  readonly text: string
  readonly isFirst: boolean
}

/**
 * The unread words of a question that decide what is requested by their place, whatever they mean. They are recognised by closed classes
 * of English (auxiliaries, interrogatives, articles, prepositions, relative pronouns) and the ending of superlatives.
 */
export const decisiveByPlace = ({ question, words }: ParsedQuestion, isValue: Test, isUnread: Test): ReadonlySet<Word> => {
  const placed = words.map((word, place): Placed => {
    const before = words[place - 1]
    return { word, text: word.text.toLowerCase(), isFirst: before === undefined || joint.test(question.slice(before.end, word.start)) }
  })
  return new Set([
    ...predicates(placed, isValue, isUnread),
    ...restrictions(placed, isValue, isUnread),
    ...headings(placed, isValue).filter(isUnread),
    ...selections(placed),
  ])
}

/** The noun that a request without a verb begins with: `currency` of `local currency in the country where airport DAR is`. */
const headings = (placed: ReadonlyArray<Placed>, isValue: Test): ReadonlyArray<Word> => {
  const end = placed.findIndex(({ text, word }, place) => place > 0 && (ofHeading.has(text) || outsideHeading.has(text) || isValue(word)))
  const [first] = placed
  const after = placed[end]
  if (first === undefined || after === undefined || !ofHeading.has(after.text) || isValue(first.word) || outsideHeading.has(first.text))
    return []
  return placed.slice(end - 1, end).map(({ word }) => word)
}

/** What a question about a value asks of it: `was ABN 51824753556 dissolved`, `is login-paypa1.com a phishing site`. */
const predicates = (placed: ReadonlyArray<Placed>, isValue: Test, isUnread: Test): ReadonlyArray<Word> => {
  const requested: Array<Word> = []
  let [isInverted, isAfterValue, isOwner] = [false, false, false]
  for (const [place, { isFirst, text, word }] of placed.entries()) {
    if (isFirst) [isInverted, isAfterValue, isOwner] = [false, false, false]
    const opens = isFirst || interrogatives.has(placed[place - 1]?.text ?? "")
    if (opens && auxiliaries.has(text)) [isInverted, isAfterValue] = [true, false]
    else if (isInverted && (isValue(word) || isReferring(placed, place))) isAfterValue = true
    // `is Eswatini's currency pegged`: what the value has is the subject.
    else if (isAfterValue && text === "s") isOwner = true
    else if (isAfterValue && isOwner && !isUnread(word)) continue
    // `is that airport open`: the noun belongs to the pronoun.
    else if (isAfterValue && demonstratives.has(placed[place - 1]?.text ?? "") && !isUnread(word)) continue
    else if (isAfterValue && !passed.has(text) && !isFunctionWord(word)) {
      ;[isInverted, isAfterValue, isOwner] = [false, false, false]
      requested.push(...(articles.has(placed[place - 1]?.text ?? "") ? phraseFrom(placed, place, isValue) : [word]).filter(isUnread))
    }
  }
  return requested
}

const demonstratives: ReadonlySet<string> = new Set(["this", "that", "these", "those"])

/** `is that a throw-away provider`: a pronoun in place of a value of another clause. */
const isReferring = (placed: ReadonlyArray<Placed>, place: number): boolean =>
  pronouns.has(placed[place]?.text ?? "") && auxiliaries.has(placed[place - 1]?.text ?? "")

/**
 * Unread words that restrict the answer: what kind of number a value is, the noun between the requested fact and the value (`name of the holder of account …`), the means
 * (`how far is it by car`), a superlative (`the safest`), a relative clause (`that has a lounge`), and a name that is no value.
 */
const restrictions = (placed: ReadonlyArray<Placed>, isValue: Test, isUnread: Test): ReadonlyArray<Word> => {
  let isInRelative = false
  return placed.flatMap(({ isFirst, text, word }, place) => {
    const textAt = (other: number) => placed[other]?.text ?? ""
    isInRelative = !isFirst && (isInRelative || (relatives.has(text) && finite.has(textAt(place + 1))))
    if (!isUnread(word)) return []
    const next = placed[place + 1]
    if (namesValue(placed, place, isValue)) return [word]
    const isBefore = isFirst || beforeAdjectives.has(textAt(place - 1))
    if (isBefore && next !== undefined && isKnownPlural(next, isValue, isUnread)) return [word]
    // A noun or an imperative: `weather on …`, `turn on my lights`.
    const leads = placed[place + 1]?.isFirst === false && leadsOn.has(textAt(place + 1)) && text !== "compare"
    if (isFirst) return leads ? [word] : []
    const isNounOfChain =
      articles.has(textAt(place - 1)) &&
      textAt(place - 2) === "of" &&
      placed[place + 1]?.isFirst === false &&
      connecting.has(textAt(place + 1))
    // `which state`, `which countries border …`: the requested thing, and what it does.
    const isRequested = determiners.has(textAt(place - 1)) || determiners.has(textAt(place - 2))
    const isSuperlative = textAt(place - 1) === "the" && superlative.test(text)
    const isName = /^\p{Lu}/u.test(word.text)
    const isDecisive = isInRelative || isRequested || isNounOfChain || isSuperlative || isName || textAt(place - 1) === "by"
    return isDecisive || isJoined(placed, place, isValue) ? [word] : []
  })
}

/** `capital of wakanda and niger`: a word that is joined with a value is another value or a further request. */
const isJoined = (placed: ReadonlyArray<Placed>, place: number, isValue: Test): boolean =>
  [1, -1].some((side) => {
    const [joint, value] = [placed[place + side], placed[place + 2 * side]]
    const isOneClause = placed
      .slice(Math.min(place, place + 2 * side) + 1, Math.max(place, place + 2 * side) + 1)
      .every(({ isFirst }) => !isFirst)
    return joint !== undefined && value !== undefined && joining.has(joint.text) && isValue(value.word) && isOneClause
  })

/** `NHS number 943 476 5919`: what kind of number a value is. */
const namesValue = (placed: ReadonlyArray<Placed>, place: number, isValue: Test): boolean => {
  const [noun, value] = [placed[place + 1], placed[place + 2]]
  return noun?.isFirst === false && kindsOfValue.has(noun.text) && value !== undefined && isValue(value.word)
}

/** A plural that the plan accounts for: an unread word before it restricts it (`landlocked countries`). */
const isKnownPlural = ({ isFirst, text, word }: Placed, isValue: Test, isUnread: Test): boolean =>
  !isFirst &&
  text.endsWith("s") &&
  isDistinctive(word.stem) &&
  !isValue(word) &&
  !isUnread(word) &&
  !isFunctionWord(word) &&
  !ending.has(text)

/** The noun phrase that begins at a word. */
const phraseFrom = (placed: ReadonlyArray<Placed>, from: number, isValue: Test): ReadonlyArray<Word> => {
  const phrase: Array<Word> = []
  for (let next = placed[from]; next !== undefined; next = placed[from + phrase.length]) {
    if (phrase.length > 0 && (next.isFirst || isValue(next.word) || ending.has(next.text))) break
    phrase.push(next.word)
  }
  return phrase
}

/** Between two clauses. */
const joint = /[.?!;:,]\s|\n|\s(?:-{1,2}|–|—)\s/u

/** `Which of the neighbours are landlocked`: an operation answers for all of them, and selects none. */
const selections = (placed: ReadonlyArray<Placed>): ReadonlyArray<Word> =>
  placed.flatMap(({ text, word }, place) =>
    text === "which" && placed[place + 1]?.text === "of" && possessives.has(placed[place + 2]?.text ?? "") ? [word] : [],
  )

const listOf = (text: string): ReadonlySet<string> => new Set(text.split(" "))
const auxiliaries = listOf("is are was were do does did has have had can could will would should")
const interrogatives = listOf("when where why who")
const beforeAdjectives = listOf("a an the any all which what many of list show name")
const determiners = listOf("which what whose")
const articles = listOf("a an the any")
const connecting = listOf("of with behind from for")
/** Words between the subject of a question and what it asks. */
const passed = listOf("a an the any be been being have it they he she not still also ever to")
/** Words that end a noun phrase. */
const ending = listOf(
  "of in on at for from to by with near and or but that which who is are was were does do did has have can will when where",
)
/** Words after the noun or the verb that a clause begins with. */
const leadsOn = listOf("of on in at for from to with near out off up about over the a an my our")
const kindsOfValue = listOf("number numbers no nr code id")
const possessives = listOf("the its their our my your")
/** Prepositions behind the noun phrase that a request begins with. */
const ofHeading = listOf("of in on at for from")
/** Words that a noun phrase does not have. */
const outsideHeading = listOf(
  "is are was were be do does did has have had can could will would should must may what which when where who whose why how i we you he she it they my our your to and or please give show find list check",
)
const joining = listOf("and or vs versus")
const pronouns = listOf("it this that these those they")
const relatives = listOf("that which who")
const finite = listOf("is are was were has have had does do did can")
/** `safest`, `cheapest`: one of several things is meant. */
const superlative = /^(?!(?:w|for|gu|inter|requ|contr|harv|r)est$)\p{L}{3,}est$/u
