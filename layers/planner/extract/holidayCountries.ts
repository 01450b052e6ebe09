import type { Mention } from "../../../domain/planning/read/Mention.ts"
import { countryName } from "../../sources/country.ts"
import { feastNamed } from "../../sources/holidays/feasts.ts"
import { maxPlaces } from "../../sources/holidays/holidayDates.ts"
import { listedCountriesOf, placesNamed, publicCountriesOf } from "../../sources/holidays/holidayNames.ts"
import { countryMeaning } from "./sharedNames.ts"

/**
 * The country of a holiday in a question that names no place: `Juneteenth next year`. A holiday of one country is that one's, and of a few countries the
 * buyer chooses, or gets the days in all of them (`holiday.anywhere`). One that many have is no hint at any of them (`Independence Day` is a question back), and a feast has one day everywhere.
 */
export const holidayCountries = (text: string, mentions: ReadonlyArray<Mention>): ReadonlyArray<Mention> => {
  const isPlace = ({ kind, weight }: Mention) => /^(?:country|region|place|geo)\b/u.test(kind) && weight >= minPlaceWeight
  if (mentions.some(isPlace)) return []
  const federal = [...text.matchAll(/\bfederal\s(?:public\s)?holidays?\b/giu)].map(({ 0: written, index }): Mention => ({
    kind: "country.code",
    start: index,
    end: index + "federal".length,
    text: written.slice(0, "federal".length),
    value: "US",
    weight: 0.6,
    assumed: "Federal holidays are read as the ones of the United States.",
  }))
  if (federal.length > 0) return federal
  return mentions.flatMap((mention): ReadonlyArray<Mention> => {
    const { end, kind, start, text: named } = mention
    if (kind !== "holiday.name" || feastNamed(named) !== undefined) return []
    // Midsummer Eve is a public holiday in Latvia, and a day off in Sweden.
    const codes = [...new Set([...publicCountriesOf(named), ...listedCountriesOf(named)])]
    const [code] = codes
    const anywhere = { ...mention, kind: "holiday.anywhere" }
    if (placesNamed(named).length > maxPlaces) return []
    if (code === undefined || codes.length > maxCountries) return [anywhere]
    const assumed = `"${named}" is read as the holiday of ${countryName(code)}, the only country of the data that has it.`
    const country = { kind: "country.code", start, end, text: named, value: code, weight: 0.55, needs: "holiday.name" }
    return codes.length > 1 ? [anywhere, { ...country, options: codes.map(countryMeaning) }] : [{ ...country, assumed }]
  })
}

/** Below this, a word may be the name of a place, or not. */
const minPlaceWeight = 0.4
const maxCountries = 4
