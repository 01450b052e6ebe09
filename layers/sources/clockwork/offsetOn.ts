import { Effect } from "effect"
import { defineOperation, defineVariant } from "../../../domain/catalogue/defineOperation.ts"
import { microUsd } from "../../../domain/money/Money.ts"
import { dayMs } from "../../../domain/time.ts"
import { CalendarDate, CalendarMonth, endOfMonth, Latitude, Longitude, Zone } from "../inputs.ts"
import { dateOfDay } from "../days.ts"
import { changeAfter, clockAt, instantsOf, noonOf } from "./localTime.ts"
import { zoneAt } from "./zones.ts"

const pricing = { model: "per_call", price: microUsd(500n) } as const

const Day = CalendarDate("The day, from 1970 to 2100.", "2027-02-15")

const Month = CalendarMonth("The month, YYYY-MM, whose first day counts; a change of the clocks in it is stated.", "2027-01")

/** The change of the clocks after an instant that lies before another one. */
const changeBetween = (zone: string, from: number, until: number) => {
  const change = changeAfter(zone, from - 1_000)
  return change !== null && Date.parse(change.utc) < until ? change : null
}

const offsetOf = (zone: string, day: number, endOfPeriod?: number) =>
  Effect.sync(() => {
    const noon = noonOf(zone, day) ?? day * dayMs + dayMs / 2
    const { abbreviation, daylight_saving, utc_offset, utc_offset_minutes, zone_name } = clockAt(zone, noon)
    const [midnight = noon - dayMs / 2] = instantsOf(zone, day * dayMs)
    return {
      data: {
        date: { day: dateOfDay(day) },
        time: {
          zone,
          zone_name,
          abbreviation,
          utc_offset,
          utc_offset_minutes,
          daylight_saving,
          change_that_day: changeBetween(zone, midnight, midnight + dayMs),
          change_that_month: endOfPeriod === undefined ? null : changeBetween(zone, midnight, midnight + (endOfPeriod - day) * dayMs),
        },
      },
      documents: 1,
    }
  })

export const offsetOn = defineOperation({
  id: "time.offset",
  name: "Offset from UTC on a date",
  description:
    "How far the clocks of a time zone, or at a latitude and longitude, are from UTC at noon of a day, or in a month, whether daylight saving time applies then, and the change of the clocks " +
    "on that day if there is one. Future days follow the rules that are law today.",
  fields: { "time.zone": Zone("Whose clocks are meant.", "Africa/Casablanca"), "date.day": Day },
  output: [
    "date.day",
    "time.zone",
    "time.zone_name",
    "time.abbreviation",
    "time.utc_offset",
    "time.utc_offset_minutes",
    "time.daylight_saving",
    "time.change_that_day",
    "time.change_that_month",
  ],
  pricing,
  freshnessSeconds: 7 * 86_400,
  examples: [
    "What is the UTC offset of Casablanca on 15 February 2027?",
    "utc offset in Nuuk on 1 July 2027",
    "is Sydney on summer time on 3 March 2027",
    "is it daylight saving time in Chicago on 12 March 2027",
    "offset from UTC of Lisbon on 10 January 2027",
    "how many hours is Adelaide ahead of UTC on 1 June 2027",
    "summer or winter time in Paris on 28 March 2027",
    "which offset has Europe/Berlin on 2027-10-31",
    "does DST apply in Santiago on 5 April 2027",
    "utc offset of Nuuk in winter",
    "which UTC offset has Santiago in July 2027",
    "is Madrid on summer time in October",
    "GMT offset at 31.63, -8.0 on 20 February 2027",
  ],
  hints: {
    vocabulary: "difference gmt",
    keywords: {
      "time.utc_offset": "offset gmt utc ahead behind",
      "time.daylight_saving": "summer winter dst daylight saving",
    },
    repeated: ["time.zone"],
  },
  run: (input) => offsetOf(input["time.zone"], input["date.day"]),
  variants: [
    defineVariant({
      fields: { "geo.latitude": Latitude, "geo.longitude": Longitude, "date.day": Day },
      pricing,
      run: (input) => offsetOf(zoneAt(input["geo.latitude"], input["geo.longitude"]), input["date.day"]),
    }),
    defineVariant({
      fields: { "time.zone": Zone("Whose clocks are meant.", "Africa/Casablanca"), "calendar.month": Month },
      pricing,
      run: ({ "calendar.month": month, "time.zone": zone }) => offsetOf(zone, month, endOfMonth(month)),
    }),
    defineVariant({
      fields: { "geo.latitude": Latitude, "geo.longitude": Longitude, "calendar.month": Month },
      pricing,
      run: (input) =>
        offsetOf(zoneAt(input["geo.latitude"], input["geo.longitude"]), input["calendar.month"], endOfMonth(input["calendar.month"])),
    }),
  ],
})
