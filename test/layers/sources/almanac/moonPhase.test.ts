import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { sentencesFor } from "../../../../domain/ask/answer/describe.ts"
import { moon as moonSentences } from "../../../../domain/ask/answer/templates/moon.ts"
import { almanac } from "../../../../layers/sources/almanac/source.ts"
import { ask } from "./ask.ts"
import { at } from "../call.ts"

const moon = (day: string, zone?: string) => ask(almanac, "moon.phase", { day, ...(zone && { zone }) })
const minutesApart = (a: unknown, b: string): number => Math.abs(Date.parse(String(a)) - Date.parse(b)) / 60_000

describe("moon.phase", () => {
  it.effect("moon.phase agrees with the published new and full moons (U.S. Naval Observatory)", () =>
    Effect.gen(function* () {
      const published = [
        ["next_full_moon", "2026-01-01", "2026-01-03T10:03Z"],
        ["next_new_moon", "2026-08-01", "2026-08-12T17:37Z"],
        ["next_full_moon", "2026-03-01", "2026-03-03T11:38Z"],
        ["next_new_moon", "2026-02-01", "2026-02-17T12:01Z"],
        ["next_first_quarter", "2026-01-20", "2026-01-26T04:47Z"],
        ["next_last_quarter", "2026-01-05", "2026-01-10T15:48Z"],
        ["next_full_moon", "1999-12-01", "1999-12-22T17:31Z"],
      ] as const
      for (const [phase, day, instant] of published) {
        const document = yield* moon(day)
        assert.isAtMost(minutesApart(at(document, `moon.${phase}`), instant), 2, `${phase} ${at(document, `moon.${phase}`)}`)
      }
    }),
  )

  it.effect("moon.phase names a day after the principal phase that falls on it in the local zone", () =>
    Effect.gen(function* () {
      assert.deepInclude(at(yield* moon("2026-08-12"), "moon"), { phase: "new_moon" })
      assert.deepInclude(at(yield* moon("2026-01-03"), "moon"), { phase: "full_moon" })
      // 17:37 UTC is the next morning in Tokyo.
      assert.strictEqual(at(yield* moon("2026-08-12", "Asia/Tokyo"), "moon.phase"), "waning_crescent")
      assert.strictEqual(at(yield* moon("2026-08-13", "Asia/Tokyo"), "moon.phase"), "new_moon")
      const names = []
      for (let day = 1; day <= 31; day++) names.push(at(yield* moon(`2026-01-${String(day).padStart(2, "0")}`), "moon.phase"))
      assert.deepEqual(
        [...new Set(names)],
        [
          "waxing_gibbous",
          "full_moon",
          "waning_gibbous",
          "last_quarter",
          "waning_crescent",
          "new_moon",
          "waxing_crescent",
          "first_quarter",
        ],
      )
    }),
  )

  it.effect("the next full moon is looked for from midnight of the day in its zone", () =>
    Effect.gen(function* () {
      // 24 December 2026 at 01:28 UTC, which is the evening before in Los Angeles.
      const next = (day: string, zone?: string) => Effect.map(moon(day, zone), (document) => String(at(document, "moon.next_full_moon")))
      assert.include(yield* next("2026-12-24"), "2026-12-24T01:28")
      assert.include(yield* next("2026-12-24", "Asia/Tokyo"), "2026-12-24T10:28")
      assert.include(yield* next("2026-12-23", "America/Los_Angeles"), "2026-12-23T17:28")
      assert.include(yield* next("2026-12-24", "America/Los_Angeles"), "2027-01-22T04:17")
      assert.include(String(at(yield* moon("2026-12-24"), "moon.full_moon_after")), "2027-01-22T12:17")
      assert.include(String(at(yield* moon("2027-05-21"), "moon.full_moon_before")), "2027-05-20T10:59")
      assert.include(String(at(yield* moon("2027-05-21"), "moon.new_moon_before")), "2027-05-06")
      const texts = sentencesFor(
        JSON.parse(JSON.stringify(yield* moon("2026-12-24"))),
        ["moon.next_full_moon"],
        moonSentences["moon.phase"],
      )
      assert.strictEqual(texts[0]?.text, "There is a full moon on 24 December 2026 (Etc/UTC).")
    }),
  )

  it.effect("the illuminated part of the moon grows until full moon and is half at the quarters", () =>
    Effect.gen(function* () {
      const facts = (document: unknown) => ["illuminated_percent", "waxing", "age_days"].map((fact) => at(document, `moon.${fact}`))
      const [quarter, full, dark] = [yield* moon("2026-01-26"), yield* moon("2026-01-03"), yield* moon("2026-08-12")].map(facts)
      assert.approximately(Number(quarter![0]), 50, 5)
      assert.isAbove(Number(full![0]), 99.5)
      assert.isBelow(Number(dark![0]), 0.5)
      assert.deepEqual([quarter![1], full![1]], [true, false])
      assert.approximately(Number(full![2]), 14.4, 0.7)
    }),
  )
})
