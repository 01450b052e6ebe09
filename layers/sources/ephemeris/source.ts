import { Body, Equator, Horizon, Observer, SearchAltitude, SearchHourAngle, SearchRiseSet, Seasons } from "astronomy-engine"
import { Effect, Schema } from "effect"
import { type SunEngine, sunGroup, sunTimes, type Twilight } from "../almanac/sunTimes.ts"
import { defineOperation } from "../../../domain/catalogue/defineOperation.ts"
import { microUsd } from "../../../domain/money/Money.ts"
import { timeIn } from "../clockwork/localTime.ts"
import { Zone } from "../inputs.ts"
import type { Source } from "../../../domain/catalogue/Source.ts"
import { logo } from "../logo.ts"
import { nextEclipses } from "./nextEclipses.ts"
import { nextEclipse } from "./nextEclipse.ts"

const halfDay = 43_200_000

/** The sun's day by searching a numerical ephemeris for each event, in a few milliseconds. */
export const ephemerisSun: SunEngine = (near, latitude, longitude) => {
  const observer = new Observer(latitude, longitude, 0)
  const transit = SearchHourAngle(Body.Sun, observer, 0, new Date(near - halfDay), 1)
  const noon = transit.time.date.getTime()
  const [morning, afternoon] = [new Date(noon - halfDay), new Date(noon)]
  const twilight = (altitude: number): Twilight => ({
    dawn: instant(SearchAltitude(Body.Sun, observer, 1, morning, 0.5, altitude)),
    dusk: instant(SearchAltitude(Body.Sun, observer, -1, afternoon, 0.5, altitude)),
  })
  const place = Equator(Body.Sun, transit.time, observer, true, true)
  return {
    noon,
    noonAltitude: Horizon(transit.time, observer, place.ra, place.dec, "normal").altitude,
    sunrise: instant(SearchRiseSet(Body.Sun, observer, 1, morning, 0.5)),
    sunset: instant(SearchRiseSet(Body.Sun, observer, -1, afternoon, 0.5)),
    civil: twilight(-6),
    nautical: twilight(-12),
    astronomical: twilight(-18),
  }
}

const instant = (time: { readonly date: Date } | null): number | null => time?.date.getTime() ?? null

export const seasons = defineOperation({
  id: "sky.seasons",
  name: "Equinoxes and solstices",
  description:
    "The instants of the two equinoxes and two solstices of a year: when the astronomical seasons begin, in the order of the calendar. In the southern " +
    "hemisphere the seasons are opposite. Correct to a minute.",
  fields: {
    "calendar.year": Schema.Int.annotate({ description: "Year from 1970 to 2100.", examples: [2026] }).check(
      Schema.isBetween({ minimum: 1970, maximum: 2100 }),
    ),
    "time.zone": Schema.optionalKey(Zone("Zone of the times; without it, UTC.", "Europe/London")),
  },
  output: [
    "calendar.year",
    "time.zone",
    "season.march_equinox",
    "season.june_solstice",
    "season.september_equinox",
    "season.december_solstice",
  ],
  pricing: { model: "per_call", price: microUsd(2_000n) },
  freshnessSeconds: 30 * 86_400,
  examples: [
    "first day of summer 2027 (astronomical)",
    "longest day of 2026",
    "december solstice 2029 UTC",
    "when is the next vernal equinox",
    "When is the winter solstice in 2026?",
    "When does spring begin in 2027 in Europe/Berlin?",
    "Date and time of the autumn equinox 2026",
    "When are the equinoxes and solstices of 2030?",
    "What is the longest day of the year 2026?",
    "When does summer start this year?",
    "When does spring begin?",
    "First day of winter 2028",
    "What is the shortest day of the year?",
    "Date of the vernal equinox 2029",
  ],
  hints: {
    keywords: {
      "season.march_equinox": "spring vernal march",
      "season.june_solstice": "summer june longest midsummer",
      "season.september_equinox": "autumn fall september autumnal",
      "season.december_solstice": "winter december shortest",
    },
    defaults: { "calendar.year": "this year" },
    repeated: ["time.zone"],
  },
  run: (input) =>
    Effect.sync(() => {
      const [year, zone] = [input["calendar.year"], input["time.zone"] ?? "Etc/UTC"]
      const seasons = Seasons(year)
      const local = timeIn(zone)
      return {
        data: {
          calendar: { year },
          time: { zone },
          season: {
            march_equinox: local(seasons.mar_equinox.date.getTime()),
            june_solstice: local(seasons.jun_solstice.date.getTime()),
            september_equinox: local(seasons.sep_equinox.date.getTime()),
            december_solstice: local(seasons.dec_solstice.date.getTime()),
          },
        },
        documents: 1,
      }
    }),
})

export const ephemeris: Source = {
  id: "ephemeris",
  name: "Ephemeris",
  provider: "Farthing",
  description:
    "Sunrise and sunset to the second, eclipses of sun and moon as a place sees them or anywhere, equinoxes and solstices, from 1970 to 2100. Computed in the gateway from a full ephemeris.",
  category: "astronomy",
  tags: ["eclipse", "equinox", "seasons", "solstice", "sunrise", "sunset", "twilight"],
  sectors: ["education", "energy", "research", "travel"],
  capabilities: ["calculate", "forecast"],
  jurisdiction: "worldwide",
  attribution:
    "Astronomy Engine by Don Cross (MIT), after VSOP87 and NOVAS C 3.1; time zones from the IANA database and from @photostructure/tz-lookup (CC0), " +
    "made from OpenStreetMap data, © OpenStreetMap contributors, ODbL.",
  sourceUrl: "https://github.com/cosinekitty/astronomy",
  logoUrl: logo("EP", "#22305f"),
  group: sunGroup,
  operations: [
    sunTimes(ephemerisSun, {
      accuracy: "Events are found to the second; real air bends light differently by some seconds, and by minutes near the poles.",
      price: microUsd(2_000n),
    }),
    nextEclipse,
    nextEclipses,
    seasons,
  ],
}
