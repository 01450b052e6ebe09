import type { Schema } from "effect"
import type { PlanRequest } from "../../ask/Planner.ts"
import { choiceId, type Mention, type MentionExtractor, typedKinds } from "../read/Mention.ts"
import type { ParsedQuestion } from "../read/ParsedQuestion.ts"
import { correctSpelling, withoutCapitals } from "../read/spellCorrection.ts"
import { withoutWithdrawn } from "../read/frames.ts"
import { withoutIdioms } from "../read/idioms.ts"
import { wordsOf } from "../read/words.ts"
import type { Search } from "./candidates.ts"
import { operationIndexOf } from "./OperationIndex.ts"
import { makeSupplies } from "./supplies.ts"
import { learntWording, type WordingModel } from "./wording.ts"

const maxQuestionLength = 4_000

/** Parses a question against the operations for sale: its mentions, the answers to earlier needs, and the ways to supply each kind of value. */
export const makeSearch = (
  text: string,
  { catalogue, given, limit, now }: Omit<PlanRequest, "wish" | "withoutFallbacks">,
  extract: MentionExtractor,
  wording: WordingModel = learntWording,
): Search => {
  const written = withoutWithdrawn(
    withoutIdioms(withLines(text.slice(0, maxQuestionLength).toWellFormed()).replace(/[\p{Cc}\p{Cf}]/gu, " ")),
  )
  const index = operationIndexOf(catalogue, extract)
  const { names: corrections, text: question } = correctSpelling(withoutCapitals(written, extract.known), index.postings, extract.known)
  const allMentions = extract(question, now)
  const usable = allMentions
    .filter(({ kind }) => index.acceptedKinds.has(kind) || !typedKinds.has(kind) || kind === "date")
    .map((mention) => withChosenMeaning(mention, given))
  const mentions = [...usable.filter((mention) => !isOfAnotherCountry(mention, usable)), ...suppliedMentions(given)]
  const parsed: ParsedQuestion = {
    question,
    words: wordsOf(question),
    tagged: once(() => extract.tagged(question)),
    isTown: extract.isTown,
    isEnglish: extract.isEnglish,
    corrections,
    mentions,
    allMentions,
    given,
    now,
  }
  return {
    parsed,
    index,
    limit,
    wording,
    supplies: makeSupplies(index, mentions, limit),
    candidateCache: new Map(),
    referringCache: new Map(),
  }
}

const maxShortLine = 40

/**
 * The lines of a text with a semicolon after each short one that ends with a word or a value, unless it is the last: no line is broken so early but to end
 * what it says. `8.8.8.8`, `9.9.9.9`, each on a line of its own, are a list.
 */
const withLines = (text: string): string =>
  text
    .split(/[\n\r]/u)
    .map((line) => line.trim())
    .filter((line) => line !== "")
    .map((line, place, lines) => {
      const next = lines[place + 1]
      const isEnded = next !== undefined && line.length <= maxShortLine && /[\p{L}\p{N}]$/u.test(line) && !/^[>"'-]/u.test(next)
      return isEnded ? `${line};` : line
    })
    .join(" ")

const once = <A>(make: () => A): (() => A) => {
  let made: A | undefined
  return () => (made ??= make())
}

/** The mention with the one meaning that the buyer chose for it before, if there is one. */
const withChosenMeaning = (mention: Mention, given: Readonly<Record<string, Schema.Json>>): Mention => {
  const id = choiceId(mention)
  const meaning = Object.hasOwn(given, id) ? mention.options?.find(({ ref }) => ref === given[id]) : undefined
  if (meaning === undefined) return mention
  const { options: _, ...rest } = mention
  return { ...rest, value: meaning.value, weight: 1 }
}

/** The region of a name that is read as another country: the buyer chose the country, or the name is more often that of the country. */
const isOfAnotherCountry = ({ kind, start, value }: Mention, mentions: ReadonlyArray<Mention>): boolean =>
  kind === "region.code" &&
  mentions.some(
    (other) =>
      other.kind === "country.code" &&
      other.start === start &&
      other.needs === undefined &&
      !String(value).startsWith(`${String(other.value)}-`),
  )

/** Answers to earlier needs, as mentions of their kind without a position in the text. */
const suppliedMentions = (given: Readonly<Record<string, Schema.Json>>): ReadonlyArray<Mention> =>
  Object.entries(given).flatMap(([id, value]): ReadonlyArray<Mention> => {
    const kind = id.slice(id.lastIndexOf(":") + 1)
    return typedKinds.has(kind) ? [{ kind, start: -1, end: -1, text: "", value, weight: 1 }] : []
  })
