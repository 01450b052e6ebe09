import { Effect, Schema } from "effect"
import { defineOperation, defineVariant } from "../../../domain/catalogue/defineOperation.ts"
import { microUsd } from "../../../domain/money/Money.ts"
import { dayMs, isoTime } from "../../../domain/time.ts"
import { CalendarDate, DateTime, dateTimeText, Zone } from "../inputs.ts"
import { instantsOf, localText, nextChange, offsetAt } from "./localTime.ts"

const pricing = { model: "per_call", price: microUsd(500n) } as const

const ClockZone = Schema.optionalKey(Zone("Whose clocks show that time; without it, UTC.", "Europe/Berlin"))

/** The first instant at or after a reading: where clocks skip it, that of the change. */
const timestamps = (zone: string, reading: number) => {
  const instants = instantsOf(zone, reading)
  const [first, second] = instants.length > 0 ? instants : [nextChange(zone, reading - offsetAt(zone, reading - dayMs) * 1_000 - dayMs)?.at]
  return { first: first ?? reading, second, isSkipped: instants.length === 0 }
}

const Unit = Schema.Literals(["seconds", "milliseconds"]).annotate({
  description: "The unit of the timestamp: seconds since 1970-01-01T00:00:00Z, or milliseconds.",
  examples: ["seconds"],
})

const unixOf = (reading: number, zone: string, unit: "seconds" | "milliseconds") =>
  Effect.sync(() => {
    const { first, isSkipped, second } = timestamps(zone, reading)
    const size = unit === "seconds" ? 1_000 : 1
    return {
      data: {
        time: {
          date_time: dateTimeText(reading),
          zone,
          unix_unit: unit,
          timestamp: first / size,
          utc: `${isoTime(first).slice(0, 19)}Z`,
          local: localText(first, offsetAt(zone, first)),
          skipped: isSkipped,
          alternative_timestamp: second === undefined ? null : second / size,
        },
      },
      documents: 1,
    }
  })

export const toUnix = defineOperation({
  id: "time.to_unix",
  name: "Unix timestamp of a date and time",
  description:
    "The Unix timestamp (epoch), in seconds or in milliseconds, of a date and clock time in a time zone, or of the first moment of a day. Without a zone the time is that of UTC. " +
    "A time that comes twice has both timestamps; one that the clocks skip has that of the change.",
  fields: { "time.date_time": DateTime, "time.unix_unit": Unit, "time.zone": ClockZone },
  output: [
    "time.date_time",
    "time.zone",
    "time.unix_unit",
    "time.timestamp",
    "time.utc",
    "time.local",
    "time.skipped",
    "time.alternative_timestamp",
  ],
  pricing,
  freshnessSeconds: 7 * 86_400,
  examples: [
    "unix timestamp of 1 January 2027 00:00 UTC",
    "epoch for 3 March 2027 at 12:00 in Berlin",
    "what is the unix time of 15 April 2027, 09:00 in Chicago",
    "need the epoch milliseconds of 2027-03-01 08:30 Tokyo time",
    "convert 24 December 2026 18:00 UTC to a unix timestamp",
    "POSIX timestamp for 10:15 on 2 February 2027, Europe/Madrid",
    "2027-06-01T00:00 UTC as epoch seconds",
    "which unix timestamp has 31 December 2026 23:59 in New York",
    "unix timestamp for midnight on 1 July 2027 in Sydney",
    "unix time of 1 May 2027",
  ],
  hints: {
    vocabulary: "unix epoch posix timestamp stamp seconds milliseconds integer token expiry",
    keywords: { "time.timestamp": "unix epoch posix timestamp stamp" },
    repeated: ["time.zone", "time.unix_unit"],
  },
  run: ({ "time.date_time": reading, "time.unix_unit": unit, "time.zone": zone = "UTC" }) => unixOf(reading, zone, unit),
  variants: [
    defineVariant({
      fields: {
        "date.day": CalendarDate("The day, whose first moment is meant.", "2027-01-01"),
        "time.unix_unit": Unit,
        "time.zone": ClockZone,
      },
      pricing,
      run: ({ "date.day": day, "time.unix_unit": unit, "time.zone": zone = "UTC" }) => unixOf(day * dayMs, zone, unit),
    }),
  ],
})
