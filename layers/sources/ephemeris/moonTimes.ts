import { Body, Equator, Horizon, Observer, SearchRiseSet } from "astronomy-engine"
import { Effect } from "effect"
import { defineOperation } from "../../../domain/catalogue/defineOperation.ts"
import { microUsd } from "../../../domain/money/Money.ts"
import { DayInput, LocalZone } from "../almanac/sunTimes.ts"
import { startOfDay, timeIn } from "../clockwork/localTime.ts"
import { zoneAt } from "../clockwork/zones.ts"
import { dateOfDay } from "../days.ts"
import { Latitude, Longitude } from "../inputs.ts"

const rises = 1
const sets = -1

/** Both events are searched this far ahead; near the poles the moon stays up or down for up to two weeks. */
const maxDays = 20

export const moonTimes = defineOperation({
  id: "moon.times",
  name: "Moonrise and moonset",
  description:
    "When the moon rises and sets on a day at a place, in local time, and the next moonrise and moonset after the beginning of that day. The moon rises about 50 minutes later each day, " +
    "so on some days it does not rise or does not set: that time is null. The horizon is level, at sea level.",
  fields: {
    "geo.latitude": Latitude,
    "geo.longitude": Longitude,
    "date.day": DayInput("Day at the place, from 1970 to 2100."),
    "time.zone": LocalZone,
  },
  output: [
    "geo.latitude",
    "geo.longitude",
    "date.day",
    "time.zone",
    "moon.moonrise",
    "moon.moonset",
    "moon.next_moonrise",
    "moon.next_moonset",
    "moon.state",
  ],
  pricing: { model: "per_call", price: microUsd(1_000n) },
  freshnessSeconds: 30 * 86_400,
  examples: [
    "when does the moon rise in Oslo tonight",
    "moonrise in Lisbon on 24 December 2026",
    "moonset Cape Town tomorrow",
    "what time does the moon set in Denver on 3 March 2027",
    "moonrise and moonset for 41.39, 2.17 on 1 June 2027",
    "at what time will the moon come up in Athens on Saturday",
    "when does the moon go down in Perth tonight",
    "is there a moonrise in Tromsø on 10 July 2027",
  ],
  hints: {
    requestedByName: true,
    vocabulary: "moonlight evening night horizon rise rises rising set sets setting up come comes down go goes",
    keywords: { "moon.moonrise": "moonrise moon", "moon.moonset": "moonset moon" },
    defaults: { "date.day": "today" },
  },
  run: (input) =>
    Effect.sync(() => {
      const [latitude, longitude, day] = [input["geo.latitude"], input["geo.longitude"], input["date.day"]]
      const zone = input["time.zone"] ?? zoneAt(latitude, longitude)
      const [from, end] = [startOfDay(zone, day), startOfDay(zone, day + 1)]
      const observer = new Observer(latitude, longitude, 0)
      const next = (direction: number) => SearchRiseSet(Body.Moon, observer, direction, new Date(from), maxDays)?.date.getTime() ?? null
      const [rise, set] = [next(rises), next(sets)]
      const local = timeIn(zone)
      const onDay = (at: number | null) => local(at !== null && at < end ? at : null)
      return {
        data: {
          geo: { latitude, longitude },
          date: { day: dateOfDay(day) },
          time: { zone },
          moon: {
            moonrise: onDay(rise),
            moonset: onDay(set),
            next_moonrise: local(rise),
            next_moonset: local(set),
            state: stateOn(observer, from, end, [rise, set]),
          },
        },
        documents: 1,
      }
    }),
})

/** Of a day without moonrise and moonset, whether the moon is up or down all day. */
const stateOn = (observer: Observer, from: number, end: number, [rise, set]: ReadonlyArray<number | null>): string => {
  const isOnDay = (at: number | null | undefined) => typeof at === "number" && at < end
  if (isOnDay(rise) || isOnDay(set)) return "rises_or_sets"
  const middle = new Date((from + end) / 2)
  const { dec, ra } = Equator(Body.Moon, middle, observer, true, true)
  return Horizon(middle, observer, ra, dec, "normal").altitude > 0 ? "up_all_day" : "down_all_day"
}
