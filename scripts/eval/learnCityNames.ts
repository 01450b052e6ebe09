import { writeFileSync } from "node:fs"
import { fold } from "../../domain/planning/read/words.ts"
import { isEnglish } from "../../layers/planner/extract/english.ts"
import { alternativeNames } from "../../layers/sources/gazetteer/otherPlaceNames.ts"
import { readCountedPlaces } from "../../layers/sources/gazetteer/populations.ts"

const target = new URL("../../layers/planner/extract/cityNames.json", import.meta.url)
/** Short names are more often something else. */
const minPopulation = (name: string): number => (name.length < 5 ? 250_000 : 100_000)

const isWords = (name: string): boolean => name.split(" ").every((word) => isEnglish(word))

/** Lists the names of the larger cities of GeoNames that are no words of English, and writes `cityNames.json`: in lower case they are names. */
export const learnCityNames = (): void => {
  const counted = readCountedPlaces().filter(
    ({ featureCode, name, population }) => population >= minPopulation(name) && featureCode !== "PPLX",
  )
  const all = [...counted.map(({ name }) => name), ...Object.entries(alternativeNames).flat()]
  const names = new Set(
    all.map((name) => fold(name).replaceAll("-", " ")).filter((name) => /^[a-z][a-z ]{3,}$/u.test(name) && !isWords(name)),
  )
  const byLetter = Map.groupBy([...names].sort(), (name) => name[0]!)
  writeFileSync(target, `${JSON.stringify(Object.fromEntries([...byLetter].map(([letter, own]) => [letter, own.join(",")])), null, 2)}\n`)
  console.log(`${names.size} names`)
}
