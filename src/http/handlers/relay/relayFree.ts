import { Effect } from "effect"
import type { HttpServerRequest } from "effect/http/HttpServerRequest"
import * as HttpServerResponse from "effect/http/HttpServerResponse"
import { sourceRefusal } from "../../../../domain/catalogue/sourceErrors.ts"
import type { Listing } from "../../../../domain/listing/Listing.ts"
import { Origins } from "../../../../layers/origin/Origins.ts"
import { outbound } from "./outbound.ts"
import { recordOf } from "./storedAnswer.ts"
import type { Target } from "./target.ts"

/** A free endpoint: no money is looked at, and the answer streams as it comes. */
export const relayFree = Effect.fnUntraced(function* (listing: Listing, target: Target, request: HttpServerRequest) {
  const origins = yield* Origins
  const sent = yield* outbound(listing, target, request)
  const { body, headers, status } = yield* Effect.mapError(origins.stream(sent), ({ code, message }) => sourceRefusal(code, message))
  return HttpServerResponse.stream(body, { status, headers: recordOf(headers) })
})
