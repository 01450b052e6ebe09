import { Effect, Schema } from "effect"
import { getPosition } from "suncalc"
import type { Group, InputProblem } from "../../../domain/catalogue/Source.ts"
import { CalendarDate, Latitude, Longitude, Zone } from "../inputs.ts"
import { defineOperation } from "../../../domain/catalogue/defineOperation.ts"
import type { MicroUsd } from "../../../domain/money/Money.ts"
import { zoneAt } from "../clockwork/zones.ts"
import { dateOfDay } from "../days.ts"
import { noonOf, timeIn } from "../clockwork/localTime.ts"
import { hoursText } from "../clockwork/timeDifference.ts"
import { dayMs } from "../../../domain/time.ts"

/** The almanac is quick and cheap, the ephemeris exact. */
export const sunGroup: Group = {
  id: "sun",
  name: "Sun and moon",
  description:
    "Sunrise, sunset, twilight, moon phases, eclipses and seasons, computed for any place and day by either of two independent engines.",
}

export const DayInput = (description: string) => CalendarDate(description, "2026-06-21")

export const LocalZone = Schema.optionalKey(Zone("Zone of the day and of the times; without it, the one at the place.", "Europe/London"))

/** What the two engines compute: instants in milliseconds, or null where the sun does not get so high or so low. */
export interface SunDay {
  readonly noon: number
  readonly noonAltitude: number
  readonly sunrise: number | null
  readonly sunset: number | null
  /** When it passes 6° above the horizon, up and down. */
  readonly golden: Twilight
  readonly civil: Twilight
  readonly nautical: Twilight
  readonly astronomical: Twilight
}
export interface Twilight {
  readonly dawn: number | null
  readonly dusk: number | null
}

/** `near` is civil noon: the day is the one whose solar noon is nearest to it. */
export type SunEngine = (near: number, latitude: number, longitude: number) => SunDay

/** One operation for both members of the group, so that either can stand in for the other. */
export const sunTimes = (engine: SunEngine, about: { readonly accuracy: string; readonly price: MicroUsd }) =>
  defineOperation({
    id: "sun.times",
    name: "Sunrise and sunset",
    description:
      "Sunrise, solar noon, sunset, the directions of sunrise and sunset in degrees from north over east, the golden hours (the sun below 6 degrees) and the three twilights of a day at a place, in local time. They belong to the solar noon nearest to 12:00 of " +
      `that date. A time is null where the sun does not rise, set or sink that low; the state says which. The horizon is level, at sea level. ${about.accuracy}`,
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
      "sun.state",
      "sun.sunrise",
      "sun.noon",
      "sun.sunset",
      "sun.day_length",
      "sun.day_length_seconds",
      "sun.noon_altitude",
      "sun.sunrise_azimuth",
      "sun.sunset_azimuth",
      "sun.golden_hour_until",
      "sun.golden_hour_from",
      "sun.civil_dawn",
      "sun.civil_dusk",
      "sun.nautical_dawn",
      "sun.nautical_dusk",
      "sun.astronomical_dawn",
      "sun.astronomical_dusk",
    ],
    pricing: { model: "per_call", price: about.price },
    freshnessSeconds: 30 * 86_400,
    examples: [
      "how late does it stay light in Oslo on 24 June",
      "first light and last light in Bergen on 3 May",
      "does the sun go below the horizon at all in Tromsø on 20 June 2027",
      "from which compass direction does the sun come up in Lima on 21 June 2027",
      "azimuth of the sunset in Cairo on 3 May 2027",
      "sunset in Madrid tonight",
      "what time does it get dark in Helsinki on 1 December",
      "first light in Cape Town tomorrow",
      "hours of daylight in Reykjavik on 21 June 2026",
      "at what time is the sun highest at 48.85, 2.35 today",
      "how long does twilight last in Oslo on 21 June",
      "When does the sun rise in London (51.5074, -0.1278) on 2026-06-21?",
      "What time is sunset at 40.7128, -74.0060 on 2026-12-24?",
      "civil twilight start in Split on 14 June 2027, and sunset",
      "when does nautical twilight begin in Bergen tomorrow",
      "How long is the day at 69.65, 18.96 on 2026-05-17?",
      "Does the sun set at latitude 78.22, longitude 15.63 on 2026-07-01?",
      "When does civil twilight end at -33.87, 151.21 on 2026-01-01?",
      "At what time is solar noon in Madrid (40.4168, -3.7038) on 2026-08-12?",
      "When does the sun set in Oslo today?",
      "What time is sunrise in Cape Town tomorrow?",
      "How many hours of daylight does Helsinki have on 21 December 2026?",
      "When does it get dark in Rome tonight?",
      "Sunset at SFO airport on 2026-07-04",
      "When is dawn in Nairobi?",
      "When is sunrise at OSL airport?",
      "sunset at the airport LIS tomorrow",
      "When does the golden sun come up in Hanoi?",
      "Do we see the sun at all in Tromsø on 10 December?",
      "until when is there daylight in Lisbon on 12 June 2027",
      "what is the highest angle of the sun in Cairo on 21 June 2027",
      "golden hour in Seville on 3 May",
      "when does the evening golden hour begin in Perth tomorrow",
      "is there polar night in Hammerfest on 20 December 2026",
      "when does the sun rise in Eger, Hungary on 3 May 2027",
    ],
    hints: {
      vocabulary:
        "see seen sees shine shines until polar night midnight dark light daylight evening morning rises sets horizon bright stay stays late early last lasts",
      keywords: {
        "sun.sunrise_azimuth": "direction azimuth bearing compass",
        "sun.sunset_azimuth": "direction azimuth bearing compass",
        "sun.sunrise": "rise sunrise sunup up come comes dawn",
        "sun.sunset": "set sunset sundown dark down go goes dusk",
        "sun.day_length_seconds": "long length daylight hours",
        "sun.noon": "noon midday",
        "sun.noon_altitude": "highest angle",
        "sun.golden_hour_until": "golden",
        "sun.golden_hour_from": "golden",
        "sun.civil_dusk": "dusk twilight light dark",
        "sun.astronomical_dusk": "fully completely pitch",
        "sun.civil_dawn": "dawn twilight light",
      },
      measures: {
        "sun.sunrise": { name: "sunrise", unit: "", adjectives: "early late" },
        "sun.sunset": { name: "sunset", unit: "", adjectives: "early late" },
        "sun.day_length_seconds": { name: "length of the day", unit: "seconds", adjectives: "short long" },
      },
      defaults: { "date.day": "today" },
    },
    check: (input) => skippedDay(input["date.day"], zoneOf(input)),
    run: (input) =>
      Effect.sync(() => {
        const [latitude, longitude, day, zone] = [input["geo.latitude"], input["geo.longitude"], input["date.day"], zoneOf(input)]
        const sun = engine(noonOf(zone, day) ?? day * dayMs + 43_200_000, latitude, longitude)
        const local = timeIn(zone)
        return {
          data: {
            geo: { latitude, longitude },
            date: { day: dateOfDay(day) },
            time: { zone },
            sun: {
              state: stateOf(sun, latitude),
              sunrise: local(sun.sunrise),
              noon: local(sun.noon),
              sunset: local(sun.sunset),
              day_length: lengthText(dayLength(sun, latitude)),
              day_length_seconds: dayLength(sun, latitude),
              noon_altitude: Math.round(sun.noonAltitude * 100) / 100,
              sunrise_azimuth: azimuthAt(sun.sunrise, latitude, longitude),
              sunset_azimuth: azimuthAt(sun.sunset, latitude, longitude),
              golden_hour_until: local(sun.golden.dawn),
              golden_hour_from: local(sun.golden.dusk),
              civil_dawn: local(sun.civil.dawn),
              civil_dusk: local(sun.civil.dusk),
              nautical_dawn: local(sun.nautical.dawn),
              nautical_dusk: local(sun.nautical.dusk),
              astronomical_dawn: local(sun.astronomical.dawn),
              astronomical_dusk: local(sun.astronomical.dusk),
            },
          },
          documents: 1,
        }
      }),
  })

