import { writeFileSync } from "node:fs"
import { fold } from "../../domain/planning/read/words.ts"
import { isEnglish } from "../../layers/planner/extract/english.ts"
import { alternativeNames } from "../../layers/sources/gazetteer/otherPlaceNames.ts"
import { readCountedPlaces } from "../../layers/sources/gazetteer/populations.ts"

const target = new URL("../../layers/planner/extract/cityNames.json", import.meta.url)
const isWords = (name: string): boolean => name.split(" ").every((word) => isEnglish(word))

/** Short names are more often something else, and so are names of words of English: `cape town` is a city, `high point` seldom. */
const minCity = (name: string): number => (isWords(name) ? 150_000 : name.length < 5 ? 250_000 : 100_000)
const minTown = 10_000

/** Lists the names of cities and towns of GeoNames that are no single word of English, and writes `cityNames.json`: in lower case they are names. */
export const learnCityNames = (): void => {
  const counted = readCountedPlaces().filter(({ featureCode }) => featureCode !== "PPLX")
  const alternatives = Object.entries(alternativeNames).flat()
  const cities = namesIn([
    ...counted.filter(({ name, population }) => population >= minCity(keyOf(name))).map(({ name }) => name),
    ...alternatives,
  ])
  const towns = namesIn(
    counted.filter(({ name, population }) => population >= minTown && name.length > 5 && !isWords(keyOf(name))).map(({ name }) => name),
  )
  writeFileSync(
    target,
    `${JSON.stringify({ cities: byLetter(cities), towns: byLetter(towns.filter((name) => !cities.includes(name))) }, null, 2)}\n`,
  )
  console.log(`${cities.length} cities, ${towns.length} towns`)
}

const keyOf = (name: string): string => fold(name).replaceAll("-", " ")

const namesIn = (names: ReadonlyArray<string>): ReadonlyArray<string> =>
  [...new Set(names.map(keyOf))].filter((name) => /^[a-z][a-z ]{3,}$/u.test(name) && (name.includes(" ") || !isWords(name))).sort()

const byLetter = (names: ReadonlyArray<string>) =>
  Object.fromEntries([...Map.groupBy(names, (name) => name[0]!)].map(([letter, own]) => [letter, own.join(",")]))
