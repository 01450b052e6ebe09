import { Schema } from "effect"
import { HttpApiEndpoint, HttpApiGroup } from "effect/http-api"
import { CostTag } from "../../../domain/ledger/costTag.ts"
import { maxSpendingDays, maxSpendingRows, spendingDimensions } from "../../../domain/ledger/Spending.ts"
import { Money } from "../../../domain/money/Money.ts"
import { describe, usd } from "../../../rails/http/describe.ts"
import { DateFromQuery } from "../../../rails/http/query.ts"
import { Guarded, RoutePolicy } from "../../../rails/http/RoutePolicy.ts"
import { registry } from "../../../rails/registry.ts"
import { exampleId } from "../runs/example.ts"

const MoneyView = Schema.toEncoded(Money)
const sums = { amount: MoneyView, calls: Schema.Int }

/** `group` is the day, the id of the key, source or rail, or the tag; null: calls without one. */
const SpendingView = Schema.Struct({
  from: Schema.String,
  to: Schema.String,
  group_by: Schema.Literals(["day", ...spendingDimensions]),
  as_of: Schema.String,
  total: Schema.Struct(sums),
  rows: Schema.Array(Schema.Struct({ group: Schema.NullOr(Schema.String), label: Schema.String, ...sums })),
  cut: Schema.Boolean,
}).annotate({ identifier: "Spending" })

const query = {
  from: Schema.optionalKey(DateFromQuery),
  to: Schema.optionalKey(DateFromQuery),
  group_by: Schema.optionalKey(Schema.Literals(["day", ...spendingDimensions])),
  key_id: Schema.optionalKey(Schema.String.check(Schema.isUUID())),
  source: Schema.optionalKey(Schema.String.check(Schema.isMaxLength(200))),
  tag: Schema.optionalKey(CostTag),
  rail: Schema.optionalKey(Schema.Literals(Object.keys(registry))),
}

const spent = (amount: number, calls: number) => ({ amount: usd(amount), calls })

export class SpendingGroup extends HttpApiGroup.make("spending")
  .add(
    HttpApiEndpoint.get("read", "/v1/spending", {
      query,
      success: SpendingView,
    })
      .annotate(RoutePolicy, { scope: "billing:read", paid: false, noStore: true })
      .annotateMerge(
        describe({
          summary: "Read what the organisation spent, by day, key, source, tag or rail",
          description: `Days of UTC, from \`from\` on and before \`to\`, at most ${maxSpendingDays}; without them the current month. A call counts on the day of its capture, a refund is taken off the day on which it was booked. \`calls\` counts the charged calls. \`as_of\` is the time up to which they are counted, usually some seconds ago. At most ${maxSpendingRows} rows: \`cut\` says that smaller ones are left out, and \`total\` has them all. With \`group_by=day\` one of \`key_id\`, \`source\`, \`tag\` and \`rail\` narrows the days. The group \`*\` sums the tags of a day beyond its first 1,000.`,
          responses: {
            200: {
              from: "2026-11-01",
              to: "2026-12-01",
              group_by: "key",
              as_of: "2026-11-21T12:00:00.000Z",
              total: spent(2_004_000, 1_002),
              rows: [{ group: exampleId, label: "production", ...spent(2_004_000, 1_002) }],
              cut: false,
            },
          },
        }),
      ),
  )
  .middleware(Guarded) {}