const azimuthAt = (instant: number | null, latitude: number, longitude: number): number | null =>
  instant === null ? null : Math.round(getPosition(new Date(instant), latitude, longitude).azimuth * 10) / 10

interface SunInput {
  readonly "geo.latitude": number
  readonly "geo.longitude": number
  readonly "time.zone"?: string
}
export const zoneOf = (input: SunInput): string => input["time.zone"] ?? zoneAt(input["geo.latitude"], input["geo.longitude"])

const skippedDay = (day: number, zone: string): InputProblem | undefined =>
  noonOf(zone, day) === undefined
    ? { field: "date.day", reason: `${dateOfDay(day)} did not exist in ${zone}, where the calendar skipped it.` }
    : undefined

/** When its upper edge touches the horizon, the centre of the sun is seen 0.27° below it, which is its radius. */
const centreAtHorizon = -0.27

/**
 * A sun that neither rises nor sets is on one side of the horizon all day, and so is the middle between its heights at noon and at midnight. The height at noon
 * alone does not say which: on the last day of a polar night it is that of the horizon.
 */
export const stateOf = ({ noonAltitude, sunrise, sunset }: SunDay, latitude: number): string => {
  if (sunrise !== null) return sunset === null ? "rises_only" : "rises_and_sets"
  if (sunset !== null) return "sets_only"
  const middle = noonAltitude - (90 - Math.abs(latitude))
  return middle > centreAtHorizon ? "up_all_day" : "down_all_day"
}

/** `5 hours 54 minutes`: people do not read the length of a day in seconds. */
export const lengthText = (seconds: number | null): string | null => (seconds === null ? null : hoursText(Math.round(seconds / 60)))

const secondsOfDay = 86_400

/** Seconds. Where the sun only touches the horizon at midnight, the sunset may be after the next sunrise. */
export const dayLength = (sun: SunDay, latitude: number): number | null => {
  if (sun.sunrise !== null && sun.sunset !== null) return Math.min(Math.round((sun.sunset - sun.sunrise) / 1_000), secondsOfDay)
  return { up_all_day: secondsOfDay, down_all_day: 0 }[stateOf(sun, latitude)] ?? null
}
