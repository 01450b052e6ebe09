import { Clock, Effect, Schema } from "effect"
import { defineOperation } from "../../../domain/catalogue/defineOperation.ts"
import type { InputProblem } from "../../../domain/catalogue/Source.ts"
import { microUsd } from "../../../domain/money/Money.ts"
import { dayMs, isoTime } from "../../../domain/time.ts"
import { CalendarDate, CalendarMonth, endOfMonth, Zone } from "../inputs.ts"
import { clockAt, nextChange, noonOf, offsetAt } from "./localTime.ts"

export const timeDifference = defineOperation({
  id: "time.difference",
  name: "Time difference between two zones",
  description:
    "How many hours and minutes the clocks of one time zone are ahead of those of another one, now, at noon of a date or in a month, and how that differs in the course of the year, " +
    "because of daylight saving time. Future years follow the rules that are law today.",
  fields: {
    "time.from": Zone("The first zone.", "Europe/Berlin"),
    "time.to": Zone("The second zone.", "America/New_York"),
    "date.day": Schema.optionalKey(CalendarDate("The day, from 1970 to 2100; without it, now.", "2027-02-15")),
    "calendar.month": Schema.optionalKey(CalendarMonth("The month, YYYY-MM, where no day is given.", "2027-01")),
  },
  slots: { "time.from": "time.zone", "time.to": "time.zone" },
  output: [
    "time.from",
    "time.to",
    "time.difference",
    "time.difference_minutes",
    "time.ahead",
    "time.behind",
    "time.difference_varies",
    "time.differences",
    "time.differences_in_month",
    "time.year",
  ],
  pricing: { model: "per_call", price: microUsd(500n) },
  freshnessSeconds: 60,
  examples: [
    "is Denver on the same time as Phoenix",
    "are Uganda and Kenya in the same time zone",
    "is Guadalajara on the same time as Dallas",
    "time difference between Lagos and Manila",
    "how many hours ahead of Toronto is Warsaw",
    "how far ahead is Nairobi of Lisbon",
    "how many hours behind Oslo is Denver",
    "is Lima behind Madrid",
    "difference in time Helsinki and Cape Town",
    "hours between Chicago and Tokyo",
    "what is the time gap between Doha and Dublin on 20 March 2027",
    "by how much is Pacific/Auckland ahead of UTC",
    "time zone difference from Amsterdam to Santiago on 1 July 2027",
    "what's the time difference between CET and EST",
    "does the time difference between London and New York change during the year",
    "how much later is it in Perth than in Rome",
    "how many hours earlier is it in Vancouver than in Vienna",
    "are Seoul and Tokyo in the same time",
    "how many hours apart are Jakarta and Paris",
    "is Athens ahead of Rome, and by how much",
    "time difference between Lisbon and Cairo in January",
    "hours between Dublin and Bangkok in winter",
    "hrs difference Madrid - Lima in December 2026",
    "how many hours is Tokyo ahead of Paris in summer",
  ],
  hints: {
    vocabulary: "clock clocks local time zone office offices call same currently run runs set",
    keywords: {
      "time.difference": "difference differ differs differing gap hours hour hrs hr minutes minute apart much",
      "time.ahead": "ahead later",
      "time.behind": "behind earlier",
      "time.difference_varies": "vary during year round",
    },
  },
  check: (input): InputProblem | undefined =>
    input["time.from"] === input["time.to"] ? { field: "time.to", reason: "both zones are the same. Send another one." } : undefined,
  run: (input) =>
    Effect.map(Clock.currentTimeMillis, (now) => {
      const { "time.from": from, "time.to": to } = input
      const month = input["date.day"] === undefined ? input["calendar.month"] : undefined
      const day = input["date.day"] ?? month
      const instant = day === undefined ? now : (noonOf(from, day) ?? day * dayMs + dayMs / 2)
      const minutes = minutesBetween(from, to, instant)
      const year = Number(clockAt(from, instant).local.slice(0, 4))
      const differences = differencesIn(from, to, Date.UTC(year, 0, 1), Date.UTC(year + 1, 0, 1))
      const inMonth = month === undefined ? [] : differencesIn(from, to, month * dayMs, endOfMonth(month) * dayMs)
      const [ahead, behind] = minutes === 0 ? [null, null] : minutes > 0 ? [to, from] : [from, to]
      return {
        data: {
          time: {
            from: clockAt(from, instant),
            to: clockAt(to, instant),
            difference: hoursText(minutes),
            difference_minutes: minutes,
            ahead,
            behind,
            difference_varies: differences.length > 1,
            differences,
            differences_in_month:
              inMonth.length > 1 ? inMonth.map(({ difference, from: at }) => ({ name: difference, date: at.slice(0, 10) })) : [],
            year,
          },
        },
        documents: 1,
      }
    }),
})

/** By how many minutes clocks in the second zone are ahead at an instant. */
const minutesBetween = (from: string, to: string, instant: number): number => (offsetAt(to, instant) - offsetAt(from, instant)) / 60

/** The differences of a period in UTC, each with the instant from which it applies. */
const differencesIn = (from: string, to: string, first: number, end: number) => {
  const differences: Array<{ readonly from: string; readonly difference: string; readonly difference_minutes: number }> = []
  for (const instant of [first, ...changesBetween(from, first, end), ...changesBetween(to, first, end)].toSorted((a, b) => a - b)) {
    const minutes = minutesBetween(from, to, instant)
    if (differences.at(-1)?.difference_minutes !== minutes)
      differences.push({ from: `${isoTime(instant).slice(0, 19)}Z`, difference: hoursText(minutes), difference_minutes: minutes })
  }
  return differences
}

const changesBetween = (zone: string, start: number, end: number): ReadonlyArray<number> => {
  const change = nextChange(zone, start)
  return change === null || change.at >= end ? [] : [change.at, ...changesBetween(zone, change.at, end)]
}

/** `5 hours 45 minutes` of a number of minutes, whichever zone is ahead. */
export const hoursText = (minutes: number): string => {
  const size = Math.abs(minutes)
  const part = (count: number, unit: string) => (count === 0 ? [] : [`${count} ${unit}${count === 1 ? "" : "s"}`])
  return [...part(Math.floor(size / 60), "hour"), ...part(Math.round((size % 60) * 100) / 100, "minute")].join(" ") || "none"
}
