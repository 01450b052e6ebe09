import type { Meaning } from "../../../domain/planning/read/Mention.ts"
import { countryName } from "../../sources/country.ts"
import { countries } from "../../sources/atlas/countries.ts"
import { otherNames } from "../../sources/atlas/otherNames.ts"
import { partsOfCountries } from "../../sources/gazetteer/regionNames.ts"
import { regions } from "../../sources/holidays/regions.ts"
import { clocksOfCountry, mainClockOf } from "./countryClocks.ts"
import { currencyNames } from "./currencyNames.ts"
import { zonesOfRegion } from "./regionZones.ts"
import { countryMeaning, countryOrRegion, namesakeOf, sharedByCountries, zoneMeaning, zoneOrRegion } from "./sharedNames.ts"
import { keyOf } from "./zoneCities.ts"

/** One meaning of a name of a country, a region, a currency or their people. */
export interface NameSense {
  readonly kind: string
  readonly value: string
  readonly weight: number
  readonly options?: ReadonlyArray<Meaning>
  readonly companion?: boolean
  /** What its reading takes for granted, stated beside the answer. */
  readonly assumed?: string
  readonly needs?: string
}

const dictionary = new Map<string, Array<NameSense>>()
const maxWordsByFirst = new Map<string, number>()

const add = (name: string, sense: NameSense) => {
  const key = keyOf(name)
  if (key === "") return
  const words = key.split(" ")
  maxWordsByFirst.set(words[0]!, Math.max(maxWordsByFirst.get(words[0]!) ?? 0, words.length))
  const senses = dictionary.get(key) ?? []
  if (!senses.some(({ kind, value }) => kind === sense.kind && value === sense.value)) dictionary.set(key, [...senses, sense])
}

const addCountry = (name: string, code: string, weight: number) => {
  const region = namesakeOf(name, code)
  add(name, { kind: "country.code", value: code, weight, ...(region && { options: countryOrRegion(code, region) }) })
  const zones = clocksOfCountry(code)
  const [zone] = zones
  if (zone === undefined) return
  add(name, {
    kind: "time.zone",
    weight: 0.45,
    ...(region ? { value: zone, options: zoneOrRegion(zone, region) } : clockOf(code, name, zones)),
  })
}

/** The time zone of a country or region: of several that of nearly all of its people, else the one that the buyer chooses. */
const clockOf = (code: string, name: string, zones: ReadonlyArray<string>): Pick<NameSense, "value" | "options" | "assumed"> =>
  mainClockOf(code, name) ?? { value: zones[0]!, ...(zones.length > 1 && { options: zones.slice(0, 40).map(zoneMeaning) }) }

/** Islands and regions of countries with several clocks. */
const zonesOfParts: Readonly<Record<string, string>> = {
  "Asia/Makassar": "Bali|Lombok|Flores|Sulawesi",
  "Asia/Jakarta": "Java|Sumatra",
  "Atlantic/Canary": "Tenerife|Gran Canaria|Lanzarote|Fuerteventura",
  "Europe/Madrid": "Majorca|Mallorca|Menorca|Minorca|Galicia|Basque Country|Costa Brava|Costa del Sol|Castile",
  "Europe/Lisbon": "Algarve|Alentejo",
  "Atlantic/Azores": "Azores",
  "Atlantic/Madeira": "Madeira",
  "Pacific/Chatham": "Chatham Islands",
  "Pacific/Easter": "Easter Island|Rapa Nui",
  "Pacific/Galapagos": "Galapagos|Galápagos|Galápagos Islands|Galapagos Islands",
  "Pacific/Honolulu": "Maui|Oahu|Kauai",
  "America/New_York": "Cape Cod|Long Island|New England",
  "America/Los_Angeles": "Napa Valley|Silicon Valley",
  "America/Vancouver": "Vancouver Island",
  "Pacific/Auckland": "North Island|South Island",
}

