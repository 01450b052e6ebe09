import { countryName } from "../country.ts"
import { countries } from "../atlas/countries.ts"
import { otherNames } from "../atlas/otherNames.ts"
import { regions } from "../holidays/regions.ts"
import { foldName } from "./placeNames.ts"

/** A country, or a region of it, that a name beside a town means. */
export interface OuterPlace {
  readonly country: string
  /** The folded name of the region; null for the whole country. */
  readonly region: string | null
}

const named = new Map<string, ReadonlyArray<OuterPlace>>()

const add = (name: string | null, outer: OuterPlace) => {
  const folded = foldName(name ?? "")
  if (folded !== "") named.set(folded, [...(named.get(folded) ?? []), outer])
}

for (const { alpha3, code, demonym, officialName } of countries.values()) {
  const names = [countryName(code), officialName, code, alpha3, demonym, ...(otherNames[code]?.split("|") ?? [])]
  for (const name of new Set(names)) add(name, { country: code, region: null })
}
for (const { code, country, name } of regions) {
  const region = { country, region: foldName(name.replace(/ State$/u, "")) }
  add(code.slice(code.indexOf("-") + 1), region)
  add(name, region)
}

/** The countries and regions of a folded name: `usa`, `uae`, `deu`, `spanish`, `nsw`; `ca` is Canada and California. */
export const outerPlacesNamed = (folded: string): ReadonlyArray<OuterPlace> => named.get(folded) ?? []

const maxOuterWords = 4
const joiners = /\s(?:d[aeo]l?|of|in|the)$/iu

/**
 * `Portland OR`, `Tripoli (Libya)`, `Santiago de Chile`: a town and the country or region that is written behind it without a comma, the longest
 * name first. Two or three letters are a code only in capitals.
 */
export const townAndOuter = (text: string): { readonly town: string; readonly outer: string } | undefined => {
  const words = text.replaceAll(/[()]/gu, " ").trim().split(/\s+/u)
  for (let at = Math.max(1, words.length - maxOuterWords); at < words.length; at++) {
    const outer = words.slice(at).join(" ")
    const isCode = /^\p{L}{2,3}$/u.test(outer)
    if (outerPlacesNamed(foldName(outer)).length === 0 || (isCode && outer !== outer.toUpperCase())) continue
    return { town: words.slice(0, at).join(" ").replace(joiners, ""), outer: foldName(outer) }
  }
  return undefined
}
