import { HttpApi, OpenApi } from "effect/http-api"
import { version } from "../../version.ts"
import { BillingGroup } from "./billing.ts"
import { CallsGroup } from "./calls.ts"
import { documented } from "./documented.ts"
import { PreflightGroup } from "./preflight.ts"
import { PublicGroup } from "./public.ts"
import { RunsGroup } from "./runs.ts"
import { SourcesGroup } from "./sources.ts"

/** The buyer API, apart from its handlers: routes, documents and typed clients derive from it. */
export class Api extends HttpApi.make("farthing")
  .add(CallsGroup)
  .add(PreflightGroup)
  .add(RunsGroup)
  .add(SourcesGroup)
  .add(BillingGroup)
  .add(PublicGroup)
  .annotate(HttpApi.QueryParseOptions, { onExcessProperty: "error" })
  .annotateMerge(
    OpenApi.annotations({
      title: "Farthing",
      version,
      description: "Data by the call: every paid call is reserved before it is dispatched and charged for what was delivered.",
      transform: documented,
    }),
  ) {}
