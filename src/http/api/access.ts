import { Context, Schema, SchemaTransformation } from "effect"
import { HttpApiMiddleware } from "effect/http-api"
import type { Scope } from "../../../domain/identity/errors.ts"
import type { CurrentCaller, RequestBody } from "../Exchange.ts"
import { atGate } from "./refusals.ts"
import { isoTime } from "../../../domain/time.ts"

/** What an endpoint asks of its caller, as an annotation. `scope: null` admits any valid key. */
export class Access extends Context.Service<
  Access,
  {
    readonly scope: Scope | null
    readonly paid: boolean
    /** Under which name the gate looks for an earlier run of an Idempotency-Key. */
    readonly idempotencyAs?: string
    /** Whether the route takes a key; by itself, where the gate looks for one. */
    readonly idempotencyKey?: "optional" | "required"
  }
>()("farthing/src/http/api/Access") {}

/** Body size, authentication, rate and scope, in that order, before the endpoint's own input is looked at. */
export class Gatekeeper extends HttpApiMiddleware.Service<Gatekeeper, { provides: CurrentCaller | RequestBody }>()(
  "farthing/src/http/api/Gatekeeper",
  { error: [...atGate] },
) {}

/** A whole number in a query, within bounds. */
export const IntFromQuery = (minimum: number, maximum: number) =>
  Schema.String.check(Schema.isPattern(/^\d{1,16}$/, { message: "must be a whole number in digits" })).pipe(
    Schema.decodeTo(Schema.FiniteFromString),
    Schema.check(Schema.isBetween({ minimum, maximum }, { message: `must be between ${minimum} and ${maximum}` })),
  )

/** A moment in a query: a date, or a date and a time with its offset (RFC 3339). Milliseconds since 1970. */
export const TimeFromQuery = Schema.String.check(
  Schema.makeFilter(
    (text: string) =>
      (/^\d{4}-\d\d-\d\d(T\d\d:\d\d(:\d\d(\.\d{1,9})?)?(Z|[+-]\d\d:\d\d))?$/.test(text) && !Number.isNaN(Date.parse(text))) ||
      "must be a date, or a date-time with its offset, for instance 2026-01-31T00:00:00Z",
  ),
).pipe(Schema.decodeTo(Schema.Finite, SchemaTransformation.transform({ decode: (text) => Date.parse(text), encode: (at) => isoTime(at) })))
