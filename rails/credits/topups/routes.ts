import { Effect, Schema } from "effect"
import { HttpApiBuilder, HttpApiEndpoint, HttpApiGroup, HttpApiSchema } from "effect/http-api"
import { isoTime, isoTimeOrNull } from "../../../domain/time.ts"
import { IdempotencyConflict } from "../../../domain/ledger/errors.ts"
import { idempotencyConflict } from "../../../domain/ledger/reserve.ts"
import { Dollars, Money, microUsd, toMoney } from "../../../domain/money/Money.ts"
import { Refusal } from "../../../domain/Refusal.ts"
import { describe } from "../../http/describe.ts"
import { bodyErrors, envelope } from "../../http/errors.ts"
import { readIdempotencyKey, requestHash } from "../../http/idempotency.ts"
import { CurrentCaller, RequestBody } from "../../http/RequestContext.ts"
import { answer, respond } from "../../http/respond.ts"
import { emptyApi, Guarded, RoutePolicy } from "../../http/RoutePolicy.ts"
import { notOfferedError, offered, returnAddresses, returnsOf } from "../../stripe/paymentPages.ts"
import type { Topup } from "./Topup.ts"
import { Topups } from "./Topups.ts"

/** 404: the organisation has no top-up with this id. */
class TopupNotFound extends Refusal("payment_not_found", 404) {}

/** 409: too many pages are open at once. */
class TopupLimitReached extends Refusal("topup_limit_reached", 409) {}

const tooManyOpen = (maxOpen: number) =>
  new TopupLimitReached({
    message: `Your organisation has ${maxOpen} open top-ups. Pay one, or wait until one expires 24 hours after it was opened. Nothing was charged.`,
  })

const microPerCent = 10_000n
const usd = (micro: number) => toMoney(microUsd(BigInt(micro)))

const MoneyView = Schema.toEncoded(Money)
const NullableTime = Schema.NullOr(Schema.String)
const wholeCents = Schema.makeFilter((amount: bigint) => amount % 10_000n === 0n || "must be whole cents")
const bounded = Schema.makeFilter((amount: bigint) => (amount >= 1_000_000n && amount <= 10_000_000_000n) || "must be from 1 to 10000 USD")

/** `amount` is in USD. */
const TopupBody = Schema.Struct({ amount: Dollars.check(wholeCents, bounded), ...returnAddresses })

const TopupObject = Schema.Struct({
  id: Schema.String,
  /** The page on which a card pays. Null once the page is closed. */
  url: Schema.NullOr(Schema.String),
  status: Schema.Literals(["open", "paid", "expired", "refunded", "disputed"]),
  amount: MoneyView,
  amount_minor: Schema.Int,
  currency: Schema.Literal("USD"),
  /** Why a payment by card failed for good; the status is then `expired`. */
  failure_code: Schema.NullOr(Schema.String),
  /** What went back to the card. */
  reversed: MoneyView,
  expires_at: NullableTime,
  created_at: Schema.String,
  paid_at: NullableTime,
  credited_at: NullableTime,
}).annotate({ identifier: "Topup" })

const example = {
  id: "0199f0a4-7c1e-7b7a-9d51-3f0c2a6b8e01",
  url: "https://checkout.stripe.com/c/pay/cs_test_a1",
  status: "open",
  amount: usd(25_000_000),
  amount_minor: 2_500,
  currency: "USD",
  failure_code: null,
  reversed: usd(0),
  expires_at: "2026-11-22T12:00:00.000Z",
  created_at: "2026-11-21T12:00:00.000Z",
  paid_at: null,
  credited_at: null,
}

const precondition = Effect.andThen(offered(Topups), Effect.flatMap(RequestBody, readIdempotencyKey))

export class TopupsGroup extends HttpApiGroup.make("topups")
  .add(
    HttpApiEndpoint.post("open", "/v1/topups", {
      payload: TopupBody,
      success: TopupObject.pipe(HttpApiSchema.status(201)),
      error: [
        ...bodyErrors,
        notOfferedError,
        envelope(IdempotencyConflict, "The Idempotency-Key was used before with a different request."),
        envelope(TopupLimitReached, "The organisation has 20 open top-ups."),
      ],
    })
      .annotate(RoutePolicy, { scope: "sources:execute", bindsOrganisation: true, paid: false, idempotencyKey: "optional", precondition })
      .annotateMerge(
        describe({
          summary: "Open a page to buy credits by card",
          request: { amount: 25, success_url: "https://shop.example/done", cancel_url: "https://shop.example/back" },
          headers: { 201: { Location: "Where it is read." } },
        }),
      ),
    HttpApiEndpoint.get("read", "/v1/topups/:id", {
      params: { id: Schema.String },
      success: TopupObject,
      error: [notOfferedError, envelope(TopupNotFound, "None of the organisation's top-ups has this id.")],
    })
      .annotate(RoutePolicy, { scope: "billing:read", paid: false, noStore: true })
      .annotateMerge(describe({ summary: "Read a top-up", responses: { 200: example } })),
  )
  .middleware(Guarded) {}

const handlers = HttpApiBuilder.group(emptyApi.add(TopupsGroup), "topups", (handlers) =>
  handlers
    .handle(
      "open",
      Effect.fnUntraced(function* ({ payload: { amount, ...returns }, request }) {
        const { key, organisation } = yield* CurrentCaller
        const topups = yield* offered(Topups)
        const { json } = yield* RequestBody
        const idempotencyKey = yield* readIdempotencyKey(request)
        const idempotency = idempotencyKey === null ? null : { key: idempotencyKey, hash: requestHash("/v1/topups", {}, json, null) }
        const opening = { organisation, key, cents: amount / microPerCent, idempotency, ...(yield* returnsOf(returns, request)) }
        const { isReplay, topup } = yield* Effect.catchTags(topups.open(opening), {
          TopupConflict: () => Effect.fail(idempotencyConflict("This Idempotency-Key")),
          TooManyOpen: ({ maxOpen }) => Effect.fail(tooManyOpen(maxOpen)),
        })
        const replay = isReplay ? { "x-idempotent-replay": "true" } : {}
        return respond(TopupObject, topupObject(topup), { status: 201, headers: { location: `/v1/topups/${topup.id}`, ...replay } })
      }, answer),
    )
    .handle(
      "read",
      Effect.fnUntraced(function* ({ params }) {
        const { organisation } = yield* CurrentCaller
        const topups = yield* offered(Topups)
        const topup = yield* topups.find(organisation, params.id)
        if (topup === undefined) return yield* new TopupNotFound({ message: "Your organisation has no top-up with this id." })
        return topupObject(topup)
      }, answer),
    ),
)

export const topupRoutes = { group: TopupsGroup, handlers }

const topupObject = ({
  cents,
  createdAt,
  creditedAt,
  expiresAt,
  failure,
  id,
  paidAt,
  reversedCents,
  status,
  url,
}: Topup): typeof TopupObject.Encoded => ({
  id,
  url,
  status,
  amount: toMoney(microUsd(cents * microPerCent)),
  amount_minor: Number(cents),
  currency: "USD",
  failure_code: failure,
  reversed: toMoney(microUsd(reversedCents * microPerCent)),
  expires_at: isoTimeOrNull(expiresAt),
  created_at: isoTime(createdAt),
  paid_at: isoTimeOrNull(paidAt),
  credited_at: isoTimeOrNull(creditedAt),
})
