import { Effect, Schema } from "effect"
import { defineOperation } from "../../../domain/catalogue/defineOperation.ts"
import { microUsd } from "../../../domain/money/Money.ts"
import { dayMs, isoTime } from "../../../domain/time.ts"
import { Zone } from "../inputs.ts"
import { localText, nextChange, offsetAt, offsetText } from "./localTime.ts"

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

export const clockChanges = defineOperation({
  id: "time.clock_changes",
  name: "List daylight saving changes",
  description:
    "When the clocks of a time zone are changed in a year, for daylight saving time or for good: the instants, forward or back, and the offsets before and after. " +
    "Future years follow the rules that are law today. Some zones have no change, and that is the answer.",
  fields: {
    "time.zone": Zone("Whose clocks are meant.", "Europe/London"),
    "calendar.year": Schema.Int.annotate({ description: "Year from 1970 to 2100.", examples: [2027] }).check(
      Schema.isBetween({ minimum: 1970, maximum: 2100 }),
    ),
  },
  output: ["time.zone", "time.change_count", "time.clocks_forward", "time.clocks_back", "time.changes", "calendar.year"],
  pricing,
  freshnessSeconds: 7 * 86_400,
  examples: [
    "When do the clocks change in France in 2027?",
    "when does Denver put the clocks forward in 2028",
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
    "daylight saving in Queensland, yes or no",
    "does Saskatchewan change to summer time",
  ],
  hints: {
    vocabulary: "switch switches switched summer winter spring autumn fall put set turned turn",
    keywords: {
      "time.changes": "change changes changed daylight saving dst",
      "time.clocks_forward": "forward",
      "time.clocks_back": "back",
    },
    defaults: { "calendar.year": "this year" },
  },
  run: (input) =>
    Effect.sync(() => {
      const [zone, year] = [input["time.zone"], input["calendar.year"]]
      const changes = changesIn(zone, year)
      const first = (direction: string) => changes.find((change) => change.direction === direction)?.local_before ?? null
      return {
        data: {
          time: { zone, change_count: changes.length, clocks_forward: first("forward"), clocks_back: first("back"), changes },
          calendar: { year },
        },
        documents: 1,
      }
    }),
})
