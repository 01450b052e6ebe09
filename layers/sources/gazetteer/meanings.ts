import { Effect, type Schema } from "effect"
import type { InputMeaning, InputMeanings } from "../../../domain/catalogue/Source.ts"
import { countryName } from "../country.ts"
import type { ReadDataset } from "../dataset/openDataset.ts"
import { parsePlaceQuery, type Place, searchPlaces } from "./places.ts"

const field = "place.name"
const maxMeanings = 8

/** The weight of a capital, and of a city after which a time zone is named: see `weights` of the reader. */
const bestKnownWeights = [100_000, 1_000]

/** The places of exactly this name, the best known first. None while the places are being loaded: then the search that is bought finds them. */
export const meaningsOf = (data: ReadDataset, input: Readonly<Record<string, Schema.Json>>): Effect.Effect<InputMeanings> => {
  const [name, country] = [input[field], input["country.code"]]
  const query = typeof name === "string" && input["place.beginning"] !== true ? parsePlaceQuery(name) : undefined
  const none: InputMeanings = { field, meanings: [], assumption: null }
  if (query === undefined) return Effect.succeed(none)
  const reading = data((sql) =>
    searchPlaces(sql, query, { beginning: false, country: typeof country === "string" ? country : undefined, limit: maxMeanings + 1 }),
  )
  return reading.pipe(
    Effect.map((places): InputMeanings => {
      const [first, second] = places
      const isBestKnown = bestKnownWeights.some((weight) => (first?.weight ?? 0) >= weight && (second?.weight ?? 0) < weight)
      const meanings = places.slice(0, maxMeanings).map((place) => meaningOf(place, places))
      const count = places.length > maxMeanings ? `more than ${maxMeanings}` : String(places.length)
      return {
        field,
        meanings,
        assumption: isBestKnown ? `${meanings[0]!.label} is assumed, the best known of ${count} places of this name.` : null,
      }
    }),
    Effect.orElseSucceed(() => none),
  )
}

/** The name with its region and country, and with its district where another place has the same. */
const meaningOf = (place: Place, places: ReadonlyArray<Place>): InputMeaning => {
  const isShared = places.some((other) => other !== place && other.region === place.region && other.country === place.country)
  const outer = [isShared ? place.district : null, place.region, countryName(place.country) ?? place.country].filter(
    (name) => name !== null,
  )
  const label = [place.name, ...outer].join(", ")
  return { label, description: `Latitude ${place.latitude}, longitude ${place.longitude}`, value: label }
}
