import { fold } from "../read/words.ts"
import townStates from "./townStates.json" with { type: "json" }

/** Every town name → the state of the largest town of the United States that has it, from GeoNames by `scripts/learn.ts states`. */
const states: ReadonlyMap<string, string> = new Map(
  Object.entries(townStates).flatMap(([state, towns]) => towns.split(",").map((town) => [town, state] as const)),
)

const provinces = "AB BC MB NB NL NS NT NU ON PE QC SK YT".split(" ")
const stateCodes: ReadonlySet<string> = new Set([...Object.keys(townStates), ...provinces])

/** Whether a code is that of a state of the United States or of a province of Canada. */
export const isStateCode = (code: string | undefined): boolean => code !== undefined && stateCodes.has(code)

const short: ReadonlyMap<string, string> = new Map([
  ["la", "Los Angeles"],
  ["sf", "San Francisco"],
  ["nyc", "New York"],
  ["sfo", "San Francisco"],
])

/** Whether a town of the United States with at least 5,000 people has this name, or this short name. */
export const isTownOfStates = (name: string): boolean => states.has(fold(name)) || short.has(fold(name))

/** A city with its state; an unknown city is returned unchanged. */
export const withState = (text: string): string => {
  const town = short.get(text.toLowerCase()) ?? text
  const state = states.get(fold(town))
  return state === undefined ? town : `${town}, ${state}`
}
