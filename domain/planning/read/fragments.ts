import { isFunctionWord } from "./functionWords.ts"
import { areListed } from "./lists.ts"
import { type Mention, overlaps, overlapsAny } from "./Mention.ts"
import { type Clause, clauseOf, type ParsedQuestion } from "./ParsedQuestion.ts"
import { qualifiers } from "./qualifiers.ts"
import { rememberedFor } from "./remembered.ts"
import { isEmpty, isDistinctive, type Word } from "./words.ts"
import { mentionWeight } from "./thresholds.ts"

/**
 * The parts of a question that name nothing but values behind a request, and so request the same for them: `and in Spain?`, `What about Sydney?`,
 * `the same for Oman`, `and from 1 June to 31 August`. Empty where another word is beside the values. A list of values is no such part (`lists.ts`).
 */
export const fragmentsOf = rememberedFor((parsed: ParsedQuestion): ReadonlyArray<Clause> => {
  const { question } = parsed
  const sentences = sentencesOf(parsed)
  const isWithin = isWithinValue(parsed)
  const firstRequest = sentences.findIndex((sentence) => isRequest(parsed, sentence))
  if (firstRequest < 0) return []
  return sentences.slice(firstRequest).flatMap((sentence, place): ReadonlyArray<Clause> => {
    if (place > 0 && isFragment(parsed, sentence)) return [sentence]
    for (const { 0: cut, index } of sentence.text.matchAll(opening)) {
      const start = sentence.start + index
      // `between 1 December 2026 and 15 January 2027`
      if (isWithin({ start, end: start + cut.length })) continue
      const [before, tail] = [clauseOf(question, sentence.start, start), clauseOf(question, start + cut.length, sentence.end)]
      if (isRequest(parsed, before) && isFragment(parsed, tail) && !isListGoingOn(parsed, start, tail)) return [tail]
    }
    return []
  })
})

const isWithinValue = ({ allMentions }: ParsedQuestion) => overlapsAny(allMentions.filter(({ weight }) => weight >= mentionWeight.probable))

const sentencesOf = (parsed: ParsedQuestion): ReadonlyArray<Clause> => {
  const { question } = parsed
  const isWithin = isWithinValue(parsed)
  const cuts = [...question.matchAll(/[.?!;](?=\s|$)/gu)].filter(({ index }) => !isWithin({ start: index, end: index }))
  return [...cuts, undefined]
    .map((cut, place) => clauseOf(question, (cuts[place - 1]?.index ?? -1) + 1, cut?.index ?? question.length))
    .filter(({ text }) => /[\p{L}\p{N}]/u.test(text))
}

/** Behind a comma or a conjunction: what takes the request up again, or one or two last words that may be a value. */
const opening =
  /(?:(?:,|\s[-–—])\s(?:(?:and|but|plus|also|or)\s)?|\s(?:and|but|plus|also)\s)(?=(?:(?:what|how)\sabout|(?:the\s)?same\b|ditto|how\s(?:many|much|far|long|big|high)\b|which\sone|(?:an?|the)\s[\p{L}\p{M}]+\sones?\b|does|do|is|are|was|will|from|between|(?:in|for|on|at)\s(?:the\s)?[\p{Lu}\d]\S*(?=\s\S)|for\sthe\sones?|also|\d{1,2}(?:st|nd|rd|th)?\s(?:of\s)?\p{L}{3,9})(?:[\s?.]|$))|,\s(?:and|or)\s(?=\S{2,30}(?:\s\S{1,20})?\s?$)/giu

const valuesIn = ({ allMentions }: ParsedQuestion, clause: Clause): ReadonlyArray<Mention> =>
  allMentions.filter((mention) => mention.weight >= mentionWeight.possible && overlaps(mention, clause))

const wordsBeside = (parsed: ParsedQuestion, clause: Clause): ReadonlyArray<Word> => {
  const isValue = overlapsAny(valuesIn(parsed, clause).filter(({ weight }) => weight >= mentionWeight.probable))
  return parsed.words.filter((word) => overlaps(word, clause) && !isValue(word))
}

/** `When is Thanksgiving in Canada`: also a question that has values alone beside its first word. */
const isRequest = (parsed: ParsedQuestion, clause: Clause): boolean =>
  wordsBeside(parsed, clause).some(({ stem, text }) => isDistinctive(stem) || /^whe(?:n|re)(?:['’]?s)?$/iu.test(text))

const isFragment = (parsed: ParsedQuestion, clause: Clause): boolean => {
  const isSame = sameElsewhere.test(clause.text)
  const isOfFragment = (word: Word) =>
    takesUp.test(word.text) || (isSame && /^(?:it|they|different)$/iu.test(word.text)) || (isIdle(word) && !requestsAnew.test(word.text))
  return valuesIn(parsed, clause).some(({ weight }) => weight >= mentionWeight.probable) && wordsBeside(parsed, clause).every(isOfFragment)
}

/** `…, and is it the same in Romania?`, `is it different in Italy`, `is it one in Italy as well`: the same request for another value, and both answers. */
const sameElsewhere = /^\W*(?:is|are)\s+(?:it|that|this|they)\s+(?:also\s+)?(?:(?:the\s+)?same|one|(?:any\s+)?different)\b/iu

const isIdle = (word: Word): boolean => (isEmpty(word.stem) || isFunctionWord(word)) && !qualifiers.has(word.stem)

/** Words that stand for the request before. */
const takesUp = /^(?:same|question|thing|ones?|ditto|how|far|long|big|high|about|well|too)$/iu

/** Words that request something else, or refer to an answer. */
const requestsAnew = /^(?:why|who|whom|whose|when|where|there|here|then|if|it|them|they|my|our|your|his|her|their|s)$/iu

/** Whether the values on both sides of a joint are neighbours in a list. */
const isListGoingOn = (parsed: ParsedQuestion, joint: number, tail: Clause): boolean =>
  valuesIn(parsed, tail).some((second) =>
    parsed.allMentions.some((first) => first.kind === second.kind && first.end <= joint && areListed(parsed.question, first, second)),
  )
