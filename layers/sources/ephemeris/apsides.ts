import { type Apsis, Body, NextLunarApsis, NextPlanetApsis, SearchLunarApsis, SearchPlanetApsis } from "astronomy-engine"
import { Effect, Schema } from "effect"
import { defineOperation } from "../../../domain/catalogue/defineOperation.ts"
import { microUsd } from "../../../domain/money/Money.ts"
import { startOfDay, timeIn } from "../clockwork/localTime.ts"
import { dateOfDay } from "../days.ts"
import { CalendarDate, unfitPeriod, Zone } from "../inputs.ts"

export const apsisKinds = ["perihelion", "aphelion", "perigee", "apogee"] as const
export type ApsisKind = (typeof apsisKinds)[number]

const maxDays = 800

export const apsides = defineOperation({
  id: "sky.apsides",
  name: "Perihelion, aphelion, perigee and apogee",
  description:
    "When the earth is nearest to the sun (perihelion) or farthest from it (aphelion), or the moon nearest to the earth (perigee) or farthest from it (apogee), in a year or between two dates: each with its instant and the kilometres between the centres. " +
    `A perihelion or an aphelion is correct to an hour, a perigee or an apogee to ten minutes. At most ${maxDays} days.`,
  fields: {
    "apsis.kind": Schema.Literals(apsisKinds).annotate({
      description: "Which of the four: perihelion or aphelion of the earth, perigee or apogee of the moon.",
      examples: ["perihelion"],
    }),
    "calendar.start_date": CalendarDate("First day, from 1970 to 2100.", "2027-01-01"),
    "calendar.end_date": CalendarDate(`Last day, included, at most ${maxDays} days after the first.`, "2027-12-31"),
    "time.zone": Schema.optionalKey(Zone("Zone of the days and of the times; without it, UTC.", "Europe/London")),
  },
  output: [
    "apsis.kind",
    "calendar.start_date",
    "calendar.end_date",
    "time.zone",
    "apsis.body",
    "apsis.count",
    "apsis.instants",
    "apsis.first",
    "apsis.nearest",
    "apsis.farthest",
  ],
  pricing: { model: "per_call", price: microUsd(1_000n) },
  freshnessSeconds: 30 * 86_400,
  examples: [
    "when is Earth closest to the sun in 2027",
    "perihelion 2027",
    "date of the aphelion in 2028",
    "next perigee of the moon",
    "perigees of the moon in 2027",
    "when is the moon closest to earth in March 2027",
    "apogee of the moon in June 2027, Sydney time",
  ],
  hints: {
    vocabulary: "earth sun moon closest nearest farthest furthest far away exact exactly moment",
    keywords: { "apsis.first": "next first upcoming", "apsis.instants": "when date dates time day", "apsis.count": "many number count" },
    repeated: ["time.zone"],
  },
  check: (input) => unfitPeriod(input["calendar.start_date"], input["calendar.end_date"], maxDays),
  run: (input) =>
    Effect.sync(() => {
      const [kind, first, last] = [input["apsis.kind"], input["calendar.start_date"], input["calendar.end_date"]]
      const zone = input["time.zone"] ?? "Etc/UTC"
      const local = timeIn(zone)
      const instants = apsidesIn(kind, startOfDay(zone, first), startOfDay(zone, last + 1)).map(({ dist_km: km, time }) => {
        const at = local(Math.round(time.date.getTime() / minuteMs) * minuteMs) ?? ""
        return { name: kind, date: at.slice(0, 10), at, distance_km: roundedKm(kind, km) }
      })
      const byDistance = instants.toSorted((a, b) => a.distance_km - b.distance_km)
      return {
        data: {
          apsis: {
            kind,
            body: isOfEarth(kind) ? "earth" : "moon",
            count: instants.length,
            instants,
            first: instants[0] ?? null,
            nearest: byDistance[0] ?? null,
            farthest: byDistance.at(-1) ?? null,
          },
          calendar: { start_date: dateOfDay(first), end_date: dateOfDay(last) },
          time: { zone },
        },
        documents: 1,
      }
    }),
})

const minuteMs = 60_000

const isOfEarth = (kind: ApsisKind): boolean => kind === "perihelion" || kind === "aphelion"

/** The distance of the sun to 1,000 km, that of the moon to 10 km. */
const roundedKm = (kind: ApsisKind, km: number): number => {
  const step = isOfEarth(kind) ? 1_000 : 10
  return Math.round(km / step) * step
}

/** Those of a kind from one instant to before another, in order. The library numbers the nearest points 0 and the farthest ones 1. */
const apsidesIn = (kind: ApsisKind, from: number, until: number): ReadonlyArray<Apsis> => {
  const start = new Date(from)
  const wanted: number = kind === "perihelion" || kind === "perigee" ? 0 : 1
  const [search, next] = isOfEarth(kind)
    ? [() => SearchPlanetApsis(Body.Earth, start), (apsis: Apsis) => NextPlanetApsis(Body.Earth, apsis)]
    : [() => SearchLunarApsis(start), NextLunarApsis]
  const apsides: Array<Apsis> = []
  for (let apsis = search(); apsis.time.date.getTime() < until; apsis = next(apsis)) if (apsis.kind === wanted) apsides.push(apsis)
  return apsides
}
