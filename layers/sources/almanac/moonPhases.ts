import { NextMoonQuarter, SearchMoonPhase, SearchMoonQuarter } from "astronomy-engine"
import { Effect, Schema } from "effect"
import { defineOperation } from "../../../domain/catalogue/defineOperation.ts"
import { microUsd } from "../../../domain/money/Money.ts"
import { dayMs } from "../../../domain/time.ts"
import { startOfDay, timeIn } from "../clockwork/localTime.ts"
import { dateOfDay } from "../days.ts"
import { CalendarDate, unfitPeriod, Zone } from "../inputs.ts"

const phases = ["new_moon", "first_quarter", "full_moon", "last_quarter"] as const

const maxDays = 800

export const moonPhases = defineOperation({
  id: "moon.phases",
  name: "List moon phases of a period",
  description:
    "All new moons, first quarters, full moons and last quarters from a first to a last day, such as those of a month or a year: each with its instant in the time zone, how many there are, and the first and the last, and the blue moons, each the second full moon of a calendar month. " +
    `At most ${maxDays} days.`,
  fields: {
    "calendar.start_date": CalendarDate("First day, from 1970 to 2100.", "2027-01-01"),
    "calendar.end_date": CalendarDate(`Last day, included, at most ${maxDays} days after the first.`, "2027-12-31"),
    "time.zone": Schema.optionalKey(Zone("Zone of the days and of the times; without it, UTC.", "Europe/London")),
  },
  output: [
    "calendar.start_date",
    "calendar.end_date",
    "time.zone",
    "moon.phases",
    "moon.new_moons",
    "moon.first_quarters",
    "moon.full_moons",
    "moon.last_quarters",
    "moon.blue_moons",
    "moon.new_moon_count",
    "moon.full_moon_count",
    "moon.first_new_moon",
    "moon.first_full_moon",
    "moon.last_new_moon",
    "moon.last_full_moon",
  ],
  pricing: { model: "per_call", price: microUsd(500n) },
  freshnessSeconds: 30 * 86_400,
  examples: [
    "all full moons in 2027",
    "First new moon of 2027",
    "new moon dates for March 2027",
    "dates of the full moons in November 2027",
    "how many full moons are there in May 2026",
    "list the moon phases from 1 June to 31 August 2027",
    "which nights have a full moon in the first quarter of 2027",
    "last full moon of 2026",
    "full moon dates 2028, Tokyo time",
    "new moon in March 2027, Kenya time",
    "When are the new moons of 2027?",
    "is there a blue moon in December 2028, i.e. two full moons",
    "full moon calendar 2027",
    "quarters of the moon in October 2027",
    "on what day is the full moon this month",
    "full moon in May 2027, exact time",
  ],
  hints: {
    requestedByName: true,
    vocabulary: "calendar nights night blue exact exactly",
    keywords: {
      "moon.full_moons": "full",
      "moon.new_moons": "new",
      "moon.first_quarters": "quarter quarters",
      "moon.last_quarters": "quarter quarters",
      "moon.phases": "phases phase",
      "moon.blue_moons": "blue",
      "moon.new_moon_count": "number count",
      "moon.full_moon_count": "number count",
      "moon.first_new_moon": "first earliest",
      "moon.first_full_moon": "first earliest",
      "moon.last_new_moon": "last latest",
      "moon.last_full_moon": "last latest",
    },
    repeated: ["time.zone"],
  },
  check: (input) => unfitPeriod(input["calendar.start_date"], input["calendar.end_date"], maxDays),
  run: (input) =>
    Effect.sync(() => {
      const [first, last, zone] = [input["calendar.start_date"], input["calendar.end_date"], input["time.zone"] ?? "Etc/UTC"]
      const [from, until] = [startOfDay(zone, first), startOfDay(zone, last + 1)]
      const local = timeIn(zone)
      const quarters: Array<{ readonly phase: (typeof phases)[number]; readonly at: string | null }> = []
      for (let quarter = SearchMoonQuarter(new Date(from)); quarter.time.date.getTime() < until; quarter = NextMoonQuarter(quarter))
        quarters.push({ phase: phases[quarter.quarter]!, at: local(quarter.time.date.getTime()) })
      const allOf = (phase: (typeof phases)[number]) => quarters.flatMap((each) => (each.phase === phase ? [each.at] : []))
      const [newMoons, fullMoons] = [allOf("new_moon"), allOf("full_moon")]
      return {
        data: {
          calendar: { start_date: dateOfDay(first), end_date: dateOfDay(last) },
          time: { zone },
          moon: {
            phases: quarters,
            new_moons: newMoons,
            first_quarters: allOf("first_quarter"),
            full_moons: fullMoons,
            last_quarters: allOf("last_quarter"),
            blue_moons: fullMoons.filter((at) => isSecondOfMonth(zone, at)),
            new_moon_count: newMoons.length,
            full_moon_count: fullMoons.length,
            first_new_moon: newMoons[0] ?? null,
            first_full_moon: fullMoons[0] ?? null,
            last_new_moon: newMoons.at(-1) ?? null,
            last_full_moon: fullMoons.at(-1) ?? null,
          },
        },
        documents: 1,
      }
    }),
})

/** Whether the full moon before this one fell in the same calendar month of the zone. It may lie before the period. */
const isSecondOfMonth = (zone: string, at: string | null): boolean => {
  if (at === null) return false
  const before = SearchMoonPhase(180, new Date(Date.parse(at) - 31 * dayMs), 30)
  return before !== null && timeIn(zone)(before.date.getTime())?.slice(0, 7) === at.slice(0, 7)
}
