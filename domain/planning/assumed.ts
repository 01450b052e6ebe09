import type { Schema } from "effect"
import type { Hints, InputField } from "../catalogue/Source.ts"

/** What an operation takes for granted of a field that a question does not speak of, and how that is told. */
export const assumedFor = (
  { hints }: { readonly hints?: Hints },
  { field }: InputField,
  now: number,
): { readonly value: Schema.Json; readonly sentence: string } | undefined => {
  const what = hints?.assumed?.[field]
  if (what === undefined) return undefined
  const today = new Date(now).toISOString().slice(0, 10)
  return what === "today"
    ? { value: today, sentence: `No day was named: ${today}, today in UTC, was taken.` }
    : { value: Number(today.slice(0, 4)), sentence: `No year was named: ${today.slice(0, 4)} was taken.` }
}
