import { Effect } from "effect"
import { defineOperation } from "../../../domain/catalogue/defineOperation.ts"
import { microUsd } from "../../../domain/money/Money.ts"
import { countFrom, daysOf } from "./addBusinessDays.ts"
import type { CalendarYear, CalendarYears, Holiday, HolidayType } from "./CalendarYears.ts"
import { dateOfDay, lastYear, weekdayOf, yearOf } from "../days.ts"
import {
  countryAndRegion,
  coversDay,
  firstYearReaching,
  hasType,
  HolidayCountry,
  holidayNotes,
  HolidayRegion,
  HolidayTypes,
  holidayView,
  type PlaceInput,
  substitutesNear,
  unknownRegion,
  weekendAt,
  yearsAt,
} from "./place.ts"
import { placeOf } from "./places.ts"
import { hasTownHolidays, regionsOnHoliday, townsOnHoliday } from "./townHolidays.ts"
import { CalendarDate } from "../inputs.ts"

export const isHoliday = (years: CalendarYears) =>
  defineOperation({
    id: "calendar.is_holiday",
    name: "Is a date a holiday",
    description:
      "Whether a date is a public holiday, a weekend day or a working day in a country or region, which feasts fall on it, the substitute days of a holiday on a weekend, and which holiday and which business day come next.",
    fields: {
      "country.code": HolidayCountry,
      "region.code": HolidayRegion,
      "calendar.date": CalendarDate("The date, from 1970 to 2100.", "2026-12-25"),
      "holiday.types": HolidayTypes,
    },
    native: { "country.code": "country", "region.code": "region" },
    output: [
      "country.code",
      "country.name",
      "region.code",
      "region.name",
      "calendar.date",
      "calendar.weekday",
      "calendar.is_holiday",
      "calendar.is_weekend",
      "calendar.is_business_day",
      "calendar.weekend",
      "calendar.day_kinds",
      "calendar.holidays",
      "calendar.substitutes",
      "calendar.next_holiday",
      "calendar.next_business_day",
      "calendar.notes",
    ],
    pricing: { model: "per_call", price: microUsd(1_000n) },
    freshnessSeconds: 7 * 86_400,
    examples: [
      "which weekend days does Oman have",
      "are offices closed in Spain on 6 December 2026",
      "is 1 May a working day in the Netherlands",
      "next bank holiday in Scotland",
      "is Monday a holiday in Japan",
      "which feast is on 2 June in Italy",
      "Is 25 December 2026 a public holiday in Germany?",
      "Is 2026-04-06 a bank holiday in England?",
      "Is next Friday a holiday in Texas?",
      "Do people work on 14 July in France?",
      "What is the next public holiday in Japan after 2026-05-06?",
      "Is today a public holiday in Italy?",
      "Is 3 October 2026 a day off in Germany?",
      "Is tomorrow a working day in Spain?",
      "Is 1 May 2026 a bank holiday in Austria?",
      "Are banks open on 26 December in England?",
      "Is 2026-08-15 a business day in Poland?",
      "When is the next bank holiday in Scotland?",
      "Next public holiday in Seville",
      "which German states have a public holiday on 6 January",
      "in which cantons of Switzerland is 2 January a holiday",
      "is 6 January off in Augsburg",
      "Christmas 2027 is a Saturday: which days are off instead in Wales",
      "substitute day for Boxing Day 2026 in England",
      "is our Nagoya office shut on 23 November 2026 because of a public holiday",
      "will the warehouse in Lyon be closed for a holiday on 14 July 2027",
      "first business day after Christmas in Scotland",
      "first working day after 1 January 2027 in Spain",
      "first public holiday in Poland from now on",
      "when is the first public holiday after 1 December 2026 in Peru",
      "do staff have 24 December off by law in Poland",
    ],
    hints: {
      vocabulary:
        "off work working free bank falls fall falling weekend saturday sunday shut closed because office offices warehouse stores staff employees people law officially statutory",
      keywords: {
        "calendar.substitutes": "substitute substituted instead lieu observed replacement moved compensated",
        "calendar.is_business_day": "work working business open off",
        "calendar.next_holiday": "next first",
        "calendar.next_business_day": "next first following work working business workday",
      },
      defaults: { "calendar.date": "today" },
    },
    check: unknownRegion,
    run: (input) =>
      Effect.gen(function* () {
        const day = input["calendar.date"]
        const types = input["holiday.types"] ?? ["public"]
        // A public holiday is a day off for schools too.
        const counts = hasType(types.includes("school") ? [...types, "public"] : types)
        const takesOff = isDayOff(counts)
        const calendarYears = yield* yearsAt(years, input, firstYearReaching(day), yearOf(day))
        const next = yield* nextHoliday(years, input, calendarYears, day, counts)
        const soon = yield* yearsAt(years, input, firstYearReaching(day), Math.min(lastYear, yearOf(day + maxDaysToBusinessDay)))
        const today = calendarYears.flatMap((year) => year.entries).filter((entry) => coversDay(entry, day))
        const place = placeOf(input["country.code"], input["region.code"]) ?? input["country.code"]
        const isNational = place === input["country.code"]
        const weekend = weekendAt(input)
        const off = daysOf(soon.flatMap((year) => year.entries).filter(takesOff))
        const nextWorked = countFrom(day, { count: 1, step: 1, off, weekend })
        const isWeekend = weekend.includes(weekdayOf(day))
        const isOnWeekend = isWeekend && today.some(counts)
        return {
          data: {
            ...countryAndRegion(input, calendarYears),
            calendar: {
              date: dateOfDay(day),
              weekday: weekdayOf(day),
              is_holiday: today.some(counts),
              is_weekend: isWeekend,
              is_business_day: !isWeekend && !today.some(takesOff),
              weekend,
              day_kinds: {
                ...kindsOf(today, types),
                has_town_holidays: hasTownHolidays(place),
                towns: yield* townsOnHoliday(years, place, day),
                regions: isNational && !today.some(({ type }) => type === "public") ? yield* regionsOnHoliday(years, place, day) : [],
                days_off: today.filter(takesOff).map(holidayView),
                julian_feasts: julianFeasts(soon, day).map(holidayView),
              },
              holidays: today.map(holidayView),
              substitutes: isOnWeekend ? substitutesNear(soon, [day]).map(holidayView) : [],
              next_holiday: next ? holidayView(next) : null,
              next_business_day: nextWorked === undefined ? null : dateOfDay(nextWorked),
              notes: holidayNotes(calendarYears, today.filter(counts)),
            },
          },
          documents: 1,
        }
      }),
  })

