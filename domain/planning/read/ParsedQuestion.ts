import type { Schema } from "effect"
import type { Mention } from "./Mention.ts"
import type { OperationIndex } from "../match/OperationIndex.ts"
import type { Word } from "./words.ts"

/** A question as it is planned. */
export interface ParsedQuestion {
  readonly question: string
  readonly words: ReadonlyArray<Word>
  readonly mentions: ReadonlyArray<Mention>
  /** All that was found in the question, things included that nothing for sale takes by a type. */
  readonly allMentions: ReadonlyArray<Mention>
  readonly shelf: OperationIndex
  /** Answers to earlier needs and choices, by their ids. */
  readonly given: Readonly<Record<string, Schema.Json>>
  readonly limit: number
  readonly now: number
}

/** A stretch of the question that may be one thing that was asked for. */
export interface Clause {
  readonly start: number
  readonly end: number
  readonly text: string
  /** The stretch whose words say what is asked here, where this one has but more things and days: `and Rome tomorrow`. */
  readonly asks?: Clause
}
export const clauseOf = (question: string, start: number, end: number): Clause => ({ start, end, text: question.slice(start, end) })
