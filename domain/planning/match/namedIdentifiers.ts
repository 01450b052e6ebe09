import { isIdentifierKind, kindOf } from "../read/Mention.ts"
import { stemOf, stemsOf } from "../read/words.ts"
import type { Candidate } from "./candidates.ts"
import { isFullyTyped } from "./OperationProfile.ts"
import { verifying } from "./relevance.ts"

/** Whether a question wants an identifier validated that it names and does not state: `check whether our supplier's IBAN is right`. */
export const asksForValue = ({ bound, clause, operation }: Candidate): boolean => {
  if (!verifying.test(clause.text) || bound.used.length + bound.spans.length > 0 || !isFullyTyped(operation)) return false
  const stems = new Set(stemsOf(clause.text))
  const isNamed = (slot: string) => isIdentifierKind(kindOf(slot)) && stemsOf(identifierName(slot)).every((stem) => stems.has(stem))
  return (
    bound.missing.some(({ slot }) => isNamed(slot)) &&
    ["valid", "check"].some((word) => operation.name.has(stemOf(word)) || operation.name.has(stemOf(`${word}ate`)))
  )
}

/** `iban`, `vat number`, and with the domain where the last part alone is general: `phone number`. */
const identifierName = (slot: string): string => {
  const [domain = "", name = ""] = slot.split(".")
  return (["number", "address", "name"].includes(name) ? `${domain} ${name}` : name).replaceAll("_", " ")
}
