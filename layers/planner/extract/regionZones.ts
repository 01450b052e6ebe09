import { zonesOfCountry } from "../../sources/clockwork/zones.ts"
import type { Region } from "../../sources/holidays/regions.ts"

/** The time zones of the regions of countries that have several, the one of most of its people first (IANA tz database, `zone1970.tab`). */
const table: Readonly<Record<string, string>> = {
  "America/Anchorage America/Adak": "US-AK",
  "America/Boise America/Los_Angeles": "US-ID",
  "America/Chicago": "US-AL US-AR US-IA US-IL US-LA US-MN US-MO US-MS US-OK US-WI",
  "America/Chicago America/Denver": "US-KS US-ND US-NE US-SD US-TX",
  "America/Chicago America/New_York": "US-TN",
  "America/Denver": "US-CO US-MT US-NM US-UT US-WY",
  "America/Detroit America/Menominee": "US-MI",
  "America/Edmonton": "CA-AB CA-NT",
  "America/Halifax": "CA-NS CA-PE",
  "America/Indiana/Indianapolis America/Chicago": "US-IN",
  "America/Iqaluit America/Rankin_Inlet America/Cambridge_Bay": "CA-NU",
  "America/Los_Angeles": "US-CA US-NV US-WA",
  "America/Los_Angeles America/Boise": "US-OR",
  "America/Moncton": "CA-NB",
  "America/New_York": "US-CT US-DC US-DE US-GA US-MA US-MD US-ME US-NC US-NH US-NJ US-NY US-OH US-PA US-RI US-SC US-VA US-VT US-WV",
  "America/New_York America/Chicago": "US-FL US-KY",
  "America/Phoenix": "US-AZ",
  "America/Regina": "CA-SK",
  "America/St_Johns America/Goose_Bay": "CA-NL",
  "America/Toronto America/Blanc-Sablon": "CA-QC",
  "America/Toronto America/Winnipeg": "CA-ON",
  "America/Vancouver America/Edmonton": "CA-BC",
  "America/Whitehorse": "CA-YT",
  "America/Winnipeg": "CA-MB",
  "Atlantic/Canary": "ES-CN",
  "Australia/Adelaide": "AU-SA",
  "Australia/Brisbane": "AU-QLD",
  "Australia/Darwin": "AU-NT",
  "Australia/Hobart": "AU-TAS",
  "Australia/Melbourne": "AU-VIC",
  "Australia/Perth": "AU-WA",
  "Australia/Sydney": "AU-ACT AU-NSW",
  "Europe/Madrid": "ES-AN ES-AR ES-AS ES-CB ES-CL ES-CM ES-CT ES-EX ES-GA ES-IB ES-NC ES-PV ES-RI ES-MD",
  "Pacific/Honolulu": "US-HI",
}

const byRegion = new Map(
  Object.entries(table).flatMap(([zones, codes]) => codes.split(" ").map((code) => [code, zones.split(" ")] as const)),
)

/** The time zones of a region: its own, or the only one of its country. */
export const zonesOfRegion = ({ code, country }: Region): ReadonlyArray<string> => {
  const own = byRegion.get(code)
  if (own !== undefined) return own
  const zones = zonesOfCountry(country)
  return zones.length === 1 ? zones : []
}
