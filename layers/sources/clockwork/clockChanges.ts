import { Effect, Schema } from "effect"
import { defineOperation, defineVariant } from "../../../domain/catalogue/defineOperation.ts"
import { microUsd } from "../../../domain/money/Money.ts"
import { dayMs, isoTime } from "../../../domain/time.ts"
import { countryCode, countryName } from "../country.ts"
import { Zone } from "../inputs.ts"
import { localText, nextChange, offsetAt, offsetText } from "./localTime.ts"
import { zoneOfCapital, zonesOfCountry } from "./zones.ts"

const pricing = { model: "per_call", price: microUsd(500n) } as const

/** The changes of a zone's clocks whose local day after the change is in a year. */
const changesIn = (zone: string, year: number) => {
  const changes = []
  const isBefore = (at: number, offset: number) => new Date(at + offset * 1_000).getUTCFullYear() < year
  for (let at = Date.UTC(year, 0, 1) - 2 * dayMs; ;) {
    const change = nextChange(zone, at)
    if (change === null || new Date(change.at + change.offset * 1_000).getUTCFullYear() > year) return changes
    at = change.at
    if (isBefore(change.at, change.offset)) continue
    const before = offsetAt(zone, change.at - 1_000)
    changes.push({
      direction: change.offset > before ? "forward" : "back",
      minutes: Math.abs(change.offset - before) / 60,
      utc: `${isoTime(change.at).slice(0, 19)}Z`,
      local_before: localText(change.at, before),
      local_after: localText(change.at, change.offset),
      utc_offset_before: offsetText(before),
      utc_offset_after: offsetText(change.offset),
    })
  }
}

const Year = Schema.Int.annotate({ description: "Year from 1970 to 2100.", examples: [2027] }).check(
  Schema.isBetween({ minimum: 1970, maximum: 2100 }),
)

const firstOf = (zone: string, year: number, direction: string): string | null =>
  changesIn(zone, year).find((change) => change.direction === direction)?.local_before ?? null

/** When clocks are changed, on clocks that are set back and forward: the same in zones whose clocks change at the same local time. */
const patternOf = (zone: string, year: number): string =>
  ["forward", "back"].map((direction) => firstOf(zone, year, direction)?.slice(0, 16) ?? "not").join(" ")

/** The zones of a country by their changes: the zone of the capital and the zones that change with it first, then most zones first. */
const zonesByPattern = (country: string, year: number): ReadonlyArray<ReadonlyArray<string>> => {
  const ofCapital = zoneOfCapital(country)
  const rank = (zones: ReadonlyArray<string>) => (ofCapital !== undefined && zones.includes(ofCapital) ? Infinity : zones.length)
  return [...Map.groupBy(zonesOfCountry(country), (zone) => patternOf(zone, year)).values()]
    .map((zones) => zones.toSorted((a, b) => Number(b === ofCapital) - Number(a === ofCapital)))
    .toSorted((a, b) => rank(b) - rank(a))
}

const changesOf = (zone: string, year: number, elsewhere: ReadonlyArray<ReadonlyArray<string>>, country: string | null = null) =>
  Effect.sync(() => {
    const changes = changesIn(zone, year)
    return {
      data: {
        country: { code: country, name: country === null ? null : countryName(country) },
        time: {
          zone,
          change_count: changes.length,
          clocks_forward: firstOf(zone, year, "forward"),
          clocks_back: firstOf(zone, year, "back"),
          changes,
          unchanged_zones: elsewhere.filter(([first]) => first !== undefined && changesIn(first, year).length === 0).flat(),
          other_zones: elsewhere.filter(([first]) => first !== undefined && changesIn(first, year).length > 0).flat(),
        },
        calendar: { year },
      },
      documents: 1,
    }
  })

export const clockChanges = defineOperation({
  id: "time.clock_changes",
  name: "List daylight saving changes",
  description:
    "When the clocks of a time zone are changed in a year, for daylight saving time or for good: the instants, forward or back, and the offsets before and after. " +
    "Of a country with several zones it is the change of the capital's, or of most of them if none is named after the capital, with the zones whose clocks are not changed, or at another time. " +
    "Future years follow the rules that are law today. Some zones have no change, and that is the answer.",
  fields: {
    "time.zone": Zone("Whose clocks are meant.", "Europe/London"),
    "calendar.year": Year,
  },
  output: [
    "country.code",
    "country.name",
    "time.zone",
    "time.change_count",
    "time.clocks_forward",
    "time.clocks_back",
    "time.changes",
    "time.unchanged_zones",
    "time.other_zones",
    "calendar.year",
  ],
  pricing,
  freshnessSeconds: 7 * 86_400,
  examples: [
    "does Chile still change its clocks twice a year",
    "on which Sunday does daylight saving end in Spain",
    "When do the clocks change in France in 2027?",
    "when does Denver put the clocks forward in 2028",
    "When does summer time start in Greece in 2027",
    "are clocks changed in Iceland",
    "does Japan change its clocks",
    "date of the clock change in Sydney in 2027",
    "When does daylight saving time start in New York in 2027?",
    "when does daylight saving end in Poland in 2026",
    "which day do clocks go back in Ireland in 2029",
    "Does Brasília have daylight saving time this year?",
    "on what date does DST begin in Chile in 2027",
    "clock changes Lisbon 2030",
    "Arizona daylight savings yes or no",
    "does Kenya have DST",
    "do they do daylight saving in Turkey",
    "is DST used in Brazil",
    "daylight saving in Queensland, yes or no",
    "does Saskatchewan change to summer time",
    "When does summer time start in Romania in 2028?",
    "when does winter time begin in Finland",
    "British Summer Time begins on which date in 2028",
    "when does CEST end in 2027",
    "EDT starts when in 2028",
  ],
  hints: {
    vocabulary:
      "switch switches switched summer winter spring autumn fall put set turned turn finish finishes abolish abolished scrap scrapped drop dropped observe observes twice",
    keywords: {
      "time.changes": "change changes changed daylight saving dst",
      "time.clocks_forward": "forward",
      "time.clocks_back": "back",
    },
    defaults: { "calendar.year": "this year" },
    repeated: ["country.code", "country.name", "time.zone"],
  },
  run: (input) => changesOf(input["time.zone"], input["calendar.year"], []),
  variants: [
    defineVariant({
      fields: {
        "country.code": countryCode(
          (code): code is string => zonesOfCountry(code).length > 0,
          "ISO 3166-1 alpha-2 code of the country whose clocks are meant.",
          "US",
        ),
        "calendar.year": Year,
      },
      pricing,
      run: ({ "calendar.year": year, "country.code": country }) => {
        const [most = [], ...elsewhere] = zonesByPattern(country, year)
        return changesOf(most[0]!, year, elsewhere, country)
      },
    }),
  ],
})