/** A school holiday or an observance closes no office: business days are those without public holidays, or others that were requested. */
const isDayOff =
  (counts: (entry: Holiday) => boolean) =>
  (entry: Holiday): boolean =>
    entry.dayOff && (entry.type === "public" || ((entry.type === "bank" || entry.type === "optional") && counts(entry)))

/** Which kinds of holidays a day is, so that an answer about one kind does not deny another one. */
const kindsOf = (today: ReadonlyArray<Holiday>, types: ReadonlyArray<HolidayType>) => {
  const kinds: ReadonlyArray<HolidayType> = types.filter((type) => type !== "public")
  const isPublic = today.some(({ type }) => type === "public")
  const isSchool = kinds.includes("school")
  const ofKinds = today.filter(({ type }) => kinds.includes(type))
  const others = today.filter(({ type }) => type !== "public" && !kinds.includes(type))
  return {
    is_public_holiday: isPublic,
    public_holidays: today.filter(({ type }) => type === "public").map(holidayView),
    kinds,
    is_school: isSchool,
    of_kinds: ofKinds.map(holidayView),
    // Schools and banks are closed on public holidays, whatever else is listed.
    is_of_kinds: ofKinds.length > 0 || (isPublic && (isSchool || kinds.includes("bank"))),
    other_days: others.map(({ name, type }) => ({ name: `${name} (${type})`, type })),
  }
}

const maxDaysToJulian = 14

/** The feasts on this date of the Julian calendar in a country of Orthodox churches: Christmas is on 7 January in Russia. */
const julianFeasts = (years: ReadonlyArray<CalendarYear>, day: number): ReadonlyArray<Holiday> =>
  years
    .flatMap(({ entries }) => entries)
    .filter((entry) => entry.rule === `julian ${dateOfDay(day).slice(5)}` && entry.day > day && entry.day <= day + maxDaysToJulian)

/** The first holiday that begins after the day, in its year or else in the following one. */
const nextHoliday = (
  years: CalendarYears,
  input: PlaceInput,
  calendarYears: ReadonlyArray<CalendarYear>,
  day: number,
  counts: (entry: Holiday) => boolean,
) => {
  const first = (candidates: ReadonlyArray<CalendarYear>) =>
    candidates.flatMap((year) => year.entries).find((entry) => entry.day > day && counts(entry))
  const next = first(calendarYears)
  if (next || yearOf(day) === lastYear) return Effect.succeed(next)
  return Effect.map(yearsAt(years, input, yearOf(day) + 1, yearOf(day) + 1), first)
}

/** Longer than any run of weekends and holidays. */
const maxDaysToBusinessDay = 31
