import { Effect, Schema } from "effect"
import { defineOperation } from "../../../domain/catalogue/defineOperation.ts"
import type { InputProblem } from "../../../domain/catalogue/Source.ts"
import { microUsd } from "../../../domain/money/Money.ts"
import { countryCode, countryName } from "../country.ts"
import { bareCompanyNumber } from "./companyNumber.ts"
import { registers } from "./registers.ts"
import { invoiceText, vatFormats } from "./vatNumber.ts"

/** The key of a French VAT number (CGI annexe II art. 242 sexies). */
const frenchKey = (siren: string): string => String((12 + 3 * (Number(siren) % 97)) % 97).padStart(2, "0")

const same = (number: string): string => number

/** Country → the part of the VAT number behind its prefix, of the number of a company: the rules of `contained.ts` the other way round. */
const nationalPart: Readonly<Record<string, (number: string) => string>> = {
  BE: same,
  BG: same,
  CH: (uid) => uid.slice(3),
  CZ: same,
  ES: same,
  FI: same,
  FR: (number) => `${frenchKey(number.slice(0, 9))}${number.slice(0, 9)}`,
  HR: same,
  IT: same,
  NO: same,
  PT: same,
  RO: same,
  SE: (number) => `${number}01`,
}

const isCovered = (code: string): code is string => Object.hasOwn(nationalPart, code)

interface Company {
  readonly "company.number": string
  readonly "country.code": string
}

const registerOf = (input: Company) => {
  const number = bareCompanyNumber(input["company.number"], input["country.code"])
  return { number, register: registers[input["country.code"]]?.find(({ isValid }) => isValid(number)) }
}

const notValid = (input: Company): InputProblem | undefined => {
  const { number, register } = registerOf(input)
  const kinds = registers[input["country.code"]]!.map(({ name }) => name).join(" or ")
  return register === undefined
    ? { field: "company.number", reason: `${number} is no valid ${kinds} of ${countryName(input["country.code"])}.` }
    : undefined
}

export const vatOfCompany = defineOperation({
  id: "tax.vat_of_company",
  name: "Make the VAT number of a company number",
  description:
    "The VAT number that the law makes out of the number of a company: of a French SIREN or SIRET with its key, a Belgian enterprise number, a Swiss UID, a Norwegian or Swedish organisation number, " +
    "a Finnish business ID, a Spanish NIF and others. Whether the company is registered for VAT is not checked.",
  fields: {
    "company.number": Schema.String.annotate({
      description: "Number of a company in the register of its country, with or without separators.",
      examples: ["732829320"],
    }).check(Schema.isBetweenLength(2, 40)),
    "country.code": countryCode(
      isCovered,
      `ISO 3166-1 alpha-2 code of the country of the company, one of ${Object.keys(nationalPart).join(", ")}.`,
      "FR",
    ),
  },
  native: { "country.code": "country" },
  output: ["country.code", "country.name", "company.number", "company.number_type", "company.vat_number", "company.vat_prefix"],
  pricing: { model: "per_call", price: microUsd(1_000n) },
  freshnessSeconds: 30 * 86_400,
  examples: [
    "which VAT no. belongs to the French SIREN 303265045",
    "VAT number of SIREN 732829320",
    "French VAT no. that belongs to SIREN 732 829 320",
    "what is the VAT number for SIRET 73282932000074",
    "VAT number of the Norwegian organisation number 923609016",
    "which TVA number goes with SIREN 552032534",
    "VAT ID for the Swedish organisationsnummer 556703-7485",
    "Finnish Y-tunnus 0112038-9 as VAT number",
    "derive the VAT number from the Belgian enterprise number 0403.053.212",
    "Swiss UID CHE-116.281.710 as VAT number",
    "intra-community VAT number for SIREN 404833048",
  ],
  hints: {
    repeated: ["country.code", "country.name"],
    vocabulary: "derive derived belongs belonging corresponding intra-community intracommunity key tva dič dic mva moms iva btw",
    keywords: { "company.vat_number": "vat tva", "company.vat_prefix": "prefix" },
  },
  check: notValid,
  run: (input) =>
    Effect.sync(() => {
      const code = input["country.code"]
      const { number, register } = registerOf(input)
      const format = vatFormats.find(({ country }) => country === code)!
      return {
        data: {
          country: { code, name: countryName(code) },
          company: {
            number: register!.format(number),
            number_type: register!.name,
            vat_number: invoiceText({ format, national: nationalPart[code]!(number) }),
            vat_prefix: format.prefix,
          },
        },
        documents: 1,
        identifiers: { company: number },
      }
    }),
})
