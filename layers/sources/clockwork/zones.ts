import lookup from "@photostructure/tz-lookup"
import { fold } from "../../../domain/planning/read/words.ts"
import { countries } from "../atlas/countries.ts"

/** Old zone name of ICU → current name in the IANA database. */
const renamedZones: Readonly<Record<string, string>> = {
  "Africa/Asmera": "Africa/Asmara",
  "America/Buenos_Aires": "America/Argentina/Buenos_Aires",
  "America/Catamarca": "America/Argentina/Catamarca",
  "America/Coral_Harbour": "America/Atikokan",
  "America/Cordoba": "America/Argentina/Cordoba",
  "America/Godthab": "America/Nuuk",
  "America/Indianapolis": "America/Indiana/Indianapolis",
  "America/Jujuy": "America/Argentina/Jujuy",
  "America/Louisville": "America/Kentucky/Louisville",
  "America/Mendoza": "America/Argentina/Mendoza",
  "Asia/Calcutta": "Asia/Kolkata",
  "Asia/Katmandu": "Asia/Kathmandu",
  "Asia/Rangoon": "Asia/Yangon",
  "Asia/Saigon": "Asia/Ho_Chi_Minh",
  "Atlantic/Faeroe": "Atlantic/Faroe",
  "Europe/Kiev": "Europe/Kyiv",
  "Pacific/Enderbury": "Pacific/Kanton",
  "Pacific/Ponape": "Pacific/Pohnpei",
  "Pacific/Truk": "Pacific/Chuuk",
}

const maxKeptNames = 1_000
const keptNames = new Map<string, string | undefined>()

/**
 * The IANA name of a zone however it was written (`us/pacific`, `Asia/Calcutta`), or undefined where there is no such zone. Names are kept: the formatter that
 * knows them takes 20 µs to make.
 */
export const ianaZone = (text: string): string | undefined => {
  if (keptNames.has(text)) return keptNames.get(text)
  const name = readZone(text)
  if (keptNames.size >= maxKeptNames) keptNames.clear()
  keptNames.set(text, name)
  return name
}

const readZone = (text: string): string | undefined => {
  // Intl also takes offsets ("+01:00"), which name no zone.
  if (!/^[A-Za-z]/u.test(text)) return undefined
  try {
    const resolved = new Intl.DateTimeFormat("en", { timeZone: text }).resolvedOptions().timeZone
    return renamedZones[resolved] ?? resolved
  } catch {
    return undefined
  }
}

/** The IANA names of the zones of a country (CLDR), for an ISO 3166-1 alpha-2 code. Xinjiang keeps Beijing time by law. */
export const zonesOfCountry = (country: string): ReadonlyArray<string> => {
  const kept = zonesByCountry.get(country)
  if (kept) return kept
  const zones = (new Intl.Locale(`und-${country}`).getTimeZones() ?? []).map((zone) => renamedZones[zone] ?? zone)
  zonesByCountry.set(country, zones)
  return zones
}

const zonesByCountry = new Map<string, ReadonlyArray<string>>([
  ["CN", ["Asia/Shanghai"]],
  ["XK", ["Europe/Belgrade"]],
])

/** The zone of a country that is named after its capital, if there is one. */
export const zoneOfCapital = (country: string): string | undefined => {
  const capitals = new Set((countries.get(country)?.capitals ?? []).map(fold))
  return zonesOfCountry(country).find((zone) => capitals.has(fold(zone.slice(zone.lastIndexOf("/") + 1).replaceAll("_", " "))))
}

/** The zone of a point on the earth, from boundaries simplified to a few kilometres. Off the coasts it is a nautical zone. */
export const zoneAt = (latitude: number, longitude: number): string => {
  const island = islands.find(
    ([, south, north, west, east]) => latitude >= south && latitude <= north && longitude >= west && longitude <= east,
  )
  const zone = island?.[0] ?? lookup(latitude, longitude)
  return namesByBoundary.get(zone) ?? nameOf(zone)
}

/** Coasts that the simplified boundaries give to a neighbour across the water: south, north, west, east. */
const islands: ReadonlyArray<readonly [zone: string, south: number, north: number, west: number, east: number]> = [
  ["Pacific/Pago_Pago", -14.6, -14.1, -171, -169.3],
  ["America/Miquelon", 46.7, 47.2, -56.5, -56.05],
  ["Asia/Dili", -9, -8.15, 125.15, 127.4],
  ["America/Grand_Turk", 21.2, 22, -72.6, -71],
]

/** By the name that the boundaries have; a few hundred, each resolved once. */
const namesByBoundary = new Map<string, string>()
const nameOf = (zone: string): string => {
  // The law knows one time in China; Xinjiang time is a second habit there.
  const name = zone === "Asia/Urumqi" ? "Asia/Shanghai" : (ianaZone(zone) ?? zone)
  namesByBoundary.set(zone, name)
  return name
}

/** Zones found at a point and, ring by ring, around it, nearest first, up to about 110 km to the north and south. */
function* zonesAround(latitude: number, longitude: number): Iterable<string> {
  yield zoneAt(latitude, longitude)
  for (const degrees of [0.05, 0.15, 0.4, 1])
    for (let turn = 0; turn < 8; turn++) {
      const [north, east] = [Math.cos((turn * Math.PI) / 4), Math.sin((turn * Math.PI) / 4)]
      yield zoneAt(Math.min(90, Math.max(-90, latitude + degrees * north)), wrap(longitude + degrees * east))
    }
}

const wrap = (longitude: number): number => (longitude > 180 ? longitude - 360 : longitude < -180 ? longitude + 360 : longitude)

/**
 * The zone of a point whose country is known, which settles most of what the simplified boundaries leave open: the only zone
 * of its country, else the nearest one that its country has; null where none is near.
 */
export const zoneInCountry = (country: string, latitude: number, longitude: number): string | null => {
  const zones = zonesOfCountry(country)
  if (zones.length === 1) return zones[0] ?? null
  for (const zone of zonesAround(latitude, longitude)) if (zones.includes(zone)) return zone
  return null
}

/** Whether a zone is found at a point or within some 50 km of it. */
export const isZoneNear = (zone: string, latitude: number, longitude: number): boolean => {
  let looked = 0
  for (const near of zonesAround(latitude, longitude)) {
    if (near === zone) return true
    if (++looked > 25) return false
  }
  return false
}
