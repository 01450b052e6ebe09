import { writeFileSync } from "node:fs"
import { fold } from "../../domain/planning/read/words.ts"
import { readCountedPlaces } from "../../layers/sources/gazetteer/populations.ts"

const target = new URL("../../domain/planning/match/townStates.json", import.meta.url)
const minPopulation = 5_000
/** `London` is not the town in Ohio: a smaller town of the United States is not meant where a city abroad has ten times its people. */
const minOwnPopulation = 100_000
const foreignFactor = 10

/** Lists the towns of the United States by state, each name for the largest town that has it, and writes `townStates.json`. */
export const learnTownStates = (): void => {
  const places = readCountedPlaces()
  const abroad = new Map<string, number>()
  for (const { country, name, population } of places)
    if (country !== "US") abroad.set(fold(name), Math.max(population, abroad.get(fold(name)) ?? 0))
  const isMeant = (name: string, population: number) =>
    population >= minOwnPopulation || (abroad.get(name) ?? 0) < foreignFactor * population
  const towns = places
    .filter(
      ({ country, division, featureCode, population }) =>
        country === "US" && division !== "" && featureCode !== "PPLX" && population >= minPopulation,
    )
    .toSorted((a, b) => b.population - a.population)
  const states = new Map<string, string>()
  for (const { division, name, population } of towns) {
    // `New York City` is called New York too.
    for (const each of [name, name.replace(/ City$/u, "")].map(fold)) {
      if (!states.has(each) && isMeant(each, population) && /^[a-z][a-z .'-]{2,}$/u.test(each)) states.set(each, division)
    }
  }
  const byState = Map.groupBy([...states], ([, state]) => state)
  const listed = [...byState]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(
      ([state, own]) =>
        [
          state,
          own
            .map(([town]) => town)
            .sort()
            .join(","),
        ] as const,
    )
  writeFileSync(target, `${JSON.stringify(Object.fromEntries(listed), null, 2)}\n`)
  console.log(`${states.size} names`)
}
