import { Schema } from "effect"
import { Zone } from "../clockwork/inputs.ts"
import { instantsOf, localText, offsetAt } from "../clockwork/localTime.ts"
import { CalendarDate } from "../holidays/inputs.ts"

export const Day = (description: string) => CalendarDate(description, "2026-06-21")

export const LocalZone = Schema.optionalKey(Zone("Zone of the day and of the times; without it, the one at the place.", "Europe/London"))

/** The instant of 12:00 on a calendar day in a zone; undefined where that zone skipped the day to cross the date line. */
export const noonOf = (zone: string, day: number): number | undefined => instantsOf(zone, day * 86_400_000 + 43_200_000)[0]

/** Instants as local time with its offset, to the second. */
export const timeIn =
  (zone: string) =>
  (instant: number | null): string | null => {
    if (instant === null) return null
    const second = Math.round(instant / 1_000) * 1_000
    return localText(second, offsetAt(zone, second))
  }
