import { Result, Schema, SchemaTransformation } from "effect"
import { instantIn, isoDate, isoTime } from "../../domain/time.ts"
import { fromDecimal, MicroUsd, microUsd, toDecimal } from "../../domain/money/Money.ts"

/** The document shows a query parameter as the type that its text is decoded to: `openapi.ts` takes it from here. */
const shownAs = (schema: Schema.Json) => ({ contentSchema: schema })

/** A whole number in a query, within bounds. */
export const IntFromQuery = (minimum: number, maximum: number, byDefault?: number) =>
  Schema.String.annotate(shownAs({ type: "integer", minimum, maximum, ...(byDefault === undefined ? {} : { default: byDefault }) }))
    .check(Schema.isPattern(/^\d{1,16}$/, { message: `must be a whole number between ${minimum} and ${maximum}, in digits` }))
    .pipe(
      Schema.decodeTo(Schema.FiniteFromString),
      Schema.check(Schema.isBetween({ minimum, maximum }, { message: `must be between ${minimum} and ${maximum}` })),
    )

/** A date, or a date and a time with its offset (RFC 3339), in a query. Milliseconds since 1970. */
export const TimeFromQuery = Schema.String.annotate(
  shownAs({ type: "string", format: "date-time", description: "A date alone is its midnight in UTC." }),
)
  .check(
    Schema.makeFilter(
      (text: string) =>
        instantIn(text) !== undefined || "must be a date, or a date-time with its offset, for instance 2026-01-31T00:00:00Z",
    ),
  )
  .pipe(Schema.decodeTo(Schema.Finite, SchemaTransformation.transform({ decode: (text) => Date.parse(text), encode: (at) => isoTime(at) })))

/** A day of UTC in a query: its midnight, in milliseconds since 1970. */
export const DateFromQuery = Schema.String.annotate(shownAs({ type: "string", format: "date" }))
  .check(
    Schema.makeFilter(
      (text: string) =>
        (/^(19|20)\d\d-\d\d-\d\d$/.test(text) && instantIn(text) !== undefined) || "must be a date, for instance 2026-01-31",
    ),
  )
  .pipe(Schema.decodeTo(Schema.Finite, SchemaTransformation.transform({ decode: (text) => Date.parse(text), encode: (at) => isoDate(at) })))

/** A decimal number of US dollars in a query. Never a float in between, which would round it. */
export const DollarsFromQuery = Schema.String.annotate(shownAs({ type: "number", minimum: 0 }))
  .check(Schema.makeFilter((text: string) => Result.match(fromDecimal(text), { onSuccess: () => true, onFailure: (reason) => reason })))
  .pipe(
    Schema.decodeTo(
      MicroUsd,
      SchemaTransformation.transform({
        decode: (text): bigint => Result.getOrThrow(fromDecimal(text)),
        encode: (amount) => toDecimal(microUsd(amount)),
      }),
    ),
  )
