import { expect, it } from "@effect/vitest"
import { Result } from "effect"
import { parseDuration } from "../../src/cli/output.ts"

const minute = 60_000
const hour = 60 * minute
const day = 24 * hour

it.each([
  ["30d", 30 * day],
  ["12h", 12 * hour],
  ["90m", 90 * minute],
  ["45s", 45_000],
  ["1.5s", 1_500],
  ["2w", 14 * day],
  ["P30D", 30 * day],
  ["P2W", 14 * day],
  ["P1DT12H", 36 * hour],
  ["pt90m", 90 * minute],
  ["36525d", 36_525 * day],
])("the duration %s is %i ms", (text, ms) => {
  expect(parseDuration(text)).toEqual(Result.succeed(ms))
})

it.each(["", "30", "d", "soon", "-1d", "1d12h", "P", "PT", "P1DT", "P1M", "P1Y", "1e3d", "0d", "PT0S", "36526d", `${"9".repeat(400)}d`])(
  "the duration '%s' is refused",
  (text) => {
    expect(Result.isFailure(parseDuration(text))).toBe(true)
  },
)
