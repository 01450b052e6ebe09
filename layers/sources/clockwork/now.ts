import { Clock, Effect } from "effect"
import { defineOperation, defineVariant } from "../../../domain/catalogue/defineOperation.ts"
import { microUsd } from "../../../domain/money/Money.ts"
import { changeAfter, clockAt } from "./clock.ts"
import { Latitude, Longitude, Zone } from "./inputs.ts"
import { zoneAt } from "./zoneAt.ts"

const pricing = { model: "per_call", price: microUsd(500n) } as const

const nowIn = (zone: string) =>
  Effect.map(Clock.currentTimeMillis, (now) => ({
    data: { time: { ...clockAt(zone, now), next_change: changeAfter(zone, now) } },
    documents: 1,
  }))

export const nowOperation = defineOperation({
  id: "time.now",
  name: "Tell the time",
  description:
    "The date and time now in a time zone or at a latitude and longitude, its offset from UTC, whether daylight saving applies, and when the clocks change next.",
  fields: { "time.zone": Zone("Where the time is wanted.", "Asia/Tokyo") },
  output: [
    "time.zone",
    "time.zone_name",
    "time.abbreviation",
    "time.local",
    "time.utc",
    "time.utc_offset",
    "time.utc_offset_minutes",
    "time.daylight_saving",
    "time.next_change",
  ],
  pricing,
  freshnessSeconds: 1,
  examples: [
    "What time is it now in Asia/Tokyo?",
    "Current local time in Europe/London",
    "Is daylight saving in force in America/New_York now?",
    "When do the clocks change next in Europe/Paris?",
    "What time is it at latitude 27.7172, longitude 85.3240?",
    "What time is it in Lima?",
    "What's the local time in Tokyo right now?",
    "What is the date in Auckland now?",
    "Is it daylight saving time in Berlin?",
    "What's the current time at the airport SYD?",
    "How late is it in Mumbai?",
  ],
  hints: {
    asked: {
      "time.local": "time clock hour late date day",
      "time.daylight_saving": "summer dst daylight saving",
      "time.next_change": "change forward back",
    },
  },
  run: (input) => nowIn(input["time.zone"]),
  variants: [
    defineVariant({
      fields: { "geo.latitude": Latitude, "geo.longitude": Longitude },
      pricing,
      run: (input) => nowIn(zoneAt(input["geo.latitude"], input["geo.longitude"])),
    }),
  ],
})
