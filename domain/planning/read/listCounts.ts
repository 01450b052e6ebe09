import type { Span } from "./Mention.ts"

const maxCounted = 12

/** The word for the number of members of a list that follows: `three sides are 5, 4 and 3`, `the two numbers 4 and 5`. It is no value itself. */
export const isListCount = (text: string, { end, shape, start, unit, value }: Span, lists: ReadonlyArray<Span>): boolean =>
  shape === "number" &&
  typeof value === "number" &&
  value > 1 &&
  value <= maxCounted &&
  !/\d/u.test(text.slice(start, end)) &&
  unit !== undefined &&
  /s$/iu.test(unit) &&
  lists.some(
    (list) => list.start > end && list.of === "number" && list.items?.length === value && leadsInto.test(text.slice(end, list.start)),
  )

/** `sides are`, `numbers:`: `two rooms for children aged` counts something else. */
const leadsInto = /^\s?\p{L}+(?:\s(?:are|as|being|measure|measuring))?\s?[:=(,]?\s?$/u
