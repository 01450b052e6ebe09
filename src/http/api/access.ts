import { Context, Schema } from "effect"
import { HttpApiMiddleware } from "effect/http-api"
import type { Scope } from "../../../domain/identity/refusals.ts"
import type { CurrentCaller, RequestBody } from "../Exchange.ts"
import { atGate } from "./refusals.ts"

/** What an endpoint asks of its caller, as an annotation. `scope: null` admits any valid key. */
export class Access extends Context.Service<
  Access,
  { readonly scope: Scope | null; readonly paid: boolean; readonly idempotencyAs?: string }
>()("farthing/src/http/api/Access") {}

/** Body size, authentication, rate and scope, in that order, before the endpoint's own input is looked at. */
export class Gatekeeper extends HttpApiMiddleware.Service<Gatekeeper, { provides: CurrentCaller | RequestBody }>()(
  "farthing/src/http/api/Gatekeeper",
  { error: [...atGate] },
) {}

/** A whole number in a query, within bounds. */
export const IntFromQuery = (minimum: number, maximum: number) =>
  Schema.FiniteFromString.check(
    Schema.makeFilter((n) => Number.isInteger(n) || "must be a whole number"),
    Schema.isBetween({ minimum, maximum }, { message: `must be between ${minimum} and ${maximum}` }),
  )
