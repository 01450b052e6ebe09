import { Context, type Effect } from "effect"
import { HttpApi, HttpApiMiddleware } from "effect/http-api"
import type { HttpServerRequest } from "effect/http/HttpServerRequest"
import type { HttpServerResponse } from "effect/http/HttpServerResponse"
import type { Caller } from "../../domain/identity/Authenticator.ts"
import { InsufficientScope, type Scope } from "../../domain/identity/errors.ts"
import type { Refused } from "../../domain/Refusal.ts"
import { guardErrors } from "./errors.ts"
import type { CurrentCaller, RequestBody } from "./RequestContext.ts"

/** What a route requires of its caller, as an annotation of the endpoint. `scope: null` admits any valid key. */
export class RoutePolicy extends Context.Service<
  RoutePolicy,
  {
    readonly scope: Scope | null
    /** Binds the organisation beyond one call (a mandate, a payment by card): of the people in the app it takes an owner or admin. Keys need `scope` alone. */
    readonly bindsOrganisation?: true
    readonly paid: boolean
    /** The scope of the Idempotency-Key: the authenticator looks up an earlier run under this name. */
    readonly idempotencyAs?: string
    /** Whether the route takes an Idempotency-Key. Implied by `idempotencyAs`. */
    readonly idempotencyKey?: "optional" | "required"
    /** The caller may present a payment in the header of a rail. */
    readonly takesPayment?: true
    /** `raw`: the handler reads the body itself. `optional`: no body is an empty object. Without it, a payload is a JSON object. */
    readonly body?: "raw" | "optional"
    /** Checked before the body: what the route needs beyond its scope. */
    readonly precondition?: Effect.Effect<unknown, Refused, CurrentCaller | RequestBody>
    /** The request may wait for a run that executes elsewhere: it takes no place of those who execute. */
    readonly waits?: true
    /** The response must not be cached. */
    readonly noStore?: true
  }
>()("farthing/rails/http/RoutePolicy") {}

/** A policy together with the route that it is for. */
export interface GuardedRoute extends Context.Service.Shape<typeof RoutePolicy> {
  /** The route's template, for logs and metrics. */
  readonly route: string
  readonly takesQuery: boolean
}

/**
 * Checks body size, authentication, rate and scope in the documented order, before the route's own input, and bounds the
 * requests that execute at once. Every route that needs a key goes through it, relays too.
 */
export class RequestGuard extends Context.Service<
  RequestGuard,
  {
    /** Runs `handler` with the caller and the body, or answers the refusal. */
    readonly admit: <E, R>(
      route: GuardedRoute,
      handler: Effect.Effect<HttpServerResponse, E, R>,
    ) => Effect.Effect<HttpServerResponse, E, Exclude<Exclude<R, CurrentCaller>, RequestBody> | HttpServerRequest>
  }
>()("farthing/rails/http/RequestGuard") {}

/** The guard as the middleware of endpoint groups. */
export class Guarded extends HttpApiMiddleware.Service<Guarded, { provides: CurrentCaller | RequestBody }>()(
  "farthing/rails/http/Guarded",
  {
    error: [...guardErrors],
  },
) {}

/** 403 unless the key has the scope that the endpoint needs. */
export const scopeRefusal = (caller: Caller, scope: string | null) =>
  scope === null || caller.scopes.some((s) => s === scope)
    ? undefined
    : new InsufficientScope({ message: `This key lacks the scope ${scope}. Use a key that was created with it.`, required_scope: scope })

/** 403 unless the role of the person in the app permits what the route does. */
export const roleRefusal = (caller: Caller, { bindsOrganisation, scope }: Pick<GuardedRoute, "scope" | "bindsOrganisation">) => {
  const required = bindsOrganisation === true ? "organisation:manage" : scope
  if (required === null || caller.scopes.some((s) => s === required)) return undefined
  return new InsufficientScope({
    message: "Your role in this organisation does not permit this. Ask an owner or admin to do it. Nothing was changed.",
    required_scope: required,
  })
}

/**
 * The API without groups. A rail adds its own group to it to build the handlers; the gateway adds all of them. Both have the same
 * parse options: no parameter and no member beyond the documented ones.
 */
export const emptyApi = HttpApi.make("farthing")
  .annotate(HttpApi.QueryParseOptions, { onExcessProperty: "error" })
  .annotate(HttpApi.PayloadParseOptions, { onExcessProperty: "error" })
