import { Effect } from "effect"
import { getPosition } from "suncalc"
import { defineOperation } from "../../../domain/catalogue/defineOperation.ts"
import { microUsd } from "../../../domain/money/Money.ts"
import { timeIn } from "../clockwork/localTime.ts"
import { instantOf, placeAndTimeFields, rounded, skippedTime, zoneOf } from "./placeAndTime.ts"

/** The apparent altitude of the sun's centre at sunrise and sunset, when its upper edge touches the horizon: its radius. */
const horizon = -0.27

const lightAt = (altitude: number): string => {
  if (altitude > horizon) return "daylight"
  if (altitude > -6) return "civil_twilight"
  if (altitude > -12) return "nautical_twilight"
  return altitude > -18 ? "astronomical_twilight" : "night"
}

export const sunPosition = defineOperation({
  id: "sun.position",
  name: "Position of the sun at a time",
  description:
    "How high the sun is over the horizon at a place at a local date and clock time, in which direction it is, whether it is up, and whether it is daylight, twilight or night there. " +
    "The horizon is level. The altitude is the apparent one, with refraction; the direction is in degrees from north over east.",
  fields: placeAndTimeFields,
  output: ["geo.latitude", "geo.longitude", "time.zone", "time.local", "sun.altitude", "sun.azimuth", "sun.is_up", "sun.light"],
  pricing: { model: "per_call", price: microUsd(500n) },
  freshnessSeconds: 30 * 86_400,
  examples: [
    "was it already dark at 6 pm in Pune on 14 November 2026",
    "is it dark in Oslo at 16:00 on 3 December 2026",
    "will it be dark at 8pm in Porto on 3 May 2027",
    "how high is the sun in Cairo at 14:00 on 21 June 2027",
    "sun azimuth and altitude at 41.39, 2.17 on 1 March 2027 at 09:30",
    "is the sun already down in Copenhagen at 5 pm on 3 December 2026",
    "direction of the sun in Madrid at 18:00 on 12 August 2026",
    "is there daylight in Riga at 8:15 on 10 January 2027",
    "sun elevation Denver 2027-04-02 16:45",
    "is it still light in Lisbon at 21:30 on 20 June 2027",
    "position of the sun at 7 am on 5 May 2027 in Nairobi",
    "is it night in Perth now",
    "how high is the sun at noon in Athens today",
  ],
  hints: {
    requestedByName: true,
    vocabulary: "still already yet light dark see",
    keywords: {
      "sun.altitude": "high height altitude angle elevation position",
      "sun.azimuth": "azimuth direction bearing compass position",
      "sun.is_up": "sun risen set above below",
      "sun.light": "dark daylight night twilight light bright",
    },
    repeated: ["time.zone"],
  },
  check: skippedTime,
  run: (input) =>
    Effect.sync(() => {
      const [latitude, longitude, zone] = [input["geo.latitude"], input["geo.longitude"], zoneOf(input)]
      const instant = instantOf(input)
      const { altitude, azimuth } = getPosition(new Date(instant), latitude, longitude)
      return {
        data: {
          geo: { latitude, longitude },
          time: { zone, local: timeIn(zone)(instant) },
          sun: { altitude: rounded(altitude), azimuth: rounded(azimuth), is_up: altitude > horizon, light: lightAt(altitude) },
        },
        documents: 1,
      }
    }),
})
