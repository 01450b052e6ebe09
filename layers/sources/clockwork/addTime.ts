import { Effect, Schema } from "effect"
import { defineOperation } from "../../../domain/catalogue/defineOperation.ts"
import type { InputProblem } from "../../../domain/catalogue/Source.ts"
import { microUsd } from "../../../domain/money/Money.ts"
import { dayMs } from "../../../domain/time.ts"
import { weekdayOf } from "../days.ts"
import { DateTime, dateTimeText, Zone } from "../inputs.ts"
import { Duration, minutesOf } from "./duration.ts"
import { instantsOf, offsetAt } from "./localTime.ts"
import { hoursText } from "./timeDifference.ts"

interface Input {
  readonly "time.date_time": number
  readonly "time.duration": string
  readonly "time.zone"?: string
}

/** The reading of the clock after the duration. With a zone, the changes of its clocks are counted. */
const readingAfter = ({ "time.date_time": reading, "time.duration": duration, "time.zone": zone }: Input): number => {
  const ms = minutesOf(duration) * 60_000
  const [instant] = zone === undefined ? [reading] : instantsOf(zone, reading)
  if (zone === undefined || instant === undefined) return reading + ms
  return instant + ms + offsetAt(zone, instant + ms) * 1_000
}

const unclear = (input: Input): InputProblem | undefined => {
  const zone = input["time.zone"]
  const year = new Date(readingAfter(input)).getUTCFullYear()
  if (!(year >= 1970 && year <= 2100)) return { field: "time.duration", reason: "it ends outside the years 1970 to 2100." }
  const count = zone === undefined ? 1 : instantsOf(zone, input["time.date_time"]).length
  if (count === 1) return undefined
  const why = count === 0 ? "does not exist, because the clocks were set forward over it" : "comes twice, because the clocks were set back"
  return {
    field: "time.date_time",
    reason: `${dateTimeText(input["time.date_time"])} in ${zone} ${why}. Send another time, or the zone UTC.`,
  }
}

export const addTime = defineOperation({
  id: "time.add",
  name: "Add hours or minutes to a clock time",
  description:
    "The date and clock time that lies some hours and minutes after or before a clock time. In a time zone the changes of its clocks are counted; without one there are none.",
  fields: {
    "time.date_time": DateTime,
    "time.duration": Duration(
      "How long after the clock time, as an ISO 8601 duration of days, hours and minutes (PT93H, PT8H30M, P2DT4H); with a minus in front, before it.",
      "PT93H",
    ),
    "time.zone": Schema.optionalKey(Zone("Zone of the clock, whose changes are then counted.", "Europe/Berlin")),
  },
  output: [
    "time.date_time",
    "time.duration",
    "time.elapsed",
    "time.direction",
    "time.result",
    "time.result_weekday",
    "time.counted_zone",
    "time.clocks_change",
  ],
  pricing: { model: "per_call", price: microUsd(500n) },
  freshnessSeconds: 30 * 86_400,
  examples: [
    "what is 93 hours after 24 November 2026 16:20",
    "36 hours before 4 January 2027 10:05",
    "add 90 minutes to 22:45",
    "what time is 8 hours after 22:30 on 3 December 2027",
    "14:20 plus 45 minutes",
    "started at 09:40 on 2 March 2027 and runs for 50 hours, when does it end",
    "take-off 21:35, flight takes 3 h 25 min, what time is it then by the same clock",
    "07:15 minus 2 hours 30 minutes",
    "in the oven at 16:10, needs 75 minutes, when is it ready",
    "72 hours after 08:00 on 28 March 2027 in Berlin",
    "deadline is 48 hours from 5 May 2027 12:00",
  ],
  hints: {
    vocabulary:
      "arrive arrives arrived arrival add subtract plus minus take takes taking run runs last lasts ends end ready finish finished done deadline due start started starts begin began put needs incubate by clock",
    keywords: {
      "time.result": "when time clock end ready finish",
      "time.result_weekday": "weekday day",
    },
  },
  check: unclear,
  run: (input) =>
    Effect.sync(() => {
      const [reading, zone] = [input["time.date_time"], input["time.zone"] ?? null]
      const result = readingAfter(input)
      return {
        data: {
          time: {
            date_time: dateTimeText(reading),
            duration: input["time.duration"],
            elapsed: hoursText(Math.abs(minutesOf(input["time.duration"]))),
            direction: minutesOf(input["time.duration"]) < 0 ? "before" : "after",
            result: dateTimeText(result),
            result_weekday: weekdayOf(Math.floor(result / dayMs)),
            counted_zone: zone,
            clocks_change: result - reading !== minutesOf(input["time.duration"]) * 60_000,
          },
        },
        documents: 1,
      }
    }),
})
