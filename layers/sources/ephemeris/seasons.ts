import { Seasons } from "astronomy-engine"
import { Effect, Schema } from "effect"
import { defineOperation } from "../../../domain/catalogue/defineOperation.ts"
import { microUsd } from "../../../domain/Money.ts"
import { timeIn } from "../clockwork/localTime.ts"
import { Zone } from "../clockwork/inputs.ts"

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
    asked: {
      "season.march_equinox": "spring vernal march",
      "season.june_solstice": "summer june longest midsummer",
      "season.september_equinox": "autumn fall september autumnal",
      "season.december_solstice": "winter december shortest",
    },
    assumed: { "calendar.year": "this year" },
  },
  run: (input) =>
    Effect.sync(() => {
      const [year, zone] = [input["calendar.year"], input["time.zone"] ?? "Etc/UTC"]
      const found = Seasons(year)
      const local = timeIn(zone)
      return {
        data: {
          calendar: { year },
          time: { zone },
          season: {
            march_equinox: local(found.mar_equinox.date.getTime()),
            june_solstice: local(found.jun_solstice.date.getTime()),
            september_equinox: local(found.sep_equinox.date.getTime()),
            december_solstice: local(found.dec_solstice.date.getTime()),
          },
        },
        documents: 1,
      }
    }),
})
