import type { Source } from "../../../domain/catalogue/Source.ts"
import { logo } from "../logo.ts"
import { convertTime } from "./convertTime.ts"
import { nowOperation } from "./now.ts"
import { zoneAtOperation } from "./zoneAtOperation.ts"

export const clockwork: Source = {
  id: "clockwork",
  name: "Clockwork",
  provider: "Farthing",
  description:
    "Time zones: which one applies at a place, what time it is there, and what a time in one zone is in another, with every change of the clocks. Computed in the gateway.",
  category: "time",
  tags: ["clock", "daylight saving", "iana", "local time", "time zone", "tz database", "utc"],
  sectors: ["logistics", "software", "travel"],
  capabilities: ["calculate", "convert", "lookup"],
  jurisdiction: "worldwide",
  attribution:
    "The IANA time zone database (public domain) as part of ICU (Unicode License v3); zones of places from @photostructure/tz-lookup (CC0), " +
    "made from timezone-boundary-builder, which contains information from OpenStreetMap, © OpenStreetMap contributors, available under the ODbL.",
  sourceUrl: "https://github.com/photostructure/tz-lookup",
  logoUrl: logo("CL", "#5b3f8c"),
  operations: [zoneAtOperation, nowOperation, convertTime],
}
