import { Effect } from "effect"
import { defineOperation } from "../../../domain/catalogue/defineOperation.ts"
import { microUsd } from "../../../domain/money/Money.ts"
import { countryName } from "../country.ts"
import { countries, CountryCode } from "./countries.ts"
import { countryOfCode } from "./countryOfCode.ts"
import { currencies } from "../currencies/currencies.ts"
import { countriesOf, currenciesOf } from "../currencies/legalTender.ts"
import type { Source } from "../../../domain/catalogue/Source.ts"
import { findCountries } from "./findCountries.ts"
import { gaps } from "./gaps.ts"
import { logo } from "../logo.ts"
import { profile } from "./profile.ts"
import { besideNames } from "./besideNames.ts"
import { UsedCurrency } from "./usedCurrency.ts"
import { remoteBorders } from "./sovereigns.ts"

export const neighbours = defineOperation({
  id: "country.neighbours",
  name: "List a country's neighbours",
  description:
    "The countries and territories that share a land border with one, with their capitals, currencies and areas, and which of them have no coast. An island has none, and that is the answer.",
  fields: { "country.code": CountryCode },
  output: [
    "country.code",
    "country.name",
    "country.landlocked",
    "country.neighbour_count",
    "country.neighbours",
    "country.landlocked_neighbours",
    "country.neighbour_capitals",
    "country.neighbour_currencies",
    "country.remote_borders",
  ],
  pricing: { model: "per_call", price: microUsd(1_000n) },
  freshnessSeconds: 30 * 86_400,
  examples: [
    "Who are the neighbors of Peru?",
    "how many countries touch Austria",
    "is Mongolia next to Kazakhstan",
    "what does Chad share a border with",
    "does Iceland have any land neighbours",
    "Which countries border Switzerland?",
    "How many neighbours does China have?",
    "List the neighbouring countries of Brazil",
    "Does Japan have land borders?",
    "Which countries does Laos share a border with?",
    "Which neighbours does Poland have?",
    "What countries are next to Chad?",
    "Which countries surround Austria?",
    "Does Portugal share a border with anybody?",
    "Which of the countries bordering Zambia are landlocked as well?",
    "of Slovakia's neighbours, the ones without a coast",
    "how many neighbours of Chad are landlocked",
    "neighbours of Paraguay and their capitals",
    "countries bordering Laos with their currencies",
  ],
  hints: {
    vocabulary: "neighbor neighbors neighbour who touch touches share shares adjoining frontiers land borders around",
    keywords: {
      "country.neighbours": "border borders bordering neighbour neighbor neighbouring adjacent surround next frontier",
      "country.landlocked_neighbours": "landlocked coast sea seaside ocean",
    },
    measures: { "country.neighbours": { name: "number of neighbours", unit: "", adjectives: "small large few many" } },
  },
  run: (input) =>
    Effect.sync(() => {
      const code = input["country.code"]
      const facts = (neighbour: string) => ({
        code: neighbour,
        name: countryName(neighbour),
        capital: countries.get(neighbour)?.capitals[0] ?? null,
        currency: currenciesOf(neighbour)[0] ?? null,
        area_km2: countries.get(neighbour)?.areaKm2 ?? null,
        landlocked: countries.get(neighbour)?.landlocked ?? null,
      })
      const neighbours = (countries.get(code)?.neighbours ?? []).map(facts)
      return {
        data: {
          country: {
            code,
            name: countryName(code),
            landlocked: countries.get(code)?.landlocked ?? null,
            neighbour_count: neighbours.length,
            neighbours,
            neighbour_capitals: besideNames(neighbours, ({ capital }) => capital),
            neighbour_currencies: besideNames(neighbours, ({ currency }) => currency),
            landlocked_neighbours: neighbours.filter(({ landlocked }) => landlocked === true),
            remote_borders: remoteBorders[code] ?? null,
          },
        },
        documents: 1,
        identifiers: { country: code },
      }
    }),
})

export const byCurrency = defineOperation({
  id: "country.by_currency",
  name: "List the countries of a currency",
  description:
    "The countries and territories in which a currency is legal tender, or the money in use where none is, with their capitals and regions.",
  fields: { "currency.code": UsedCurrency },
  output: ["currency.code", "currency.name", "country.count", "country.list"],
  pricing: { model: "per_call", price: microUsd(1_500n) },
  freshnessSeconds: 30 * 86_400,
  hints: { vocabulary: "pay pays paid official legal tender accepted accept circulates" },
  examples: [
    "where can I pay with the East Caribbean dollar XCD",
    "which places have NZD as money",
    "who else uses the CFP franc XPF",
    "Which countries use the euro?",
    "Where is the CFA franc XOF used?",
    "List the countries whose currency is USD",
    "In which countries can I pay in Swiss francs?",
    "How many countries use the East Caribbean dollar?",
    "Where can I pay with yen?",
    "What countries have adopted the euro?",
    "Where is the rand legal tender?",
  ],
  run: (input) =>
    Effect.sync(() => {
      const code = input["currency.code"]
      const list = countriesOf(code).map((country) => ({
        code: country,
        name: countryName(country),
        capital: countries.get(country)?.capitals[0] ?? null,
        region: countries.get(country)?.region ?? null,
      }))
      return {
        data: { currency: { code, name: currencies.get(code)?.name ?? null }, country: { count: list.length, list } },
        documents: 1,
        identifiers: { currency: code },
      }
    }),
})

export const atlas: Source = {
  id: "atlas",
  name: "Atlas",
  provider: "Farthing",
  description: `${countries.size} countries and territories: capitals, currencies, languages, calling codes, areas, land borders and ISO codes.`,
  category: "geography",
  tags: ["borders", "calling code", "capital", "country", "currency", "iso 3166", "languages"],
  sectors: ["e-commerce", "education", "logistics", "travel"],
  capabilities: ["list", "lookup"],
  jurisdiction: "worldwide",
  attribution:
    "Contains information from world-countries by Mohammed Le Doze, which is made available under the Open Database License (ODbL 1.0), with corrections by " +
    "Farthing under the same licence; currencies after ISO 4217 by way of currency-codes (MIT); shared calling codes from libphonenumber-js (MIT); country names and populations from Unicode CLDR.",
  sourceUrl: "https://github.com/mledoze/countries",
  logoUrl: logo("AT", "#7a3f2f"),
  gaps,
  operations: [profile, neighbours, byCurrency, countryOfCode, findCountries],
}
