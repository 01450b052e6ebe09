import type { PgClient } from "@effect/sql-pg"
import { Effect } from "effect"
import type { Fragment } from "effect/sql/Statement"
import { countryName } from "../country.ts"
import { regionCodeOf } from "../holidays/regionCode.ts"
import { partsOfCountries, regionNamed } from "./regionNames.ts"
import { outerPlacesNamed, townAndOuter } from "./outerPlaces.ts"
import { foldName, usualName } from "./placeNames.ts"

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
  /** An estimate of GeoNames, of a year that differs from place to place; null where GeoNames has none. */
  readonly population: number | null
  /** How well known it is: see `weightOf`. */
  readonly weight: number
}

/** Words of questions for `place.population`. */
export const populationKeywords = "population people inhabitants residents live big large size"

/** The code of the region or, as in Alsace, of the district that has holidays of its own. */
const regionCode = (place: Place | undefined): string | null =>
  [place?.region, place?.district].flatMap((name) => (place && name ? (regionCodeOf(place.country, name) ?? []) : [])).at(0) ?? null

/** One place among several, with the last segments of the fact types that the first one has at the top of an answer. */
export const placeView = (place: Place) => ({
  name: place.name,
  region: place.region,
  region_code: regionCode(place),
  district: place.district,
  country_code: place.country,
  country_name: countryName(place.country),
  latitude: place.latitude,
  longitude: place.longitude,
  zone: place.zone,
  population: place.population,
})

/** The facts of the place that an answer is about; null where none was found. */
export const placeFacts = (place: Place | undefined) => ({
  country: { code: place?.country ?? null, name: place ? countryName(place.country) : null },
  region: { code: regionCode(place) },
  geo: { latitude: place?.latitude ?? null, longitude: place?.longitude ?? null },
  time: { zone: place?.zone ?? null },
})

/** A search for a place: the beginning of its folded name, and the surroundings that it must lie in (`Springfield, Illinois`). */
export interface PlaceQuery {
  readonly names: ReadonlyArray<string>
  readonly inside: ReadonlyArray<string>
  /** The name as it was typed where it has accents, which most people leave out: places spelled so come first. */
  readonly accented: string | undefined
  /** The town and its surroundings where the name may also be both without a comma: `Portland OR`. */
  readonly apart: PlaceQuery | undefined
}

/** `Paris, Texas, US` → a name and its surroundings; undefined where too little is left of it to look for. */
export const parsePlaceQuery = (text: string): PlaceQuery | undefined => {
  const usual = usualName(foldName(text))
  const [first = "", ...rest] = text.split(",").map(foldName)
  // `Odessa` is a town in Texas, and what many people call Odesa: both are looked for.
  const names = (usual === undefined ? [first, usualName(first)] : [foldName(text), usual]).filter(
    (name) => name !== undefined && name.length > 1,
  )
  return names.length === 0
    ? undefined
    : {
        names: names.filter((name) => name !== undefined),
        inside: usual === undefined ? rest.filter(Boolean).map(surroundings) : [],
        accented: accentedName(text),
        apart: text.includes(",") ? undefined : apartQuery(text),
      }
}

/** `Lofoten` of `Reine, Lofoten`: an island or a landscape is no region of the data, and its country is. */
const surroundings = (folded: string): string => {
  const country = regionNamed(folded)?.country
  return country !== undefined && partNames.has(folded) ? foldName(countryName(country) ?? country) : folded
}

const partNames: ReadonlySet<string> = new Set(partsOfCountries.map(({ name }) => foldName(name)))

const apartQuery = (text: string): PlaceQuery | undefined => {
  const split = townAndOuter(text)
  const query = split === undefined ? undefined : parsePlaceQuery(split.town.replaceAll(",", " "))
  return split === undefined || query === undefined ? undefined : { ...query, inside: [split.outer], apart: undefined }
}

/** `Breslau` of a search for it, where the place has another name in the data; null if it is called so. */
export const otherNameOf = ({ folded }: Pick<Place, "folded">, text: string): string | null => {
  const name = text.split(",", 1)[0]!.trim()
  return foldName(name) !== folded && usualName(foldName(name)) === folded ? name : null
}

const accentedName = (text: string): string | undefined => {
  const name = text.split(",", 1)[0]?.trim().normalize("NFC") ?? ""
  return /\p{M}/u.test(name.normalize("NFD")) ? name : undefined
}

/** What is wrong with a name that means a region or an island, where a town elsewhere has the same one; undefined for every other name. */
export const regionProblem = (text: string, country?: string): string | undefined => {
  const region = country === undefined || country === regionNamed(text)?.country ? regionNamed(text) : undefined
  return region === undefined
    ? undefined
    : `${region.name} is a region or an island (${countryName(region.country)}), not a town. Send a town in it, or the name with the country or region of a town that is called so.`
}

/**
 * Places of exactly this name, else of the town in it (`Portland OR`), else those whose name has another one behind a hyphen (`Chamonix` of Chamonix-Mont-Blanc) or the water that they are at. Names that only begin with it never match it: Corsica is not
 * Corsicana. They are delivered only with `beginning`. Last come those without an addition of the text.
 */
