import { readFileSync } from "node:fs"
import { fileURLToPath } from "node:url"
import { Schema, SchemaTransformation } from "effect"
import { corrections, wrongBorders } from "./corrections.ts"
import { countryCode } from "../country.ts"

export interface Country {
  readonly code: string
  readonly alpha3: string
  /** ISO 3166-1 numeric, three digits; null where none is assigned (Kosovo). */
  readonly numeric: string | null
  readonly officialName: string
  readonly capitals: ReadonlyArray<string>
  readonly region: string
  readonly subregion: string | null
  readonly languages: ReadonlyArray<string>
  readonly callingCodes: ReadonlyArray<string>
  readonly topLevelDomains: ReadonlyArray<string>
  readonly demonym: string | null
  readonly areaKm2: number
  readonly landlocked: boolean
  readonly independent: boolean | null
  readonly isUnMember: boolean
  readonly flag: string
  /** A point about its middle, to a degree or so. */
  readonly latitude: number
  readonly longitude: number
  readonly neighbours: ReadonlyArray<string>
}

/** The members that are read of a country of world-countries. */
interface PackageCountry {
  readonly cca2: string
  readonly cca3: string
  readonly ccn3: string
  readonly name: { readonly official: string }
  readonly capital: ReadonlyArray<string>
  readonly region: string
  readonly subregion: string
  readonly languages: Readonly<Record<string, string>>
  readonly idd: { readonly root: string; readonly suffixes: ReadonlyArray<string> }
  readonly tld: ReadonlyArray<string>
  readonly demonyms?: { readonly eng?: { readonly m: string } }
  readonly area: number
  readonly landlocked: boolean
  readonly independent: boolean | null
  readonly unMember: boolean
  readonly flag: string
  readonly latlng: readonly [number, number]
  readonly borders: ReadonlyArray<string>
}

/** The package is 1.4 MB of translations: it is read, made slim and let go, not imported. */
const load = (): ReadonlyMap<string, Country> => {
  const rows: ReadonlyArray<PackageCountry> = JSON.parse(
    readFileSync(fileURLToPath(import.meta.resolve("world-countries/countries.json")), "utf8"),
  )
  const alpha2 = new Map(rows.map(({ cca2, cca3 }) => [cca3, cca2]))
  return new Map(rows.map((row) => [row.cca2, toCountry(row, alpha2)]))
}

const toCountry = (row: PackageCountry, alpha2: ReadonlyMap<string, string>): Country => {
  const corrected = corrections[row.cca2] ?? {}
  const [latitude, longitude] = corrected.position ?? row.latlng
  const neighbours = row.borders.map((code) => alpha2.get(code) ?? code).filter((code) => !wrongBorders.has(`${row.cca2} ${code}`))
  return {
    code: row.cca2,
    alpha3: corrected.alpha3 ?? row.cca3,
    numeric: row.ccn3 || null,
    officialName: corrected.officialName ?? row.name.official,
    capitals: corrected.capitals ?? row.capital,
    region: row.region,
    subregion: row.subregion || null,
    languages: corrected.languages ?? Object.values(row.languages),
    callingCodes: corrected.callingCodes ?? callingCodes(row.idd),
    topLevelDomains: row.tld,
    demonym: corrected.demonym ?? (row.demonyms?.eng?.m || null),
    areaKm2: corrected.areaKm2 ?? row.area,
    landlocked: row.landlocked,
    independent: row.independent,
    isUnMember: corrected.isUnMember ?? row.unMember,
    flag: row.flag,
    latitude: toHundredths(latitude),
    longitude: toHundredths(longitude),
    neighbours: neighbours.toSorted(),
  }
}

/** `+49`; `+1 246` where an area code stands for the country; `+1` and `+7` where many area codes are one country. */
const callingCodes = ({ root, suffixes }: PackageCountry["idd"]): ReadonlyArray<string> => {
  if (root === "") return []
  if (root === "+1" && suffixes.length <= 3) return suffixes.map((area) => `+1 ${area}`)
  return suffixes.length === 1 ? [root + suffixes[0]] : [root]
}

const toHundredths = (degrees: number): number => Math.round(degrees * 100) / 100

/** By ISO 3166-1 alpha-2 code, Kosovo's user-assigned XK included. */
export const countries: ReadonlyMap<string, Country> = load()

export const countriesByAlpha3: ReadonlyMap<string, Country> = new Map([...countries.values()].map((country) => [country.alpha3, country]))

const isCountry = (code: string): code is string => countries.has(code)
const isAlpha3 = (code: string): code is string => countriesByAlpha3.has(code)

export const CountryCode = countryCode(isCountry, "ISO 3166-1 alpha-2 code of the country or territory, or XK for Kosovo.", "CH")

export const CountryAlpha3 = Schema.String.annotate({
  description: "ISO 3166-1 alpha-3 code of the country or territory, or XKX for Kosovo.",
  examples: ["CHE"],
})
  .check(Schema.isPattern(/^[A-Za-z]{3}$/u, { expected: "an ISO 3166-1 alpha-3 code" }))
  .pipe(
    Schema.decodeTo(Schema.String, SchemaTransformation.toUpperCase()),
    Schema.refine(isAlpha3, { expected: "a country that this source covers" }),
  )
