import { Effect } from "effect"
import { defineOperation } from "../../../domain/catalogue/defineOperation.ts"
import { microUsd } from "../../../domain/money/Money.ts"
import { countryName } from "../country.ts"
import { KindCode } from "./kindInput.ts"
import { allKinds, kindByCode } from "./kinds/allKinds.ts"

export const numberFormat = defineOperation({
  id: "id.number_format",
  name: "Describe a kind of identity, tax or company number",
  description:
    "How many digits and letters a country's personal identity, tax or company number has (BSN, KvK, PESEL, SIREN, EIN and others), whether it has check digits, and what its prefixes mean.",
  fields: { "id.kind": KindCode(allKinds, "NL.KVK") },
  output: ["country.code", "country.name", "id.kind", "id.name", "id.written", "id.has_check_digits", "id.prefixes"],
  pricing: { model: "per_call", price: microUsd(500n) },
  freshnessSeconds: 30 * 86_400,
  examples: [
    "how many digits has a KvK number",
    "format of a PESEL",
    "what does a codice fiscale look like",
    "how long is a BSN",
    "length of the US employer identification number",
    "a UK company number that begins with SC means what",
    "which prefixes can a Companies House number have",
    "does a SIREN have check digits",
    "structure of a Spanish NIE",
    "how many characters does a CURP have",
  ],
  hints: {
    // The country is that of the kind: what else is known of it is another question.
    repeated: ["country.code", "country.name"],
    vocabulary: "company tax register registration identity social security number begins starts prefix first letters",
    keywords: {
      "id.written": "digits characters letters long length format structure look many",
      "id.prefixes": "prefix prefixes begin begins start starting mean means letters",
      "id.has_check_digits": "check checksum",
    },
  },
  run: (input) =>
    Effect.sync(() => {
      const { checkDigits, code, country, name, prefixes, written } = kindByCode.get(input["id.kind"].toUpperCase())!
      return {
        data: {
          country: { code: country, name: countryName(country) },
          id: { kind: code, name, written, has_check_digits: checkDigits !== null, prefixes: [...prefixes] },
        },
        documents: 1,
      }
    }),
})
