import { Effect } from "effect"
import { defineOperation } from "../../../domain/catalogue/defineOperation.ts"
import type { InputProblem } from "../../../domain/catalogue/Source.ts"
import { microUsd } from "../../../domain/money/Money.ts"
import { DateTime, dateTimeText, Zone } from "../inputs.ts"
import { clockAt, instantsOf, offsetAt } from "./localTime.ts"
import { hoursText } from "./timeDifference.ts"

/** The instant of a reading that comes once: the others are refused before a call. */
const instantOf = (zone: string, reading: number): number => instantsOf(zone, reading)[0]!

interface Ends {
  readonly "time.start": number
  readonly "time.start_zone": string
  readonly "time.end": number
  readonly "time.end_zone": string
}

const notOnce = (field: string, zone: string, reading: number): InputProblem | undefined => {
  const count = instantsOf(zone, reading).length
  if (count === 1) return undefined
  const why = count === 0 ? "does not exist, because the clocks were set forward over it" : "comes twice, because the clocks were set back"
  return { field, reason: `${dateTimeText(reading)} in ${zone} ${why}. Send another time, or the time in UTC with the zone UTC.` }
}

const unclearEnds = (input: Ends): InputProblem | undefined =>
  notOnce("time.start", input["time.start_zone"], input["time.start"]) ??
  notOnce("time.end", input["time.end_zone"], input["time.end"]) ??
  endBeforeStart(input)

const endBeforeStart = (input: Ends): InputProblem | undefined =>
  instantOf(input["time.end_zone"], input["time.end"]) < instantOf(input["time.start_zone"], input["time.start"])
    ? {
        field: "time.end",
        reason: `is before time.start: ${dateTimeText(input["time.end"])} in ${input["time.end_zone"]} comes before ${dateTimeText(input["time.start"])} in ${input["time.start_zone"]}. Send both days.`,
      }
    : undefined

export const elapsedTime = defineOperation({
  id: "time.elapsed",
  name: "Time between two local times",
  description:
    "How many hours and minutes lie between a date and time in one time zone and a later one in another or the same zone: the duration of a flight, a voyage or a shift from its local times, changes of the clocks included.",
  fields: {
    "time.start": DateTime,
    "time.start_zone": Zone("Zone of the start.", "Asia/Singapore"),
    "time.end": DateTime,
    "time.end_zone": Zone("Zone of the end.", "Europe/Berlin"),
  },
  slots: { "time.start": "time.date_time", "time.start_zone": "time.zone", "time.end": "time.date_time", "time.end_zone": "time.zone" },
  output: ["time.start", "time.end", "time.elapsed", "time.elapsed_minutes", "time.elapsed_hours", "time.difference_minutes"],
  pricing: { model: "per_call", price: microUsd(500n) },
  freshnessSeconds: 7 * 86_400,
  examples: [
    "leaves Singapore 23:55 on 1 December 2026, lands in Berlin 06:05 on 2 December 2026: how long",
    "how long is a flight from New York at 18:30 on 4 January 2027 that arrives in London at 06:25 on 5 January 2027",
    "time elapsed between 09:00 on 3 March 2027 in Tokyo and 17:00 on 3 March 2027 in Paris",
    "flight duration: departs Dubai 2027-02-10 08:20, arrives Sydney 2027-02-11 05:10",
    "departure Lisbon 10:15 on 8 May 2027, arrival Toronto 13:05 on 8 May 2027, travel time?",
    "how many hours from 22:00 on 30 October 2027 in Madrid to 06:00 on 31 October 2027 in Madrid",
    "take-off Los Angeles 1 June 2027 21:40, touchdown Auckland 3 June 2027 06:10, hours in the air",
    "how much time passes between 08:00 on 1 July 2027 in Lima and 20:00 on 1 July 2027 in Rome",
    "ship left Oslo 2027-04-01 14:00 and reached Lisbon 2027-04-05 09:30, duration",
    "duration from 2026-12-31 20:00 in Chicago to 2027-01-01 09:00 in Dublin",
    "we board in Nairobi at 23:10 on 2 August 2027 and arrive in Amsterdam at 06:45 on 3 August 2027, total hours?",
  ],
  hints: {
    requestedByName: true,
    vocabulary:
      "apart leaves left leaving lands landed arrives arrival departs departure off touchdown boards reached reaches ship shift local clock total starts ends begins",
    keywords: {
      "time.elapsed": "duration elapsed hours hrs long between passes travel",
      "time.elapsed_minutes": "minutes",
    },
  },
  check: unclearEnds,
  run: (input) =>
    Effect.sync(() => {
      const [from, to] = [input["time.start_zone"], input["time.end_zone"]]
      const [start, end] = [instantOf(from, input["time.start"]), instantOf(to, input["time.end"])]
      const minutes = (end - start) / 60_000
      return {
        data: {
          time: {
            start: clockAt(from, start),
            end: clockAt(to, end),
            elapsed: hoursText(minutes),
            elapsed_minutes: minutes,
            elapsed_hours: Math.round((minutes / 60) * 100) / 100,
            difference_minutes: (offsetAt(to, end) - offsetAt(from, start)) / 60,
          },
        },
        documents: 1,
      }
    }),
})
