import { Effect, Redacted } from "effect"
import type { OrganisationId } from "../../../domain/money/ids.ts"
import { StripeApi } from "../../stripe/StripeApi.ts"
import { type MandateDocument, MandateNotFound } from "../SepaAccounts.ts"
import { SepaStore } from "../store/SepaStore.ts"

/** Read from Stripe each time and not stored. A mandate that has ended keeps its document. */
export const mandateDocument = Effect.fnUntraced(function* (organisation: OrganisationId) {
  const store = yield* SepaStore
  const debtor = yield* store.debtor(organisation)
  if (debtor === undefined || debtor.mandate === null)
    return new MandateNotFound({
      message:
        debtor?.setUp != null ? setUpOpen : "Your organisation has given no direct debit mandate. Start with POST /v1/me/sepa/mandate.",
    })
  const stripe = yield* StripeApi
  const { id } = debtor.mandate
  const mandate = yield* stripe.mandate(id).pipe(
    Effect.catchIf(
      (error) => error._tag === "StripeRefused" && error.status === 404,
      () => Effect.undefined,
    ),
  )
  const details = mandate?.payment_method_details.sepa_debit
  if (details === undefined || details.url === "")
    return new MandateNotFound({ message: `Stripe has no document of the mandate ${id}. Ask the operator for a copy.` })
  return { mandate: id, reference: details.reference, url: Redacted.make(details.url) } satisfies MandateDocument
})

const setUpOpen = "The mandate has not been given yet: its page is still open. POST /v1/me/sepa/mandate answers the address of the page."
