import { Effect, Schema } from "effect"
import { HttpApiBuilder, HttpApiEndpoint, HttpApiGroup } from "effect/http-api"
import { Dollars, microUsd, Money, toMoney } from "../../../domain/money/Money.ts"
import { InvalidRequest } from "../../../domain/Refusal.ts"
import { isoTimeOrNull } from "../../../domain/time.ts"
import { describe, usd } from "../../http/describe.ts"
import { bodyErrors } from "../../http/errors.ts"
import { CurrentCaller } from "../../http/RequestContext.ts"
import { answer } from "../../http/respond.ts"
import { emptyApi, Guarded, RoutePolicy } from "../../http/RoutePolicy.ts"
import { notOfferedError, offered, returnAddresses, returnsOf } from "../../stripe/paymentPages.ts"
import { AutoTopups, type AutoTopupState } from "./AutoTopups.ts"

const microPerCent = 10_000n
const MoneyView = Schema.NullOr(Schema.toEncoded(Money))
const wholeCents = Schema.makeFilter((amount: bigint) => amount % microPerCent === 0n || "must be whole cents")
const between = (min: bigint, max: bigint) =>
  Schema.makeFilter((amount: bigint) => (amount >= min * 1_000_000n && amount <= max * 1_000_000n) || `must be from ${min} to ${max} USD`)

/** In USD. */
const AutoTopupBody = Schema.Struct({
  threshold: Dollars.check(
    Schema.makeFilter((amount: bigint) => (amount > 0n && amount <= 10_000_000_000n) || "must be above 0 and at most 10000 USD"),
  ),
  amount: Dollars.check(wholeCents, between(5n, 10_000n)),
  monthly_ceiling: Dollars.check(wholeCents, between(5n, 100_000n)),
  new_card: Schema.optionalKey(Schema.Boolean),
  ...returnAddresses,
})

const AutoTopupView = Schema.Struct({
  status: Schema.Literals(["off", "setup", "active", "disabled"]),
  threshold: MoneyView,
  amount: MoneyView,
  monthly_ceiling: MoneyView,
  month_topped_up: MoneyView,
  card: Schema.NullOr(Schema.Struct({ brand: Schema.String, last4: Schema.String })),
  /** The page on which a card is saved. */
  url: Schema.NullOr(Schema.String),
  failures: Schema.Int,
  last_error: Schema.NullOr(Schema.String),
  next_attempt_at: Schema.NullOr(Schema.String),
}).annotate({ identifier: "AutoTopup" })

const example = {
  status: "active",
  threshold: usd(5_000_000),
  amount: usd(25_000_000),
  monthly_ceiling: usd(100_000_000),
  month_topped_up: usd(25_000_000),
  card: { brand: "visa", last4: "4242" },
  url: null,
  failures: 0,
  last_error: null,
  next_attempt_at: null,
}

const path = "/v1/me/credits/auto-top-up"
const manages = { scope: "organisation:manage", paid: false, noStore: true, precondition: offered(AutoTopups) } as const

class AutoTopupGroup extends HttpApiGroup.make("autoTopup")
  .add(
    HttpApiEndpoint.get("read", path, { success: AutoTopupView, error: [notOfferedError] })
      .annotate(RoutePolicy, { scope: "billing:read", paid: false, noStore: true })
      .annotateMerge(describe({ summary: "Read the automatic top-ups of credits", responses: { 200: example } })),
    HttpApiEndpoint.put("switchOn", path, { payload: AutoTopupBody, success: AutoTopupView, error: [...bodyErrors, notOfferedError] })
      .annotate(RoutePolicy, manages)
      .annotateMerge(
        describe({
          summary: "Switch automatic top-ups on, or change them",
          description:
            "Off by default. Without a saved card, or with `new_card`, `url` is the page on which a card is saved; nothing is charged before that. Whenever the credits are below `threshold`, the card pays `amount`, one payment at a time and never more than `monthly_ceiling` in a calendar month (UTC). After three failed payments one after the other they are switched off (`disabled`) and an alert is raised; this request switches them on again.",
          request: { threshold: 5, amount: 25, monthly_ceiling: 100 },
          responses: { 200: example },
        }),
      ),
    HttpApiEndpoint.delete("switchOff", path, { success: AutoTopupView, error: [notOfferedError] })
      .annotate(RoutePolicy, manages)
      .annotateMerge(
        describe({
          summary: "Switch automatic top-ups off and forget the card",
          description: "A payment that is on its way still ends as it would, and is credited.",
          responses: { 200: { ...example, status: "off", card: null } },
        }),
      ),
  )
  .middleware(Guarded) {}

const handlers = HttpApiBuilder.group(emptyApi.add(AutoTopupGroup), "autoTopup", (handlers) =>
  handlers
    .handle(
      "read",
      Effect.fnUntraced(function* () {
        const { organisation } = yield* CurrentCaller
        return view(yield* Effect.flatMap(offered(AutoTopups), ({ read }) => read(organisation)))
      }, answer),
    )
    .handle(
      "switchOn",
      Effect.fnUntraced(function* ({ payload: { amount, monthly_ceiling, new_card: newCard = false, threshold, ...returns }, request }) {
        const { key, organisation } = yield* CurrentCaller
        const { switchOn } = yield* offered(AutoTopups)
        if (monthly_ceiling < amount) {
          return yield* new InvalidRequest({
            message: "`monthly_ceiling` must be at least `amount`. Nothing was changed.",
            field: "monthly_ceiling",
          })
        }
        const amounts = { thresholdMicro: threshold, cents: amount / microPerCent, monthlyCents: monthly_ceiling / microPerCent }
        return view(yield* switchOn({ organisation, key, ...amounts, newCard, ...(yield* returnsOf(returns, request)) }))
      }, answer),
    )
    .handle(
      "switchOff",
      Effect.fnUntraced(function* () {
        const { organisation } = yield* CurrentCaller
        const { read, switchOff } = yield* offered(AutoTopups)
        yield* switchOff(organisation)
        return view(yield* read(organisation))
      }, answer),
    ),
)

export const autoTopupRoutes = { group: AutoTopupGroup, handlers }

const cents = (amount: bigint) => toMoney(microUsd(amount * microPerCent))

const view = (state: AutoTopupState | undefined): typeof AutoTopupView.Encoded => {
  if (state === undefined) {
    const none = { threshold: null, amount: null, monthly_ceiling: null, month_topped_up: null }
    return { status: "off", ...none, card: null, url: null, failures: 0, last_error: null, next_attempt_at: null }
  }
  const { auto, monthCents } = state
  return {
    status: auto.status,
    threshold: toMoney(microUsd(auto.thresholdMicro)),
    amount: cents(auto.cents),
    monthly_ceiling: cents(auto.monthlyCents),
    month_topped_up: cents(monthCents),
    card: auto.card === null ? null : { brand: auto.card.brand, last4: auto.card.last4 },
    url: auto.page?.url ?? null,
    failures: auto.failures,
    last_error: auto.lastError,
    next_attempt_at: isoTimeOrNull(auto.retryAt),
  }
}
