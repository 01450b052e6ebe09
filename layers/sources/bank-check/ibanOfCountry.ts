import { getCountrySpecifications } from "ibantools"
import { Effect } from "effect"
import { defineOperation } from "../../../domain/catalogue/defineOperation.ts"
import { microUsd } from "../../../domain/money/Money.ts"
import { countries } from "../atlas/countries.ts"
import { countryCode, countryName } from "../country.ts"
import { isInSepa } from "./iban.ts"
import { bbanStructure } from "./structure.ts"

export const ibanOfCountry = defineOperation({
  id: "bank.iban_of_country",
  name: "Describe the IBANs of a country",
  description:
    "Whether a country uses IBANs, how many characters they have and which parts: bank, branch, account and national check digits with their places; and whether the country is in SEPA.",
  fields: {
    "country.code": countryCode((code): code is string => countries.has(code), "ISO 3166-1 alpha-2 code of the country.", "DE"),
  },
  native: { "country.code": "country" },
  output: ["country.code", "country.name", "bank.uses_iban", "bank.iban_length", "bank.iban_parts", "bank.sepa", "bank.in_iban_registry"],
  pricing: { model: "per_call", price: microUsd(1_000n) },
  freshnessSeconds: 30 * 86_400,
  examples: [
    "How long is an IBAN of Malta?",
    "how many characters has a Polish IBAN",
    "does the United States use IBAN",
    "are there IBANs in Canada",
    "is Serbia in SEPA",
    "number of digits of an IBAN in Germany",
    "what does an IBAN from Norway look like",
    "structure of the French IBAN",
    "is it true that accounts in Australia have no IBAN",
    "position of the bank code in a Spanish IBAN",
    "do banks in India have IBANs",
    "length of the IBAN in Saudi Arabia",
    "is Switzerland a SEPA country",
    "an IBAN starts with SK, which country is that",
    "does Monaco have its own IBAN prefix",
    "which prefix do the IBANs of Andorra have",
    "IBAN beginning with MT, where is the account",
  ],
  hints: {
    vocabulary: "banks accounts format look shape digits letters starts begins start begin prefix long length many characters",
    keywords: {
      "bank.iban_length": "long length characters digits many",
      "bank.iban_parts": "structure parts look position build code which digits",
      "bank.uses_iban": "use have",
      "country.name": "country begin start",
      "country.code": "prefix",
    },
  },
  run: (input) =>
    Effect.sync(() => {
      const code = input["country.code"]
      const specification = getCountrySpecifications()[code]
      const usesIban = specification !== undefined && specification.chars !== null
      return {
        data: {
          country: { code, name: countryName(code) },
          bank: {
            uses_iban: usesIban,
            iban_length: usesIban ? specification.chars : null,
            iban_parts: usesIban ? ibanParts(code) : [],
            sepa: isInSepa(code),
            in_iban_registry: usesIban && specification.IBANRegistry,
          },
        },
        documents: 1,
      }
    }),
})

const partNames: Readonly<Record<string, string>> = {
  b: "bank code",
  s: "branch code",
  c: "account number",
  x: "national check digits",
  m: "currency",
  t: "account type",
  o: "owner's number",
  r: "reserved",
}

/** The parts in their order, with the place of the first and the last character, counted from 1. */
const ibanParts = (country: string) => {
  const parts = bbanStructure(country)
  if (parts.length === 0) return []
  const named = parts.map(([letter, length]) => ({ name: partNames[letter] ?? letter, length }))
  const placed: Array<{ name: string; first: number; last: number }> = []
  for (const { length, name } of [{ name: "country code", length: 2 }, { name: "check digits", length: 2 }, ...named]) {
    const first = (placed.at(-1)?.last ?? 0) + 1
    placed.push({ name, first, last: first + length - 1 })
  }
  return placed
}
