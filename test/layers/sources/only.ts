import { Effect, Layer } from "effect"
import { type Source, Sources } from "../../../domain/catalogue/Source.ts"
import { makeCalendarYears } from "../../../layers/sources/holidays/CalendarYears.ts"
import { holidays } from "../../../layers/sources/holidays/source.ts"

/** A catalogue of one source. */
export const only = (source: Source) => Layer.succeed(Sources, [source])

export const onlyHolidays = Layer.effect(
  Sources,
  Effect.map(makeCalendarYears(), (years) => [holidays(years)]),
)
