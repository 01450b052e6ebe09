import { Effect, Schema } from "effect"
import { defineOperation } from "../../../domain/catalogue/defineOperation.ts"
import { microUsd } from "../../../domain/money/Money.ts"
import { countryCode, countryName } from "../country.ts"
import { bareCompanyNumber } from "./companyNumber.ts"
import { containedIn } from "./contained.ts"
import { holderOf } from "./holders.ts"
import { completed, corrected } from "./kinds/NumberKind.ts"
import { type Register, registers } from "./registers.ts"
import type { Source } from "../../../domain/catalogue/Source.ts"
import { gaps } from "./gaps.ts"
import { logo } from "../logo.ts"
import { amountInRegion } from "./amountInRegion.ts"
import { checkVat } from "./checkVat.ts"
import { numberFormat } from "./numberFormat.ts"
import { validateNumber } from "./validateNumber.ts"
import { validateVat, vatGroup } from "./validateVat.ts"
import { vatFormatOperation } from "./vatFormat.ts"
import { taxAtRate } from "./taxAtRate.ts"
import { vatOfAmount } from "./vatOfAmount.ts"
import { vatOfCompany } from "./vatOfCompany.ts"
import { goodsVatRate } from "./goodsVatRate.ts"
import { euAreaOf } from "./euAreaOf.ts"
import { reducedVatRates } from "./reducedVatRates.ts"
import { regionRate } from "./regionRate.ts"
import { vatRate } from "./vatRate.ts"
import { vatRates } from "./vatRates.ts"

const coveredCountries = new Set(Object.keys(registers))

const registerNames = Object.values(registers)
  .flatMap((kinds) => kinds.map(({ name }) => name.toLowerCase()))
  .join(" ")

export const validateCompany = defineOperation({
  id: "company.validate_number",
  name: "Validate a company number",
  description:
    "Checks length, format and check digits of the number that a country gives to companies (SIREN, CNPJ, ABN, CVR, Orgnr and others), says which kind of number it is, " +
    "how it is printed, and which check digits its other digits require. Whether the company exists is not checked. Where several kinds exist, every kind is tried.",
  fields: {
    "country.code": countryCode(
      (code): code is string => coveredCountries.has(code),
      `ISO 3166-1 alpha-2 code of the country that gave the number, one of ${coveredCountries.size}.`,
      "FR",
    ),
    "company.number": Schema.String.annotate({
      description: "Company number as its country writes it. Separators are fine.",
      examples: ["552 032 534"],
    }).check(Schema.isBetweenLength(2, 40)),
  },
  native: { "country.code": "country" },
  output: [
    "country.code",
    "country.name",
    "company.number",
    "company.valid",
    "company.number_type",
    "company.number_type_local",
    "company.number_formatted",
    "company.types_tried",
    "company.corrected_number",
    "company.completed_number",
    "company.has_check_digits",
    "company.contained_number",
    "company.contained_type",
    "company.holder_kind",
  ],
  pricing: { model: "per_call", price: microUsd(1_000n) },
  freshnessSeconds: 30 * 86_400,
  hints: {
    keywords: {
      "company.valid": "formed pass fit genuine",
      "company.contained_number": "contains contained inside",
      "company.contained_type": "contains contained inside",
      "company.holder_kind": "holder legal scotland england wales ireland registered association cooperative",
      "company.corrected_number": "check digit should",
      "company.completed_number": "check digit behind missing belongs",
    },
    vocabulary: `checksum digit digits last pass passes test tests seems seem look looks off typed mistyped part uk type extract take plausible format validity wrong typo register registration organisation organization entity business ${registerNames}`,
  },
  examples: [
    "is org number 974760673 of Norway valid",
    "is siret 73282932000074 ok",
    "does ABN 51824753556 pass the check digit",
    "Is 552 032 534 a valid SIREN in France?",
    "Check the Danish CVR number 24256790",
    "Is 51 824 753 556 a valid Australian business number?",
    "Validate the Norwegian organisation number 923 609 016",
    "Is 33.000.167/0001-01 a valid CNPJ in Brazil?",
    "Which kind of company number is 732 829 320 00074 in France?",
    "Is the company number 05560604 right for Denmark?",
    "Check the Swiss company number CHE-116.281.710",
    "Is 11223491505 a valid ABN?",
    "which check digit belongs to the Chilean RUT 12.345.678",
    "please verify the checksum of ABN 51 824 753 556",
    "organisasjonsnummer 923 609 016 from Norway, genuine?",
    "CIF A28015865 of Spain, right?",
    "does the last digit of IČO 45274649 fit",
    "extract the SIREN from SIRET 73282932000074",
    "in which part of the UK is a company with the number SC123456 registered",
  ],
  run: (input) =>
    Effect.sync(() => {
      const code = input["country.code"]
      const candidates = registers[code] ?? []
      const number = bareCompanyNumber(input["company.number"], code)
      const match = candidates.find((register) => register.isValid(number))
      const contained = match ? containedIn(`${code}.${match.name}`, number) : null
      return {
        data: {
          country: { code, name: countryName(code) },
          company: {
            number,
            valid: match !== undefined,
            number_type: match?.name ?? null,
            number_type_local: match?.localName ?? null,
            number_formatted: match?.format(number) ?? null,
            types_tried: candidates.map(({ name }) => name),
            corrected_number: match ? null : likely(candidates, (each) => corrected(number, each.checkDigits, each.isValid)),
            completed_number: match ? null : likely(candidates, (each) => completed(number, each.checkDigits, each.isValid)),
            has_check_digits: match ? match.hasNoCheckDigits !== true : null,
            contained_number: contained?.number ?? null,
            contained_type: contained?.type ?? null,
            holder_kind: match ? holderOf(`${code}.${match.name}`, number) : null,
          },
        },
        documents: 1,
        identifiers: { company: number },
      }
    }),
})

