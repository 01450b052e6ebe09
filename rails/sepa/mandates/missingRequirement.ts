import { Gap } from "../../../domain/rail/Rail.ts"
import type { Debtor } from "./Debtor.ts"

const setUp = "Give one: POST /v1/me/sepa/mandate answers the address of the page."

/**
 * What an organisation lacks. One that had a working mandate and lost it, or owes a debit again, has its account suspended:
 * the ledger says so to whoever pins this rail.
 */
export const missingRequirement = (debtor: Debtor | undefined): Gap | undefined => {
  if (debtor === undefined || debtor.mandate === null) {
    return debtor?.setUp != null
      ? new Gap({ code: "mandate_missing", message: "the mandate has not been given yet: the set-up page is still open" })
      : new Gap({ code: "mandate_missing", message: `the organisation has no direct debit mandate. ${setUp}` })
  }
  if (debtor.mandate.status === "pending")
    return new Gap({ code: "mandate_pending", message: "the bank has not confirmed the direct debit mandate yet" })
  if (debtor.subscription === "none")
    return new Gap({ code: "subscription_inactive", message: "the direct debit subscription is not active" })
  return undefined
}
