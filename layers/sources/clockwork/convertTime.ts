import { Effect, Schema } from "effect"
import { defineOperation } from "../../../domain/catalogue/defineOperation.ts"
import { microUsd } from "../../../domain/money/Money.ts"
import { dayMs } from "../../../domain/time.ts"
import { clockAt, instantsOf, offsetAt } from "./localTime.ts"
import { Duration, minutesOf } from "./duration.ts"
import { hoursText } from "./timeDifference.ts"
import { DateTime, dateTimeText, Zone } from "../inputs.ts"

export const convertTime = defineOperation({
  id: "time.convert",
  name: "Convert a time between zones",
  description:
    "What clocks in a second time zone show when those in a first one show a date and time. Says when that reading does not exist, because clocks " +
    "were set forward over it, or comes twice, because they were set back; then both instants are given. A duration passes before the second clock is read: the local time of arrival of a voyage.",
  fields: {
    "time.date_time": DateTime,
    "time.from": Zone("Zone of the date and time.", "Europe/Berlin"),
    "time.to": Zone("Zone to convert to.", "America/New_York"),
    "time.duration": Schema.optionalKey(
      Duration("How long after the date and time, as an ISO 8601 duration; with a minus in front, before it.", "PT7H40M"),
    ),
  },
  slots: { "time.from": "time.zone", "time.to": "time.zone", "time.duration": "time.passing" },
  output: [
    "time.date_time",
    "time.from",
    "time.to",
    "time.utc",
    "time.status",
    "time.note",
    "time.difference_minutes",
    "time.difference",
    "time.ahead",
    "time.behind",
    "time.day_change",
    "time.alternatives",
    "time.elapsed",
    "time.direction",
  ],
  pricing: { model: "per_call", price: microUsd(500n) },
  freshnessSeconds: 7 * 86_400,
  examples: [
    "the driver starts in Istanbul at 16:30, how late is it then in Hamburg",
    "9am in Chicago is what time in Dublin",
    "17:30 CET in Singapore time on 3 March 2027",
    "meeting at 10:00 Tokyo time tomorrow, when is that in Berlin",
    "if it is 22:15 in Lima what is it in Madrid",
    "What time is 2026-07-01 09:00 in Europe/Berlin for America/New_York?",
    "Convert 2026-11-21T14:00 from Asia/Tokyo to Europe/London",
    "When it is 18:00 on 2026-12-24 in America/Los_Angeles, what time is it in Australia/Sydney?",
    "Does 02:30 on 2026-03-29 exist in Europe/Paris, and what is it in UTC?",
    "Convert 2026-01-15 23:45 from Asia/Kolkata to Asia/Kathmandu",
    "What time is it in Tokyo when it is 9am in London?",
    "If it's 3 pm in New York, what time is it in Berlin?",
    "what do the clocks in Perth show when it is 20:00 in Doha",
    "14:30 UTC in Sydney time",
    "Convert 10:00 EST to CET",
    "When it is noon in Paris, what is the time in Chicago?",
    "A call at 16:00 in Madrid: when is that in Mexico City?",
    "call booked at 9am Dublin time on 15 January 2027, what does the Lagos office put in its diary",
    "webinar 10:00 New York time on 16 March 2027, which hour for attendees in London",
    "noon in Bogota is what in Oslo",
    "what date is it in Sydney when it is 20:00 on Friday in Denver",
    "if it is 14:00 in Oslo, what time is it in Perth 3 hours later",
    "leaves Dublin at 21:40 and takes 18 hours, local arrival time in Athens",
  ],
  hints: {
    vocabulary:
      "clock clocks date dates show shows read local call meeting lands departs there corresponds equals corresponding start starts begin begins webinar arrive arrives arrival departure join instant booked scheduled set planned cron job fires fire runs run wall day hour equivalent same moment office offices team put puts diary calendar print write enter attendees participants invitation later earlier leaves leave takes take transit passage sails flight voyage",
  },
  run: (input) =>
    Effect.sync(() => {
      const [reading, from, to] = [input["time.date_time"], input["time.from"], input["time.to"]]
      const matching = instantsOf(from, reading)
      const status = matching.length === 0 ? "gap" : matching.length > 1 ? "overlap" : "unique"
      // A reading in a gap is taken with the offset from before the change, as in RFC 5545: an hour that is skipped lies after it.
      const starts = matching.length > 0 ? matching : [reading - offsetAt(from, reading - dayMs) * 1_000]
      const duration = input["time.duration"]
      const passed = duration === undefined ? 0 : minutesOf(duration)
      const instants = starts.map((instant) => instant + passed * 60_000)
      const readings = instants.map((instant) => ({ from: clockAt(from, instant), to: clockAt(to, instant) }))
      const [first] = readings
      const offsets = { from: first!.from.utc_offset_minutes, to: first!.to.utc_offset_minutes }
      return {
        data: {
          time: {
            date_time: dateTimeText(reading),
            ...first!,
            utc: first!.to.utc,
            status,
            note: notes[status],
            ...differenceOf(from, to, offsets.to - offsets.from),
            elapsed: passed === 0 ? null : hoursText(Math.abs(passed)),
            direction: passed === 0 ? null : passed < 0 ? "before" : "after",
            day_change: dayOf(first!.to.local) - dayOf(first!.from.local),
            alternatives: readings.slice(1),
          },
        },
        documents: 1,
      }
    }),
})

/** By how much the clocks of which zone are ahead: a signed number of minutes does not say which of the two. */
const differenceOf = (from: string, to: string, minutes: number) => ({
  difference_minutes: minutes,
  difference: hoursText(minutes),
  ahead: minutes === 0 ? null : minutes > 0 ? to : from,
  behind: minutes === 0 ? null : minutes > 0 ? from : to,
})

const dayOf = (local: string): number => Date.parse(`${local.slice(0, 10)}T00:00:00Z`) / dayMs

const notes = {
  unique: null,
  gap: "Clocks in the first zone were set forward over this reading, so it does not exist; it was read with the offset from before the change.",
  overlap:
    "Clocks in the first zone were set back, so this reading comes twice; the first of the two is converted, the other is an alternative.",
} as const
