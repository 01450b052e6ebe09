import { Effect, References } from "effect"
import type { ExchangeState } from "../http/Exchange.ts"

/** Tells the span of a request what it was; undefined while nothing is traced. */
export const spanOf = Effect.map(References.TracerEnabled, (enabled) =>
  enabled
    ? ({ caller, moneyMoved, refusal, requestId, route }: ExchangeState) =>
        Effect.annotateCurrentSpan({
          "farthing.request_id": requestId,
          ...(route === undefined ? {} : { "http.route": route }),
          ...(caller === undefined ? {} : { "farthing.organisation_id": caller.organisation, "farthing.key_id": caller.key }),
          ...(moneyMoved === undefined ? {} : { "farthing.money_moved": moneyMoved }),
          ...(refusal === undefined ? {} : { "farthing.code": refusal }),
        })
    : undefined,
)
