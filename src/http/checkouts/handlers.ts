import { Effect } from "effect"
import { HttpApiBuilder } from "effect/http-api"
import { HttpServerRequest } from "effect/http/HttpServerRequest"
import { readCheckoutRequest } from "../../../domain/connect/checkoutRequest.ts"
import { createCheckout } from "../../../domain/connect/createCheckout.ts"
import { parseObject } from "../../../rails/http/body.ts"
import { requestHash } from "../../../rails/http/idempotency.ts"
import { RequestBody, RequestContext, publicBase } from "../../../rails/http/RequestContext.ts"
import { answer, respond } from "../../../rails/http/respond.ts"
import { Settings } from "../../Settings.ts"
import { Api } from "../Api.ts"
import { CurrentMarketplace } from "../server/marketplacePolicy.ts"
import { checkoutView, CheckoutView } from "./views.ts"

const path = "/v1/checkout"

export const CheckoutsHandlers = HttpApiBuilder.group(Api, "checkouts", (handlers) =>
  handlers.handleRaw("create", () =>
    answer(
      Effect.gen(function* () {
        const marketplace = yield* CurrentMarketplace
        const body = yield* Effect.flatMap(RequestBody, parseObject)
        const request = yield* Effect.fromResult(readCheckoutRequest(body, { loopback: (yield* Settings).mode === "sandbox" }))
        const { idempotency } = (yield* RequestContext).record
        const named = idempotency === undefined ? null : { key: idempotency.key, hash: requestHash(path, {}, body, null) }
        const { record, replayed } = yield* createCheckout(marketplace, request, named)
        const base = yield* publicBase(yield* HttpServerRequest)
        const headers: Record<string, string> = replayed ? { "x-idempotent-replay": "true" } : {}
        return respond(CheckoutView, checkoutView(record, base), { status: 201, headers })
      }),
    ),
  ),
)
