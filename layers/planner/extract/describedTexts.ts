import type { Reading } from "../../../domain/planning/read/Mention.ts"
import listed from "./describedTexts.json" with { type: "json" }

/**
 * The values in the example questions and phrases of the built-in sources, each as `kind start-end weight`. Reading the 1,600 texts takes 3 s of
 * processor time, which each start of the gateway would need. `node scripts/learn.ts described` writes the list anew.
 */
const readings: ReadonlyMap<string, string> = new Map(Object.entries(listed))

/** The readings of a text of the built-in sources, in the order of `extract`. Undefined for any other text. */
export const listedReadings = (text: string): ReadonlyArray<Reading> | undefined => {
  const listed = readings.get(text)
  if (listed === undefined || listed === "") return listed === undefined ? undefined : []
  return listed.split(", ").map((reading) => {
    const [kind, stretch, weight] = reading.split(" ")
    const [start, end] = stretch!.split("-").map(Number)
    return { kind: kind!, start: start!, end: end!, text: text.slice(start, end), weight: Number(weight) }
  })
}

/** The readings of a text in the form of the list. */
export const writtenReadings = (readings: ReadonlyArray<Reading>): string =>
  readings.map(({ end, kind, start, weight }) => `${kind} ${start}-${end} ${weight}`).join(", ")
