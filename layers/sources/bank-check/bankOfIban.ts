import { bankDataByBLZ } from "bankdata-germany"
import { Effect } from "effect"
import { defineOperation } from "../../../domain/catalogue/defineOperation.ts"
import type { InputProblem } from "../../../domain/catalogue/Source.ts"
import { microUsd } from "../../../domain/money/Money.ts"
import { describeIban, electronicIban, Iban, printedIban } from "./iban.ts"

/** An IBAN of another country and an invalid one are refused before a call. */
const notGerman = (input: { readonly "bank.iban": string }): InputProblem | undefined => {
  const iban = electronicIban(input["bank.iban"])
  const refusal = (reason: string): InputProblem => ({ field: "bank.iban", reason })
  if (!iban.startsWith("DE"))
    return refusal(
      `the bank is known of German IBANs alone, and ${iban.slice(0, 2)} is not DE. bank.validate_iban gives the bank code of others.`,
    )
  const { bank } = describeIban(iban)
  return bank.valid ? undefined : refusal(`it is not a valid IBAN. ${bank.reasons.map(({ message }) => message).join(" ")}`)
}

export const bankOfIban = defineOperation({
  id: "bank.of_iban",
  name: "Name and BIC of the bank of a German IBAN",
  description:
    "The bank that the bank code of a German IBAN belongs to, with its name and its BIC (SWIFT code), after the list that the Deutsche Bundesbank publishes every quarter. " +
    "Whether the account exists is not checked.",
  fields: { "bank.iban": Iban("DE89 3704 0044 0532 0130 00") },
  output: ["bank.iban", "bank.iban_formatted", "bank.valid", "bank.bank_identifier", "bank.found", "bank.name", "bank.bic"],
  pricing: { model: "per_call", price: microUsd(2_000n) },
  freshnessSeconds: 7 * 86_400,
  examples: [
    "name of the bank of DE89370400440532013000",
    "BIC for DE75512108001245126199",
    "which BIC belongs to the IBAN DE02120300000000202051",
    "SWIFT code of the bank behind DE02500105170137075030",
    "what is the bank called whose IBAN is DE02100500000054540402",
    "DE02300209000106531065: bank name and BIC please",
    "which German bank is it: DE02200505501015871393",
    "bank of IBAN DE88100900001234567892",
    "find the BIC, IBAN is DE02701500000000594937",
    "the customer pays from DE02600501010002034304, what is the bank's name",
    "SWIFT for DE89 3704 0044 0532 0130 00",
    "Which bank has the IBAN DE02120300000000202051",
    "at which bank is DE02300209000106531065 held",
    "which bank is DE75512108001245126199 with",
    "is IBAN DE02500105170137075030 valid and which bank is it",
  ],
  hints: {
    vocabulary: "german germany institution institute called behind held keeps belongs issued valid bundesbank bankleitzahl blz",
    keywords: {
      "bank.name": "name bank called institution who",
      "bank.bic": "bic swift",
      "bank.bank_identifier": "bankleitzahl blz",
    },
  },
  check: notGerman,
  run: (input) =>
    Effect.sync(() => {
      const iban = electronicIban(input["bank.iban"])
      const code = iban.slice(4, 12)
      const bank = bankDataByBLZ(code)
      return {
        data: {
          bank: {
            iban,
            iban_formatted: printedIban(iban),
            // An invalid one was refused before the call.
            valid: true,
            bank_identifier: code,
            found: bank !== null,
            name: bank?.bankName ?? null,
            bic: bank?.bic || null,
          },
        },
        documents: 1,
        identifiers: { iban },
      }
    }),
})
