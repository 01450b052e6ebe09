import { Context, type Effect } from "effect"
import type { OrganisationId } from "../../domain/money/ids.ts"
import type { ServiceUnavailable } from "../../domain/Refusal.ts"
import type { AccountView } from "./accountView.ts"
import type { ReturnUrls, SetUpPage } from "./mandates/setUpPage.ts"

export interface SepaAccountsShape {
  /** Everything that an organisation may see of its direct debits, with or without a mandate. */
  readonly view: (organisation: OrganisationId) => Effect.Effect<AccountView, ServiceUnavailable>
  /** The page of Stripe on which a person gives the mandate. */
  readonly openMandate: (organisation: OrganisationId, returns: ReturnUrls) => Effect.Effect<SetUpPage, ServiceUnavailable>
  /** Ends the mandate; what is owed is debited a last time. Nothing changes where it ended before, or never was. */
  readonly endMandate: (organisation: OrganisationId) => Effect.Effect<AccountView, ServiceUnavailable>
}

/** Direct debits of organisations, for the routes. Undefined on a gateway without this rail. This file does not load Stripe's library. */
export const SepaAccounts = Context.Reference<SepaAccountsShape | undefined>("farthing/rails/sepa/SepaAccounts", {
  defaultValue: () => undefined,
})
