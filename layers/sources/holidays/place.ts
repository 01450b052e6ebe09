import { Effect, Schema, SchemaTransformation } from "effect"
import { type InputProblem, SourceFailure } from "../../../domain/catalogue/Source.ts"
import { listNames } from "../../../domain/sanitize.ts"
import { countryCode, countryName } from "../country.ts"
import { type CalendarYear, type CalendarYears, type Holiday, HolidayType } from "./CalendarYears.ts"
import { coveredCountries, isCovered, placeOf, regionsOf } from "./places.ts"
import { dateOfDay, firstYear, type Weekday, weekdayOf, weekendOf, yearOf } from "../days.ts"

export const HolidayCountry = countryCode(isCovered, `ISO 3166-1 alpha-2 code of the country, one of ${coveredCountries.length}.`, "DE")

export const HolidayRegion = Schema.optionalKey(
  Schema.String.annotate({
    description:
      "ISO 3166-2 code of a region with holidays of its own, with or without the country. Without one, only national holidays count.",
    examples: ["DE-BY"],
  })
    .check(Schema.isPattern(/^[A-Za-z0-9]{1,10}(-[A-Za-z0-9]{1,10}){0,2}$/u, { expected: "an ISO 3166-2 code" }))
    .pipe(Schema.decodeTo(Schema.String, SchemaTransformation.toUpperCase())),
)

export const HolidayTypes = Schema.optionalKey(
  Schema.Array(HolidayType)
    .annotate({
      description:
        "Kinds of holidays that count: public (a day off by law, the default), bank (banks are closed: the public ones and days of theirs alone), school, optional, observance (no day off).",
      examples: [["public"]],
    })
    .check(Schema.isBetweenLength(1, 5)),
)

/** Country and region are kept together, because a region has a meaning only in its country. */
export interface PlaceInput {
  readonly "country.code": string
  readonly "region.code"?: string
}

export const unknownRegion = (input: PlaceInput): InputProblem | undefined => {
  const country = input["country.code"]
  if (placeOf(country, input["region.code"]) !== undefined) return undefined
  const regions = regionsOf(country)
  const hint =
    regions.length === 0 ? "it has no regions with holidays of their own; leave region.code out" : `its regions are ${listNames(regions)}`
  return { field: "region.code", reason: `${country} has no region ${input["region.code"]}; ${hint}.` }
}

/** The calendar years of the requested place, in order. */
export const yearsAt = (years: CalendarYears, input: PlaceInput, from: number, to: number) =>
  Effect.suspend((): Effect.Effect<ReadonlyArray<CalendarYear>, SourceFailure> => {
    const place = placeOf(input["country.code"], input["region.code"])
    if (place === undefined) return new SourceFailure({ code: "source_error", message: "There is no such region." })
    return Effect.forEach(
      Array.from({ length: to - from + 1 }, (_, index) => from + index),
      (year) => years(place, year),
    )
  })

/** A feast of several days can begin in the year before (Hanukkah): none is longer than two weeks. */
export const firstYearReaching = (day: number): number => Math.max(firstYear, yearOf(day - 14))

export const countryAndRegion = (input: PlaceInput, [year]: ReadonlyArray<CalendarYear>) => {
  const country = input["country.code"]
  const place = placeOf(country, input["region.code"])
  return {
    country: { code: country, name: countryName(country) },
    region: { code: place === undefined || place === country ? null : place, name: year?.regionName ?? null },
  }
}

/** A holiday as the answers show it. Dates are civil days of the place; `end_date` is its last day. */
export const holidayView = (entry: Holiday) => ({
  date: dateOfDay(entry.day),
  end_date: dateOfDay(entry.day + entry.days - 1),
  days: entry.days,
  weekday: weekdayOf(entry.day),
  name: entry.name,
  local_name: entry.localName,
  type: entry.type,
  substitute: entry.substitute,
  starts_at: entry.startsAt,
  begins_at_sunset: entry.sunset,
  day_off: entry.dayOff,
  note: entry.note,
  not_in: entry.notIn,
})

/** The days that are the weekend in the requested country or region. */
export const weekendAt = (input: PlaceInput): ReadonlyArray<Weekday> =>
  weekendOf(placeOf(input["country.code"], input["region.code"]) ?? input["country.code"])

export const coversDay = (entry: Holiday, day: number): boolean => day >= entry.day && day < entry.day + entry.days
/** Banks are closed on public holidays too: the bank holidays of England are public holidays of the data. */
export const hasType = (types: ReadonlyArray<HolidayType> = ["public"]) => {
  const counted: ReadonlySet<HolidayType> = new Set(types.includes("bank") ? [...types, "public"] : types)
  return (entry: Holiday): boolean => counted.has(entry.type)
}

/** A holiday on a Saturday has its substitute on the Friday before or up to the Tuesday after: 28 December for 26 December, a Sunday. */
export const maxDaysToSubstitute = 4

/** The days that are off in place of holidays, near one of these days. */
export const substitutesNear = (years: ReadonlyArray<CalendarYear>, days: ReadonlyArray<number>): ReadonlyArray<Holiday> =>
  years
    .flatMap(({ entries }) => entries)
    .filter((entry) => isSubstitute(entry) && days.some((day) => entry.day !== day && Math.abs(entry.day - day) <= maxDaysToSubstitute))

const isSubstitute = ({ rule, substitute, type }: Holiday): boolean => type === "public" && (substitute || rule.startsWith("substitutes "))

/** The gaps of the data in these years, and the regions in which a shown holiday is not one. */
export const holidayNotes = (years: ReadonlyArray<CalendarYear>, shown: ReadonlyArray<Holiday>): ReadonlyArray<string> => [
  ...new Set([
    ...years.flatMap((year) => year.notes),
    ...shown.filter(({ notIn }) => notIn.length > 0).map(({ name, notIn }) => `${name} is not a public holiday in ${joinNames(notIn)}.`),
  ]),
]

const joinNames = (names: ReadonlyArray<string>): string =>
  names.length < 2 ? names.join("") : `${names.slice(0, -1).join(", ")} and ${names.at(-1)}`
