import { HttpApi, OpenApi } from "effect/http-api"
import { version } from "../../version.ts"
import { AsksGroup } from "./asks.ts"
import { BillingGroup } from "./billing.ts"
import { CallsGroup } from "./calls.ts"
import { documented } from "./documented.ts"
import { FacilitatorGroup } from "./facilitator.ts"
import { PreflightGroup } from "./preflight.ts"
import { PublicGroup } from "./public.ts"
import { RunsGroup } from "./runs.ts"
import { SepaGroup, StripeWebhookGroup } from "./sepa.ts"
import { SourcesGroup } from "./sources.ts"
import { TopupsGroup } from "./topups.ts"

/** The buyer API, apart from its handlers: routes, documents and typed clients derive from it. */
export class Api extends HttpApi.make("farthing")
  .add(CallsGroup)
  .add(AsksGroup)
  .add(PreflightGroup)
  .add(FacilitatorGroup)
  .add(RunsGroup)
  .add(SourcesGroup)
  .add(BillingGroup)
  .add(SepaGroup)
  .add(TopupsGroup)
  .add(StripeWebhookGroup)
  .add(PublicGroup)
  .annotate(HttpApi.QueryParseOptions, { onExcessProperty: "error" })
  .annotateMerge(
    OpenApi.annotations({
      title: "Farthing",
      version,
      description: [
        "Data by the call: every paid call is reserved before it is dispatched and charged for what was delivered.",
        "Listed APIs are relayed under `/{slug}/…` with the methods and paths of their own documents; `GET /v2/sources/{source_id}/endpoints` and a preflight tell what they cost.",
        "Errors have one envelope, `error.code` is safe to branch on, and `X-Money-Moved` says what became of the money.",
      ].join("\n\n"),
      transform: documented,
    }),
  ) {}
