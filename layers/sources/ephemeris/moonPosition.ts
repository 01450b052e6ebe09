import { Body, Equator, Horizon, Observer } from "astronomy-engine"
import { Effect } from "effect"
import { defineOperation } from "../../../domain/catalogue/defineOperation.ts"
import { microUsd } from "../../../domain/money/Money.ts"
import { LocalZone } from "../almanac/sunTimes.ts"
import { instantsOf, timeIn } from "../clockwork/localTime.ts"
import { zoneAt } from "../clockwork/zones.ts"
import { DateTime, Latitude, Longitude } from "../inputs.ts"

/** The apparent altitude of the moon's centre when its upper edge touches the horizon: its radius. */
const horizon = -0.26

const rounded = (degrees: number): number => Math.round(degrees * 10) / 10

export const moonPosition = defineOperation({
  id: "moon.position",
  name: "Position of the moon at a time",
  description:
    "Whether the moon is up at a place at a local date and clock time, how high it is over the horizon and in which direction. The horizon is level. " +
    "The altitude is the apparent one, with refraction; the direction is in degrees from north over east.",
  fields: { "geo.latitude": Latitude, "geo.longitude": Longitude, "time.date_time": DateTime, "time.zone": LocalZone },
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
  check: (input) =>
    instantsOf(zoneOf(input), input["time.date_time"]).length === 0
      ? { field: "time.date_time", reason: "it does not exist there, because the clocks were set forward over it. Send another time." }
      : undefined,
  run: (input) =>
    Effect.sync(() => {
      const [latitude, longitude, zone] = [input["geo.latitude"], input["geo.longitude"], zoneOf(input)]
      const instant = instantsOf(zone, input["time.date_time"])[0] ?? input["time.date_time"]
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

interface Place {
  readonly "geo.latitude": number
  readonly "geo.longitude": number
  readonly "time.zone"?: string
}
const zoneOf = (input: Place): string => input["time.zone"] ?? zoneAt(input["geo.latitude"], input["geo.longitude"])
