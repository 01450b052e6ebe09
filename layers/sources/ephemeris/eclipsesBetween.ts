import { NextGlobalSolarEclipse, NextLunarEclipse, SearchGlobalSolarEclipse, SearchLunarEclipse } from "astronomy-engine"
import { Effect, Schema } from "effect"
import { defineOperation } from "../../../domain/catalogue/defineOperation.ts"
import type { InputProblem } from "../../../domain/catalogue/Source.ts"
import { microUsd } from "../../../domain/money/Money.ts"
import { startOfDay, timeIn } from "../clockwork/localTime.ts"
import { dateOfDay } from "../days.ts"
import { CalendarDate, ZoneName } from "../inputs.ts"

const maxDays = 3_653

const unfitPeriod = (start: number, end: number): InputProblem | undefined => {
  if (end < start) return { field: "calendar.end_date", reason: "it is before calendar.start_date. Send the same day or a later one." }
  return end - start > maxDays ? { field: "calendar.end_date", reason: "it is more than 10 years after calendar.start_date." } : undefined
}

interface Peak {
  readonly kind: string
  readonly peak: { readonly date: Date }
}

/** The eclipses that peak before an instant, from a first one on. */
const until = <E extends Peak>(end: number, first: E, after: (eclipse: E) => E): ReadonlyArray<E> => {
  const eclipses: Array<E> = []
  for (let eclipse = first; eclipse.peak.date.getTime() < end; eclipse = after(eclipse)) eclipses.push(eclipse)
  return eclipses
}

export const eclipsesBetween = defineOperation({
  id: "sky.eclipses",
  name: "List eclipses of a period",
  description:
    "All eclipses of the sun and of the moon on earth that peak from a first to a last day, such as those of a year, each with its kind (total, annular, partial, penumbral) and its peak, and the total ones apart. " +
    "Where they are seen is not stated. At most 10 years.",
  fields: {
    "calendar.start_date": CalendarDate("First day, from 1970 to 2100; without it, today.", "2027-01-01"),
    "calendar.end_date": CalendarDate("Last day, included, at most 10 years after the first.", "2027-12-31"),
    "eclipse.zone": Schema.optionalKey(
      ZoneName("Zone of the days and of the peaks, by its IANA name, as in Europe/London; without it, UTC.", "Europe/London"),
    ),
  },
  // A city beside an eclipse is where it is seen, unless the question calls it the zone of its times.
  slots: { "eclipse.zone": "zone.stated" },
  output: [
    "calendar.start_date",
    "calendar.end_date",
    "eclipse.zone",
    "eclipse.count",
    "eclipse.solar",
    "eclipse.lunar",
    "eclipse.solar_count",
    "eclipse.lunar_count",
    "eclipse.total_solar",
    "eclipse.total_lunar",
  ],
  pricing: { model: "per_call", price: microUsd(2_000n) },
  freshnessSeconds: 30 * 86_400,
  examples: [
    "which eclipses are there in 2027",
    "list the eclipses of the moon in 2028",
    "how many solar eclipses does 2029 have",
    "is there a total lunar eclipse in 2027",
    "Is there a total solar eclipse before the end of 2028?",
    "are all lunar eclipses of 2027 penumbral",
    "solar eclipses between 1 January 2027 and 31 December 2030",
    "eclipses of the sun in August 2026, which kind",
    "was there an annular eclipse in 2023",
    "eclipse calendar 2026",
    "will the moon be eclipsed in March 2026",
  ],
  hints: {
    vocabulary: "calendar merely total partial annular penumbral kind eclipsed happen happens world earth",
    keywords: {
      "eclipse.solar": "solar sun annular",
      "eclipse.lunar": "lunar moon penumbral",
      "eclipse.total_solar": "total",
      "eclipse.total_lunar": "total",
      "eclipse.solar_count": "many number count",
      "eclipse.lunar_count": "many number count",
    },
    defaults: { "calendar.start_date": "today" },
  },
  check: (input) => unfitPeriod(input["calendar.start_date"], input["calendar.end_date"]),
  run: (input) =>
    Effect.sync(() => {
      const [first, last, zone] = [input["calendar.start_date"], input["calendar.end_date"], input["eclipse.zone"] ?? "Etc/UTC"]
      const [from, end] = [new Date(startOfDay(zone, first)), startOfDay(zone, last + 1)]
      const local = timeIn(zone)
      const view = ({ kind, peak }: Peak) => {
        const at = local(peak.date.getTime()) ?? ""
        return { name: kind, date: at.slice(0, 10), peak: at }
      }
      const solar = until(end, SearchGlobalSolarEclipse(from), ({ peak }) => NextGlobalSolarEclipse(peak)).map(view)
      const lunar = until(end, SearchLunarEclipse(from), ({ peak }) => NextLunarEclipse(peak)).map(view)
      const isTotal = ({ name }: { readonly name: string }) => name === "total"
      return {
        data: {
          calendar: { start_date: dateOfDay(first), end_date: dateOfDay(last) },
          eclipse: {
            zone,
            count: solar.length + lunar.length,
            solar,
            lunar,
            solar_count: solar.length,
            lunar_count: lunar.length,
            total_solar: solar.filter(isTotal),
            total_lunar: lunar.filter(isTotal),
          },
        },
        documents: 1,
      }
    }),
})
