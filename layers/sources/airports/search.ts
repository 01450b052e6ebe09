import { Effect, Schema } from "effect"
import { defineOperation } from "../../../domain/catalogue/defineOperation.ts"
import type { InputMeaning, InputMeanings, SourceFailure } from "../../../domain/catalogue/Source.ts"
import { microUsd } from "../../../domain/money/Money.ts"
import { countryName } from "../country.ts"
import type { ReadDataset } from "../dataset/openDataset.ts"
import { outerPlacesNamed, townAndOuter } from "../gazetteer/outerPlaces.ts"
import { foldName } from "../gazetteer/placeNames.ts"
import { type Airport, airportView } from "./Airport.ts"
import { airportsOfCity } from "./cityAirports.ts"
import { airportsServing } from "./servedCities.ts"

const maxMatches = 20

/** Words of the names of most airports: they find none. */
const generic: ReadonlySet<string> = new Set(
  "airport airports airfield aerodrome international intl regional municipal field the of de and main city".split(" "),
)

/** The distinctive words of an airport's name. */
const wordsOf = (name: string): ReadonlyArray<string> =>
  foldName(name)
    .split(" ")
    .filter((word) => word.length > 1 && !generic.has(word))

/** `Porto, Portugal`, `Porto portugal`: the name before the country or region behind it, and the countries in which that lies. */
const withoutCountry = (name: string): { readonly name: string; readonly countries: ReadonlySet<string> } => {
  const apart = name.includes(",") ? undefined : townAndOuter(name)
  const [town = "", ...outer] = apart === undefined ? name.split(",") : [apart.town, apart.outer]
  const places = outer.flatMap((part) => outerPlacesNamed(foldName(part)))
  return places.length === 0 || town.trim().length < 2
    ? { name, countries: new Set() }
    : { name: town.trim(), countries: new Set(places.map(({ country }) => country)) }
}

/** The airports of a city with several, in their usual order; otherwise that of exactly this name, or those whose names have the most of the words, at least half of them; those with scheduled flights and the largest first. */
const matching = (data: ReadDataset, written: string): Effect.Effect<ReadonlyArray<Airport>, SourceFailure> => {
  const { countries, name } = withoutCountry(written)
  if (countries.size > 0)
    return Effect.flatMap(matching(data, name), (airports) => {
      const inside = airports.filter(({ country }) => countries.has(country))
      return inside.length > 0 ? Effect.succeed(inside) : matching(data, written.replaceAll(",", " "))
    })
  const codes = airportsOfCity(name)
  if (codes.length > 0)
    return Effect.map(
      data((sql) => sql<Airport>`select * from airport where ${sql.in("iata", codes)}`),
      (airports) => airports.toSorted((a, b) => codes.indexOf(a.iata ?? "") - codes.indexOf(b.iata ?? "")),
    )
  const [words, serving] = [wordsOf(name), airportsServing(name)]
  if (words.length === 0 && serving.length === 0) return Effect.succeed([])
  return Effect.map(
    data(
      (sql) =>
        sql<Airport>`select * from airport where ${sql.or([
          ...words.map((word) => sql`name ilike ${`%${word}%`}`),
          ...(serving.length === 0 ? [] : [sql.in("iata", serving), sql.in("icao", serving)]),
        ])}`,
    ),
    (airports) => {
      // Porto Airport, where no other one serves Porto: not Porto Alegre beside it.
      const exact = airports.filter(({ name: own }) => foldName(own) === foldName(name))
      const isMeant = exact.length === 1 && exact[0]!.scheduled === true
      return isMeant && airports.every((airport) => airport === exact[0] || airport.scheduled !== true || !isCalled(airport, name))
        ? exact
        : bestOf(airports, words, new Set(serving))
    },
  )
}

/** Whether an airport serves the town of a name, or has no other words in its own: Porto Airport, and not Porto Alegre International. */
const isCalled = ({ iata, icao, name: own }: Airport, name: string): boolean => {
  const town = name.replace(/\s+(?:international\s+)?airport$/iu, "")
  return airportsServing(town).includes(iata ?? icao ?? "") || wordsOf(own).toSorted().join(" ") === wordsOf(town).toSorted().join(" ")
}

/** An airport that serves the city of the name has all of its words. */
const bestOf = (airports: ReadonlyArray<Airport>, words: ReadonlyArray<string>, serving: ReadonlySet<string>): ReadonlyArray<Airport> => {
  const counted = airports.map((airport) => {
    const own = wordsOf(airport.name)
    const isServing = serving.has(airport.iata ?? airport.icao ?? "")
    return { airport, shared: isServing ? words.length : words.filter((word) => own.includes(word)).length }
  })
  const most = Math.max(...counted.map(({ shared }) => shared), Math.ceil(words.length / 2))
  return counted
    .flatMap(({ airport, shared }) => (shared === most ? [airport] : []))
    .toSorted((a, b) => weightOf(b) - weightOf(a) || (a.name < b.name ? -1 : 1))
    .slice(0, maxMatches)
}

