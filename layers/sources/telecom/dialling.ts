import { Effect } from "effect"
import { type CountryCode, getCountries, getCountryCallingCode, isSupportedCountry } from "libphonenumber-js/max"
import { defineOperation } from "../../../domain/catalogue/defineOperation.ts"
import { microUsd } from "../../../domain/money/Money.ts"
import { countryCode, countryName } from "../country.ts"
import { planOf } from "./numberingPlans.ts"

/** `810` is dialled as 8, and 10 after the second tone. */
const withTone: Readonly<Record<string, string>> = { "810": "8~10" }

/** Prefixes with the code of a carrier have at most five digits; longer ones exist beside a shorter one. */
const maxPrefix = 99_999

/** The digit strings of a pattern without repetition, the shortest first. */
const prefixesOf = (pattern: string): ReadonlyArray<string> => {
  const whole = new RegExp(`^(?:${pattern})$`, "u")
  const prefixes: Array<string> = []
  for (let width = 1; width <= String(maxPrefix).length; width++)
    for (let number = 0; number < 10 ** width; number++) {
      const digits = String(number).padStart(width, "0")
      if (whole.test(digits)) prefixes.push(digits)
    }
  return prefixes
}

/** What is dialled before a foreign number. `prefix` is null where the caller has to choose a carrier. */
const internationalPrefix = (country: CountryCode): { readonly prefix: string | null; readonly all: ReadonlyArray<string> } => {
  const plan = planOf(country)
  const pattern = plan.IDDPrefix()
  const all = prefixesOf(pattern)
  const preferred = String(plan.defaultIDDPrefix() ?? "").replace("~", "")
  const plain = [preferred, "00"].find((prefix) => all.includes(prefix)) ?? (all.length === 1 ? all[0]! : null)
  return { prefix: plain === null ? null : (withTone[plain] ?? plain), all: all.map((prefix) => withTone[prefix] ?? prefix) }
}

/** How many digits numbers have behind the calling code, as `8` or `6 to 11`; null where the country has no numbers of the kind. */
const digitsOf = (country: CountryCode, type: "FIXED_LINE" | "MOBILE"): string | null => {
  const plan = planOf(country)
  const lengths = plan.type(type)?.possibleLengths() ?? plan.possibleLengths()
  const [least, most] = [Math.min(...lengths), Math.max(...lengths)]
  return lengths.length === 0 ? null : least === most ? String(least) : `${least} to ${most}`
}

export const dialling = defineOperation({
  id: "phone.dialling",
  name: "Find the prefixes of calls from a country",
  description:
    "What is dialled in a country or territory: the international prefix to call abroad (exit code), the trunk prefix before national numbers, the calling code with which it is called from other countries (behind their own exit code), and how many digits its numbers have behind it. " +
    "Where callers choose a carrier, the prefixes of all carriers are listed. A tilde stands for waiting for the tone.",
  fields: {
    "country.code": countryCode(
      isSupportedCountry,
      `ISO 3166-1 alpha-2 code of the country in which is dialled, one of ${getCountries().length}.`,
      "US",
    ),
  },
  native: { "country.code": "country" },
  output: [
    "country.code",
    "country.name",
    "phone.international_prefix",
    "phone.international_prefixes",
    "phone.trunk_prefix",
    "phone.calling_code",
    "phone.landline_length",
    "phone.mobile_length",
  ],
  pricing: { model: "per_call", price: microUsd(500n) },
  freshnessSeconds: 30 * 86_400,
  examples: [
    "which prefix do I dial in the US to call abroad",
    "international prefix of Japan",
    "exit code for Australia",
    "what do you dial first in Brazil to phone another country",
    "how do I dial out of Kenya",
    "do I dial 00 or 011 to get out of Canada",
    "is there a trunk prefix in Italy",
    "national prefix in Germany",
    "do numbers in Spain have a leading zero",
    "IDD prefix Singapore",
    "from Mexico, which digits come before the country code",
    "outgoing international access code Thailand",
    "how many digits does a Danish phone number have",
    "length of a mobile number in Norway",
  ],
  hints: {
    keywords: {
      "phone.international_prefix": "exit abroad international prefix access out first idd foreign outside line",
      "phone.international_prefixes": "carriers",
      "phone.calling_code": "dialling dialing calling country",
      "phone.landline_length": "digits long landline fixed",
      "phone.mobile_length": "digits long mobile cell",
      "phone.trunk_prefix": "trunk national prefix leading zero domestic",
    },
  },
  run: (input) =>
    Effect.sync(() => {
      const country = input["country.code"]
      const { all, prefix } = internationalPrefix(country)
      return {
        data: {
          country: { code: country, name: countryName(country) },
          phone: {
            international_prefix: prefix,
            international_prefixes: all,
            trunk_prefix: planOf(country).nationalPrefix() || null,
            calling_code: `+${getCountryCallingCode(country)}`,
            landline_length: digitsOf(country, "FIXED_LINE"),
            mobile_length: digitsOf(country, "MOBILE"),
          },
        },
        documents: 1,
        identifiers: { country },
      }
    }),
})
