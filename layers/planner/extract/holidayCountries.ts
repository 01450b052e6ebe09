import type { Mention } from "../../../domain/planning/read/Mention.ts"
import { countryName } from "../../sources/country.ts"
import { feastNamed } from "../../sources/holidays/feasts.ts"
import { listedCountriesOf, publicCountriesOf } from "../../sources/holidays/holidayNames.ts"
import { countryMeaning } from "./sharedNames.ts"

/**
 * The country of a holiday in a question that names no place: `Juneteenth next year`. A holiday of one country is that one's, and of a few countries the
 * buyer chooses. One that many have is no hint at any of them, and a feast has one day everywhere.
 */
export const holidayCountries = (mentions: ReadonlyArray<Mention>): ReadonlyArray<Mention> => {
  const isPlace = ({ kind, weight }: Mention) => /^(?:country|region|place|geo)\b/u.test(kind) && weight >= minPlaceWeight
  if (mentions.some(isPlace)) return []
  return mentions.flatMap(({ end, kind, start, text }): ReadonlyArray<Mention> => {
    if (kind !== "holiday.name" || feastNamed(text) !== undefined) return []
    // Midsummer Eve is a public holiday in Latvia, and a day off in Sweden.
    const codes = [...new Set([...publicCountriesOf(text), ...listedCountriesOf(text)])]
    const [code] = codes
    if (code === undefined || codes.length > maxCountries) return []
    const assumed = `"${text}" is read as the holiday of ${countryName(code)}, the only country of the data that has it.`
    const country = { kind: "country.code", start, end, text, value: code, weight: 0.55, needs: "holiday.name" }
    return [codes.length > 1 ? { ...country, options: codes.map(countryMeaning) } : { ...country, assumed }]
  })
}

/** Below this, a word may be the name of a place, or not. */
const minPlaceWeight = 0.4
const maxCountries = 4
