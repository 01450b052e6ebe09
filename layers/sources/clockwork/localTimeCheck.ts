import { Effect } from "effect"
import { defineOperation } from "../../../domain/catalogue/defineOperation.ts"
import { microUsd } from "../../../domain/money/Money.ts"
import { dayMs, isoTime } from "../../../domain/time.ts"
import { DateTime, dateTimeText, Zone } from "../inputs.ts"
import { instantsOf, localText, nextChange, offsetAt, offsetText } from "./localTime.ts"

export const localTimeCheck = defineOperation({
  id: "time.check_local",
  name: "Does a local time exist",
  description:
    "Whether a date and time exists in a time zone once, never (skipped by daylight saving time) or twice, its instants in UTC, and the change that skips or repeats it. " +
    "Future years follow the rules that are law today.",
  fields: {
    "time.date_time": DateTime,
    "time.zone": Zone("Whose clocks are meant.", "Europe/Berlin"),
  },
  output: [
    "time.date_time",
    "time.zone",
    "time.status",
    "time.exists",
    "time.count",
    "time.utc",
    "time.second_utc",
    "time.utc_offset",
    "time.change_before",
    "time.change_after",
  ],
  pricing: { model: "per_call", price: microUsd(500n) },
  freshnessSeconds: 7 * 86_400,
  examples: [
    "does 02:30 on 28 March 2027 exist in Warsaw",
    "is there a 2:30 am on 14 March 2027 in New York",
    "does the local time 01:30 occur twice in London on 31 October 2027",
    "Is 02:15 on 2026-03-29 a valid local time in Europe/Paris?",
    "01:30 on 1 November 2026 in Chicago: ambiguous or not?",
    "is 02:45 on 28 March 2027 in Madrid a time that exists",
    "job at 02:30 on 31 October 2027 in Berlin, does it run twice",
    "does 1:15 am happen twice on 7 November 2027 in Denver",
    "is 00:30 on 4 April 2027 skipped in Sydney by the clock change",
    "does 2 am on 26 October 2025 come twice in Rome",
    "shift begins at 02:30 on 28 March 2027 in Vienna, does that hour exist",
    "is half past two in the night of 28 March 2027 skipped in Oslo",
  ],
  hints: {
    requestedByName: true,
    vocabulary: "local night valid ambiguous skipped dst daylight saving changed change",
    keywords: {
      "time.exists": "exist exists existing happen happens occur occurs real valid skipped skip",
      "time.count": "twice once double ambiguous",
    },
  },
  run: ({ "time.date_time": reading, "time.zone": zone }) =>
    Effect.sync(() => {
      const [first, second] = instantsOf(zone, reading)
      const status = first === undefined ? "gap" : second === undefined ? "unique" : "overlap"
      const change = status === "unique" ? null : nextChange(zone, reading - offsetAt(zone, reading - dayMs) * 1_000 - dayMs)
      const utc = (instant: number | undefined) => (instant === undefined ? null : `${isoTime(instant).slice(0, 19)}Z`)
      return {
        data: {
          time: {
            date_time: dateTimeText(reading),
            zone,
            status,
            exists: first !== undefined,
            count: status === "gap" ? 0 : status === "unique" ? 1 : 2,
            utc: utc(first),
            second_utc: utc(second),
            utc_offset: first === undefined ? null : offsetText(offsetAt(zone, first)),
            change_before: change === null ? null : localText(change.at, offsetAt(zone, change.at - 1_000)),
            change_after: change === null ? null : localText(change.at, change.offset),
          },
        },
        documents: 1,
      }
    }),
})
