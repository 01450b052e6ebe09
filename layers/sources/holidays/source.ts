import type { Source } from "../../../domain/catalogue/Source.ts"
import { logo } from "../logo.ts"
import { businessDays } from "./businessDays.ts"
import type { CalendarYears } from "./CalendarYears.ts"
import { isHoliday } from "./isHoliday.ts"
import { coveredCountries } from "./places.ts"
import { publicHolidays } from "./publicHolidays.ts"

export const holidays = (years: CalendarYears): Source => ({
  id: "holidays",
  name: "Holidays",
  provider: "Farthing",
  description: `Public holidays, holiday checks and business days of ${coveredCountries.length} countries and many of their regions, 1970 to 2100, movable feasts and substitute days included. What the law was decades ago, or will be, is only partly known.`,
  category: "calendar",
  tags: ["bank holidays", "business days", "calendar", "dates", "easter", "public holidays", "working days"],
  sectors: ["finance", "human resources", "logistics"],
  capabilities: ["calculate", "list", "lookup"],
  jurisdiction: "worldwide",
  attribution:
    "date-holidays (ISC), whose holiday data is CC BY-SA 3.0 and relies on Wikipedia articles, named in its licence; " +
    "corrected by Farthing for AE, CN, CY, GR and KR. Weekends and country names from Unicode CLDR.",
  sourceUrl: "https://github.com/commenthol/date-holidays",
  logoUrl: logo("HD", "#a63d2f"),
  operations: [publicHolidays(years), isHoliday(years), businessDays(years)],
})
