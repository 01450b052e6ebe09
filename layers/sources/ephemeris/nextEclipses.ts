import { NextGlobalSolarEclipse, NextLunarEclipse, SearchGlobalSolarEclipse, SearchLunarEclipse } from "astronomy-engine"
import { Effect, Schema } from "effect"
import { defineOperation } from "../../../domain/catalogue/defineOperation.ts"
import { microUsd } from "../../../domain/money/Money.ts"
import { dayMs } from "../../../domain/time.ts"
import { DayInput } from "../almanac/sunTimes.ts"
import { instantsOf, timeIn } from "../clockwork/localTime.ts"
import { dateOfDay } from "../days.ts"
import { ZoneName } from "../inputs.ts"

interface FirstOfKind {
  readonly kind: string
  readonly peak: string | null
}

/** The first eclipse of each kind, by its kind, in the order of time. A kind that does not come again is searched for no longer than 1,000 eclipses. */
const firstOfEach = <E extends { readonly kind: string; readonly peak: { readonly date: Date } }>(
  kinds: ReadonlyArray<string>,
  first: E,
  after: (eclipse: E) => E,
  local: (instant: number) => string | null,
): ReadonlyMap<string, FirstOfKind> => {
  const firsts = new Map<string, FirstOfKind>()
  for (let [eclipse, searched] = [first, 0]; firsts.size < kinds.length && searched < 1_000; eclipse = after(eclipse), searched++) {
    if (!firsts.has(eclipse.kind)) firsts.set(eclipse.kind, { kind: eclipse.kind, peak: local(eclipse.peak.date.getTime()) })
  }
  return firsts
}

/** Two eclipses of the sun, or of the moon, are never more than a year apart. */
const searchedDays = 400

/** The last eclipse that peaks before an instant. */
const lastBefore = <E extends { readonly kind: string; readonly peak: { readonly date: Date } }>(
  before: Date,
  search: (from: Date) => E,
  after: (eclipse: E) => E,
  local: (instant: number) => string | null,
): FirstOfKind => {
  let last = search(new Date(before.getTime() - searchedDays * dayMs))
  for (let next = after(last); next.peak.date < before; next = after(next)) last = next
  return { kind: last.kind, peak: local(last.peak.date.getTime()) }
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
    "The next eclipse of the sun and the next of the moon that any place on earth sees, from the beginning of a day: of which kind each is, when it peaks in the time zone, without one in UTC, and when the " +
    "next total, annular, partial and penumbral one peaks; and the last ones before that day. Where it is seen is not stated.",
  fields: {
    "date.day": DayInput("First day to look at, from 1970 to 2100."),
    "eclipse.zone": Schema.optionalKey(
      ZoneName("Zone of the day and of the peaks, by its IANA name, as in Europe/London; without it, UTC.", "Europe/London"),
    ),
  },
  // A city beside an eclipse is where it is seen, unless the question calls it the zone of its times.
  slots: { "eclipse.zone": "zone.stated" },
  output: ["date.day", "eclipse.zone", "eclipse.solar", "eclipse.lunar", "eclipse.last_solar", "eclipse.last_lunar"],
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
    "next lunar eclipse on earth, peak in CET",
    "when was the last total or partial eclipse of the moon",
    "date of the last solar eclipse",
    "next total solar eclipse: date and day of the week",
    "which day is the next annular eclipse",
  ],
  hints: {
    vocabulary: "happen happens true local peak peaks weekday week day date coming",
    keywords: {
      "eclipse.solar": "solar sun annular",
      "eclipse.lunar": "lunar moon penumbral",
      "eclipse.last_solar": "last previous latest recent",
      "eclipse.last_lunar": "last previous latest recent",
    },
    defaults: { "date.day": "today" },
  },
  run: (input) =>
    Effect.sync(() => {
      const [day, zone] = [input["date.day"], input["eclipse.zone"] ?? "Etc/UTC"]
      const from = new Date(instantsOf(zone, day * dayMs)[0] ?? day * dayMs)
      const local = timeIn(zone)
      const solar = firstOfEach(solarKinds, SearchGlobalSolarEclipse(from), ({ peak }) => NextGlobalSolarEclipse(peak), local)
      const lunar = firstOfEach(lunarKinds, SearchLunarEclipse(from), ({ peak }) => NextLunarEclipse(peak), local)
      return {
        data: {
          date: { day: dateOfDay(day) },

          eclipse: {
            zone,
            solar: view(solar, solarKinds),
            lunar: view(lunar, lunarKinds),
            last_solar: { ...lastBefore(from, SearchGlobalSolarEclipse, ({ peak }) => NextGlobalSolarEclipse(peak), local) },
            last_lunar: { ...lastBefore(from, SearchLunarEclipse, ({ peak }) => NextLunarEclipse(peak), local) },
          },
        },
        documents: 1,
      }
    }),
})
