import { createRequire } from "node:module"
import { foldName } from "../gazetteer/placeNames.ts"
import { placeOf } from "./places.ts"
import { regions } from "./regions.ts"

const require = createRequire(import.meta.url)

interface Level {
  readonly name?: string
  readonly names?: Readonly<Record<string, string>>
}

/**
 * The ISO 3166-2 code (`DE-BY`) of the region with holidays of its own that a first-level division of a country is, by its name in English or in a language
 * of the country (`Bavaria`, `Bayern`, `Canton of Zug`); null where date-holidays has no such region.
 */
export const regionCodeOf = (country: string, name: string): string | null => codes().get(keyOf(country, name)) ?? null

let read: ReadonlyMap<string, string> | undefined
/** Read with the first question for a place. */
const codes = (): ReadonlyMap<string, string> => (read ??= new Map([...namesOfData(), ...namesOfTable()]))

function* namesOfData(): Iterable<readonly [string, string]> {
  const { data } = require("date-holidays/data") as {
    readonly data: { readonly holidays: Readonly<Record<string, { readonly states?: Readonly<Record<string, Level>> }>> }
  }
  for (const [country, { states = {} }] of Object.entries(data.holidays))
    for (const [code, { name, names = {} }] of Object.entries(states))
      for (const each of [name, ...Object.values(names)]) yield* entryOf(country, each, code)
}

function* namesOfTable(): Iterable<readonly [string, string]> {
  for (const { code, country, name } of regions) yield* entryOf(country, name, code)
}

function* entryOf(country: string, name: string | undefined, code: string): Iterable<readonly [string, string]> {
  const place = placeOf(country, code)
  if (name !== undefined && place !== undefined && place !== country) yield [keyOf(country, name), place]
}

/** `Canton of Zug` and `Zug` are one name. */
const keyOf = (country: string, name: string): string => {
  const words = foldName(name).split(" ")
  const own = words.filter((word) => !divisions.has(word))
  return `${country} ${(own.length === 0 ? words : own).join(" ")}`
}

/** Words for divisions of a country, and the words beside them. */
const divisions: ReadonlySet<string> = new Set(
  "autonomous canton city ciudad community comunidad county de del departement department district free hansestadt kanton krai kray land oblast of province region republic state territory the".split(
    " ",
  ),
)
