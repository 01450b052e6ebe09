import { at } from "../call.ts"

/** The codes of the reasons for which an IBAN or a BIC is invalid. */
export const codes = (document: unknown): ReadonlyArray<unknown> => {
  const reasons = at(document, "bank.reasons")
  return Array.isArray(reasons) ? reasons.map((reason) => reason.code) : []
}
