import { Effect } from "effect"
import { writeFileSync } from "node:fs"
import type { Source } from "../../domain/catalogue/Source.ts"
import { prepareGaps } from "../../domain/planning/match/gaps.ts"
import { prepareIndex } from "../../domain/planning/match/OperationIndex.ts"
import type { MentionExtractor } from "../../domain/planning/read/Mention.ts"
import { writtenReadings } from "../../layers/planner/extract/describedTexts.ts"
import { extract } from "../../layers/planner/extract/extract.ts"
import { builtinEntries } from "../../test/layers/planner/catalogue.ts"

const target = new URL("../../layers/planner/extract/describedTexts.json", import.meta.url)

/** Each text of the built-in sources that the planner reads before its first question → its readings, as `describedTexts.json` has them. */
export const readDescribedTexts = (): Readonly<Record<string, string>> => {
  const readings = new Map<string, string>()
  const recording: MentionExtractor = Object.assign((question: string, now: number) => extract(question, now), {
    ...extract,
    described: (text: string) => {
      const read = extract(text, 0)
      readings.set(text, writtenReadings(read))
      return read
    },
  })
  const entries = builtinEntries.map((entry) => ({ ...entry, members: entry.members.map(unread) }))
  Effect.runSync(Effect.andThen(prepareIndex(entries, recording), prepareGaps(entries, recording)))
  return Object.fromEntries([...readings].sort(([a], [b]) => (a < b ? -1 : 1)))
}

/** A copy of a source of which nothing was read before. */
const unread = (source: Source): Source => ({
  ...source,
  ...(source.gaps !== undefined && { gaps: source.gaps.map((gap) => ({ ...gap })) }),
  operations: source.operations.map((operation) => ({ ...operation, input: [...operation.input] })),
})

/** Writes `describedTexts.json`. Needed after a change of what the planner reads as a value, and of example questions. */
export const listDescribedTexts = (): void => {
  const readings = readDescribedTexts()
  writeFileSync(target, `${JSON.stringify(readings, null, 2)}\n`)
  console.log(`${Object.keys(readings).length} texts`)
}
