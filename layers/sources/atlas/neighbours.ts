import { Effect } from "effect"
import { defineOperation } from "../../../domain/catalogue/defineOperation.ts"
import { microUsd } from "../../../domain/money/Money.ts"
import { countryName } from "../country.ts"
import { countries } from "./countries.ts"
import { CountryCode } from "./inputs.ts"

export const neighbours = defineOperation({
  id: "country.neighbours",
  name: "List a country's neighbours",
  description:
    "The countries and territories that share a land border with one, with their capitals. An island has none, and that is the answer.",
  fields: { "country.code": CountryCode },
  output: ["country.code", "country.name", "country.landlocked", "country.neighbour_count", "country.neighbours"],
  pricing: { model: "per_call", price: microUsd(1_000n) },
  freshnessSeconds: 30 * 86_400,
  examples: [
    "Which countries border Switzerland?",
    "How many neighbours does China have?",
    "List the neighbouring countries of Brazil",
    "Does Japan have land borders?",
    "Which countries does Laos share a border with?",
    "Which neighbours does Poland have?",
    "What countries are next to Chad?",
    "Which countries surround Austria?",
    "Does Portugal share a border with anybody?",
  ],
  hints: { asked: { "country.neighbours": "border borders bordering neighbour neighbor neighbouring adjacent surround next frontier" } },
  run: (input) =>
    Effect.sync(() => {
      const code = input["country.code"]
      const facts = (neighbour: string) => ({
        code: neighbour,
        name: countryName(neighbour),
        capital: countries.get(neighbour)?.capitals[0] ?? null,
      })
      const found = (countries.get(code)?.neighbours ?? []).map(facts)
      return {
        data: {
          country: {
            code,
            name: countryName(code),
            landlocked: countries.get(code)?.landlocked ?? null,
            neighbour_count: found.length,
            neighbours: found,
          },
        },
        documents: 1,
        identifiers: { country: code },
      }
    }),
})
