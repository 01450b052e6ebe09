import { Body, Equator, Horizon, Observer } from "astronomy-engine"
import { Effect } from "effect"
import { defineOperation } from "../../../domain/catalogue/defineOperation.ts"
import { microUsd } from "../../../domain/money/Money.ts"
import { instantOf, placeAndTimeFields, rounded, skippedTime, zoneOf } from "../almanac/placeAndTime.ts"
import { timeIn } from "../clockwork/localTime.ts"

/** The apparent altitude of the moon's centre when its upper edge touches the horizon: its radius. */
const horizon = -0.26

export const moonPosition = defineOperation({
  id: "moon.position",
  name: "Position of the moon at a time",
  description:
    "Whether the moon is up at a place at a local date and clock time, how high it is over the horizon and in which direction. The horizon is level. " +
    "The altitude is the apparent one, with refraction; the direction is in degrees from north over east.",
  fields: placeAndTimeFields,
  output: ["geo.latitude", "geo.longitude", "time.zone", "time.local", "moon.altitude", "moon.azimuth", "moon.is_up"],
  pricing: { model: "per_call", price: microUsd(500n) },
  freshnessSeconds: 30 * 86_400,
  examples: [
    "is the moon up in Oslo at 21:00 on 3 December 2026",
    "will the moon be above the horizon in Porto at 10 pm on 20 March 2027",
    "will there be a moon up at 9pm on 6 March 2027 in Hermanus",
    "how high is the moon in Cairo at 23:30 on 21 June 2027",
    "moon azimuth and altitude at 41.39, 2.17 on 1 March 2027 at 22:30",
    "direction of the moon in Madrid at 18:00 on 12 August 2026",
    "is the moon already down in Copenhagen at 5 am on 3 December 2026",
    "can we see the moon in Athens at 20:15 on 18 May 2027",
    "moon elevation Denver 2027-04-02 23:45",
  ],
  hints: {
    requestedByName: true,
    vocabulary: "still already yet see seen visible there night sky",
    keywords: {
      "moon.altitude": "high height altitude angle elevation position",
      "moon.azimuth": "azimuth direction bearing compass position",
      "moon.is_up": "moon up risen set above below horizon",
    },
    repeated: ["time.zone"],
  },
  check: skippedTime,
  run: (input) =>
    Effect.sync(() => {
      const [latitude, longitude, zone] = [input["geo.latitude"], input["geo.longitude"], zoneOf(input)]
      const instant = instantOf(input)
      const [observer, at] = [new Observer(latitude, longitude, 0), new Date(instant)]
      const { dec, ra } = Equator(Body.Moon, at, observer, true, true)
      const { altitude, azimuth } = Horizon(at, observer, ra, dec, "normal")
      return {
        data: {
          geo: { latitude, longitude },
          time: { zone, local: timeIn(zone)(instant) },
          moon: { altitude: rounded(altitude), azimuth: rounded(azimuth), is_up: altitude > horizon },
        },
        documents: 1,
      }
    }),
})
