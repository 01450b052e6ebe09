import { Effect, Schema } from "effect"
import { defineOperation, defineVariant } from "../../../domain/catalogue/defineOperation.ts"
import { catalogueEntries } from "../../../domain/catalogue/Catalogue.ts"
import { microUsd } from "../../../domain/money/Money.ts"
import { sampleSource } from "../../support/sources.ts"

const text = (description: string, example: string) => Schema.String.annotate({ description, examples: [example] })
const answer = () => Effect.succeed({ data: {}, documents: 1 })
const priced = (micro: bigint, model: "per_call" | "per_result" = "per_call") => ({ model, price: microUsd(micro), id: `p${micro}` })

const locate = (price: bigint, check?: (input: { readonly "ip.address": string }) => { field: string; reason: string } | undefined) =>
  defineOperation({
    id: "ip.country",
    name: "Country of an address",
    description: "The country of an address.",
    fields: { "ip.address": text("Address.", "193.0.6.139").check(Schema.isMaxLength(40)) },
    output: ["ip.address", "country.code"],
    pricing: priced(price),
    freshnessSeconds: 60,
    examples: [],
    ...(check && { check }),
    run: answer,
  })

const holiday = defineOperation({
  id: "calendar.is_holiday",
  name: "Is it a holiday",
  description: "Whether a day is a holiday.",
  fields: {
    "country.code": text("Country.", "CH").check(Schema.isPattern(/^[A-Z]{2}$/u)),
    "calendar.date": text("Day.", "2026-12-25").check(Schema.isPattern(/^\d{4}-\d{2}-\d{2}$/u)),
    "region.code": Schema.optionalKey(text("Region.", "CH-ZH")),
  },
  native: { "country.code": "country", "region.code": "region" },
  output: ["calendar.is_holiday", "country.code"],
  pricing: priced(1_000n),
  freshnessSeconds: 60,
  examples: [],
  run: answer,
})

const search = defineOperation({
  id: "place.search",
  name: "Search a place",
  description: "Places of a name.",
  fields: { "place.name": text("Name.", "Bern") },
  output: ["place.name", "place.matches"],
  pricing: priced(100n, "per_result"),
  freshnessSeconds: 60,
  examples: [],
  run: answer,
})

const clock = defineOperation({
  id: "time.now",
  name: "Time in a zone",
  description: "The time in a zone.",
  fields: { "time.zone": text("Zone.", "Europe/Zurich") },
  output: ["time.local"],
  pricing: priced(500n),
  freshnessSeconds: 1,
  examples: [],
  run: answer,
  variants: [
    defineVariant({ fields: { "geo.latitude": Schema.Finite, "geo.longitude": Schema.Finite }, pricing: priced(700n), run: answer }),
  ],
})

const onlyFour = ({ "ip.address": address }: { readonly "ip.address": string }) =>
  address.includes(":") ? { field: "ip.address", reason: "it is no IPv4 address." } : undefined

/** Sources without data: what they sell, and nothing else. */
export const shop = catalogueEntries([
  sampleSource("cheap", { operations: [locate(800n, onlyFour)] }),
  sampleSource("dear", { operations: [locate(1_000n)] }),
  sampleSource("days", { operations: [holiday] }),
  sampleSource("towns", { operations: [search, clock] }),
])
export const withoutSource = (id: string) => shop.filter((entry) => entry.source.id !== id)
