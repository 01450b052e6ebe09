import { overlaps, type Meaning, type Mention } from "../../../domain/planning/read/Mention.ts"
import { countryName } from "../../sources/country.ts"
import { countries } from "../../sources/atlas/countries.ts"
import { type Region, regions } from "../../sources/holidays/regions.ts"

/** Names that several countries share. */
export const sharedByCountries: Readonly<Record<string, ReadonlyArray<string>>> = {
  Congo: ["CD", "CG"],
  "Virgin Islands": ["VI", "VG"],
}

/** The time zone of each region that has the name of another country. */
const zoneOfRegion: Readonly<Record<string, string>> = { "US-GA": "America/New_York" }

/** The region of another country that has the name of this country: the buyer chooses. */
export const namesakeOf = (name: string, country: string): Region | undefined =>
  regions.find((region) => region.name === name && region.country !== country)

export const countryMeaning = (code: string): Meaning => ({
  ref: `country.code:${code}`,
  label: countryName(code) ?? code,
  description: countries.get(code)?.officialName ?? "",
  value: code,
})

export const zoneMeaning = (zone: string): Meaning => ({
  ref: `time.zone:${zone}`,
  label: zone.replaceAll("_", " "),
  description: `IANA time zone ${zone}`,
  value: zone,
})

/** The country, or the one that the region of the same name is in. */
export const countryOrRegion = (country: string, { code, country: outer, name }: Region): ReadonlyArray<Meaning> => [
  { ...countryMeaning(country), label: `${name}, the country` },
  // Most operations take no region: their answers are about the whole country.
  { ...countryMeaning(outer), label: `${countryName(outer) ?? outer}, where ${name} is a region (${code})` },
]

/** The zone of the country, or of the region of the same name. */
export const zoneOrRegion = (zone: string, { code, country: outer, name }: Region): ReadonlyArray<Meaning> => {
  const other = zoneOfRegion[code]
  return [
    { ...zoneMeaning(zone), label: `${name}, the country (${zone})` },
    ...(other === undefined
      ? []
      : [{ ...zoneMeaning(other), label: `${countryName(outer) ?? outer}, where ${name} is a region (${other})` }]),
  ]
}

/** `Does Georgia border Turkey?`, `Georgia, the country`: a neighbour beside the name, or the word, says that the country is meant. */
export const withNeighbour = (text: string, mentions: ReadonlyArray<Mention>): ReadonlyArray<Mention> => {
  const named = new Set(
    mentions.flatMap(({ kind, options, value }) => (kind === "country.code" && options === undefined ? [String(value)] : [])),
  )
  const isMeant = (code: string) => (countries.get(code)?.neighbours ?? []).some((neighbour) => named.has(neighbour))
  const meant = mentions.filter(
    ({ end, kind, options, start, value }) =>
      kind === "country.code" &&
      options !== undefined &&
      namesakeOf(countryName(String(value)) ?? "", String(value)) !== undefined &&
      (isMeant(String(value)) || behindName.test(text.slice(end)) || inFrontOfName.test(text.slice(0, start))),
  )
  if (meant.length === 0) return mentions
  const isOfMeant = (mention: Mention) => meant.some((country) => overlaps(country, mention))
  return mentions
    .filter((mention) => mention.kind !== "region.code" || !isOfMeant(mention))
    .map((mention) => {
      const { options, ...alone } = mention
      return options !== undefined && isOfMeant(mention) ? alone : mention
    })
}

const behindName = /^,?\s\(?(?:as\s)?(?:the|a)\scountry\b/iu
const inFrontOfName = /\bthe\scountry\s(?:of\s)?$/iu

/** `Georgia, USA`, `the US state of Georgia`: the country beside the name says that the region is meant, and no other country. */
export const withStatedCountry = (text: string, mentions: ReadonlyArray<Mention>): ReadonlyArray<Mention> => {
  const stated = mentions.filter(
    (mention) =>
      mention.kind === "region.code" &&
      namesakes.has(String(mention.value)) &&
      mentions.some((other) => other.kind === "country.code" && other.value === countryOf(mention) && isBeside(text, mention, other)),
  )
  return mentions.flatMap((mention): ReadonlyArray<Mention> => {
    const region = stated.find((each) => overlaps(each, mention))
    if (region === undefined) return [mention]
    if (mention === region) return [{ ...mention, weight: 0.85 }]
    return mention.needs === undefined ? [] : [{ ...mention, weight: 0.8 }]
  })
}

const namesakes: ReadonlySet<string> = new Set(
  [...countries.keys()].flatMap((country) => namesakeOf(countryName(country) ?? "", country)?.code ?? []),
)

const countryOf = ({ value }: Mention): string => String(value).slice(0, 2)

const isBeside = (text: string, name: Mention, country: Mention): boolean =>
  /^,?\s\(?(?:in\s)?(?:the\s)?$/iu.test(text.slice(name.end, country.start)) ||
  /^(?:['’]s?)?\s(?:federal\s)?(?:state|region|province)\s(?:of\s)?$/iu.test(text.slice(country.end, name.start))
