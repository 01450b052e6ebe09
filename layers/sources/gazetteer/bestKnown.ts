import { countries } from "../atlas/countries.ts"
import { zonesOfCountry } from "../clockwork/zones.ts"
import { foldName } from "./placeNames.ts"

const keyOf = (country: string, folded: string): string => `${country} ${folded}`

const capitals: ReadonlySet<string> = new Set(
  [...countries.values()].flatMap(({ capitals: names, code }) => names.map((name) => keyOf(code, foldName(name)))),
)

const zoneCities: ReadonlySet<string> = new Set(
  [...countries.keys()].flatMap((code) => zonesOfCountry(code).map((zone) => keyOf(code, foldName(zone.slice(zone.lastIndexOf("/") + 1))))),
)

interface KnownPlace {
  readonly country: string
  readonly folded: string
}

export const isCapital = ({ country, folded }: KnownPlace): boolean => capitals.has(keyOf(country, folded))

/** Whether a time zone is named after it, as `Australia/Perth` is: so are large cities, and some small ones. */
export const isZoneCity = ({ country, folded }: KnownPlace): boolean => zoneCities.has(keyOf(country, folded))

/**
 * How well known a place of several of one name is likely to be: its population. A capital counts as at least 50,000 people, so that San Marino
 * comes before San Marino in California (13,000), but Hamilton in Bermuda after Hamilton in Ontario (520,000); a city after which a time zone is named
 * as at least 20,000. `around` is the number of places within some 25 km: it orders places whose population is not known.
 */
export const weightOf = (place: KnownPlace & { readonly population: number | null }, around: number): number =>
  Math.max(place.population ?? 0, isCapital(place) ? 50_000 : 0, isZoneCity(place) ? 20_000 : 0, Math.min(around, 999))
