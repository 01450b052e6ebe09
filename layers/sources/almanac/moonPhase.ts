import { MoonPhase, SearchMoonPhase } from "astronomy-engine"
import { Effect, Schema } from "effect"
import { getMoonIllumination } from "suncalc"
import { defineOperation } from "../../../domain/catalogue/defineOperation.ts"
import { microUsd } from "../../../domain/money/Money.ts"
import { Zone } from "../inputs.ts"
import { dateOfDay } from "../days.ts"
import { DayInput } from "./sunTimes.ts"
import { noonOf, startOfDay, timeIn } from "../clockwork/localTime.ts"
import { dayMs } from "../../../domain/time.ts"

const halfDay = 43_200_000
const principal = { new_moon: 0, first_quarter: 90, full_moon: 180, last_quarter: 270 } as const
const between = ["waxing_crescent", "waxing_gibbous", "waning_gibbous", "waning_crescent"] as const

export const moonPhase = defineOperation({
  id: "moon.phase",
  name: "Phase of the moon",
  description:
    "The moon's phase at 12:00 of a day, how much of its disc is lit, and when the next new moon, quarters and full moon come, from the beginning of the day on, and the last new and full moon before it. A day on which one of " +
    "these four falls is named after it. The phase is the same everywhere; only the day, from midnight to midnight, depends on the zone.",
  fields: {
    "date.day": DayInput("The day, from 1970 to 2100."),
    "time.zone": Schema.optionalKey(Zone("Zone of the day and of the times; without it, UTC.", "Europe/London")),
  },
  output: [
    "date.day",
    "time.zone",
    "moon.phase",
    "moon.illuminated_percent",
    "moon.waxing",
    "moon.elongation",
    "moon.age_days",
    "moon.next_new_moon",
    "moon.next_first_quarter",
    "moon.next_full_moon",
    "moon.next_last_quarter",
    "moon.full_moon_after",
    "moon.new_moon_after",
    "moon.full_moon_before",
    "moon.new_moon_before",
  ],
  pricing: { model: "per_call", price: microUsd(500n) },
  freshnessSeconds: 30 * 86_400,
  examples: [
    "how full is the moon tonight",
    "next new moon please",
    "what moon will we have on 24 December 2026",
    "date of the first quarter after 1 March 2027",
    "What is the phase of the moon on 2026-08-12?",
    "When is the next full moon after 2026-12-01?",
    "Is the moon waxing or waning on 2026-05-20?",
    "How much of the moon is lit on 2026-10-31?",
    "When is the next full moon?",
    "What is the moon's phase tonight?",
    "Is there a full moon on Christmas?",
    "will there be a full moon on the night of 21 May 2027",
    "When is the next new moon?",
    "How full is the moon today?",
    "Is the moon waning?",
    "next full moon in Indian time",
    "local time of the next new moon in Sydney",
  ],
  hints: {
    vocabulary: "night local waxing waning crescent gibbous bright shape brightness lit",
    keywords: {
      "moon.next_full_moon": "full",
      "moon.next_new_moon": "new",
      "moon.illuminated_percent": "lit illuminated bright much percent",
      "moon.waxing": "waxing waning growing",
      "moon.next_first_quarter": "quarter",
    },
    measures: { "moon.illuminated_percent": { name: "lit share of the moon", unit: "%", adjectives: "small large dark bright" } },
    defaults: { "date.day": "today" },
    repeated: ["time.zone"],
  },
  run: (input) =>
    Effect.sync(() => {
      const [day, zone] = [input["date.day"], input["time.zone"] ?? "Etc/UTC"]
      const [from, until] = [startOfDay(zone, day), startOfDay(zone, day + 1)]
      const noon = noonOf(zone, day) ?? from + halfDay
      const local = timeIn(zone)
      // suncalc's own phase is the angle in the sky, which never reaches 0 or 180: it can be 10 hours off there.
      const elongation = MoonPhase(new Date(noon))
      return {
        data: {
          date: { day: dateOfDay(day) },
          time: { zone },
          moon: {
            phase: principalBetween(from, until) ?? between[Math.floor(elongation / 90) % 4] ?? between[0],
            illuminated_percent: Math.round(getMoonIllumination(new Date(noon)).fraction * 1_000) / 10,
            waxing: elongation < 180,
            elongation: Math.round(elongation * 100) / 100,
            age_days: Math.round(((noon - reach(0, noon, -31)) / dayMs) * 100) / 100,
            next_new_moon: local(reach(0, from, 31)),
            next_first_quarter: local(reach(90, from, 31)),
            next_full_moon: local(reach(180, from, 31)),
            next_last_quarter: local(reach(270, from, 31)),
            full_moon_after: local(secondTime(180, from)),
            new_moon_after: local(secondTime(0, from)),
            full_moon_before: local(reach(180, from, -31)),
            new_moon_before: local(reach(0, from, -31)),
          },
        },
        documents: 1,
      }
    }),
})

/** The principal phase that falls between two instants. */
const principalBetween = (from: number, until: number): string | undefined =>
  Object.entries(principal).find(([, angle]) => SearchMoonPhase(angle, new Date(from), (until - from) / dayMs) !== null)?.[0]

/** When it reaches an angle for the second time. */
const secondTime = (angle: number, from: number): number => reach(angle, reach(angle, from, 31) + dayMs, 31)

/** When the moon's elongation next reaches an angle, or last did; every angle is reached within 31 days. */
const reach = (angle: number, from: number, days: number): number => SearchMoonPhase(angle, new Date(from), days)?.date.getTime() ?? from
