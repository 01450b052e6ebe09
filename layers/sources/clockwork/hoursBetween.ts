import { Effect, Schema } from "effect"
import { defineOperation } from "../../../domain/catalogue/defineOperation.ts"
import { microUsd } from "../../../domain/money/Money.ts"
import { dayMs } from "../../../domain/time.ts"
import { DateTime, dateTimeText } from "../inputs.ts"
import { Duration, minutesOf } from "./duration.ts"
import { hoursText } from "./timeDifference.ts"

/** An end that is earlier on the same day is one of the next day: the night shift from 22:45 to 06:15. */
const endAfter = (start: number, end: number): number =>
  end < start && Math.floor(end / dayMs) === Math.floor(start / dayMs) ? end + dayMs : end

const minutesBetween = (start: number, end: number): number => (endAfter(start, end) - start) / 60_000

/** Minutes; `less 45 min` counts like `a break of 45 min`. */
const breakOf = ({ "time.break": pause }: { readonly "time.break"?: string }): number =>
  pause === undefined ? 0 : Math.abs(minutesOf(pause))

const inHours = (minutes: number): number => Math.round((minutes / 60) * 100) / 100

export const hoursBetween = defineOperation({
  id: "time.hours_between",
  name: "Hours between two clock times",
  description:
    "How many hours and minutes lie between two clock times of one place, such as the start and the end of a shift. An earlier end is one of the next day. A break that is sent is taken off. Changes of the clocks are not counted.",
  fields: {
    "time.start": DateTime,
    "time.end": DateTime,
    "time.break": Schema.optionalKey(Duration("Break that is taken off, as an ISO 8601 duration.", "PT45M")),
  },
  slots: { "time.start": "time.date_time", "time.end": "time.date_time", "time.break": "time.duration" },
  output: [
    "time.start",
    "time.end",
    "time.elapsed",
    "time.elapsed_minutes",
    "time.elapsed_hours",
    "time.worked",
    "time.worked_hours",
    "time.break_length",
  ],
  pricing: { model: "per_call", price: microUsd(500n) },
  freshnessSeconds: 30 * 86_400,
  examples: [
    "night shift 22:45 until 06:15, how many hours is that without break",
    "how long is it from 9:10 to 17:40",
    "hours worked between 07:30 and 16:15",
    "how many hours and minutes from 8:20 to 13:05",
    "opening hours 9:30 am to 6 pm, how many hours",
    "clocked in 06:45, clocked out 15:20: hours and minutes",
    "meeting 14:15-15:50, duration",
    "decimal hours between 08:10 and 16:55",
    "worked 21:30 to 05:45 with a 30 minute break, how many hours are paid",
    "shift 8:00-16:30 less 45 min lunch, hours worked",
  ],
  hints: {
    requestedByName: true,
    vocabulary:
      "apart shift night day work worked opening clocked decimal meeting total break lunch pause unpaid pay paid less minus without",
    keywords: {
      "time.elapsed": "duration elapsed hours hrs long between",
      "time.elapsed_minutes": "minutes",
    },
  },
  check: (input) => {
    const minutes = minutesBetween(input["time.start"], input["time.end"])
    if (minutes < 0) return { field: "time.end", reason: "it is before time.start. Send both days." }
    return breakOf(input) > minutes ? { field: "time.break", reason: "it is longer than the time between the two." } : undefined
  },
  run: (input) =>
    Effect.sync(() => {
      const start = input["time.start"]
      const end = endAfter(start, input["time.end"])
      const minutes = minutesBetween(start, end)
      const pause = breakOf(input)
      return {
        data: {
          time: {
            start: dateTimeText(start),
            end: dateTimeText(end),
            elapsed: hoursText(minutes),
            elapsed_minutes: minutes,
            elapsed_hours: inHours(minutes),
            worked: pause === 0 ? null : hoursText(minutes - pause),
            worked_hours: pause === 0 ? null : inHours(minutes - pause),
            break_length: pause === 0 ? null : hoursText(pause),
          },
        },
        documents: 1,
      }
    }),
})
