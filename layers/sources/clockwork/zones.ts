/** What ICU still calls by an older name → what the IANA database calls it today. */
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

/** The IANA name of a zone however it was written (`us/pacific`, `Asia/Calcutta`), or undefined where there is no such zone. */
export const ianaZone = (text: string): string | undefined => {
  // Intl also takes offsets ("+01:00"), which name no zone.
  if (!/^[A-Za-z]/u.test(text)) return undefined
  try {
    const known = new Intl.DateTimeFormat("en", { timeZone: text }).resolvedOptions().timeZone
    return renamedZones[known] ?? known
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
