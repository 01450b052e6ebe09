import airportData from "airport-data-js"
import { writeFileSync } from "node:fs"
import type { Airport } from "../../layers/sources/airports/Airport.ts"
import { airportsOfCity } from "../../layers/sources/airports/cityAirports.ts"
import { toAirport } from "../../layers/sources/airports/reader.ts"
import { alternativeNames } from "../../layers/sources/gazetteer/otherPlaceNames.ts"
import { foldName } from "../../layers/sources/gazetteer/placeNames.ts"
import { readCountedPlaces } from "../../layers/sources/gazetteer/populations.ts"
import { distanceKm, type Point } from "../../layers/sources/gazetteer/sphere.ts"

const target = new URL("../../layers/planner/extract/airportNames.json", import.meta.url)
const minPopulation = 100_000
/** An airport is that of a city within this distance. Airports farther apart than `sameKm` serve different cities. */
const [ofCityKm, sameKm] = [45, 150]

const generic = /\b(?:airport|international|intl|regional|municipal|metropolitan|national|airfield|aerodrome)\b/gu

/** `munich` of Munich International Airport. */
const ownName = ({ name }: Airport): string => foldName(name).replaceAll(generic, " ").replaceAll(/\s+/gu, " ").trim()

interface NamedAirport {
  readonly airport: Airport
  readonly population: number
}

/** The airports with scheduled flights that a name may mean: by their own names, and by those of their cities. */
const candidatesByName = (airports: ReadonlyArray<Airport>): ReadonlyMap<string, ReadonlyArray<NamedAirport>> => {
  const candidates = new Map<string, Array<NamedAirport>>()
  const add = (name: string, named: NamedAirport) => candidates.set(name, [...(candidates.get(name) ?? []), named])
  const addAll = (name: string, named: NamedAirport) => {
    for (const each of [name, ...(synonyms.get(name) ?? []).map(([, other]) => other)]) add(each, named)
  }
  for (const airport of airports) addAll(ownName(airport), { airport, population: 0 })
  const largest = airports.filter(({ kind }) => kind === "large_airport")
  // The largest city around an airport names it, and no suburb.
  const cities = readCountedPlaces().filter(({ featureCode, population }) => population >= minPopulation && featureCode !== "PPLX")
  for (const airport of airports) {
    const [city] = near(cities, airport).toSorted((a, b) => b.population - a.population)
    if (city === undefined || city.country !== airport.country) continue
    const around = near(largest, city).length > 0 ? near(largest, city) : near(airports, city)
    if (around.length === 1 && around[0] === airport) addAll(foldName(city.name), { airport, population: city.population })
  }
  // `Birmingham-Shuttlesworth` may be meant by `Birmingham airport` too.
  for (const airport of largest)
    for (const [name, own] of candidates)
      if (ownName(airport).startsWith(`${name} `)) own.push({ airport, population: Math.max(...own.map(({ population }) => population)) })
  return candidates
}

const near = <A extends Point>(points: ReadonlyArray<A>, centre: Point): ReadonlyArray<A> =>
  points.filter((point) => Math.abs(point.latitude - centre.latitude) < 1 && distanceKm(point, centre) <= ofCityKm)

/** `göteborg` and `gothenburg`. */
const synonyms = Map.groupBy(
  Object.entries(alternativeNames).flatMap(([name, usual]) => [
    [foldName(name), foldName(usual)] as const,
    [foldName(usual), foldName(name)] as const,
  ]),
  ([name]) => name,
)

/** Names of one airport that are those of the city of another one with flights: `Kochi airport` is in India or in Japan. */
const ofOtherCities: ReadonlySet<string> = new Set([
  "ALY alexandria",
  "KCZ kochi",
  "PPK petropavlovsk",
  "RSJ rosario",
  "SMS sainte marie",
  "SQL san carlos",
  "SYR hancock",
  "UYN yulin",
  "VDO van",
  "VIT vitoria",
  "ZBF bathurst",
])

/** The airport that a name means; undefined if it may mean another one of another city. */
const meantBy = (name: string, named: ReadonlyArray<NamedAirport>): Airport | undefined => {
  const weightOf = ({ airport, population }: NamedAirport) =>
    (ownName(airport) === name ? 2 : 0) + (airport.kind === "large_airport" ? 1 : 0) + Math.min(0.9, population / 1e9)
  const [first, ...others] = named.toSorted((a, b) => weightOf(b) - weightOf(a))
  const people = Math.max(...named.flatMap(({ airport, population }) => (airport === first?.airport ? [population] : [])))
  const isOther = ({ airport, population }: NamedAirport) =>
    first !== undefined &&
    distanceKm(airport, first.airport) > sameKm &&
    (airport.kind === "large_airport" || first.airport.kind !== "large_airport") &&
    !(people >= 10 * population && population > 0)
  return first === undefined || others.some(isOther) ? undefined : first.airport
}

/** Lists the cities and names that mean one airport with scheduled flights beside the word, and writes `airportNames.json`. */
export const learnAirportNames = async (): Promise<void> => {
  const rows = await airportData.findAirports({})
  const airports = rows
    .map(toAirport)
    .filter((airport) => airport?.iata !== undefined && airport.iata !== null && airport.scheduled === true)
    .filter((airport) => airport !== undefined && /^(?:large|medium)_airport$/u.test(airport.kind ?? ""))
  const named = [...candidatesByName(airports.filter((airport) => airport !== undefined))].flatMap(([name, candidates]) => {
    const airport = /^[\p{L} ]{3,}$/u.test(name) && airportsOfCity(name).length === 0 ? meantBy(name, candidates) : undefined
    return airport?.iata && !ofOtherCities.has(`${airport.iata} ${name}`) ? [[airport.iata, name] as const] : []
  })
  const byCode = Map.groupBy(named, ([code]) => code)
  const lines = [...byCode]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([code, own]) => [code, [...new Set(own.map(([, name]) => name))].join(",")])
  writeFileSync(target, `${JSON.stringify(Object.fromEntries(lines), null, 2)}\n`)
  console.log(`${named.length} names of ${byCode.size} airports`)
}
