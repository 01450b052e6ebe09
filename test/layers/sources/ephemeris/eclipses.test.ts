import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { ephemeris } from "../../../../layers/sources/ephemeris/source.ts"
import { ask } from "../almanac/ask.ts"
import { at } from "../call.ts"

const eclipses = (start: string, end: string) => ask(ephemeris, "sky.eclipses", { "calendar.start_date": start, "calendar.end_date": end })
const listOf = (document: unknown, fact: string) => {
  const list = at(document, `eclipse.${fact}`)
  return Array.isArray(list) ? list.map(({ date, name }) => `${name} ${date}`) : []
}

describe("the last eclipses before a day", () => {
  it.effect("are those of the canon of NASA", () =>
    Effect.gen(function* () {
      for (const [day, solar, lunar] of [
        ["2026-11-24", "total 2026-08-12", "partial 2026-08-28"],
        ["2027-03-01", "annular 2027-02-06", "penumbral 2027-02-20"],
        ["2024-04-08", "annular 2023-10-14", "penumbral 2024-03-25"],
      ]) {
        const document = yield* ask(ephemeris, "sky.next_eclipses", { "date.day": day })
        const text = (fact: string) =>
          `${at(document, `eclipse.${fact}.kind`)} ${String(at(document, `eclipse.${fact}.peak`)).slice(0, 10)}`
        assert.deepEqual([text("last_solar"), text("last_lunar")], [solar, lunar], day)
      }
    }),
  )
})

describe("sky.eclipses", () => {
  it.effect("a period has the eclipses of the canon of NASA, with their kinds", () =>
    Effect.gen(function* () {
      const canon = [
        ["2026", ["annular 2026-02-17", "total 2026-08-12"], ["total 2026-03-03", "partial 2026-08-28"]],
        ["2027", ["annular 2027-02-06", "total 2027-08-02"], ["penumbral 2027-02-20", "penumbral 2027-07-18", "penumbral 2027-08-17"]],
        ["2028", ["annular 2028-01-26", "total 2028-07-22"], ["partial 2028-01-12", "partial 2028-07-06", "total 2028-12-31"]],
        [
          "2029",
          ["partial 2029-01-14", "partial 2029-06-12", "partial 2029-07-11", "partial 2029-12-05"],
          ["total 2029-06-26", "total 2029-12-20"],
        ],
      ] as const
      for (const [year, solar, lunar] of canon) {
        const document = yield* eclipses(`${year}-01-01`, `${year}-12-31`)
        assert.deepEqual(listOf(document, "solar"), [...solar], year)
        assert.deepEqual(listOf(document, "lunar"), [...lunar], year)
      }
      assert.deepEqual(listOf(yield* eclipses("2026-11-24", "2027-12-31"), "total_lunar"), [])
      assert.deepEqual(listOf(yield* eclipses("2026-11-24", "2028-12-31"), "total_lunar"), ["total 2028-12-31"])
      assert.include(yield* Effect.flip(eclipses("2027-01-01", "2026-12-31")), { _tag: "invalid_source_input" })
    }),
  )
})