// Added before the adjectives of the atlas, which also belong to smaller countries.
for (const [demonym, code] of [
  ["British", "GB"],
  ["Dutch", "NL"],
  ["American", "US"],
  ["Swiss", "CH"],
  ["French", "FR"],
  ["Spanish", "ES"],
  ["Danish", "DK"],
  ["Swedish", "SE"],
  ["Turkish", "TR"],
  ["Polish", "PL"],
  ["Finnish", "FI"],
  ["Irish", "IE"],
  ["Czech", "CZ"],
  ["Uzbek", "UZ"],
  ["Kazakh", "KZ"],
  ["Azeri", "AZ"],
  ["Philippine", "PH"],
  ["Slovenian", "SI"],
  ["Slovakian", "SK"],
  ["Argentinian", "AR"],
  ["Icelandic", "IS"],
  ["Luxembourgish", "LU"],
  ["Bosnian", "BA"],
  ["Kosovan", "XK"],
  ["Ecuadorean", "EC"],
  ["Nepali", "NP"],
  ["Maldivian", "MV"],
  ["Surinamese", "SR"],
] as const)
  add(demonym, { kind: "country.code", value: code, weight: 0.7 })
for (const { code, demonym, officialName } of countries.values()) {
  for (const name of [countryName(code), officialName, ...(otherNames[code] ?? "").split("|")]) if (name) addCountry(name, code, 0.95)
  if (demonym) add(demonym, { kind: "country.code", value: code, weight: 0.7 })
}
// `What do Bulgarians pay with?`: the people of a country, by its adjective where that has a plural.
for (const { code, demonym } of countries.values())
  if (demonym !== null && /(?:an|i|er|o)$/u.test(demonym)) add(`${demonym}s`, { kind: "country.code", value: code, weight: 0.65 })
for (const [people, code] of [
  ["Danes", "DK"],
  ["Swedes", "SE"],
  ["Finns", "FI"],
  ["Spaniards", "ES"],
  ["Brits", "GB"],
  ["Britons", "GB"],
  ["Croats", "HR"],
  ["Serbs", "RS"],
  ["Greeks", "GR"],
  ["Czechs", "CZ"],
  ["Slovaks", "SK"],
  ["Slovenes", "SI"],
] as const)
  add(people, { kind: "country.code", value: code, weight: 0.65 })
for (const [name, codes] of Object.entries(sharedByCountries))
  add(name, { kind: "country.code", value: codes[0]!, weight: 0.95, options: codes.map(countryMeaning) })

for (const region of regions) {
  const { code, country, isOther, name } = region
  const weight = isOther ? 0.5 : 0.85
  const own = zonesOfRegion(region)
  const ofCountry = clocksOfCountry(country)
  // A country with one clock has it in each of its regions.
  const zones = own.length === 0 && ofCountry.length === 1 ? ofCountry : own
  // A region with the name of a city has the zone of the city.
  if (zones.length > 0 && !isOther) add(name, { kind: "time.zone", weight: 0.45, ...clockOf(code, name, zones) })
  add(name, { kind: "region.code", value: code, weight, companion: true })
  add(name, { kind: "country.code", value: country, weight: weight - 0.05, needs: "region.code" })
}

for (const { name, ...sense } of currencyNames((word) => dictionary.has(word))) add(name, { kind: "currency.code", ...sense })

const zoneOfPart = new Map(Object.entries(zonesOfParts).flatMap(([zone, names]) => names.split("|").map((name) => [name, zone] as const)))
for (const { country, name } of partsOfCountries) {
  // `Inner Mongolia`
  const hasCountry = dictionary.get(keyOf(name.slice(name.lastIndexOf(" ") + 1)))?.some(({ kind }) => kind === "country.code") === true
  const [only, other] = clocksOfCountry(country)
  const zone = zoneOfPart.get(name) ?? (other === undefined ? only : undefined)
  if (zone !== undefined && !hasCountry) add(name, { kind: "time.zone", value: zone, weight: 0.62 })
}

/** The meanings of a name, however it is spelt. */
export const sensesOf = (name: string): ReadonlyArray<NameSense> => dictionary.get(keyOf(name)) ?? []

/** The number of words of the longest name that begins with a word; 0 if no name does. */
export const maxWordsFrom = (word: string): number => maxWordsByFirst.get(word) ?? 0