export const searchPlaces = Effect.fnUntraced(function* (
  sql: PgClient.PgClient,
  query: PlaceQuery,
  { beginning, country, limit }: { readonly beginning: boolean; readonly country: string | undefined; readonly limit: number },
) {
  if (!beginning) {
    const exact = yield* placesNamed(sql, query, country, limit)
    if (exact.length > 0) return exact
    const apart = query.apart === undefined ? [] : yield* placesNamed(sql, query.apart, country, limit)
    const hyphenated = apart.length > 0 ? apart : yield* placesNamed(sql, query, country, limit, "-")
    const longer = hyphenated.length > 0 ? hyphenated : yield* placesAt(sql, query, country, limit)
    const names = query.names.flatMap(withoutAddition)
    return longer.length > 0 || names.length === 0
      ? longer
      : yield* placesNamed(sql, { ...query, names, accented: undefined }, country, limit)
  }
  // Folded names have only letters, digits and spaces: nothing in them is special to `like`.
  const named = sql`(${sql.or(query.names.map((name) => sql`folded like ${`${name}%`}`))})`
  return yield* selectPlaces(sql, query, named, { exactFirst: sql`folded = any (${query.names}) desc,`, country, limit })
})

/** Places of a name, also those with an addition that texts leave out: `Halle (Saale)`, `Biel/Bienne`, and `Las Palmas de Gran Canaria` beside small ones. */
const placesNamed = (
  sql: PgClient.PgClient,
  query: PlaceQuery,
  country: string | undefined,
  limit: number,
  separators: "(/" | "-" = "(/",
) => {
  const beginning = sql.or(query.names.map((name) => sql`folded like ${`${name} %`}`))
  const longer = sql`(name ~ ${`[${separators}]`} and ${beginning})`
  const surnamed = sql`(population >= ${minSurnamed} and not quarter and ${beginning} and ${sql.or(query.names.map((name) => sql`folded ~ ${`^${name} ${surnames} `}`))})`
  const named = sql`(folded = any (${query.names}) or ${longer} or ${surnamed})`
  return Effect.map(selectPlaces(sql, query, named, { exactFirst: sql``, country, limit }), (places) => {
    const own = places.filter(({ folded, name }) =>
      query.names.some((wanted) => wanted === folded || wanted === foldName(name.replace(separators === "-" ? /-.*$/u : /[(/].*$/u, ""))),
    )
    const largest = Math.max(0, ...own.map(({ population }) => population ?? 0))
    // `Santa Cruz, Bolivia`: where its surroundings are stated, also without a place of exactly the name.
    const areSurnamedMeant = own.length > 0 || country !== undefined || query.inside.length > 0
    return places.filter((place) => own.includes(place) || (areSurnamedMeant && (place.population ?? 0) * 2 >= largest))
  })
}

/** A city of at least this population may be meant by the first part of its name: `Santa Cruz de la Sierra`, `Newcastle upon Tyne`. */
const minSurnamed = 100_000
const surnames = "(de|del|da|do|dos|das|upon|on)"

/** Places whose name says by which water or hill they are, which texts leave out: `Klagenfurt am Wörthersee`, `Villeneuve-sur-Lot`. */
const placesAt = (sql: PgClient.PgClient, query: PlaceQuery, country: string | undefined, limit: number) => {
  const longer = query.names.map((name) => sql`(folded like ${`${name} %`} and folded ~ ${`^${name} ${waters} `})`)
  return selectPlaces(sql, query, sql`(${sql.or(longer)})`, { exactFirst: sql``, country, limit })
}

const waters = "(am|an der|an|im|ob der|bei|vor der|upon|on|sur|sous|nad|pod)"

/** `freiburg` of `freiburg im breisgau`, `davao` of `davao city`: the name without what the data leave out. */
export const withoutAddition = (folded: string): ReadonlyArray<string> => {
  const name = addition.exec(folded)?.[1]
  return name === undefined ? [] : [name]
}

const addition = /^(.{4,}?) (?:(?:am|an der|im|ob der|bei|vor der) .+|city|town)$/u

const selectPlaces = (
  sql: PgClient.PgClient,
  { accented, inside }: PlaceQuery,
  named: Fragment,
  { country, exactFirst, limit }: { readonly exactFirst: Fragment; readonly country: string | undefined; readonly limit: number },
) => {
  const conditions = [named, ...inside.map((outer) => isInside(sql, outer)), ...(country === undefined ? [] : [sql`country = ${country}`])]
  return sql<Place>`select * from place where ${sql.and(conditions)}
    order by ${exactFirst} position(${accented ?? ""}::text in name) > 0 desc, weight desc, name, id limit ${limit}`
}

/** A region, district or country that begins so, or the country or region of which it is another name or a code. A code is no beginning. */
const isInside = (sql: PgClient.PgClient, outer: string): Fragment => {
  const named = outerPlacesNamed(outer).map(({ country, region }) =>
    region === null ? sql`country = ${country}` : sql`(country = ${country} and inside like ${`|${region}|%`})`,
  )
  return named.length > 0 && outer.length <= 3 ? sql.or(named) : sql.or([sql`inside like ${`%|${outer}%`}`, ...named])
}
