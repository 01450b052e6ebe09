import { Body, GeoVector, KM_PER_AU } from "astronomy-engine"
import { Effect, Schema } from "effect"
import { defineOperation } from "../../../domain/catalogue/defineOperation.ts"
import { microUsd } from "../../../domain/money/Money.ts"
import { DayInput } from "../almanac/sunTimes.ts"
import { noonOf, startOfDay } from "../clockwork/localTime.ts"
import { dateOfDay } from "../days.ts"
import { Zone } from "../inputs.ts"

const bodies = { moon: { body: Body.Moon, step: 10 }, sun: { body: Body.Sun, step: 1_000 } } as const

export const kilometres = defineOperation({
  id: "sky.kilometres",
  name: "Kilometres to the moon or the sun",
  description:
    "How many kilometres the moon or the sun is from the earth at 12:00 of a day, and at its beginning and end: that of the moon to 10 km, that of the sun to 1,000 km, from centre to centre.",
  fields: {
    "sky.body": Schema.Literals(["moon", "sun"]).annotate({ description: "The moon or the sun.", examples: ["moon"] }),
    "date.day": DayInput("The day, from 1970 to 2100."),
    "time.zone": Schema.optionalKey(Zone("Zone of the day and of its times; without it, UTC.", "Europe/London")),
  },
  output: ["sky.body", "date.day", "time.zone", "sky.distance_km_at_noon", "sky.distance_km_at_start", "sky.distance_km_at_end"],
  pricing: { model: "per_call", price: microUsd(500n) },
  freshnessSeconds: 30 * 86_400,
  examples: [
    "how far away is the moon on 24 December 2026",
    "how far is the moon from the earth today",
    "distance of the moon on 20 January 2027",
    "how far is the sun from the earth on 3 January 2027",
    "distance from the earth to the sun on 1 July 2027 in km",
  ],
  hints: {
    vocabulary: "km kilometers away",
    keywords: { "sky.distance_km_at_noon": "far" },
    defaults: { "date.day": "today" },
    repeated: ["time.zone"],
  },
  run: (input) =>
    Effect.sync(() => {
      const [name, day, zone] = [input["sky.body"], input["date.day"], input["time.zone"] ?? "Etc/UTC"]
      const { body, step } = bodies[name]
      const kmAt = (at: number) => Math.round((GeoVector(body, new Date(at), false).Length() * KM_PER_AU) / step) * step
      const noon = noonOf(zone, day)
      return {
        data: {
          sky: {
            body: name,
            distance_km_at_noon: noon === undefined ? null : kmAt(noon),
            distance_km_at_start: kmAt(startOfDay(zone, day)),
            distance_km_at_end: kmAt(startOfDay(zone, day + 1)),
          },
          date: { day: dateOfDay(day) },
          time: { zone },
        },
        documents: 1,
      }
    }),
})
