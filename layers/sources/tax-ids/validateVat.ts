import { Effect, Schema } from "effect"
import type { Group } from "../../../domain/catalogue/Source.ts"
import { defineOperation } from "../../../domain/catalogue/defineOperation.ts"
import type { MicroUsd } from "../../../domain/money/Money.ts"
import { countryCode, countryName } from "../country.ts"
import { containedInVat, containedTypes } from "./contained.ts"
import { holderOf } from "./holders.ts"
import { invoiceText, readVatNumber, vatCountries, type VatNumber } from "./vatNumber.ts"

export const vatGroup: Group = {
  id: "vat",
  name: "VAT numbers",
  description:
    "Checks the VAT numbers of the European Union, Northern Ireland, the United Kingdom, Switzerland and Norway: one member looks at check digits, the other, cheaper, mostly at the format.",
}

/** The result of one engine: `checkDigits` is null if the engine did not or could not verify them. */
export interface VatCheckResult {
  readonly format: boolean
  readonly checkDigits: boolean | null
}
export type VatEngine = (number: VatNumber) => VatCheckResult

const containedWords = `contains contain contained inside enterprise organisation organization ${containedTypes.join(" ")}`

/** One operation for both members of the group, so that either can stand in for the other. */
export const validateVat = (
  engine: VatEngine,
  about: { readonly description: string; readonly price: MicroUsd; readonly incomplete?: ReadonlyArray<string> },
) =>
  defineOperation({
    id: "tax.validate_vat",
    name: "Validate a VAT number",
    description: about.description,
    fields: {
      "tax.vat_number": Schema.String.annotate({
        description: "VAT number, with its country's prefix or together with country.code. Separators are fine.",
        examples: ["DE136695976"],
      }).check(Schema.isBetweenLength(2, 40)),
      "country.code": Schema.optionalKey(
        countryCode(
          (code): code is string => vatCountries.has(code),
          `ISO 3166-1 alpha-2 code of the country that issued a number without prefix, one of ${vatCountries.size}.`,
          "DE",
        ),
      ),
    },
    native: { "country.code": "country" },
    output: [
      "tax.vat_number",
      "tax.vat_prefix",
      "tax.national_number",
      "tax.valid",
      "tax.format_valid",
      "tax.check_digits_valid",
      "tax.reasons",
      "tax.contained_number",
      "tax.contained_type",
      "tax.holder_kind",
      "country.code",
      "country.name",
    ],
    pricing: { model: "per_call", price: about.price },
    freshnessSeconds: 30 * 86_400,
    examples: [
      "please verify the VAT number of my client",
      "is our supplier's VAT ID right",
      "checking three numbers before we pay: ATU13585627, BE0403170710, PT501964843",
      "NL004495445B01 - correct format?",
      "does DK13585628 look right",
      "check the vat id on our invoice: ESB58378431",
      "are the check digits of FI20774740 right",
      "Is DE136695976 a valid VAT number?",
      "Check the French VAT number FR40303265045",
      "Validate the VAT ID ATU13585627",
      "Is ESA28015865 the right format for a Spanish VAT number?",
      "Is 980 7806 84 a valid VAT number in the United Kingdom?",
      "Is this VAT number correct: NL123456789B01?",
      "Check VAT id PL5260001246",
      "which SIREN is inside FR83404833048",
      "enterprise number contained in the Belgian VAT number BE0403019261",
      "Validate the UK VAT number GB980780684",
    ],
    hints: {
      vocabulary:
        "checksum digit digits plausible pass passes format syntax structure validity typed typo wrong mistake real genuine checking numbers seems off odd looks mistyped ust st nr tva iva btw moms mva",
      keywords: {
        "tax.valid": "formed pass fit genuine",
        "tax.contained_number": containedWords,
        "tax.contained_type": containedWords,
        "tax.holder_kind": "holder legal person association cooperative",
      },
      ...(about.incomplete !== undefined && { incomplete: about.incomplete }),
    },
    check: (input) => {
      const read = readVatNumber(input["tax.vat_number"], input["country.code"])
      return "field" in read ? read : undefined
    },
    run: (input) =>
      Effect.sync(() => {
        const read = readVatNumber(input["tax.vat_number"], input["country.code"])
        // `check` has refused what cannot be read.
        const data = "field" in read ? null : vatView(read, engine(read))
        return { data, documents: 1, ...(data && { identifiers: { vat: data.tax.vat_number } }) }
      }),
  })

const vatView = (number: VatNumber, verdict: VatCheckResult) => {
  const { country, prefix, shape } = number.format
  const checkDigits = verdict.format ? verdict.checkDigits : null
  const valid = verdict.format && checkDigits !== false
  const contained = valid ? containedInVat(number) : null
  return {
    country: { code: country, name: countryName(country) },
    tax: {
      vat_number: invoiceText(number),
      vat_prefix: prefix,
      national_number: number.national,
      valid,
      format_valid: verdict.format,
      check_digits_valid: checkDigits,
      reasons: [
        ...(verdict.format ? [] : [{ code: "wrong_format", message: `After ${prefix} there should be ${shape}.` }]),
        ...(checkDigits === false
          ? [{ code: "wrong_check_digits", message: "Its check digits do not match: probably a typing error." }]
          : []),
      ],
      contained_number: contained?.number ?? null,
      contained_type: contained?.type ?? null,
      holder_kind: valid && country === "ES" ? holderOf("ES.NIF", number.national) : null,
    },
  }
}
