import { Context, type Effect, type Redacted } from "effect"
import type { OrganisationId } from "../../domain/money/ids.ts"
import { Refusal, type ServiceUnavailable } from "../../domain/Refusal.ts"
import type { AccountView } from "./accountView.ts"
import type { ReturnUrls, SetUpPage } from "./mandates/setUpPage.ts"

/** 404: the organisation has given no mandate, or Stripe has no document of it. */
export class MandateNotFound extends Refusal("mandate_not_found", 404) {}

/** Stripe's page with the mandate as it was given. */
export interface MandateDocument {
  readonly mandate: string
  readonly reference: string | null
  /** The page shows the payer's name and address, and it needs no password. It is for this payer only and never in a log. */
  readonly url: Redacted.Redacted
}

export interface SepaAccountsShape {
  /** Everything that an organisation may see of its direct debits, with or without a mandate. */
  readonly view: (organisation: OrganisationId) => Effect.Effect<AccountView, ServiceUnavailable>
  /** The page of Stripe on which a person gives the mandate. */
  readonly openMandate: (organisation: OrganisationId, returns: ReturnUrls) => Effect.Effect<SetUpPage, ServiceUnavailable>
  /** Where the payer reads the mandate that it gave last. */
  readonly mandateDocument: (organisation: OrganisationId) => Effect.Effect<MandateDocument, MandateNotFound | ServiceUnavailable>
  /** Ends the mandate; what is owed is debited a last time. Nothing changes where it ended before, or never was. */
  readonly endMandate: (organisation: OrganisationId) => Effect.Effect<AccountView, ServiceUnavailable>
}

/** Direct debits of organisations, for the routes. Undefined on a gateway without this rail. This file does not load Stripe's library. */
export const SepaAccounts = Context.Reference<SepaAccountsShape | undefined>("farthing/rails/sepa/SepaAccounts", {
  defaultValue: () => undefined,
})