/** The printed form of the first register's number that there is. */
const likely = (candidates: ReadonlyArray<Register>, numberOf: (register: Register) => string | undefined): string | null =>
  candidates.flatMap((register) => {
    const number = numberOf(register)
    return number === undefined ? [] : [register.format(number)]
  })[0] ?? null

export const taxIds: Source = {
  id: "tax-ids",
  name: "Tax IDs and VAT rates",
  provider: "Farthing",
  description:
    "Verifies the check digits of VAT numbers in Europe and of the numbers of companies and persons around the world, and has the standard rates of VAT and GST, reduced rates in Europe, and the sales taxes of provinces, states and regions. Computed in the gateway; no register is asked.",
  category: "business",
  tags: [
    "business number",
    "check digits",
    "gst",
    "identity number",
    "company number",
    "siren",
    "tax",
    "validation",
    "vat",
    "vat rates",
    "vies",
  ],
  sectors: ["accounting", "e-commerce", "fintech"],
  capabilities: ["calculate", "format", "lookup", "validate"],
  jurisdiction: "worldwide",
  attribution:
    "stdnum by David Koblas (MIT), corrected by Farthing for Bulgaria, Czechia, Latvia and Slovenia; VAT formats after the European Commission's VIES; rates of VAT by sales-tax, Valerian Saliou (MIT), corrected by Farthing; reduced rates after the European Commission's TEDB by eu-vat-rates-data, vatnode (MIT); country names from Unicode CLDR.",
  sourceUrl: "https://github.com/koblas/stdnum-js",
  logoUrl: logo("TX", "#7a2e57"),
  group: vatGroup,
  gaps,
  operations: [
    validateVat(checkVat, {
      description:
        "Checks format and check digits of a VAT number of the European Union, Northern Ireland, the United Kingdom, Switzerland or Norway, and says why it is " +
        "invalid. Whether it was given to somebody, which VIES or the country's register would say, is not checked.",
      price: microUsd(2_500n),
    }),
    vatFormatOperation,
    vatOfCompany,
    validateCompany,
    validateNumber,
    numberFormat,
    vatRate,
    vatRates,
    reducedVatRates,
    goodsVatRate,
    regionRate,
    amountInRegion,
    euAreaOf,
    vatOfAmount,
    taxAtRate,
  ],
}
