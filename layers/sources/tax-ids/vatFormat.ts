import { Effect, Schema, SchemaTransformation } from "effect"
import { defineOperation, defineVariant } from "../../../domain/catalogue/defineOperation.ts"
import { microUsd } from "../../../domain/money/Money.ts"
import { countryCode, countryName } from "../country.ts"
import { type VatFormat, vatCountries, vatFormats } from "./vatNumber.ts"

const pricing = { model: "per_call", price: microUsd(500n) } as const

/** The part of its country in which a prefix is used, where it is not the whole. */
const areas: Readonly<Record<string, string>> = { XI: "Northern Ireland" }

const formatView = ({ country, prefix, shape }: VatFormat) => ({
  prefix,
  after_prefix: shape,
  used_in: areas[prefix] ?? countryName(country) ?? country,
})

const answer = (formats: ReadonlyArray<VatFormat>) =>
  Effect.fromNullishOr(formats[0]).pipe(
    Effect.orDie,
    Effect.map((first) => ({
      data: {
        country: { code: first.country, name: countryName(first.country) },
        vat: { ...formatView(first), others: formats.slice(1).map(formatView) },
      },
      documents: 1,
    })),
  )

const VatPrefix = Schema.String.annotate({
  description: "Prefix with which a VAT number begins, two or three letters in any case.",
  examples: ["EL"],
})
  .check(Schema.isPattern(/^[A-Za-z]{2,3}$/u, { expected: "a prefix of two or three letters" }))
  .pipe(
    Schema.decodeTo(Schema.String, SchemaTransformation.toUpperCase()),
    Schema.refine((prefix): prefix is string => vatFormats.some((format) => format.prefix === prefix), {
      expected: `one of ${vatFormats.map(({ prefix }) => prefix).join(", ")}`,
    }),
  )

export const vatFormatOperation = defineOperation({
  id: "tax.vat_format",
  name: "Describe the VAT numbers of a country",
  description:
    "The prefix of the VAT numbers of a country, or the country of a prefix, and how many digits and letters come after it: of the European Union, Northern Ireland (XI), " +
    "the United Kingdom, Switzerland and Norway.",
  fields: { "vat.prefix": VatPrefix },
  output: ["country.code", "country.name", "vat.prefix", "vat.after_prefix", "vat.used_in", "vat.others"],
  pricing,
  freshnessSeconds: 30 * 86_400,
  examples: [
    "Which country has the VAT prefix EL?",
    "what is the prefix of Greek VAT numbers",
    "vat ids that begin with XI, where are they from",
    "how many digits has a Dutch VAT number",
    "format of a VAT number in Austria",
    "what does a Norwegian VAT number look like",
    "length of a Polish VAT ID",
    "VAT number starting with CHE: which country",
    "which letters begin the VAT number of Northern Ireland",
    "structure of the UK VAT number",
    "is GR or EL the prefix of a VAT number in Greece",
    "what does a Belgian btw-nummer look like",
    "how many digits does an Italian partita IVA have",
    "customer has a VAT no beginning with EL, from where",
  ],
  hints: {
    statedOnly: ["country.code"],
    vocabulary: "starts start begins begin belong format digits letters btw nummer partita iva tva moms mva",
    keywords: {
      "vat.prefix": "begin start letters prefix",
      "vat.after_prefix": "digits long length format structure look characters many",
      "vat.used_in": "country place where used",
      "country.name": "country",
    },
  },
  run: (input) => answer(vatFormats.filter(({ prefix }) => prefix === input["vat.prefix"])),
  variants: [
    defineVariant({
      fields: {
        "country.code": countryCode((code): code is string => vatCountries.has(code), "ISO 3166-1 alpha-2 code of the country.", "GR"),
      },
      native: { "country.code": "country" },
      pricing,
      run: (input) => answer(vatFormats.filter(({ country }) => country === input["country.code"])),
    }),
  ],
})
