import { countryName } from "../country.ts"

/** A row of the table `place`. */
export interface Place {
  readonly id: number
  readonly name: string
  readonly folded: string
  readonly country: string
  readonly region: string | null
  readonly district: string | null
  readonly latitude: number
  readonly longitude: number
  readonly zone: string | null
}

/** One place among several, with the last segments of the fact types that the first one has at the top of an answer. */
export const placeView = (place: Place) => ({
  name: place.name,
  region: place.region,
  district: place.district,
  country_code: place.country,
  country_name: countryName(place.country),
  latitude: place.latitude,
  longitude: place.longitude,
  zone: place.zone,
})

/** The facts of the place that an answer is about; null where none was found. */
export const placeFacts = (place: Place | undefined) => ({
  country: { code: place?.country ?? null, name: place ? countryName(place.country) : null },
  geo: { latitude: place?.latitude ?? null, longitude: place?.longitude ?? null },
  time: { zone: place?.zone ?? null },
})
