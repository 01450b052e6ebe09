import type { InputProblem } from "../../../domain/catalogue/Source.ts"
import { instantsOf } from "../clockwork/localTime.ts"
import { zoneAt } from "../clockwork/zones.ts"
import { DateTime, Latitude, Longitude } from "../inputs.ts"
import { LocalZone } from "./sunTimes.ts"

/** A place and a local clock time, at which a body of the sky is looked at. */
export const placeAndTimeFields = {
  "geo.latitude": Latitude,
  "geo.longitude": Longitude,
  "time.date_time": DateTime,
  "time.zone": LocalZone,
}

interface PlaceAndTime {
  readonly "geo.latitude": number
  readonly "geo.longitude": number
  readonly "time.date_time": number
  readonly "time.zone"?: string
}

/** The zone that is given, or the one at the place. */
export const zoneOf = (input: PlaceAndTime): string => input["time.zone"] ?? zoneAt(input["geo.latitude"], input["geo.longitude"])

/** The first instant with the clock time, in milliseconds since 1970: an hour is read twice where clocks are set back. */
export const instantOf = (input: PlaceAndTime): number => instantsOf(zoneOf(input), input["time.date_time"])[0] ?? input["time.date_time"]

export const skippedTime = (input: PlaceAndTime): InputProblem | undefined =>
  instantsOf(zoneOf(input), input["time.date_time"]).length === 0
    ? { field: "time.date_time", reason: "it does not exist there, because the clocks were set forward over it. Send another time." }
    : undefined

/** Degrees to one decimal. */
export const rounded = (degrees: number): number => Math.round(degrees * 10) / 10
