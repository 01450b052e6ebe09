import { OpenApi } from "effect/http-api"
import { emptyApi } from "../../rails/http/RoutePolicy.ts"
import { railGroups } from "../../rails/registry.ts"
import { version } from "../version.ts"
import { AlertsGroup } from "./alerts/api.ts"
import { AttentionGroup } from "./attention/api.ts"
import { AsksGroup } from "./asks/api.ts"
import { BillingGroup } from "./billing/api.ts"
import { CallsGroup } from "./calls/api.ts"
import { CheckoutsGroup } from "./checkouts/api.ts"
import { LinksGroup } from "./links/api.ts"
import { EmbedGroup, MerchantsGroup, OnboardingGroup } from "./merchants/api.ts"
import { documentWith } from "./openapi.ts"
import { PayGroup } from "./pay/api.ts"
import { MarketplacesGroup } from "./marketplaces/api.ts"
import { OrganisationGroup } from "./organisation/api.ts"
import { PreflightGroup } from "./preflights/api.ts"
import { PublishersGroup } from "./publishers/api.ts"
import { RunsGroup } from "./runs/api.ts"
import { SourcesGroup } from "./sources/api.ts"
import { SpendingGroup } from "./spending/api.ts"
import { PublicGroup } from "./status/api.ts"

const gatewayApi = emptyApi.add(
  CallsGroup,
  AsksGroup,
  PreflightGroup,
  RunsGroup,
  SourcesGroup,
  BillingGroup,
  SpendingGroup,
  AlertsGroup,
  AttentionGroup,
  LinksGroup,
  MarketplacesGroup,
  OrganisationGroup,
  PublishersGroup,
  PublicGroup,
  MerchantsGroup,
  EmbedGroup,
  OnboardingGroup,
  CheckoutsGroup,
  PayGroup,
)

/** With the groups of the rails. Their types stay in the rails: nothing here depends on one of them. */
const wholeApi = railGroups().reduce<typeof gatewayApi>((api, group) => api.add(group) as never, gatewayApi)

const description = [
  "Data by the call: every paid call is reserved before it is dispatched and charged for what was delivered.",
  "Listed APIs are relayed under `/{slug}/…` with the methods and paths of their own documents; `GET /v2/sources/{source_id}/endpoints` and a preflight return their prices.",
  "Errors have one envelope, `error.code` is safe to branch on, and `X-Money-Moved` says what became of the money.",
  "Before a route is chosen, a request may be answered 404 `route_not_found`, 405 `method_not_allowed` with `Allow`, 408 when it does not arrive in time, 413 or 431 when its framing or its headers are too large, and 417 for another `Expect` than `100-continue`; all in the same envelope.",
].join("\n\n")

/** The buyer API, apart from its handlers: routes, documents and typed clients derive from it. */
export class Api extends wholeApi.annotateMerge(
  OpenApi.annotations({ title: "Farthing", version, description, transform: documentWith(Object.values(wholeApi.groups)) }),
) {}
