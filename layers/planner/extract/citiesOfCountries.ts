import { countries } from "../../sources/atlas/countries.ts"
import { zonesOfCountry } from "../../sources/clockwork/zones.ts"
import { keyOf } from "./zoneCities.ts"

const byName = (names: (code: string) => ReadonlyArray<string>): ReadonlyMap<string, ReadonlySet<string>> =>
  new Map(
    [
      ...Map.groupBy(
        [...countries.keys()].flatMap((code) => names(code).map((name) => [keyOf(name), code] as const)),
        ([name]) => name,
      ),
    ].map(([name, pairs]) => [name, new Set(pairs.map(([, code]) => code))]),
  )

const capitals = byName((code) => countries.get(code)?.capitals ?? [])
const zoneCities = byName((code) => zonesOfCountry(code).map((zone) => zone.slice(zone.lastIndexOf("/") + 1).replaceAll("_", " ")))

/** The one country of a capital or of a city after which a time zone is named; undefined where several have one of this name. */
const countryOfCity = (name: string): string | undefined => {
  const owners = capitals.get(keyOf(name)) ?? zoneCities.get(keyOf(name))
  const [only, other] = owners ?? []
  return other === undefined ? only : undefined
}

/** One to three capitalised words, the longest name first. */
export const citiesIn = (text: string): ReadonlyArray<{ readonly start: number; readonly text: string; readonly country: string }> =>
  [...text.matchAll(/(?<![\p{L}\p{N}])\p{Lu}[\p{L}\p{M}'’-]+(?: \p{Lu}[\p{L}\p{M}'’-]+){0,2}/gu)].flatMap(({ 0: run, index }) => {
    const words = run.split(" ")
    for (let length = words.length; length > 0; length--)
      for (let at = 0; at + length <= words.length; at++) {
        const name = words.slice(at, at + length).join(" ")
        const country = countryOfCity(name)
        if (country !== undefined) return [{ start: index + words.slice(0, at).join(" ").length + (at > 0 ? 1 : 0), text: name, country }]
      }
    return []
  })
