import { Effect, type Schema } from "effect"
import type { InputMeaning, InputMeanings } from "../../../domain/catalogue/Source.ts"
import { countryName } from "../country.ts"
import type { ReadDataset } from "../dataset/openDataset.ts"
import { isCapital, isZoneCity } from "./bestKnown.ts"
import { otherNameOf, parsePlaceQuery, type Place, type PlaceQuery, searchPlaces, withoutAddition } from "./places.ts"

export const maxMeanings = 8

/**
 * The places that an input which is the name of one may mean, those of exactly this name, the best known first; of a lake or a
 * mountain also the larger city that it is named with. None while the places are being loaded: then the call that is bought finds them.
 */
export const meaningsOf = (
  data: ReadDataset,
  field: string,
  name: Schema.Json | undefined,
  country: Schema.Json | undefined,
): Effect.Effect<ReadonlyArray<InputMeanings>> => {
  const query = typeof name === "string" ? parsePlaceQuery(name) : undefined
  if (query === undefined) return Effect.succeed([])
  const within = typeof country === "string" ? country : undefined
  const bare = within === undefined ? /^(?:lake|loch|mount|mt\.?)\s+([^,]+)$/iu.exec(String(name).trim())?.[1] : undefined
  const namesake = bare === undefined ? undefined : parsePlaceQuery(bare)
  const reading = Effect.all([
    data((sql) => searchPlaces(sql, query, { beginning: false, country: within, limit: maxMeanings + 1 })),
    namesake === undefined
      ? Effect.succeed([])
      : data((sql) => searchPlaces(sql, namesake, { beginning: false, country: undefined, limit: 1 })),
  ])
  return reading.pipe(
    Effect.map(([matching, namesakes]): ReadonlyArray<InputMeanings> => {
      // `San José` with its accent is no city in California.
      const spelled = matching.filter(({ name: called }) => query.accented !== undefined && called.includes(query.accented))
      const own = spelled.length > 0 ? spelled : matching
      const larger = namesakes.filter((place) => isAtFeature(place, own))
      const places = [...larger, ...own]
      return [
        {
          field,
          entity: "place",
          meanings: places.slice(0, maxMeanings).map((place) => meaningOf(place, places, String(name))),
          assumption: larger.length > 0 ? null : (shortened(query, places) ?? assumptionOf(places, namesakesOf(query, places))),
        },
      ]
    }),
    Effect.orElseSucceed(() => []),
  )
}

/** What is assumed of `Offenbach am Glan` where the data have an Offenbach alone, which may be another one. */
const shortened = ({ names: [written = ""] }: PlaceQuery, [first, ...others]: ReadonlyArray<Place>): string | null =>
  first !== undefined && others.length === 0 && withoutAddition(written).includes(first.folded)
    ? `${withPeople(shortLabel(first, [first]), first)} is assumed: the data have its name without the addition.`
    : null

/** Where the largest place only goes by the name (`Odessa`), the places with exactly this name. */
const namesakesOf = ({ names: [written] }: PlaceQuery, [first, ...others]: ReadonlyArray<Place>): ReadonlyArray<Place> =>
  first === undefined || first.folded === written ? [] : others.filter(({ folded }) => folded === written)

/** `Lake Como`: the lake of the city of Como, and not the smaller town in New Jersey that is called so. */
const isAtFeature = ({ country, population }: Place, [first]: ReadonlyArray<Place>): boolean =>
  first !== undefined && first.country !== country && (population ?? 0) >= timesLarger * (first.population ?? 0)

const timesLarger = 3

/** A city of at least the first number of people is meant where it has at least the second number of times those of each other place of its name. */
const assumedSizes = [
  [100_000, 3],
  [50_000, 9],
  // Beside hamlets, or places of unknown population, also a town.
  [5_000, 50],
] as const

/** Where another place is called so, a city that only goes by the name: `Queenstown` is the former name of a city ten times as large as the one in New Zealand. */
const assumedSizesOfOtherName = [[50_000, 20]] as const

/** San José in Costa Rica and Victoria in British Columbia are as likely to be meant as a city of three times their people, so they count three times. */
const wellKnown = { population: 200_000, times: 3 }

const peopleFor = (other: Place): number => {
  const population = other.population ?? 0
  return isCapital(other) || population >= wellKnown.population ? population * wellKnown.times : population
}

/** Why the first of several places, in the order of their weight, is meant; null if none of them clearly is. `namesakes`: the places with exactly the name, if the first one only goes by it. */
export const assumptionOf = (places: ReadonlyArray<Place>, namesakes: ReadonlyArray<Place> = []): string | null => {
  const [first, ...others] = places
  if (first === undefined || others.length === 0) return null
  const size = first.population ?? 0
  const isFarLargerThan = (other: Place) =>
    (namesakes.includes(other) ? assumedSizesOfOtherName : assumedSizes).some(
      ([least, times]) => size >= least && size >= times * peopleFor(other),
    )
  const isOnly = (isKnown: (place: Place) => boolean) =>
    isKnown(first) && others.every((other) => other.country === first.country || !isKnown(other) || isFarLargerThan(other))
  if (!others.every(isFarLargerThan) && !isOnly(isCapital) && !isOnly((place) => isCapital(place) || isZoneCity(place))) return null
  const largest = Math.max(...others.map(({ population }) => population ?? 0))
  const count = places.length > maxMeanings ? `more than ${maxMeanings}` : String(places.length)
  // Short, because the planner cuts what it states at 100 characters.
  const isOnlyInCountry = others.every(({ country }) => country !== first.country)
  const label = isOnlyInCountry ? namesText([first.name, countryNameOf(first)]) : shortLabel(first, places)
  return `${withPeople(label, first)} is assumed, the ${size > largest ? "largest" : "best known"} of ${count} of this name.`
}

/** The name with its region and country, and with its district where another place has the same. */
const meaningOf = (place: Place, places: ReadonlyArray<Place>, written: string): InputMeaning => ({
  label: withPeople(shortLabel(place, places), place),
  description: `Latitude ${place.latitude}, longitude ${place.longitude}`,
  // The other name stays in the input, so that the answer says whose it is.
  value: [otherNameOf(place, written) ?? place.name, ...outerNames(place, places)].join(", "),
})

const outerNames = (place: Place, places: ReadonlyArray<Place>): ReadonlyArray<string> => {
  const isShared = places.some((other) => other !== place && other.region === place.region && other.country === place.country)
  return [isShared ? place.district : null, place.region, countryNameOf(place)].filter((name) => name !== null)
}

const countryNameOf = ({ country }: Place): string => countryName(country) ?? country

/** `Hamburg, Germany`, whose region has the name of the city too. */
const shortLabel = (place: Place, places: ReadonlyArray<Place>): string => namesText([place.name, ...outerNames(place, places)])

const namesText = (names: ReadonlyArray<string>): string => names.filter((name, index) => name !== names[index - 1]).join(", ")

const withPeople = (label: string, { population }: Place): string => (population === null ? label : `${label} (${peopleText(population)})`)

/** `1.8 million people`, `163,000 people`, `3,155 people`: two or three digits of an estimate. */
const peopleText = (population: number): string => {
  if (population >= 999_500) return `${Number((population / 1e6).toFixed(1))} million people`
  return `${(population >= 10_000 ? Math.round(population / 1_000) * 1_000 : population).toLocaleString("en")} people`
}
