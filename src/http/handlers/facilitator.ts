import { Effect } from "effect"
import { HttpApiBuilder } from "effect/http-api"
import { HttpServerRequest } from "effect/http/HttpServerRequest"
import { FacilitatorDoor } from "../../../rails/x402/FacilitatorDoor.ts"
import { Admission } from "../Admission.ts"
import { FacilitatorApi } from "../api/facilitator.ts"
import { CurrentCaller, RequestBody } from "../Exchange.ts"
import { badIdempotencyKey, idempotencyKeyPattern } from "../idempotency.ts"
import { makeOpenDoor } from "../openDoor.ts"
import { parseObject, readBody } from "../readBody.ts"
import { answer, json } from "../respond.ts"

/** `/verify` and `/settle` for servers elsewhere, behind a key unless the operator opened them; `/supported` for everybody. */
export const FacilitatorHandlers = HttpApiBuilder.group(
  FacilitatorApi,
  "facilitator",
  Effect.fnUntraced(function* (handlers) {
    const { facilitator, open } = (yield* FacilitatorDoor) ?? { facilitator: undefined, open: false }
    const { admit } = yield* Admission
    const bounded = yield* makeOpenDoor

    const ask = Effect.fnUntraced(function* (question: "verify" | "settle", caller: string) {
      const { headers } = yield* HttpServerRequest
      const body = yield* Effect.flatMap(RequestBody, parseObject)
      if (facilitator === undefined) return json(without[question], { status: 503 })
      const idempotencyKey = headers["idempotency-key"] ?? null
      if (idempotencyKey !== null && !idempotencyKeyPattern.test(idempotencyKey)) return yield* badIdempotencyKey()
      const { body: said, status } = yield* question === "verify"
        ? facilitator.verify(body)
        : facilitator.settle(body, { id: caller, idempotencyKey })
      return json(said, { status, headers: status === 503 ? { "retry-after": "2" } : {} })
    })

    const behindDoor = (question: "verify" | "settle") =>
      open
        ? answer(bounded(Effect.provideServiceEffect(ask(question, "anybody"), RequestBody, openBody)))
        : admit(
            { scope: null, paid: false, route: `/${question}`, takesQuery: false },
            answer(Effect.flatMap(CurrentCaller, ({ organisation }) => ask(question, organisation))),
          )

    return handlers
      .handleRaw("verify", () => behindDoor("verify"))
      .handleRaw("settle", () => behindDoor("settle"))
      .handleRaw("supported", () => Effect.succeed(json(facilitator?.supported.body ?? { kinds: [], extensions: [], signers: {} })))
  }),
)

const openBody = Effect.flatMap(HttpServerRequest, (request) =>
  Effect.map(readBody(request), (bytes) => ({ bytes, headers: request.headers })),
)

const noRail = "This gateway has no x402 rail: nothing was looked at, and nothing was settled."
const without = {
  verify: { isValid: false, invalidReason: "unexpected_verify_error", invalidMessage: noRail },
  settle: { success: false, errorReason: "unexpected_settle_error", errorMessage: noRail, transaction: "", network: "" },
} as const
