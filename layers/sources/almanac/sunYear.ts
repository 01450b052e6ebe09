import { Effect, Schema } from "effect"
import { defineOperation } from "../../../domain/catalogue/defineOperation.ts"
import { microUsd } from "../../../domain/money/Money.ts"
import { timeIn } from "../clockwork/localTime.ts"
import { dateOfDay, firstYear, lastYear } from "../days.ts"
import { Latitude, Longitude, Zone } from "../inputs.ts"
import { extremeDays, extremeTimes, sunYearAt } from "./daysOfYear.ts"
import { rounded } from "./placeAndTime.ts"
import { lengthText, type SunEngine, zoneOf } from "./sunTimes.ts"

/** The year of the sun by the engine of `sun.times`, so that the two agree on each day. */
export const sunYear = (engine: SunEngine) =>
  defineOperation({
    id: "sun.year",
    name: "The sun over a year at a place",
    description:
      "The shortest and the longest day of a year at a place, how long they are and when the sun rises and sets on them, the earliest and latest sunrise and sunset of the year by the local clock, when the polar night and the midnight sun begin and end, and how high the sun is at noon on the shortest and the longest day. " +
      "A polar night or a midnight sun is the one that begins in the year, and may end in the next one; the end of an earlier one is given beside it. " +
      "A time is null where the sun does not rise or set on each day of the year. The horizon is level, at sea level.",
    fields: {
      "geo.latitude": Latitude,
      "geo.longitude": Longitude,
      "calendar.year": Schema.Int.annotate({ description: `Year from ${firstYear} to ${lastYear}.`, examples: [2026] }).check(
        Schema.isBetween({ minimum: firstYear, maximum: lastYear }),
      ),
      "time.zone": Schema.optionalKey(Zone("Zone of the days and of the times; without it, the one at the place.", "Europe/London")),
    },
    output: [
      "geo.latitude",
      "geo.longitude",
      "calendar.year",
      "time.zone",
      "sun.shortest_day",
      "sun.shortest_day_length",
      "sun.shortest_day_sunrise",
      "sun.shortest_day_sunset",
      "sun.shortest_day_noon_altitude",
      "sun.longest_day",
      "sun.longest_day_length",
      "sun.longest_day_sunrise",
      "sun.longest_day_sunset",
      "sun.longest_day_noon_altitude",
      "sun.earliest_sunrise",
      "sun.latest_sunrise",
      "sun.earliest_sunset",
      "sun.latest_sunset",
      "sun.has_polar_night",
      "sun.polar_night_start",
      "sun.polar_night_end",
      "sun.polar_night_days",
      "sun.initial_polar_night_end",
      "sun.has_midnight_sun",
      "sun.midnight_sun_start",
      "sun.midnight_sun_end",
      "sun.midnight_sun_days",
      "sun.initial_midnight_sun_end",
    ],
    pricing: { model: "per_call", price: microUsd(1_500n) },
    freshnessSeconds: 30 * 86_400,
    examples: [
      "When does the polar night start in Tromsø this year?",
      "polar night Vadsø start and end",
      "When does the polar night end in Murmansk in 2028?",
      "From which day on does the sun not rise for weeks in Utqiagvik?",
      "on what date does the midnight sun begin in Bodø in 2027",
      "midnight sun dates Kiruna 2028",
      "from which day to which day is there midnight sun in Alta",
      "how long does the polar night last in Rovaniemi",
      "How many hours of daylight does Helsinki get on the shortest day?",
      "the shortest day in Edinburgh and its hours of daylight",
      "how long is the longest day in Stockholm",
      "daylight hours on the longest day in Anchorage 2027",
      "earliest sunset of the year in Copenhagen",
      "When is the latest sunrise of the year in Dublin?",
      "earliest sunrise of 2027 in Wellington",
      "is the sunset on 12 December 2026 in Paris the earliest of the year",
      "what is the latest time that the sun sets in Madrid over the year",
      "what date is the shortest day in Sydney this year and how much daylight is there",
      "how high is the sun at noon on the shortest day in Oslo",
      "does Tromsø have a polar night in 2027",
    ],
    hints: {
      requestedByName: true,
      vocabulary: "get gets see last lasts",
      keywords: {
        "sun.shortest_day": "shortest",
        "sun.shortest_day_length": "shortest",
        "sun.shortest_day_sunrise": "shortest",
        "sun.shortest_day_sunset": "shortest",
        "sun.shortest_day_noon_altitude": "shortest",
        "sun.longest_day": "longest",
        "sun.longest_day_length": "longest",
        "sun.longest_day_sunrise": "longest",
        "sun.longest_day_sunset": "longest",
        "sun.longest_day_noon_altitude": "longest",
        "sun.earliest_sunrise": "earliest",
        "sun.latest_sunrise": "latest",
        "sun.earliest_sunset": "earliest",
        "sun.latest_sunset": "latest",
        "sun.polar_night_start": "polar night start starts begin begins rise rises",
        "sun.polar_night_end": "polar night end ends rise rises",
        "sun.polar_night_days": "polar",
        "sun.initial_polar_night_end": "polar night end ends",
        "sun.midnight_sun_start": "midnight start starts begin begins",
        "sun.midnight_sun_end": "midnight end ends",
        "sun.midnight_sun_days": "midnight",
        "sun.initial_midnight_sun_end": "midnight end ends",
      },
      defaults: { "calendar.year": "this year" },
      repeated: ["time.zone"],
    },
    run: (input) =>
      Effect.sync(() => {
        const [latitude, longitude, year, zone] = [input["geo.latitude"], input["geo.longitude"], input["calendar.year"], zoneOf(input)]
        const { days, initialEnd, seasonOf } = sunYearAt(engine, latitude, longitude, zone, year)
        const [shortest, longest] = extremeDays(days)
        const [[earliestRise, latestRise], [earliestSet, latestSet]] = [
          extremeTimes(days, "sunrise", zone),
          extremeTimes(days, "sunset", zone),
        ]
        const [night, light] = [seasonOf(downAllDay), seasonOf(upAllDay)]
        const local = timeIn(zone)
        const has = (state: string) => days.some((day) => day.state === state)
        return {
          data: {
            geo: { latitude, longitude },
            calendar: { year },
            time: { zone },
            sun: {
              shortest_day: dateOf(shortest?.day),
              shortest_day_length: lengthText(shortest?.length ?? null),
              shortest_day_sunrise: local(shortest?.sunrise ?? null),
              shortest_day_sunset: local(shortest?.sunset ?? null),
              shortest_day_noon_altitude: shortest === undefined ? null : rounded(shortest.noonAltitude),
              longest_day: dateOf(longest?.day),
              longest_day_length: lengthText(longest?.length ?? null),
              longest_day_sunrise: local(longest?.sunrise ?? null),
              longest_day_sunset: local(longest?.sunset ?? null),
              longest_day_noon_altitude: longest === undefined ? null : rounded(longest.noonAltitude),
              earliest_sunrise: local(earliestRise),
              latest_sunrise: local(latestRise),
              earliest_sunset: local(earliestSet),
              latest_sunset: local(latestSet),
              has_polar_night: has(downAllDay),
              polar_night_start: dateOf(night?.first),
              polar_night_end: dateOf(night?.last),
              polar_night_days: night && night.last - night.first + 1,
              initial_polar_night_end: dateOf(initialEnd(downAllDay)),
              has_midnight_sun: has(upAllDay),
              midnight_sun_start: dateOf(light?.first),
              midnight_sun_end: dateOf(light?.last),
              midnight_sun_days: light && light.last - light.first + 1,
              initial_midnight_sun_end: dateOf(initialEnd(upAllDay)),
            },
          },
          documents: 1,
        }
      }),
  })

const [downAllDay, upAllDay] = ["down_all_day", "up_all_day"]

const dateOf = (day: number | null | undefined): string | null => (day === null || day === undefined ? null : dateOfDay(day))
