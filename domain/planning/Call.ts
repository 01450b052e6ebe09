import type { Schema } from "effect"
import type { InputField, Variant } from "../catalogue/Source.ts"
import type { Card } from "./Card.ts"
import type { Mention } from "./Mention.ts"

/** Where an input comes from: from the question, or out of the answer of another call. */
export type Origin =
  | { readonly _tag: "Said"; readonly value: Schema.Json; readonly mention: Mention | null }
  | { readonly _tag: "Made"; readonly call: Call; readonly pointer: string; readonly list?: string }

/** An operation with its inputs, and the calls that these need. */
export interface Call {
  readonly card: Card
  readonly variant: Variant
  readonly input: ReadonlyMap<InputField, Origin>
  /** Two calls with the same key are one step. */
  readonly key: string
}

export const makeCall = (card: Card, variant: Variant, input: ReadonlyMap<InputField, Origin>): Call => ({
  card,
  variant,
  input,
  key: `${card.offers[0].source.id} ${card.id} ${JSON.stringify([...input].map(([{ field }, origin]) => [field, keyOf(origin)]))}`,
})

const keyOf = (origin: Origin): Schema.Json =>
  origin._tag === "Said" ? [origin.value] : { of: origin.call.key, at: origin.pointer, in: origin.list ?? null }

/** The calls that one needs, it included, each before those that need it. */
export const callsOf = (call: Call): ReadonlyArray<Call> => {
  const found = new Map<string, Call>()
  const visit = (next: Call) => {
    for (const origin of next.input.values()) if (origin._tag === "Made") visit(origin.call)
    if (!found.has(next.key)) found.set(next.key, next)
  }
  visit(call)
  return [...found.values()]
}

/** What of the question a call and those that it needs make use of. */
export const mentionsOf = (call: Call): ReadonlyArray<Mention> =>
  callsOf(call).flatMap(({ input }) =>
    [...input.values()].flatMap((origin) => (origin._tag === "Said" && origin.mention ? [origin.mention] : [])),
  )
