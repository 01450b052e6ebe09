import { Clock, Effect, Schema } from "effect"
import { defineOperation, defineVariant } from "../../../domain/catalogue/defineOperation.ts"
import { microUsd } from "../../../domain/money/Money.ts"
import { clockChanges } from "./clockChanges.ts"
import { changeAfter, clockAt } from "./localTime.ts"
import { Latitude, Longitude, Zone } from "../inputs.ts"
import { countries } from "../atlas/countries.ts"
import { countryCode } from "../country.ts"
import { isZoneNear, zoneAt, zoneInCountry } from "./zones.ts"
import type { Source } from "../../../domain/catalogue/Source.ts"
import { logo } from "../logo.ts"
import { convertTime } from "./convertTime.ts"
import { addTime } from "./addTime.ts"
import { elapsedTime } from "./elapsedTime.ts"
import { fromUnix } from "./fromUnix.ts"
import { hoursBetween } from "./hoursBetween.ts"
import { localTimeCheck } from "./localTimeCheck.ts"
import { offsetOn } from "./offsetOn.ts"
import { toUnix } from "./toUnix.ts"
import { timeDifference } from "./timeDifference.ts"

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
    "what's the clock in Denver right now",
    "current time in Nashville Tennessee",
    "time now buenos aires",
    "current date and time in Pacific/Auckland",
    "when do the clocks go back in Europe/Paris",
    "utc offset of Asia/Kathmandu",
    "is New York on summer time at the moment",
    "What time is it now in Asia/Tokyo?",
    "Current local time in Europe/London",
    "Is daylight saving in force in America/New_York now?",
    "When do the clocks change next in Europe/Paris?",
    "What time is it at latitude 27.7172, longitude 85.3240?",
    "What time is it in Lima?",
    "What's the local time in Tokyo right now?",
    "What is the date in Auckland now?",
    "what day is it in Auckland",
    "is it already Tuesday in Sydney",
    "Is it daylight saving time in Berlin?",
    "What's the current time at the airport SYD?",
    "How late is it in Mumbai?",
    "Nepal UTC offset",
    "UTC offset Reykjavik",
    "utc offsets right now in Quito and in Perth",
    "when do the clocks next change in Melbourne",
    "next clock change in Boston",
    "is Phoenix on daylight saving now, yes or no",
  ],
  hints: {
    vocabulary: "clock local hour morning evening",
    keywords: {
      "time.local": "time clock hour late date day weekday",
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

const describeZone = (name: string, latitude: number | null, longitude: number | null) =>
  Effect.map(Clock.currentTimeMillis, (now) => {
    const { daylight_saving, utc_offset, utc_offset_minutes, zone, zone_name } = clockAt(name, now)
    const nautical = zone.startsWith("Etc/")
    return {
      data: { geo: { latitude, longitude }, time: { zone, zone_name, nautical, utc_offset, utc_offset_minutes, daylight_saving } },
      documents: 1,
    }
  })

/** The zone of a country at a point, if it is at the point or near it. */
const zoneNearIn = (country: string, latitude: number, longitude: number): string | undefined => {
  const zone = zoneInCountry(country, latitude, longitude)
  return zone !== null && isZoneNear(zone, latitude, longitude) ? zone : undefined
}

export const zoneAtOperation = defineOperation({
  id: "time.zone_at",
  name: "Find the time zone of a place",
  description:
    "The IANA time zone at a latitude and longitude, or the one that a country, region or city is known to have, and its offset from UTC now. The boundaries are simplified: within some kilometres of the " +
    "edge of a zone the next one may be given. At sea it is the nautical zone (Etc/GMT±n).",
  fields: {
    "geo.latitude": Latitude,
    "geo.longitude": Longitude,
    "country.code": Schema.optionalKey(
      countryCode(
        (code): code is string => countries.has(code),
        "ISO 3166-1 alpha-2 code of the country that the point is in, where it is known: near a border the zone is one of this country.",
        "CO",
      ),
    ),
  },
  output: [
    "geo.latitude",
    "geo.longitude",
    "time.zone",
    "time.zone_name",
    "time.nautical",
    "time.utc_offset",
    "time.utc_offset_minutes",
    "time.daylight_saving",
  ],
  pricing: { model: "per_call", price: microUsd(500n) },
  freshnessSeconds: 86_400,
  examples: [
    "which zone do I set for -13.53, -71.97",
    "utc offset at 64.15, -21.94",
    "Which time zone is at 51.5074, -0.1278?",
    "What is the IANA time zone of latitude 27.7172 and longitude 85.3240?",
    "Find the time zone for the coordinates -33.87, 151.21",
    "Which time zone applies at 40.7128 north, 74.0060 west?",
    "What is the UTC offset at the coordinates 35.68, 139.69?",
    "What time zone is Kathmandu in?",
    "Which time zone does Denver use?",
    "What is the UTC offset of Adelaide?",
    "Timezone of Nairobi",
    "which time zone applies in Antofagasta",
    "IANA time zone name of Casablanca",
    "tz database name for Oslo",
    "What is the Olson name of the zone of Bogotá?",
    "UTC offset of Kathmandu",
    "what timezone is Japan in",
    "time zone of Hawaii",
    "which time zone does Queensland have",
  ],
  hints: {
    vocabulary: "iana olson tzdata applies tz database have has use uses",
    keywords: { "time.zone": "time zone timezone", "time.utc_offset": "offset" },
  },
  run: ({ "country.code": country, "geo.latitude": latitude, "geo.longitude": longitude }) =>
    describeZone((country && zoneNearIn(country, latitude, longitude)) ?? zoneAt(latitude, longitude), latitude, longitude),
  variants: [
    defineVariant({
      fields: { "time.zone": Zone("The zone of a country, region or city.", "Asia/Tokyo") },
      pricing: { model: "per_call", price: microUsd(500n) },
      run: (input) => describeZone(input["time.zone"], null, null),
    }),
  ],
})

export const clockwork: Source = {
  id: "clockwork",
  name: "Clockwork",
  provider: "Farthing",
  description:
    "Time zones: which one applies at a place, what time it is there, what a time in one zone is in another, how far one is ahead of another, how long it is between two local times, which time it is some hours later, whether a local time exists, when the clocks change in a year, and the date of a Unix timestamp and the timestamp of a date. Computed in the gateway.",
  category: "time",
  tags: ["clock", "daylight saving", "iana", "local time", "time zone", "tz database", "unix timestamp", "utc"],
  sectors: ["logistics", "software", "travel"],
  capabilities: ["calculate", "convert", "lookup"],
  jurisdiction: "worldwide",
  attribution:
    "The IANA time zone database (public domain) as part of ICU (Unicode License v3); zones of places from @photostructure/tz-lookup (CC0), " +
    "made from timezone-boundary-builder, which contains information from OpenStreetMap, © OpenStreetMap contributors, available under the ODbL.",
  sourceUrl: "https://github.com/photostructure/tz-lookup",
  logoUrl: logo("CL", "#5b3f8c"),
  operations: [
    zoneAtOperation,
    nowOperation,
    offsetOn,
    convertTime,
    localTimeCheck,
    elapsedTime,
    timeDifference,
    clockChanges,
    fromUnix,
    toUnix,
    hoursBetween,
    addTime,
  ],
}
