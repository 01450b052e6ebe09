import { Schema } from "effect"
import validator from "validator/lib/isEmail.js"
import { HttpApiEndpoint, HttpApiGroup, HttpApiSchema } from "effect/http-api"
import { Scope } from "../../../domain/identity/errors.ts"
import { expiryDays, KeyLimitReached, KeyNotFound, KeyNotRotated, LimitsNotPermitted } from "../../../domain/identity/Organisations.ts"
import { CostTag } from "../../../domain/ledger/costTag.ts"
import { Dollars, Money } from "../../../domain/money/Money.ts"
import { describe, usd } from "../../../rails/http/describe.ts"
import { bodyErrors, envelope } from "../../../rails/http/errors.ts"
import { Guarded, RoutePolicy } from "../../../rails/http/RoutePolicy.ts"
import { exampleId } from "../runs/example.ts"
import { KeyView, ListedKeyView } from "./keyView.ts"

const OrganisationView = Schema.Struct({
  organisation_id: Schema.String,
  name: Schema.String,
  email: Schema.NullOr(Schema.String),
  notice_url: Schema.NullOr(Schema.String),
  mail_server: Schema.Boolean,
  status: Schema.Literals(["active", "suspended"]),
  spending: Schema.Boolean,
  rail_preference: Schema.Array(Schema.String),
  low_balance_alert: Schema.NullOr(Schema.toEncoded(Money)),
  rate_per_minute: Schema.Int,
  concurrency: Schema.Int,
  active_keys: Schema.Int,
  created_at: Schema.String,
}).annotate({ identifier: "Organisation" })

/** At least one of the four. `low_balance_alert` is in USD; null: no alert. `email` is where alerts and notices are mailed; null: nowhere. */
export const OrganisationBody = Schema.Struct({
  spending: Schema.optionalKey(Schema.Boolean),
  rail_preference: Schema.optionalKey(Schema.Array(Schema.String).check(Schema.isMaxLength(10))),
  low_balance_alert: Schema.optionalKey(
    Schema.NullOr(Dollars.check(Schema.makeFilter((amount: bigint) => amount > 0n || "must be above 0"))),
  ),
  email: Schema.optionalKey(
    Schema.NullOr(
      Schema.String.check(
        Schema.isMaxLength(254),
        Schema.makeFilter((text: string) => validator.default(text) || "must be an e-mail address like billing@example.com"),
      ),
    ),
  ),
})

export const NoticesBody = Schema.Struct({ url: Schema.String.check(Schema.isMaxLength(2_000)) })

const RailSettingBody = Schema.Struct({ value: Schema.String.check(Schema.isMaxLength(100)) })

/** In USD; null: no limit. */
const limits = {
  per_request: Schema.optionalKey(Schema.NullOr(Dollars)),
  monthly: Schema.optionalKey(Schema.NullOr(Dollars)),
  daily: Schema.optionalKey(Schema.NullOr(Dollars)),
}
/** The cost tag of all calls of the key; null: none. */
const tag = Schema.optionalKey(Schema.NullOr(CostTag))
/** At least one of the four. What is absent stays as it is. */
export const KeyChangeBody = Schema.Struct({ ...limits, tag })

/** `overlap_hours`: how long the old secret works at most. Absent: until its own expiry. */
export const RotationBody = Schema.Struct({
  expires_in_days: Schema.Literals(expiryDays),
  overlap_hours: Schema.optionalKey(Schema.Int.check(Schema.isBetween({ minimum: 0, maximum: 8_760 }))),
})

export const NewKeyBody = Schema.Struct({
  name: Schema.String.check(Schema.isPattern(/^[^\p{Cc}]{1,100}$/u, { message: "must be one line of 1 to 100 characters" })),
  scopes: Schema.NonEmptyArray(Scope).check(Schema.isMaxLength(20)),
  expires_in_days: Schema.Literals(expiryDays),
  ...limits,
  tag,
})

const organisationExample = {
  organisation_id: exampleId,
  name: "Example",
  email: null,
  notice_url: null,
  mail_server: true,
  status: "active",
  spending: true,
  rail_preference: ["credits"],
  low_balance_alert: usd(5_000_000),
  rate_per_minute: 60,
  concurrency: 64,
  active_keys: 2,
  created_at: "2026-11-21T12:00:00.000Z",
}

