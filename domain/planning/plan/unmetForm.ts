import type { Search } from "../match/candidates.ts"
import type { OperationCall } from "../match/OperationCall.ts"
import { kindOf, type Mention } from "../read/Mention.ts"
import type { Goal } from "./Goal.ts"

export interface Stretch {
  readonly start: number
  readonly end: number
}

/** A form of request that says more than its words, and the stretches of the question where the goals do not meet it. */
export type UnmetForm = (search: Search, goals: ReadonlyArray<Goal>) => ReadonlyArray<Stretch>

export const matchesOf = ({ parsed: { question } }: Search, pattern: RegExp): ReadonlyArray<Stretch> =>
  [...question.matchAll(pattern)].map(({ 0: { length }, index }) => ({ start: index, end: index + length }))

/** The mentions of the question that a call takes itself, by the kind of the input. */
export const directInputs = (call: OperationCall): ReadonlyArray<{ readonly kind: string; readonly mention: Mention }> =>
  [...call.input].flatMap(([{ slot }, origin]) =>
    origin._tag === "Literal" && origin.mention !== null && origin.mention.start >= 0
      ? [{ kind: kindOf(slot), mention: origin.mention }]
      : [],
  )

export const hasFact = ({ candidate: { operation } }: Goal, form: RegExp): boolean =>
  [...operation.facts.keys()].some((fact) => form.test(fact))
