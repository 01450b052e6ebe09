import { isCommonWord, type KnownNames } from "../../../domain/planning/read/spellCorrection.ts"
import { fold } from "../../../domain/planning/read/words.ts"
import { countries } from "../../sources/atlas/countries.ts"
import { countryName } from "../../sources/country.ts"
import { foldName } from "../../sources/gazetteer/placeNames.ts"
import { usualNames } from "../../sources/holidays/englishNames.ts"
import { units, unitsNamed } from "../../sources/units/units.ts"
import { isCityName } from "./cityNames.ts"
import { isEnglish } from "./english.ts"
import { isDictionaryName } from "./names.ts"

const days =
  "january february march april june july august september october november december monday tuesday wednesday thursday friday saturday sunday today tomorrow yesterday tonight christmas easter halloween thanksgiving ramadan pentecost epiphany ascension passover"

/** Numbers of India, which lists of English words do not have. */
const scales = "lakh lakhs crore crores"

const single = (names: ReadonlyArray<string>): ReadonlyArray<string> => names.map(fold).filter((name) => /^\p{Ll}{4,}$/u.test(name))

const zoneCities = Intl.supportedValuesOf("timeZone").map((zone) => zone.slice(zone.lastIndexOf("/") + 1))
const capitals = [...countries.values()].flatMap((country) => country.capitals)

/** Words of the names of countries that have several: `Guiana` is no typing error of `Guyana`. */
const partsOfCountries = new Set(
  [...countries.keys()]
    .flatMap((code) => fold(countryName(code) ?? "").split(/[\s-]+/u))
    .filter((word) => /^\p{Ll}{4,}$/u.test(word) && !isEnglish(word) && !isCommonWord(word)),
)

/** Days, countries and units, and the cities that are capitals or that a time zone is named after: names of one word. */
export const knownNames: KnownNames = {
  words: new Set([...days.split(" "), ...scales.split(" "), ...single([...countries.keys()].flatMap((code) => countryName(code) ?? []))]),
  units: new Set(single(units.flatMap(({ aliases }) => aliases)).filter((name) => name.length > 5)),
  // A zone is named after Center in North Dakota: `city centre` is no typing error of it.
  places: new Set(single([...zoneCities, ...capitals]).filter((name) => !days.split(" ").includes(name) && !isCommonWord(name))),
  isName: (word) =>
    knownNames.words.has(fold(word)) ||
    knownNames.places.has(fold(word)) ||
    partsOfCountries.has(fold(word)) ||
    isDictionaryName(word) ||
    isCityName(word) ||
    Object.hasOwn(usualNames, foldName(word)) ||
    unitsNamed(word).length > 0,
  isEnglish,
}
