import { Effect } from "effect"
import { defineOperation } from "../../../domain/catalogue/defineOperation.ts"
import { microUsd } from "../../../domain/money/Money.ts"
import { countryName } from "../country.ts"
import { holderLetters } from "./holders.ts"
import { KindCode } from "./kindInput.ts"
import { allKinds, kindByCode } from "./kinds/allKinds.ts"

export const numberFormat = defineOperation({
  id: "id.number_format",
  name: "Describe a kind of identity, tax or company number",
  description:
    "How many digits and letters a country's personal identity, tax or company number has (BSN, KvK, PESEL, SIREN, EIN and others), whether it has check digits, and what its prefixes mean.",
  fields: { "id.kind": KindCode(allKinds, "NL.KVK") },
  output: [
    "country.code",
    "country.name",
    "id.kind",
    "id.name",
    "id.written",
    "id.has_check_digits",
    "id.prefixes",
    "id.holder_letter",
    "id.holder_letters",
  ],
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
    "what does HRB stand for before a German register number",
    "HRA or HRB, which of them is for a GmbH",
    "in a contract I see HRB before the number of a German company, what kind of entry is that",
    "the fourth letter of an Indian PAN is a C, who holds such a number, a person or a company",
    "what does the first letter of a Spanish CIF say",
    "how many digits does a Polish NIP have",
    "difference between a SIREN and a SIRET",
    "GSTIN begins with 33, which state is that",
    "structure of an Indian PAN, how many letters and digits",
  ],
  hints: {
    // The country is that of the kind: what else is known of it is another question.
    repeated: ["country.code", "country.name"],
    vocabulary:
      "company tax register registration identity social security number begins starts prefix first letter letters contract party before after stands for entry section person individual firm gmbh ag ug kg ohg partnership corporation part uk holds holder difference differ versus vs",
    keywords: {
      "id.written": "digits characters letters long length format structure look many",
      "id.holder_letter": "letter fourth first holder holds",
      "id.holder_letters": "letter letters holder holds",
      "id.prefixes": "entry section kind prefix prefixes begin begins start starting mean means letters",
      "id.has_check_digits": "check checksum",
    },
  },
  run: (input) =>
    Effect.sync(() => {
      const { checkDigits, code, country, name, prefixes, written } = kindByCode.get(input["id.kind"].toUpperCase())!
      const letters = holderLetters[code]
      return {
        data: {
          country: { code: country, name: country === null ? null : countryName(country) },
          id: {
            kind: code,
            name,
            written,
            has_check_digits: checkDigits !== null,
            prefixes: [...prefixes],
            holder_letter: letters?.place ?? null,
            holder_letters: Object.entries(letters?.meanings ?? {}).map(([prefix, meaning]) => ({ prefix, meaning })),
          },
        },
        documents: 1,
      }
    }),
})
