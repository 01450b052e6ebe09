import { Effect } from "effect"
import { defineOperation } from "../../../domain/catalogue/defineOperation.ts"
import type { InputProblem } from "../../../domain/catalogue/Source.ts"
import { microUsd } from "../../../domain/money/Money.ts"
import { countryName } from "../country.ts"
import { bankOfValidIban } from "./banks.ts"
import { describeIban, electronicIban, Iban, printedIban } from "./iban.ts"

/** An invalid IBAN, and one of a country whose bank codes are not listed, are refused before a call. */
const notListed = (input: { readonly "bank.iban": string }): InputProblem | undefined => {
  const iban = electronicIban(input["bank.iban"])
  const refusal = (reason: string): InputProblem => ({ field: "bank.iban", reason })
  const { bank, country } = describeIban(iban)
  if (!bank.valid) return refusal(`it is not a valid IBAN. ${bank.reasons.map(({ message }) => message).join(" ")}`)
  return bank.names_listed
    ? undefined
    : refusal(
        `no source lists the bank code ${bank.bank_identifier ?? ""} of ${country.code === null ? "its country" : countryName(country.code)}. bank.validate_iban gives the bank code.`,
      )
}

export const bankOfIban = defineOperation({
  id: "bank.of_iban",
  name: "Name and BIC of the bank of an IBAN",
  description:
    "The bank that the bank code of an IBAN belongs to, with its name and its BIC (SWIFT code): of Germany after the list that the Deutsche Bundesbank publishes every quarter, of Austria, Belgium, France, Luxembourg, the Netherlands and Spain " +
    "after the lists of their central banks, of Switzerland, Sweden, Czechia, Poland, Hungary and Croatia, the larger banks of Italy, Türkiye, Norway, Finland, Greece, Slovenia, Serbia, Portugal, Slovakia, Lithuania, Estonia, Israel, Saudi Arabia, the United Arab Emirates and Brazil, " +
    "some of Cyprus, Iceland, Liechtenstein and Ukraine, and of countries whose IBANs have the letters of the BIC (the United Kingdom, Ireland, Malta, Bulgaria, Romania, Latvia and others). Whether the account exists is not checked.",
  fields: { "bank.iban": Iban("DE89 3704 0044 0532 0130 00") },
  output: [
    "bank.iban",
    "bank.iban_formatted",
    "bank.valid",
    "bank.bank_identifier",
    "bank.found",
    "bank.name",
    "bank.bic",
    "bank.bic_begins",
  ],
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
    "which bank is NL91ABNA0417164300, and what BIC",
    "BIC for FR1420041010050500013M02606",
    "name of the bank of the IBAN GB29NWBK60161331926819",
  ],
  hints: {
    vocabulary: "institution institute called behind held keeps belongs issued valid bundesbank bankleitzahl blz",
    keywords: {
      "bank.name": "name bank called institution who",
      "bank.bic": "bic swift",
      "bank.bank_identifier": "bankleitzahl blz",
    },
  },
  check: notListed,
  run: (input) =>
    Effect.sync(() => {
      const iban = electronicIban(input["bank.iban"])
      // An invalid one was refused before the call.
      const code = describeIban(iban).bank.bank_identifier ?? ""
      const { bic, bicBegins, name } = bankOfValidIban(iban, code)
      return {
        data: {
          bank: {
            iban,
            iban_formatted: printedIban(iban),
            valid: true,
            bank_identifier: code,
            found: name !== null || bic !== null,
            name,
            bic,
            bic_begins: bicBegins,
          },
        },
        documents: 1,
        identifiers: { iban },
      }
    }),
})
