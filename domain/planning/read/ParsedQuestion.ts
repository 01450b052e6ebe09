import type { Schema } from "effect"
import type { Mention } from "./Mention.ts"
import type { NameCorrection } from "./spellCorrection.ts"
import type { TaggedWord } from "./statements.ts"
import type { Word } from "./words.ts"

/** A question with everything that was read out of its text. */
export interface ParsedQuestion {
  /** The text with its spelling corrected: all positions refer to it. */
  readonly question: string
  readonly words: ReadonlyArray<Word>
  /** Its words and signs with their parts of speech, made when they are first read. */
  readonly tagged: () => ReadonlyArray<TaggedWord>
  /** Whether a city or a town has a name of the question. */
  readonly isTown: (name: string) => boolean
  /** Whether all words of a name are English. */
  readonly isEnglish: (name: string) => boolean
  /** The names whose spelling was corrected. */
  readonly corrections: ReadonlyArray<NameCorrection>
  /** Mentions that some operation for sale takes, and the values that the buyer supplied. */
  readonly mentions: ReadonlyArray<Mention>
  /** All mentions of the text, including mentions of a type that no operation for sale takes. */
  readonly allMentions: ReadonlyArray<Mention>
  /** Answers to earlier needs and choices, by their ids. */
  readonly given: Readonly<Record<string, Schema.Json>>
  /** Milliseconds since 1970: what `today` means. */
  readonly now: number
}

/** A stretch of the question that may ask for one thing. */
export interface Clause {
  readonly start: number
  readonly end: number
  readonly text: string
  /** The clause whose words say what is requested, where this one adds only values and days: `and Rome tomorrow`. */
  readonly asks?: Clause
  /** The clauses before it, to whose answers `there`, `that country` and `it` in this one may refer. */
  readonly refersTo?: ReadonlyArray<Clause>
}

export const clauseOf = (question: string, start: number, end: number): Clause => ({ start, end, text: question.slice(start, end) })
