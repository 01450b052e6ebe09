import { Effect, Schema } from "effect"
import { defineOperation } from "../../../domain/catalogue/defineOperation.ts"
import { microUsd } from "../../../domain/money/Money.ts"
import type { CalendarYears } from "./CalendarYears.ts"
import { firstYear, lastYear } from "../days.ts"
import {
  countryAndRegion,
  hasType,
  HolidayCountry,
  holidayNotes,
  HolidayRegion,
  HolidayTypes,
  holidayView,
  unknownRegion,
  yearsAt,
} from "./place.ts"
import type { Source } from "../../../domain/catalogue/Source.ts"
import { gaps } from "./gaps.ts"
import { logo } from "../logo.ts"
import { addBusinessDays } from "./addBusinessDays.ts"
import { addDays } from "./addDays.ts"
import { countWeekdays } from "./countWeekdays.ts"
import { businessDays } from "./businessDays.ts"
import { calendarWeek } from "./calendarWeek.ts"
import { calendarYear } from "./calendarYear.ts"
import { dateFacts, daysBetween } from "./dateFacts.ts"
import { feastDate } from "./feastDate.ts"
import { holidayDates } from "./holidayDates.ts"
import { holidaysBetween } from "./holidaysBetween.ts"
import { dateOfHijri, hijriOfDate } from "./hijriDates.ts"
import { longWeekends } from "./longWeekends.ts"
import { isHoliday } from "./isHoliday.ts"
import { namedHoliday } from "./namedHoliday.ts"
import { coveredCountries } from "./places.ts"
import { countHolidays, substituteDays } from "./substituteDays.ts"

export const publicHolidays = (years: CalendarYears) =>
  defineOperation({
    id: "calendar.public_holidays",
    name: "List public holidays",
    description:
      "The holidays of a country, or of one of its regions, in a year: movable feasts computed, with English and local names. Substitute days are listed; a holiday and its substitute day count once.",
    fields: {
      "country.code": HolidayCountry,
      "region.code": HolidayRegion,
      "calendar.year": Schema.Int.annotate({ description: `Year from ${firstYear} to ${lastYear}.`, examples: [2026] }).check(
        Schema.isBetween({ minimum: firstYear, maximum: lastYear }),
      ),
      "holiday.types": HolidayTypes,
    },
    native: { "country.code": "country", "region.code": "region" },
    output: [
      "country.code",
      "country.name",
      "region.code",
      "region.name",
      "calendar.year",
      "calendar.holiday_count",
      "calendar.holidays",
      "calendar.uncounted_substitutes",
      "calendar.notes",
    ],
    pricing: { model: "per_call", price: microUsd(2_000n) },
    freshnessSeconds: 7 * 86_400,
    examples: [
      "days off in Ireland 2027",
      "list bank holidays Northern Ireland 2026",
      "national holidays of Oman in 2026",
      "Which public holidays does Germany have in 2026?",
      "List the bank holidays of Scotland in 2025",
      "Public holidays in Bavaria next year",
      "What are the national holidays of Japan in 2026?",
      "What are the bank holidays in England this year?",
      "How many public holidays does Austria have in 2026?",
      "When are the public holidays in Kenya in 2027?",
      "List the public holidays in Portugal",
    ],
    hints: {
      vocabulary: "off closed free list calendar statutory",
      keywords: { "calendar.holiday_count": "many number count", "calendar.holidays": "holidays hols" },
      measures: { "calendar.holiday_count": { name: "number of holidays", unit: "", adjectives: "small large few many" } },
      defaults: { "calendar.year": "this year" },
    },
    check: unknownRegion,
    run: (input) =>
      Effect.gen(function* () {
        const year = input["calendar.year"]
        const calendarYears = yield* yearsAt(years, input, year, year)
        const holidays = calendarYears.flatMap(({ entries }) => entries).filter(hasType(input["holiday.types"]))
        const { count, uncounted } = countHolidays(holidays, yield* substituteDays(years, input, holidays))
        return {
          data: {
            ...countryAndRegion(input, calendarYears),
            calendar: {
              year,
              holiday_count: count,
              holidays: holidays.map(holidayView),
              uncounted_substitutes: uncounted.map(holidayView),
              notes: holidayNotes(calendarYears, holidays),
            },
          },
          documents: 1,
        }
      }),
  })

export const holidays = (years: CalendarYears): Source => ({
  id: "holidays",
  name: "Holidays",
  provider: "Farthing",
  description: `Public holidays, holiday checks, business days and weekdays of ${coveredCountries.length} countries and many of their regions, 1970 to 2100, movable feasts and substitute days included. What the law was decades ago, or will be, is only partly known.`,
  category: "calendar",
  tags: ["bank holidays", "business days", "calendar", "dates", "easter", "public holidays", "working days"],
  sectors: ["finance", "human resources", "logistics"],
  capabilities: ["calculate", "list", "lookup"],
  jurisdiction: "worldwide",
  attribution:
    "date-holidays (ISC), whose holiday data is CC BY-SA 3.0 and relies on Wikipedia articles, named in its licence; " +
    "corrected by Farthing for AE, CA, CN, CY, DE, GR, KR and US. Weekends and country names from Unicode CLDR, the Umm al-Qura calendar from ICU.",
  sourceUrl: "https://github.com/commenthol/date-holidays",
  logoUrl: logo("HD", "#a63d2f"),
  gaps,
  operations: [
    publicHolidays(years),
    isHoliday(years),
    namedHoliday(years),
    feastDate(years),
    holidayDates(years),
    holidaysBetween(years),
    longWeekends(years),
    businessDays(years),
    addBusinessDays(years),
    dateFacts,
    calendarWeek,
    calendarYear,
    daysBetween,
    addDays,
    countWeekdays,
    hijriOfDate,
    dateOfHijri,
  ],
})
