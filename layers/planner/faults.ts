import type { Search } from "../../domain/planning/match/candidates.ts"
import { impossibleKind } from "../../domain/planning/read/Mention.ts"
import type { PlanningResult } from "../../domain/planning/plan/draft.ts"
import { sanitize } from "../../domain/sanitize.ts"
import { describeIban, electronicIban } from "../sources/bank-check/iban.ts"
import { checkVat } from "../sources/tax-ids/checkVat.ts"
import { readVatNumber } from "../sources/tax-ids/vatNumber.ts"
import { ibans } from "./extract/identifiers.ts"
import { vatNumbers } from "./extract/vatNumbers.ts"

const maxFaults = 3

/** What is wrong with the identifiers of a question. */
const faultsIn = (question: string): ReadonlyArray<string> => [
  ...ibans(question).flatMap(({ text }) => {
    const { bank } = describeIban(electronicIban(text))
    return bank.valid ? [] : [`${sanitize(text)} is not a valid IBAN. ${bank.reasons.map(({ message }) => message).join(" ")}`]
  }),
  ...vatNumbers(question).flatMap(({ text }) => {
    const read = readVatNumber(text, undefined)
    if ("field" in read) return []
    const { checkDigits, format } = checkVat(read)
    if (!format) return [`${sanitize(text)} is not a VAT number: after ${read.format.prefix} there should be ${read.format.shape}.`]
    return checkDigits === false ? [`${sanitize(text)} is not a valid VAT number: its check digits do not match.`] : []
  }),
]

/** The refusal of a question states what is wrong with the IBANs and VAT numbers in it: that may be what the question is about. */
export const withFaults = ({ parsed }: Search, result: PlanningResult): PlanningResult => {
  if (result.draft._tag !== "Unsupported" || parsed.allMentions.some(({ kind }) => kind === impossibleKind)) return result
  const faults = [...new Set(faultsIn(parsed.question))].slice(0, maxFaults)
  if (faults.length === 0) return result
  return { ...result, draft: { _tag: "Unsupported", message: `${faults.join(" ")} ${result.draft.message}` } }
}
