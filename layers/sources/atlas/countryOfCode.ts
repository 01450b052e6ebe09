import { Effect, Schema, SchemaTransformation } from "effect"
import { defineOperation, defineVariant } from "../../../domain/catalogue/defineOperation.ts"
import { microUsd } from "../../../domain/money/Money.ts"
import { countryName } from "../country.ts"
import { countriesOfCallingCode } from "./callingCodes.ts"
import { type AreaOfCode, areaOfCode, noArea } from "./areaOfCode.ts"
import { countries } from "./countries.ts"

const pricing = { model: "per_call", price: microUsd(500n) } as const

/** Domains that world-countries gives to two countries belong to the one with these letters. */
const ownDomain = (code: string): string => (code === "GB" ? ".uk" : `.${code.toLowerCase()}`)

const byDomain: ReadonlyMap<string, string> = new Map([
  ...[...countries.values()].flatMap(({ code, topLevelDomains }) =>
    topLevelDomains.map((domain) => [`.${domain.replaceAll(".", "")}`, code] as const),
  ),
  ...[...countries.keys()].map((code) => [ownDomain(code), code] as const),
])

const byNumber: ReadonlyMap<string, string> = new Map(
  [...countries.values()].flatMap(({ code, numeric }) => (numeric === null ? [] : [[numeric, code] as const])),
)

const isDomain = (text: string): text is string => byDomain.has(text)
const isNumeric = (text: string): text is string => byNumber.has(text)
const isCallingCode = (text: string): text is string => countriesOfCallingCode(text).length > 0

/** `.com.br` and `BR` are `.br`. */
const lastLabel = (text: string): string => `.${text.toLowerCase().split(".").at(-1)}`

/** `0044`, `44`, `+44 (1534)`: `+441534`. */
const withPlus = (text: string): string => `+${text.replace(/\D/gu, "").replace(/^00/u, "")}`

export const CallingCode = Schema.String.annotate({
  description:
    "Calling code of a country or territory, with + or without, and after it an area code where several countries share the calling code.",
  examples: ["+351"],
})
  .check(Schema.isMaxLength(16), Schema.isPattern(/^(?:\+|00)?\s?\d[\d ()-]*$/u, { expected: "a calling code such as +351" }))
  .pipe(
    Schema.decodeTo(Schema.String, SchemaTransformation.transform({ decode: withPlus, encode: (code) => code })),
    Schema.refine(isCallingCode, {
      expected: "the calling code of a country, such as +351, or with an area code +1 868; +800 and the like belong to no country",
    }),
  )

const TopLevelDomain = Schema.String.annotate({
  description: "Top-level domain of a country, or a domain under it: the last part counts.",
  examples: [".kz"],
})
  .check(Schema.isBetweenLength(2, 64))
  .pipe(
    Schema.decodeTo(Schema.String, SchemaTransformation.transform({ decode: lastLabel, encode: (domain) => domain })),
    Schema.refine(isDomain, { expected: "the top-level domain of a country, such as .kz; .com, .eu and the like belong to no country" }),
  )

const CountryNumber = Schema.String.annotate({
  description: "ISO 3166-1 numeric code of a country or territory, three digits.",
  examples: ["392"],
})
  .check(Schema.isPattern(/^\d{3}$/u, { expected: "an ISO 3166-1 numeric code of three digits" }))
  .pipe(Schema.refine(isNumeric, { expected: "the ISO 3166-1 numeric code of a country, such as 392" }))

const view = (code: string) => ({ code, name: countryName(code) })

/** `codes`: the countries that have the code, the largest first. */
const answer = (codes: ReadonlyArray<string>, area: AreaOfCode = noArea) =>
  Effect.fromNullishOr(countries.get(codes[0] ?? "")).pipe(
    Effect.orDie,
    Effect.map((country) => ({
      data: {
        country: {
          ...view(country.code),
          others: codes.slice(1).map(view),
          alpha3: country.alpha3,
          numeric: country.numeric,
          calling_codes: country.callingCodes,
          top_level_domains: country.topLevelDomains,
        },
        phone: area,
      },
      documents: 1,
      identifiers: { country: country.code },
    })),
  )

const ofOne = (code: string | undefined) => answer(code === undefined ? [] : [code])

export const countryOfCode = defineOperation({
  id: "country.of_code",
  name: "Find the country of a code",
  description:
    "The country of a telephone calling code (with an area code also of one that several countries share), of a top-level domain of the internet or of an ISO 3166-1 numeric code, " +
    "with its other codes and the town or region of an area code, or the towns where it has several (null and empty where the tables have none). Where several countries have the code, the largest comes first and the others are listed.",
  fields: { "country.calling_code": CallingCode },
  output: [
    "country.code",
    "country.name",
    "country.others",
    "country.alpha3",
    "country.numeric",
    "country.calling_codes",
    "country.top_level_domains",
    "phone.area",
    "phone.areas",
    "phone.has_area_code",
  ],
  pricing,
  freshnessSeconds: 30 * 86_400,
  examples: [
    "+351 is what country?",
    "which country has the dialling code +84",
    "where is +255",
    "whose country code is +7",
    "who calls from +234, what country is that",
    "country of the phone prefix +44 1534",
    "dialing code 49 which country",
    "+1 876 caller, is it the US or somewhere else",
    "is +1 868 the United States or Trinidad",
    "which countries share +590",
    "what country does the domain .kz belong to",
    "which country is .tv",
    "a supplier's address ends in .com.br, what country is that",
    "is .io a country domain",
    "numeric country code 392, which country",
    "ISO 3166 number 756",
    "what country is 076 on the customs form",
    "country with the internet ending .ee and its phone prefix",
    "missed call from a +351 number, what country",
    "missed call, number begins with +372, where is that",
    "a customer's phone starts with +420, which country is it",
    "hotel gave a number with +856 in front",
    "mails from a .rs domain, what country does the ending mean",
    "new supplier writes from a .vn address, which country",
    "for which territory was the ccTLD .io set up",
    "area code 416, which country",
    "area codes 204 and 807, where are those",
    "what city is area code 212",
    "the caller's number starts +420, whose is it",
    "booking request from the domain lodge.co.ke, which country",
  ],
  hints: {
    vocabulary:
      "missed call calls caller rang ringing phoned phones phoning number numbers begin begins beginning start starts ends ending front area code ddd std cctld tld website address mail mails writes email url site officially assigned which customs form column",
    keywords: {
      "country.name": "country nation land place whose where belong",
      "country.code": "country",
      "country.others": "share other countries",
      "country.calling_codes": "dialling dialing calling phone prefix",
      "country.top_level_domains": "internet domain tld ending",
      "country.alpha3": "three letter",
      "phone.area": "area city town state province region where",
    },
  },
  run: (input) => answer(countriesOfCallingCode(input["country.calling_code"]), areaOfCode(input["country.calling_code"])),
  variants: [
    defineVariant({
      fields: { "country.top_level_domain": TopLevelDomain },
      pricing,
      run: (input) => ofOne(byDomain.get(input["country.top_level_domain"])),
    }),
    defineVariant({
      fields: { "country.numeric": CountryNumber },
      pricing,
      run: (input) => ofOne(byNumber.get(input["country.numeric"])),
    }),
  ],
})
