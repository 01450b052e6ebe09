import { Effect, Schema } from "effect"
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

/** What is dialled before a number of another country: `010 49`. Countries with one calling code call each other like another area. */
export const callFrom = (caller: CountryCode, country: CountryCode) => {
  const { all, prefix } = internationalPrefix(caller)
  const code = getCountryCallingCode(country)
  const isShared = code === getCountryCallingCode(caller)
  return {
    from_code: caller,
    from_name: countryName(caller),
    shares_code: isShared,
    opening: isShared ? null : prefix,
    openings: isShared ? [] : all,
    second_dialled: isShared ? null : String(code),
    first_dialled: isShared || prefix === null ? null : `${prefix} ${code}`,
    // Within one plan, the prefix of national calls of the caller's country.
    area_prefix: isShared ? planOf(caller).nationalPrefix() || null : null,
  }
}

const noCall = {
  from_code: null,
  from_name: null,
  shares_code: null,
  opening: null,
  openings: [],
  second_dialled: null,
  first_dialled: null,
  area_prefix: null,
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
    "What is dialled in a country or territory: the international prefix to call abroad (exit code), the trunk prefix before national numbers, the calling code with which it is called from other countries (behind their own exit code), and how many digits its numbers have behind it. With the country from which it is called, what is dialled there. " +
    "Where callers choose a carrier, the prefixes of all carriers are listed. A tilde stands for waiting for the tone.",
  fields: {
    "country.code": countryCode(
      isSupportedCountry,
      `ISO 3166-1 alpha-2 code of the country in which is dialled, or with call.from of the country that is called, one of ${getCountries().length}.`,
      "US",
    ),
    "call.from": Schema.optionalKey(
      countryCode(isSupportedCountry, "ISO 3166-1 alpha-2 code of another country, in which a number of country.code is dialled.", "JP"),
    ),
  },
  native: { "country.code": "country", "call.from": "from" },
  output: [
    "country.code",
    "country.name",
    "phone.international_prefix",
    "phone.international_prefixes",
    "phone.trunk_prefix",
    "phone.calling_code",
    "phone.landline_length",
    "phone.mobile_length",
    "call.from_code",
    "call.from_name",
    "call.shares_code",
    "call.opening",
    "call.openings",
    "call.second_dialled",
    "call.first_dialled",
    "call.area_prefix",
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
    "how do I call Portugal from Canada",
    "what do I dial from New Zealand to reach a number in Peru",
    "calling Austria from Thailand, what do I dial first",
    "from Chile, how do you phone someone in Greece",
    "how to dial a Turkish number from Norway",
    "how do I call Canada from the US",
    "which digits do I dial to call India from Ireland",
    "make a call from Mexico to Spain: what do I dial",
    "ring a landline in Poland from Egypt, which prefix",
  ],
  hints: {
    vocabulary:
      "own dial dialled dialed call calls calling phone ring reach number numbers somebody someone landline mobile digits code prefix drop omit leave out keep",
    keywords: {
      "call.first_dialled": "dial call calling phone ring reach",
      "phone.international_prefix": "exit abroad international prefix access out first idd foreign outside line",
      "phone.international_prefixes": "carriers",
      "phone.calling_code": "dialling dialing calling country",
      "phone.landline_length": "digits long landline fixed",
      "phone.mobile_length": "digits long mobile cell",
      "phone.trunk_prefix": "trunk national prefix leading zero domestic",
    },
  },
  check: (input) =>
    input["call.from"] === input["country.code"]
      ? { field: "call.from", reason: "is the country that is called. Send another one, or none." }
      : undefined,
  run: (input) =>
    Effect.sync(() => {
      const [country, caller] = [input["country.code"], input["call.from"]]
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
          call: caller === undefined ? noCall : callFrom(caller, country),
        },
        documents: 1,
        identifiers: { country },
      }
    }),
})
