import { Schema } from "effect"
import { HttpApiEndpoint, HttpApiGroup, HttpApiSchema } from "effect/http-api"
import { Money } from "../../../domain/money/Money.ts"
import { Refusal, ServiceUnavailable } from "../../../domain/Refusal.ts"
import { BodyTooLarge } from "../readBody.ts"
import { Access, Gatekeeper } from "./access.ts"
import { envelope } from "./envelope.ts"
import { onBodies, onEveryRoute } from "./refusals.ts"

/** 404: this gateway has no direct debits and takes no cards. */
export class NotOffered extends Refusal("route_not_found", 404) {}

export const onOffer = envelope(NotOffered, "This gateway is not set up for direct debits and cards.")

const Money_ = Schema.toEncoded(Money)
const Text = Schema.NullOr(Schema.String)
const address = Schema.String.check(
  Schema.isMaxLength(2_000),
  Schema.makeFilter((text: string) => (URL.canParse(text) && /^https?:/.test(text)) || "must be an http or https address"),
)

/** Where the person's browser goes from the page. Without them, to the gateway's own status page. */
export const returnAddresses = { success_url: Schema.optionalKey(address), cancel_url: Schema.optionalKey(address) }

export const MandateBody = Schema.Struct(returnAddresses)

const MandatePage = Schema.Struct({ url: Schema.String, expires_at: Schema.String }).annotate({ identifier: "MandatePage" })

const NextCollection = Schema.Struct({
  id: Text,
  status: Schema.Literals(["planned", "new", "processing", "retry"]),
  reason: Schema.String,
  debit_on: Schema.String,
  amount_minor: Schema.Int,
  currency: Schema.Literal("EUR"),
  /** An amount in euros that is not fixed yet: the rate may move until the debit is made. */
  estimate: Schema.Boolean,
  rate: Schema.Struct({ eur_per_usd: Schema.String, source: Schema.String, at: Schema.String }),
  notice: Schema.NullOr(Schema.Struct({ given_at: Schema.String, mandate_reference: Text, iban_last4: Text, creditor_id: Schema.String })),
})

const SepaView = Schema.Struct({
  mandate: Schema.Struct({
    id: Text,
    status: Schema.Literals(["none", "pending", "active", "inactive"]),
    reference: Text,
    scheme: Schema.Literal("sepa_core"),
    iban_last4: Text,
    accepted_at: Text,
  }),
  subscription: Schema.Struct({ status: Schema.Literals(["none", "active", "cancelled"]), renews_at: Text }),
  terms: Schema.Struct({ threshold_minor: Schema.Int, currency: Schema.Literal("EUR"), max_age_days: Schema.Int, exposure_cap: Money_ }),
  ledger: Schema.Struct({ outstanding: Money_, in_flight: Money_, entries: Schema.Int, oldest_at: Text }),
  next_collection: Schema.NullOr(NextCollection),
  last_collection: Schema.NullOr(Schema.Struct({ id: Schema.String, status: Schema.String, failure_code: Text })),
  can_spend: Schema.Boolean,
  gaps: Schema.Array(Schema.Struct({ code: Schema.String, message: Schema.String })),
}).annotate({ identifier: "Sepa" })

/**
 * Direct debits of the organisation. Reading takes any key. Whoever opens the page for a mandate decides which bank account
 * pays for the organisation: that takes a key that may spend its money.
 */
export class SepaGroup extends HttpApiGroup.make("sepa")
  .add(
    HttpApiEndpoint.get("read", "/v1/me/sepa", { success: SepaView, error: onOffer }).annotate(Access, { scope: null, paid: false }),
    HttpApiEndpoint.post("mandate", "/v1/me/sepa/mandate", {
      payload: MandateBody,
      success: MandatePage,
      error: [...onBodies, onOffer],
    }).annotate(Access, { scope: "sources:execute", paid: false }),
  )
  .middleware(Gatekeeper) {}

const Received = Schema.Struct({ received: Schema.Boolean, new: Schema.Boolean }).annotate({ identifier: "WebhookReceived" })

/** Events that Stripe posts, signed: no key. */
export class StripeWebhookGroup extends HttpApiGroup.make("stripe").add(
  HttpApiEndpoint.post("webhook", "/v1/webhooks/stripe", {
    success: Received.pipe(HttpApiSchema.status(200)),
    error: [
      ...onEveryRoute,
      onOffer,
      envelope(BodyTooLarge, "The body is larger than 64 KB."),
      envelope(ServiceUnavailable, "The event could not be worked on now. Deliver it again."),
    ],
  }),
) {}
