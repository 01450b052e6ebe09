import { Effect, Schema } from "effect"
import { HttpApiBuilder } from "effect/http-api"
import { idempotencyConflict } from "../../../domain/ledger/reserve.ts"
import { microUsd, toMoney } from "../../../domain/money/Money.ts"
import type { Topup } from "../../../rails/sepa/topup/Topup.ts"
import { Api } from "../api/Api.ts"
import { TopupBody, TopupNotFound } from "../api/topups.ts"
import { CurrentCaller, RequestBody } from "../Exchange.ts"
import { badIdempotencyKey, idempotencyKeyPattern, requestHash } from "../idempotency.ts"
import { malformed } from "../mistake.ts"
import { parseObject } from "../readBody.ts"
import { answer, json } from "../respond.ts"
import { returnsOf, sepaDesk } from "./sepaDesk.ts"
import { isoTime, isoTimeOrNull } from "../../../domain/time.ts"

const decodeTopup = Schema.decodeUnknownEffect(TopupBody, { onExcessProperty: "error" })
const microPerCent = 10_000n

export const TopupsHandlers = HttpApiBuilder.group(Api, "topups", (handlers) =>
  handlers
    .handleRaw(
      "open",
      Effect.fnUntraced(function* ({ request }) {
        const { key, organisation } = yield* CurrentCaller
        const desk = yield* sepaDesk
        const given = request.headers["idempotency-key"]
        if (given !== undefined && !idempotencyKeyPattern.test(given)) return yield* badIdempotencyKey()
        const body = yield* Effect.flatMap(RequestBody, parseObject)
        const { amount, ...returns } = yield* Effect.mapError(decodeTopup(body), malformed)
        const idempotency = given === undefined ? null : { key: given, hash: requestHash("/v1/topups", {}, body, null) }
        const asked = { organisation, key, cents: amount / microPerCent, idempotency, ...(yield* returnsOf(returns, request)) }
        const { isReplay, topup } = yield* Effect.catchTag(desk.openTopup(asked), "OtherTopup", () => idempotencyConflict())
        const replay = isReplay ? { "x-idempotent-replay": "true" } : {}
        return json(topupView(topup), { status: 201, headers: { location: `/v1/topups/${topup.id}`, ...replay } })
      }, answer),
    )
    .handleRaw(
      "read",
      Effect.fnUntraced(function* ({ params }) {
        const { organisation } = yield* CurrentCaller
        const desk = yield* sepaDesk
        const topup = yield* desk.topup(organisation, params.id)
        if (topup === undefined) return yield* new TopupNotFound({ message: "Your organisation has no top-up with this id." })
        return json(topupView(topup), { headers: { "cache-control": "no-store" } })
      }, answer),
    ),
)

const topupView = ({ cents, createdAt, creditedAt, expiresAt, id, paidAt, reversedCents, status, url }: Topup) => ({
  id,
  url,
  status,
  amount: toMoney(microUsd(cents * microPerCent)),
  amount_minor: Number(cents),
  currency: "USD",
  reversed: toMoney(microUsd(reversedCents * microPerCent)),
  expires_at: isoTimeOrNull(expiresAt),
  created_at: isoTime(createdAt),
  paid_at: isoTimeOrNull(paidAt),
  credited_at: isoTimeOrNull(creditedAt),
})
