import { Effect, Schema } from "effect"
import { defineOperation } from "../../../domain/catalogue/defineOperation.ts"
import { microUsd } from "../../../domain/money/Money.ts"
import { dayMs, isoTime } from "../../../domain/time.ts"
import { weekdayOf } from "../days.ts"
import { Zone } from "../inputs.ts"
import { localText, offsetAt, offsetText } from "./localTime.ts"

/** The last second of the year 2100. */
const lastSecond = Date.UTC(2101, 0, 1) / 1_000 - 1

/** The smallest number of 13 digits: from here on, a timestamp is in milliseconds. */
const firstMillisecond = 1e12

const UnixTime = Schema.Int.annotate({
  description: "Unix timestamp: seconds since 1970-01-01T00:00:00Z, or milliseconds where it has 13 digits; until the end of 2100.",
  examples: [1_764_547_200],
}).check(
  Schema.makeFilter(
    (value: number) =>
      (value >= 0 && value <= lastSecond) ||
      (value >= firstMillisecond && value <= lastSecond * 1_000 + 999) ||
      `must be seconds from 0 to ${lastSecond}, or milliseconds of 13 digits up to ${lastSecond * 1_000 + 999} (the end of 2100)`,
  ),
)

/** A text to the second, with the milliseconds that the instant has. */
const withMilliseconds = (text: string, instant: number): string =>
  instant % 1_000 === 0 ? text : `${text.slice(0, 19)}.${String(instant % 1_000).padStart(3, "0")}${text.slice(19)}`

export const fromUnix = defineOperation({
  id: "time.from_unix",
  name: "Date of a Unix timestamp",
  description:
    "Date, time and weekday in UTC of a Unix timestamp (epoch) in seconds, or in milliseconds where it has 13 digits, and in a time zone the local time, weekday and offset from UTC. " +
    "Without a zone the local time is that of UTC. Years 1970 to 2100.",
  fields: {
    "time.unix": UnixTime,
    "time.zone": Schema.optionalKey(Zone("Where the local time is wanted; without it, UTC.", "Asia/Tokyo")),
  },
  output: [
    "time.unix",
    "time.utc",
    "time.utc_weekday",
    "time.zone",
    "time.local",
    "time.weekday",
    "time.utc_offset",
    "time.utc_offset_minutes",
    "time.is_utc",
  ],
  pricing: { model: "per_call", price: microUsd(500n) },
  freshnessSeconds: 7 * 86_400,
  examples: [
    "1764547200 unix timestamp to utc",
    "my log says 1800000000, convert to a UTC date",
    "epoch 1700000000123 in Tokyo time",
    "What date is the Unix timestamp 1735689600?",
    "convert epoch 1609459200 to a date",
    "unix time 1893456000 in Europe/Berlin",
    "timestamp 1720000000 in New York",
    "which weekday is unix timestamp 1767225600",
    "epoch milliseconds 1735689600000 to a readable date",
    "1577836800 to UTC",
    "what does timestamp 1650000000 mean in Sydney local time",
    "the log has 1711843200, what date and time is that",
    "POSIX time 2147483647 as date and time",
  ],
  hints: {
    vocabulary:
      "unix epoch posix timestamp stamp log logs says shows seconds milliseconds convert readable human mean means date time clock reads entry moment server turn ms",
    keywords: {
      "time.utc": "utc gmt date time when",
      "time.local": "local date time",
      "time.weekday": "weekday day",
      "time.utc_offset": "offset",
    },
    repeated: ["time.zone"],
  },
  run: ({ "time.unix": unix, "time.zone": zone = "UTC" }) =>
    Effect.sync(() => {
      const instant = unix >= firstMillisecond ? unix : unix * 1_000
      const offset = offsetAt(zone, instant)
      const weekdayAt = (milliseconds: number) => weekdayOf(Math.floor(milliseconds / dayMs))
      return {
        data: {
          time: {
            unix,
            utc: withMilliseconds(`${isoTime(instant).slice(0, 19)}Z`, instant),
            utc_weekday: weekdayAt(instant),
            zone,
            local: withMilliseconds(localText(instant, offset), instant),
            weekday: weekdayAt(instant + offset * 1_000),
            utc_offset: offsetText(offset),
            utc_offset_minutes: offset / 60,
            is_utc: zone === "UTC",
          },
        },
        documents: 1,
      }
    }),
})
