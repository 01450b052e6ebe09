import { Effect, Layer } from "effect"
import { Sources } from "../../domain/catalogue/Source.ts"
import { bankCheck } from "./bank-check/source.ts"
import { makeCalendarYears } from "./holidays/CalendarYears.ts"
import { holidays } from "./holidays/source.ts"
import { telecom } from "./telecom/source.ts"

/** The sources that ship with the gateway: real data and real computation, no network. */
export const layer: Layer.Layer<Sources> = Layer.effect(
  Sources,
  Effect.map(makeCalendarYears(), (years) => [bankCheck, holidays(years), telecom]),
)
