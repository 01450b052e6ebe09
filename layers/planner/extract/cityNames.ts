import { fold } from "../../../domain/planning/read/words.ts"
import cityNames from "./cityNames.json" with { type: "json" }

const namesOf = (byLetter: Readonly<Record<string, string>>): ReadonlySet<string> =>
  new Set(Object.values(byLetter).flatMap((names) => names.split(",")))

// From GeoNames by `scripts/learn.ts cities`: names that are no single words of English.
/** Of 100,000 people and more; of 150,000 if the words are English, and of 250,000 if the name is short. */
const cities = namesOf(cityNames.cities)
/** Of 10,000 people and more, with six letters and more. */
const towns = namesOf(cityNames.towns)

const keyOf = (name: string): string => fold(name).replaceAll("-", " ")

/** Whether a name, in lower case too, is that of a larger city: `antwerp`, `sao paulo`, `cape town`. */
export const isCityName = (name: string): boolean => cities.has(keyOf(name))

/** Whether a name, in lower case too, is that of a city or a town: `naivasha`. */
export const isTownName = (name: string): boolean => isCityName(name) || towns.has(keyOf(name))
