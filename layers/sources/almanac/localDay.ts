import { Schema } from "effect"
import { Zone } from "../clockwork/inputs.ts"
import { CalendarDate } from "../clockwork/inputs.ts"

export const DayInput = (description: string) => CalendarDate(description, "2026-06-21")

export const LocalZone = Schema.optionalKey(Zone("Zone of the day and of the times; without it, the one at the place.", "Europe/London"))
