import { Seasons } from "astronomy-engine"
import { Effect, Schema } from "effect"
import { defineOperation } from "../../../domain/catalogue/defineOperation.ts"
import type { InputProblem } from "../../../domain/catalogue/Source.ts"
import { microUsd } from "../../../domain/money/Money.ts"
import { dayMs } from "../../../domain/time.ts"
import { rounded } from "../almanac/placeAndTime.ts"
import { dayLength, lengthText, stateOf, type SunEngine, zoneOf } from "../almanac/sunTimes.ts"
import { noonOf, offsetAt, timeIn } from "../clockwork/localTime.ts"
import { dateOfDay, firstYear, lastYear } from "../days.ts"
import { Latitude, Longitude, Zone } from "../inputs.ts"

export const solsticeKinds = ["winter", "summer", "june", "december"] as const
export type SolsticeKind = (typeof solsticeKinds)[number]

const names = { winter: "winter", summer: "summer", june: "June", december: "December" } as const

/** The winter solstice is in December north of the equator, and in June south of it. */
const isOfJune = (kind: SolsticeKind, latitude: number): boolean => kind === "june" || kind === (latitude < 0 ? "winter" : "summer")

export const solsticeDay = (engine: SunEngine) =>
  defineOperation({
    id: "sun.solstice_day",
    name: "Day of a solstice at a place",
    description:
      "How long the day is at a place on the date of a solstice, and when the sun rises and sets. The winter solstice is the one of June south of the equator. The horizon is level, at sea level.",
    fields: {
      "geo.latitude": Latitude,
      "geo.longitude": Longitude,
      "solstice.kind": Schema.Literals(solsticeKinds).annotate({
        description: "Which solstice: that of the winter or the summer of the place, or that of June or December.",
        examples: ["winter"],
      }),
      "calendar.year": Schema.Int.annotate({ description: `Year from ${firstYear} to ${lastYear}.`, examples: [2026] }).check(
        Schema.isBetween({ minimum: firstYear, maximum: lastYear }),
      ),
      "time.zone": Schema.optionalKey(Zone("Zone of the day and of the times; without it, the one at the place.", "Europe/London")),
    },
    output: [
      "geo.latitude",
      "geo.longitude",
      "solstice.kind",
      "solstice.name",
      "calendar.year",
      "time.zone",
      "solstice.instant",
      "solstice.date",
      "solstice.state",
      "solstice.day_length",
      "solstice.sunrise",
      "solstice.sunset",
      "solstice.noon_altitude",
    ],
    pricing: { model: "per_call", price: microUsd(2_000n) },
    freshnessSeconds: 30 * 86_400,
    examples: [
      "how long is the day at the winter solstice in Inverness",
      "length of the day at the summer solstice in Oslo",
      "how many hours of daylight does Reykjavik get on the winter solstice",
      "how long is the day on the summer solstice in Cape Town in 2027",
      "sunrise and sunset on the winter solstice in Aberdeen",
      "day length on the December solstice in Sydney",
      "how long will the day be in Lerwick at the winter solstice 2027",
    ],
    hints: {
      vocabulary: "long length hours daylight light get gets last lasts",
      keywords: {
        "solstice.day_length": "long length hours daylight day",
        "solstice.sunrise": "sunrise rise rises",
        "solstice.sunset": "sunset set sets",
        "solstice.noon_altitude": "high noon",
      },
      defaults: { "calendar.year": "this year" },
      repeated: ["time.zone"],
    },
    check: (input): InputProblem | undefined =>
      input["geo.latitude"] === 0 && /^(?:winter|summer)$/u.test(input["solstice.kind"])
        ? { field: "solstice.kind", reason: "the equator has no winter and summer. Send june or december." }
        : undefined,
    run: (input) =>
      Effect.sync(() => {
        const [latitude, longitude, kind, year] = [
          input["geo.latitude"],
          input["geo.longitude"],
          input["solstice.kind"],
          input["calendar.year"],
        ]
        const zone = zoneOf(input)
        const { dec_solstice, jun_solstice } = Seasons(year)
        const instant = (isOfJune(kind, latitude) ? jun_solstice : dec_solstice).date.getTime()
        const day = Math.floor((instant + offsetAt(zone, instant) * 1_000) / dayMs)
        const sun = engine(noonOf(zone, day) ?? instant, latitude, longitude)
        const local = timeIn(zone)
        return {
          data: {
            geo: { latitude, longitude },
            calendar: { year },
            time: { zone },
            solstice: {
              kind,
              name: `${names[kind]} solstice`,
              instant: local(instant),
              date: dateOfDay(day),
              state: stateOf(sun, latitude),
              day_length: lengthText(dayLength(sun, latitude)),
              sunrise: local(sun.sunrise),
              sunset: local(sun.sunset),
              noon_altitude: rounded(sun.noonAltitude),
            },
          },
          documents: 1,
        }
      }),
  })
