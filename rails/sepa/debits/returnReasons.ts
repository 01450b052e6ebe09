/**
 * Reasons of the SEPA rulebook (ISO 20022 external return codes) for Stripe's failure codes and dispute reasons. Stripe groups some codes of the
 * banks, so where several fit, this is the one that the rulebook gives for the group.
 */
const reasons: Readonly<Record<string, readonly [code: string, meaning: string]>> = {
  insufficient_funds: ["AM04", "the account did not cover the debit"],
  debit_not_authorized: ["MD01", "the payer states that there is no valid mandate"],
  authorization_revoked: ["MD01", "the payer revoked the mandate"],
  debit_authorization_not_match: ["MD02", "the data of the mandate do not match"],
  customer_initiated: ["MD06", "the payer wants the money back, which needs no reason for eight weeks"],
  debit_disputed: ["MD06", "the payer wants the money back, which needs no reason for eight weeks"],
  recipient_deceased: ["MD07", "the payer is deceased"],
  account_closed: ["AC04", "the account is closed"],
  bank_account_restricted: ["AC06", "the account is blocked for direct debits"],
  invalid_account_number: ["AC01", "the account number is wrong"],
  incorrect_account_details: ["AC01", "the account number is wrong"],
  incorrect_account_holder_name: ["BE01", "the name does not belong to the account"],
  branch_does_not_exist: ["RC01", "the bank's identifier is wrong"],
  refer_to_customer: ["MS03", "the bank gives no reason"],
  bank_cannot_process: ["MS03", "the bank gives no reason"],
  generic_could_not_process: ["MS03", "the bank gives no reason"],
}

/** Why a debit failed or was taken back. `sepa_code` is null for what is Stripe's or the operator's own, and for codes that are new. */
export const returnReason = (code: string | null) => {
  if (code === null) return null
  const [sepaCode, meaning] = reasons[code] ?? [null, null]
  return { code, sepa_code: sepaCode, meaning }
}