const sizes: Readonly<Record<string, number>> = { large_airport: 3, medium_airport: 2, small_airport: 1 }
const weightOf = ({ kind, scheduled }: Airport): number => (sizes[kind ?? ""] ?? 0) + (scheduled === true ? 4 : 0)

const meaningOf = ({ country, iata, icao, latitude, longitude, name }: Airport): InputMeaning => ({
  label: `${name} (${iata ?? icao}), ${countryName(country)}`,
  description: `Latitude ${latitude}, longitude ${longitude}`,
  value: name,
})

/** The airports that a name may mean: the only one with scheduled flights is meant, or the only such one that has exactly this name. */
const meaningsOf = (data: ReadDataset, name: unknown): Effect.Effect<ReadonlyArray<InputMeanings>> =>
  typeof name !== "string"
    ? Effect.succeed([])
    : matching(data, name).pipe(
        Effect.map((airports): ReadonlyArray<InputMeanings> => {
          const flown = airports.filter(({ scheduled }) => scheduled === true)
          const called = flown.filter((airport) => isCalled(airport, withoutCountry(name).name))
          const [meant, why] =
            flown.length === 1
              ? [flown[0], "with scheduled flights"]
              : called.length === 1
                ? [called[0], "of this town or of exactly this name"]
                : []
          const isAssumed = meant !== undefined && airports.length > 1
          const assumption = isAssumed ? `${meant.name} is assumed, the only one of ${airports.length} ${why}.` : null
          const likely = isAssumed ? [meant, ...airports.filter((airport) => airport !== meant)] : airports
          const areTogether = airportsOfCity(name).length > 0
          return [{ field: "airport.name", entity: "airport", meanings: likely.slice(0, 8).map(meaningOf), assumption, areTogether }]
        }),
        Effect.orElseSucceed(() => []),
      )

export const searchAirport = (data: ReadDataset) =>
  defineOperation({
    id: "airport.search",
    name: "Find an airport by its name",
    description:
      "Airports by their name, a part of it or their city, with their IATA and ICAO codes, country, position and time zone; those with scheduled flights first, at most 20.",
    fields: {
      "airport.name": Schema.String.annotate({ description: "Name of the airport, or a part of it.", examples: ["Gatwick"] }).check(
        Schema.isBetweenLength(2, 100),
      ),
    },
    slots: { "airport.name": "place.name" },
    output: [
      "airport.iata",
      "airport.icao",
      "airport.name",
      "airport.city",
      "airport.kind",
      "airport.scheduled",
      "airport.matches",
      "country.code",
      "country.name",
      "geo.latitude",
      "geo.longitude",
      "time.zone",
    ],
    pricing: { model: "per_call", price: microUsd(2_000n) },
    freshnessSeconds: 7 * 86_400,
    examples: [
      "which airport is named after Nelson Mandela",
      "find the airport named Wilson",
      "code of Berlin Brandenburg airport",
      "airports named Paris",
      "what IATA code does Birmingham airport have",
      "icao code manchester airport",
      "What is the IATA code for Hamburg, and the ICAO too",
      "airport code florianopolis",
      "which airport serves Funchal, code please",
      "three-letter codes of both Tokyo airports",
      "which airports does Milan have",
      "coordinates of Newcastle airport",
      "where is the airport of Portland",
      "which airports has Brussels, codes please",
      "what airports does the metropolitan code TYO stand for",
    ],
    hints: {
      vocabulary: "international code abbreviation called letters iata icao main serves city",
      keywords: {
        "airport.iata": "iata code",
        "airport.icao": "icao code",
        "airport.matches": "both all several",
        "geo.latitude": "coordinates position where",
        "geo.longitude": "coordinates position where",
      },
      approximate: ["airport.iata", "airport.icao", "country.code", "country.name", "geo.latitude", "geo.longitude", "time.zone"],
    },
    meaningsOf: (input) => meaningsOf(data, input["airport.name"]),
    run: (input) =>
      Effect.map(matching(data, input["airport.name"]), (airports) => {
        const [first] = airports
        return {
          data: {
            airport: {
              iata: first?.iata ?? null,
              icao: first?.icao ?? null,
              name: first?.name ?? null,
              city: first?.city ?? null,
              kind: first?.kind ?? null,
              scheduled: first?.scheduled ?? null,
              matches: airports.map(airportView),
            },
            country: { code: first?.country ?? null, name: first ? countryName(first.country) : null },
            geo: { latitude: first?.latitude ?? null, longitude: first?.longitude ?? null },
            time: { zone: first?.zone ?? null },
          },
          documents: 1,
        }
      }),
  })
