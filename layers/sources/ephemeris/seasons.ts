import { Seasons } from "astronomy-engine"
import { Effect, Schema } from "effect"
import { defineOperation } from "../../../domain/catalogue/defineOperation.ts"
import { microUsd } from "../../../domain/money/Money.ts"
import { countries } from "../atlas/countries.ts"
import { countryCode, countryName } from "../country.ts"
import { offsetAt, timeIn } from "../clockwork/localTime.ts"
import { zonesOfCountry } from "../clockwork/zones.ts"
import { Zone } from "../inputs.ts"
import { southernZones } from "./hemispheres.ts"

/** The zone of a country whose clocks all show the same time at these instants: Germany has two zones, Australia several times. */
const sharedZone = ([first, ...others]: ReadonlyArray<string>, instants: ReadonlyArray<number>): string | undefined =>
  first !== undefined && others.every((zone) => instants.every((at) => offsetAt(zone, at) === offsetAt(first, at))) ? first : undefined

export const seasons = defineOperation({
  id: "sky.seasons",
  name: "Equinoxes and solstices",
  description:
    "The instants of the two equinoxes and two solstices of a year: when spring, summer, autumn and winter begin in the hemisphere of the country or of the time zone; " +
    "without both, in the northern one. Correct to a minute.",
  fields: {
    "calendar.year": Schema.Int.annotate({ description: "Year from 1970 to 2100.", examples: [2026] }).check(
      Schema.isBetween({ minimum: 1970, maximum: 2100 }),
    ),
    "country.code": Schema.optionalKey(
      countryCode(
        (code): code is string => countries.has(code),
        "ISO 3166-1 alpha-2 code of the country whose seasons are meant; and whose time is given if it has only one.",
        "NZ",
      ),
    ),
    "season.hemisphere": Schema.optionalKey(
      Schema.Literals(["northern", "southern"]).annotate({
        description: "Whose seasons are meant, northern or southern; without it, that of the country or of the zone.",
        examples: ["southern"],
      }),
    ),
    "time.zone": Schema.optionalKey(Zone("Zone of the times; without it, UTC.", "Europe/London")),
  },
  output: [
    "calendar.year",
    "country.code",
    "country.name",
    "time.zone",
    "season.march_equinox",
    "season.june_solstice",
    "season.september_equinox",
    "season.december_solstice",
    "season.hemisphere",
    "season.longest_day",
    "season.shortest_day",
    "season.spring",
    "season.summer",
    "season.autumn",
    "season.winter",
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
    "Start of astronomical autumn in Australia next year?",
    "when does summer begin in New Zealand in 2027",
    "beginning of spring 2028 in South Africa",
    "start of winter 2027 in the southern hemisphere",
    "longest day of 2027 in Argentina",
    "What is the shortest day of the year?",
    "Date of the vernal equinox 2029",
    "spring equinox 2027 German local time",
    "When is the winter solstice 2026 in New York time?",
    "at what moment is the summer solstice this year",
    "exact time of the spring equinox 2028",
  ],
  hints: {
    vocabulary: "local start starts begin begins starting astronomical moment exact exactly instant precise date dates time day four",
    keywords: {
      "season.march_equinox": "vernal march",
      "season.june_solstice": "june midsummer",
      "season.september_equinox": "september autumnal",
      "season.december_solstice": "december",
      "season.longest_day": "longest",
      "season.shortest_day": "shortest",
      "season.spring": "spring",
      "season.summer": "summer",
      "season.autumn": "autumn fall",
      "season.winter": "winter",
    },
    defaults: { "calendar.year": "this year" },
    repeated: ["time.zone", "country.code", "country.name"],
  },
  run: (input) =>
    Effect.sync(() => {
      const [year, country] = [input["calendar.year"], input["country.code"]]
      const { dec_solstice, jun_solstice, mar_equinox, sep_equinox } = Seasons(year)
      const instants = [mar_equinox, jun_solstice, sep_equinox, dec_solstice].map(({ date }) => date.getTime())
      const zone = input["time.zone"] ?? sharedZone(country === undefined ? [] : zonesOfCountry(country), instants) ?? "Etc/UTC"
      const local = timeIn(zone)
      const [march = null, june = null, september = null, december = null] = instants.map(local)
      const ofPlace = country === undefined ? southernZones().has(zone) : (countries.get(country)?.latitude ?? 0) < 0
      const isSouthern = input["season.hemisphere"] === undefined ? ofPlace : input["season.hemisphere"] === "southern"
      const [spring, summer, autumn, winter] = isSouthern ? [september, december, march, june] : [march, june, september, december]
      return {
        data: {
          calendar: { year },
          country: { code: country ?? null, name: country === undefined ? null : countryName(country) },
          time: { zone },
          season: {
            march_equinox: march,
            june_solstice: june,
            september_equinox: september,
            december_solstice: december,
            hemisphere: isSouthern ? "southern" : "northern",
            longest_day: isSouthern ? december : june,
            shortest_day: isSouthern ? june : december,
            spring,
            summer,
            autumn,
            winter,
          },
        },
        documents: 1,
      }
    }),
})
