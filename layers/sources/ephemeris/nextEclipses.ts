import { NextGlobalSolarEclipse, NextLunarEclipse, SearchGlobalSolarEclipse, SearchLunarEclipse } from "astronomy-engine"
import { Effect } from "effect"
import { defineOperation } from "../../../domain/catalogue/defineOperation.ts"
import { microUsd } from "../../../domain/money/Money.ts"
import { dayMs, isoTime } from "../../../domain/time.ts"
import { DayInput } from "../almanac/sunTimes.ts"
import { dateOfDay } from "../days.ts"

interface FirstOfKind {
  readonly kind: string
  readonly peak: string
}

/** The first eclipse of each kind, by its kind, in the order of time. A kind that does not come again is searched for no longer than 1,000 eclipses. */
const firstOfEach = <E extends { readonly kind: string; readonly peak: { readonly date: Date } }>(
  kinds: ReadonlyArray<string>,
  first: E,
  after: (eclipse: E) => E,
): ReadonlyMap<string, FirstOfKind> => {
  const firsts = new Map<string, FirstOfKind>()
  for (let [eclipse, searched] = [first, 0]; firsts.size < kinds.length && searched < 1_000; eclipse = after(eclipse), searched++) {
    const peak = `${isoTime(Math.round(eclipse.peak.date.getTime() / 1_000) * 1_000).slice(0, 19)}Z`
    if (!firsts.has(eclipse.kind)) firsts.set(eclipse.kind, { kind: eclipse.kind, peak })
  }
  return firsts
}

const view = (firsts: ReadonlyMap<string, FirstOfKind>, kinds: ReadonlyArray<string>) => ({
  kind: [...firsts.values()][0]?.kind ?? null,
  peak: [...firsts.values()][0]?.peak ?? null,
  ...Object.fromEntries(kinds.map((kind) => [kind, firsts.get(kind)?.peak ?? null])),
})

const [solarKinds, lunarKinds] = [
  ["total", "annular", "partial"],
  ["total", "partial", "penumbral"],
]

export const nextEclipses = defineOperation({
  id: "sky.next_eclipses",
  name: "Next eclipses on earth",
  description:
    "The next eclipse of the sun and the next of the moon that any place on earth sees, from the beginning of a day in UTC: of which kind each is, when it peaks in UTC, and when the " +
    "next total, annular, partial and penumbral one peaks. Where it is seen is not stated.",
  fields: { "date.day": DayInput("First day to look at, from 1970 to 2100.") },
  output: ["date.day", "eclipse.solar", "eclipse.lunar"],
  pricing: { model: "per_call", price: microUsd(2_000n) },
  freshnessSeconds: 30 * 86_400,
  examples: [
    "when is the next solar eclipse",
    "date of the next total eclipse of the moon",
    "next annular eclipse of the sun",
    "When is the next lunar eclipse after 1 June 2028?",
    "what kind of eclipse comes next",
    "next total solar eclipse anywhere in the world",
    "when will there be a partial lunar eclipse",
    "is the next eclipse solar or lunar",
  ],
  hints: {
    vocabulary: "happen happens seen true",
    keywords: { "eclipse.solar": "solar sun annular", "eclipse.lunar": "lunar moon penumbral" },
    defaults: { "date.day": "today" },
  },
  run: (input) =>
    Effect.sync(() => {
      const from = new Date(input["date.day"] * dayMs)
      const solar = firstOfEach(solarKinds, SearchGlobalSolarEclipse(from), ({ peak }) => NextGlobalSolarEclipse(peak))
      const lunar = firstOfEach(lunarKinds, SearchLunarEclipse(from), ({ peak }) => NextLunarEclipse(peak))
      return {
        data: { date: { day: dateOfDay(input["date.day"]) }, eclipse: { solar: view(solar, solarKinds), lunar: view(lunar, lunarKinds) } },
        documents: 1,
      }
    }),
})
