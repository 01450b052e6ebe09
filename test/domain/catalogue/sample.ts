import { Effect, Schema } from "effect"
import { defineOperation, defineVariant } from "../../../domain/catalogue/defineOperation.ts"
import { catalogueEntries } from "../../../domain/catalogue/Catalogue.ts"
import type { Source } from "../../../domain/catalogue/Source.ts"
import { microUsd } from "../../../domain/money/Money.ts"
import { sampleSource } from "../../support/sources.ts"

/** An operation with every kind of input: a transformation, an optional one, two that end alike, a native name of its own. */
export const weather = defineOperation({
  id: "weather.at_airport",
  name: "Weather at an airport",
  description: "What the weather was.",
  fields: {
    "airport.code": Schema.String.annotate({ description: "IATA code", examples: ["LHR"] }).check(Schema.isPattern(/^[A-Z]{3}$/u)),
    "country.code": Schema.optionalKey(Schema.String.annotate({ description: "Country", examples: ["GB"] })),
    "weather.day": Schema.FiniteFromString.annotate({ description: "Day of the year", examples: [42] }),
    "weather.units": Schema.optionalKey(Schema.Literals(["metric", "imperial"]).annotate({ description: "Units", examples: ["metric"] })),
  },
  native: { "airport.code": "iata" },
  output: ["weather.celsius"],
  pricing: { model: "per_call", price: microUsd(1_500n) },
  freshnessSeconds: 60,
  examples: ["How warm was it at LHR?"],
  check: (input) =>
    input["weather.day"] > 59 && input["country.code"] === "FR" ? { field: "weather.day", reason: "France ends in February." } : undefined,
  run: (input) => Effect.succeed({ data: { weather: { celsius: input["weather.day"] + input["airport.code"].length } }, documents: 1 }),
})

const renamed = (id: string, name: string) => ({ ...weather, id, name })

export const sources: ReadonlyArray<Source> = [
  sampleSource("skies", {
    name: "Open Skies",
    description: "Weather for pilots",
    category: "weather",
    tags: ["aviation", "metar"],
    sectors: ["travel"],
    capabilities: ["lookup"],
    operations: [weather, renamed("weather.now", "Weather now"), renamed("tide.now", "Tide now")],
  }),
  sampleSource("atlas", {
    description: "Countries of the world",
    category: "geography",
    tags: ["Maps"],
    sectors: ["travel", "media"],
    capabilities: ["lookup"],
    operations: [renamed("country.profile", "Country profile")],
  }),
  sampleSource("drawer", { name: "Skies", description: "Discovery only", category: "misc" }),
]

export const catalogue = catalogueEntries(sources)

const rain = (id: string, operations: Source["operations"]) =>
  sampleSource(id, {
    group: { id: "rain", name: "Rain", description: "Who knows when it rains" },
    category: "weather",
    tags: [id],
    jurisdiction: id === "gauge" ? "GB" : "worldwide",
    operations,
  })

/** The same, and a group of two whose members share one operation. */
export const grouped = catalogueEntries([
  ...sources,
  rain("gauge", [renamed("rain.today", "Rain today"), renamed("rain.ever", "Rain ever")]),
  rain("radar", [renamed("rain.today", "Rain today"), renamed("rain.soon", "Rain soon")]),
])

/** An operation that can also be called by country, at another price. */
export const byCountry = {
  ...weather,
  variants: [
    defineVariant({
      fields: {
        "country.code": Schema.String.annotate({ description: "Country", examples: ["GB"] }).check(Schema.isPattern(/^[A-Z]{2}$/u)),
        "weather.month": Schema.Int.annotate({ description: "Month", examples: [4] }),
      },
      pricing: { model: "per_call", price: microUsd(9_000n) },
      run: (input) => Effect.succeed({ data: { weather: { celsius: input["weather.month"] } }, documents: 1 }),
    }),
  ],
}
