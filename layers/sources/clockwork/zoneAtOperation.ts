import { Clock, Effect } from "effect"
import { defineOperation } from "../../../domain/catalogue/defineOperation.ts"
import { microUsd } from "../../../domain/money/Money.ts"
import { clockAt } from "./clock.ts"
import { Latitude, Longitude } from "./inputs.ts"
import { zoneAt } from "./zoneAt.ts"

export const zoneAtOperation = defineOperation({
  id: "time.zone_at",
  name: "Find the time zone of a place",
  description:
    "The IANA time zone at a latitude and longitude, and its offset from UTC now. The boundaries are simplified: within some kilometres of a " +
    "border between zones the neighbour's may be given. At sea it is the nautical zone (Etc/GMT±n).",
  fields: { "geo.latitude": Latitude, "geo.longitude": Longitude },
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
    "Which time zone is at 51.5074, -0.1278?",
    "What is the IANA time zone of latitude 27.7172 and longitude 85.3240?",
    "Find the time zone for the coordinates -33.87, 151.21",
    "Which time zone applies at 40.7128 north, 74.0060 west?",
    "What is the UTC offset at the coordinates 35.68, 139.69?",
    "What time zone is Kathmandu in?",
    "Which time zone does Denver use?",
    "What is the UTC offset of Adelaide?",
    "Timezone of Nairobi",
  ],
  hints: { asked: { "time.zone": "time zone timezone", "time.utc_offset": "offset" } },
  run: (input) =>
    Effect.map(Clock.currentTimeMillis, (now) => {
      const [latitude, longitude] = [input["geo.latitude"], input["geo.longitude"]]
      const { daylight_saving, utc_offset, utc_offset_minutes, zone, zone_name } = clockAt(zoneAt(latitude, longitude), now)
      const nautical = zone.startsWith("Etc/")
      return {
        data: { geo: { latitude, longitude }, time: { zone, zone_name, nautical, utc_offset, utc_offset_minutes, daylight_saving } },
        documents: 1,
      }
    }),
})