const keyExample = {
  key_id: exampleId,
  organisation_id: exampleId,
  name: "production",
  status: "active",
  scopes: ["sources:read", "sources:execute"],
  per_request: usd(500_000),
  monthly: usd(100_000_000),
  daily: null,
  tag: "research",
  created_at: "2026-11-21T12:00:00.000Z",
  expires_at: "2027-02-19T12:00:00.000Z",
  revoked_at: null,
  old_secret_until: null,
}

const NewKeyView = Schema.Struct({ ...KeyView.fields, secret: Schema.String })
  .annotate({ identifier: "NewApiKey" })
  .pipe(HttpApiSchema.status(201))

const params = { id: Schema.String }
const policy = { scope: "organisation:manage", paid: false, noStore: true } as const
const notFound = envelope(KeyNotFound, "The organisation has no key with this id.")
const notPermitted = envelope(
  LimitsNotPermitted,
  "A key gives no higher limit than its own, to itself or to another key, and changes no key with a higher limit.",
)

export class OrganisationGroup extends HttpApiGroup.make("organisation")
  .add(
    HttpApiEndpoint.get("organisation", "/v1/organisation", { success: OrganisationView })
      .annotate(RoutePolicy, policy)
      .annotateMerge(
        describe({
          summary: "Read the organisation's settings",
          description: "`mail_server`: whether the gateway has a mail server. Without one nothing is mailed to `email`.",
          responses: { 200: organisationExample },
        }),
      ),
    HttpApiEndpoint.patch("changeOrganisation", "/v1/organisation", {
      payload: OrganisationBody,
      success: OrganisationView,
      error: [...bodyErrors],
    })
      .annotate(RoutePolicy, policy)
      .annotateMerge(
        describe({
          summary: "Switch spending on or off, order the preferred rails, or set the low-balance alert or the e-mail",
          description:
            "With `spending: false` every paid call of the organisation is refused with 403 `spending_not_permitted`; this route still answers. `rail_preference` breaks ties of cost. An alert is raised when the balance falls below `low_balance_alert`. Alerts and notices are mailed to `email`, where the gateway has a mail server. Running calls end as they began.",
          request: { spending: true, rail_preference: ["credits"], low_balance_alert: 5 },
          responses: { 200: organisationExample },
        }),
      ),
    HttpApiEndpoint.put("setRailSetting", "/v1/organisation/rail-settings/:name", {
      params: { name: Schema.String.check(Schema.isMaxLength(100)) },
      payload: RailSettingBody,
      success: Schema.Struct({ name: Schema.String, value: Schema.String, values: Schema.Array(Schema.String) }).annotate({
        identifier: "RailSetting",
      }),
      error: [...bodyErrors],
    })
      .annotate(RoutePolicy, policy)
      .annotateMerge(
        describe({
          summary: "Set what the organisation chooses on a rail",
          description:
            "`GET /v1/me` shows the setting of each rail that has one, with its values. `x402_signer` is `managed` (the organisation's managed wallet signs) or `caller` (each call carries its payment). Every node follows within a minute. What the managed wallet owns stays there.",
          request: { value: "caller" },
          responses: { 200: { name: "x402_signer", value: "caller", values: ["managed", "caller"] } },
        }),
      ),
    HttpApiEndpoint.put("setNotices", "/v1/organisation/notices", {
      payload: NoticesBody,
      success: Schema.Struct({ url: Schema.String, secret: Schema.String }).annotate({ identifier: "Notices" }),
      error: [...bodyErrors],
    })
      .annotate(RoutePolicy, policy)
      .annotateMerge(
        describe({
          summary: "Set where alerts and notices of debits are posted",
          description:
            "Each request makes a new secret, which is shown this once and signs every notice from now on (`x-service-signature`, checked by `verifyNoticeWebhook`); the one before is not used any more. The URL is https with a public address; a sandbox also takes its own machine.",
          request: { url: "https://shop.example/notices" },
          responses: { 200: { url: "https://shop.example/notices", secret: "n1ZcXkqv8yV0w2sYq3mJ6pR9tB4uD7eF0gH5iK8lM1o" } },
        }),
      ),
    HttpApiEndpoint.delete("removeNotices", "/v1/organisation/notices", { success: OrganisationView })
      .annotate(RoutePolicy, policy)
      .annotateMerge(describe({ summary: "Post no alerts and notices any more", responses: { 200: organisationExample } })),
    HttpApiEndpoint.get("keys", "/v1/keys", { success: Schema.Struct({ keys: Schema.Array(ListedKeyView) }) })
      .annotate(RoutePolicy, policy)
      .annotateMerge(
        describe({
          summary: "List the organisation's keys",
          description:
            "`month_spent` is what the key spent since the first of the month (UTC), holds included. `last_call_at` is its latest paid call.",
          responses: { 200: { keys: [{ ...keyExample, month_spent: usd(2_000), last_call_at: "2026-11-21T12:00:00.000Z" }] } },
        }),
      ),
    HttpApiEndpoint.post("createKey", "/v1/keys", {
      payload: NewKeyBody,
      success: NewKeyView,
      error: [...bodyErrors, notPermitted, envelope(KeyLimitReached, "The organisation has 25 active keys. Revoke one first.")],
    })
      .annotate(RoutePolicy, policy)
      .annotateMerge(
        describe({
          summary: "Create a key; its secret is shown once",
          description:
            "A key gives only scopes that it has, and no higher limits than its own. With `tag` every call of the key is counted under that cost tag, and a request with another X-Cost-Tag is refused with 400. If the answer is lost, revoke the new key and create another.",
          request: {
            name: "production",
            scopes: ["sources:read", "sources:execute"],
            expires_in_days: 90,
            per_request: 0.5,
            monthly: 100,
            tag: "research",
          },
          responses: { 201: { ...keyExample, secret: "frt_org_…" } },
        }),
      ),
    HttpApiEndpoint.patch("limitKey", "/v1/keys/:id", {
      params,
      payload: KeyChangeBody,
      success: KeyView,
      error: [...bodyErrors, notPermitted, notFound],
    })
      .annotate(RoutePolicy, policy)
      .annotateMerge(
        describe({
          summary: "Change what a key may spend, or its cost tag",
          description:
            "`null` removes a limit or the tag. What is absent stays. Calls that already hold money keep it. A key changes only keys whose scopes it has and whose limits are not above its own: otherwise 403 `insufficient_scope` or `limits_not_permitted`.",
          request: { monthly: 100, daily: null },
          responses: { 200: keyExample },
        }),
      ),
    HttpApiEndpoint.post("rotateKey", "/v1/keys/:id/rotate", {
      params,
      payload: RotationBody,
      success: NewKeyView,
      error: [
        ...bodyErrors,
        notPermitted,
        notFound,
        envelope(KeyNotRotated, "The key is not active, or the secret before its last rotation still works."),
      ],
    })
      .annotate(RoutePolicy, policy)
      .annotateMerge(
        describe({
          summary: "Give a key a new secret, which is shown once",
          description:
            "It stays the same key: both secrets keep to its limits together, and a repeated `Idempotency-Key` pays once with either. The old secret works until its own expiry, until `overlap_hours` (0 to 8760) are over, or until it is ended; with `overlap_hours: 0` it is refused at once. A key rotates only keys whose scopes it has and whose limits are not above its own; one with a monthly or daily limit rotates no other key that can spend. If the answer is lost, end the old secret and rotate again.",
          request: { expires_in_days: 90, overlap_hours: 24 },
          responses: { 201: { ...keyExample, old_secret_until: "2026-11-22T12:00:00.000Z", secret: "frt_org_…" } },
        }),
      ),
    HttpApiEndpoint.delete("endOldSecret", "/v1/keys/:id/old-secret", { params, success: KeyView, error: [notPermitted, notFound] })
      .annotate(RoutePolicy, policy)
      .annotateMerge(
        describe({
          summary: "End the secret before the last rotation at once",
          description: "Later requests with it are refused with 401 `api_key_revoked`. Without such a secret nothing changes.",
          responses: { 200: keyExample },
        }),
      ),
    HttpApiEndpoint.delete("revokeKey", "/v1/keys/:id", { params, success: KeyView, error: [notPermitted, notFound] })
      .annotate(RoutePolicy, policy)
      .annotateMerge(
        describe({
          summary: "Revoke a key at once",
          description:
            "Runs that have not started, and later requests, are refused with 401 `api_key_revoked`. A revoked key stays revoked. A key revokes only keys whose scopes it has and whose limits are not above its own: otherwise 403 `insufficient_scope` or `limits_not_permitted`.",
          responses: { 200: { ...keyExample, status: "revoked", revoked_at: "2026-11-22T12:00:00.000Z" } },
        }),
      ),
  )
  .middleware(Guarded) {}
