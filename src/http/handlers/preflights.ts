import { Effect, Result, Schema } from "effect"
import { HttpApiBuilder } from "effect/http-api"
import { SourceNotFound } from "../../../domain/catalogue/find.ts"
import { sanitize } from "../../../domain/sanitize.ts"
import { SourceUnavailable } from "../../../domain/catalogue/sourceErrors.ts"
import { Listings } from "../../../domain/listing/Listing.ts"
import { matchEndpoint } from "../../../domain/listing/match.ts"
import type { MicroUsd } from "../../../domain/money/Money.ts"
import { Api } from "../api/Api.ts"
import { CallPreflightBody, RelayPreflightBody } from "../api/preflight.ts"
import { RequestBody } from "../Exchange.ts"
import { malformed } from "../mistake.ts"
import { parseObject } from "../readBody.ts"
import { answer } from "../respond.ts"
import { defaultLimit } from "./calls.ts"
import { directOrder } from "./directCall.ts"
import { preflight } from "./preflight.ts"
import { isFree, relayOrder } from "./relay/relayPaid.ts"
import { pausedMessage } from "./relay/target.ts"

const decodeCall = Schema.decodeUnknownEffect(CallPreflightBody, { onExcessProperty: "error" })
const decodeRelay = Schema.decodeUnknownEffect(RelayPreflightBody, { onExcessProperty: "error" })
const readBody = Effect.flatMap(RequestBody, parseObject)

/** The preflights that have a route of their own; `X-Payment-Dry-Run: 1` asks the same on the paid route itself. */
export const PreflightHandlers = HttpApiBuilder.group(Api, "preflight", (handlers) =>
  handlers
    .handleRaw(
      "call",
      Effect.fnUntraced(function* ({ params }) {
        const body = yield* readBody
        const { calls = 1, input, limit = defaultLimit, max_spend, rail } = yield* Effect.mapError(decodeCall(body), malformed)
        const order = yield* directOrder(
          {
            path: "",
            query: {},
            endpoint: "preflight",
            source: params.source,
            operation: params.operation,
            input: input ?? null,
            body,
            maxSpend: (max_spend ?? null) as MicroUsd | null,
            limit,
            waitSeconds: 0,
            idempotencyKey: undefined,
            rail: rail ?? null,
            dryRun: true,
          },
          "",
        )
        return yield* preflight(order, { method: "POST", calls })
      }, answer),
    )
    .handleRaw(
      "relay",
      Effect.fnUntraced(function* ({ params }) {
        const { calls = 1, method, path, rail = null } = yield* Effect.mapError(decodeRelay(yield* readBody), malformed)
        const listing = (yield* Effect.flatMap(Listings, ({ current }) => current)).get(params.slug)
        if (listing === undefined) {
          return yield* new SourceNotFound({
            message: `No API is listed as "${sanitize(params.slug)}". GET /v2/sources lists what is sold.`,
          })
        }
        if (listing.status === "paused") return yield* new SourceUnavailable({ message: pausedMessage(listing), retryAfterSeconds: 60 })
        const endpoint = matchEndpoint(listing, method.toUpperCase(), path.split("?", 1)[0]!)
        if (Result.isFailure(endpoint)) return yield* Effect.fail(endpoint.failure)
        const dispatch = Effect.die("a preflight dispatches nothing")
        const order = yield* relayOrder(listing, endpoint.success, { hash: "", rail, dispatch })
        return yield* preflight(order, { method: method.toUpperCase(), calls, free: isFree(endpoint.success) })
      }, answer),
    ),
)
