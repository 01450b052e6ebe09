import { Schema } from "effect"
import { HttpApiEndpoint, HttpApiGroup } from "effect/http-api"
import { describe } from "../../../rails/http/describe.ts"
import { Guarded, RoutePolicy } from "../../../rails/http/RoutePolicy.ts"

/** `rail`: the rail that it is about. `subject`: the id of the key or payment that it is about. `alert_id`: the alert whose acknowledgement ends it. `since`: how old the oldest of several is. */
const AttentionItem = Schema.Struct({
  code: Schema.String,
  message: Schema.String,
  action: Schema.String,
  rail: Schema.NullOr(Schema.String),
  subject: Schema.NullOr(Schema.String),
  alert_id: Schema.NullOr(Schema.String),
  since: Schema.NullOr(Schema.String),
  count: Schema.Int,
})

const AttentionView = Schema.Struct({ items: Schema.Array(AttentionItem) }).annotate({ identifier: "Attention" })

const example = {
  code: "mandate_missing",
  message: "The organisation has no direct debit mandate.",
  action: "Set up a mandate: POST /v1/me/sepa/mandate.",
  rail: "sepa",
  subject: null,
  alert_id: null,
  since: null,
  count: 1,
}

export class AttentionGroup extends HttpApiGroup.make("attention")
  .add(
    HttpApiEndpoint.get("read", "/v1/attention", { success: AttentionView })
      .annotate(RoutePolicy, { scope: "billing:read", paid: false, noStore: true })
      .annotateMerge(
        describe({
          summary: "Read what needs a person of the organisation",
          description:
            "What keeps a rail from paying (the codes are those of the gaps in a preflight, or `account_suspended`, `account_frozen`, `account_missing`, `balance_empty`, `rail_unavailable`), payments whose outcome is unknown (`payment_unknown`), `auto_topup_ceiling` while automatic top-ups are due and above their ceiling of the month, `organisation_suspended`, `spending_off`, and alerts until they are acknowledged or their cause is gone: `limit_reached` while the key is active with this limit and in the period, `balance_low` while the balance is low, `debit_failed` while the rail is suspended, `auto_topup_disabled` while automatic top-ups are switched off.",
          responses: { 200: { items: [example] } },
        }),
      ),
  )
  .middleware(Guarded) {}
