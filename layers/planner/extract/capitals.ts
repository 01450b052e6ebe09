import { mentionWeight } from "../../../domain/planning/read/thresholds.ts"
import type { Mention } from "../../../domain/planning/read/Mention.ts"
import { countries } from "../../sources/atlas/countries.ts"
import { countryName } from "../../sources/country.ts"
import { names } from "./names.ts"

/** `in the capital of Namibia`, `to Portugal's capital`: behind a preposition the town is meant, and not its name requested. */
const before =
  /\b(?:in|to|from|for|at|near|around|between|capital\b[^.?!]{2,40}\band|visit(?:ing)?|leav(?:es?|ing)|reach(?:es|ing)?|(?<!\bname\s)of|how\s+(?:large|big|populous|far)\s+is)\s+(?<town>(?:the\s+)?capital(?:\s+city)?\s+of\s+)(?:the\s+)?$/iu
const behind = /^['’]s?\s+capital(?:\s+city)?\b(?!\s+(?:gains?|letters?|controls?))/iu
const leading =
  /\b(?:in|to|from|for|at|near|around|between|capital\b[^.?!]{2,40}\band|visit(?:ing)?|leav(?:es?|ing)|reach(?:es|ing)?|(?<!\bname\s)of)\s+(?:the\s+)?$/iu

/** The towns that a question describes as the capitals of their countries. One of a country with several is a question back. */
export const describedCapitals = (text: string): ReadonlyArray<Mention> => {
  if (!/\bcapital\b/iu.test(text)) return []
  return names(text)
    .filter(({ kind, options, weight }) => kind === "country.code" && options === undefined && weight >= mentionWeight.clear)
    .flatMap((country) => {
      const [town] = capitalsOf(country)
      const stretch = stretchOf(text, country)
      if (town === undefined || stretch === undefined) return []
      const name = countryName(String(country.value)) ?? country.text
      return [
        {
          kind: "place.name",
          ...stretch,
          text: text.slice(stretch.start, stretch.end),
          value: `${town}, ${name}`,
          weight: 0.9,
          assumed: `The capital of ${name} is ${town}.`,
        },
      ]
    })
}

/** `an eclipse visible from Spain`: eclipses are seen from a place, of which the capital is taken. */
export const placesOfEclipses = (text: string, mentions: ReadonlyArray<Mention>): ReadonlyArray<Mention> => {
  if (!/\beclipses?\b/iu.test(text) || !/\b(?:visible|seen?|watch|view|in|from|over|above)\b/iu.test(text)) return []
  if (mentions.some(({ kind, weight }) => /^(?:place|region|geo|airport)/u.test(kind) && weight >= mentionWeight.probable)) return []
  return mentions
    .filter(({ kind, options, weight }) => kind === "country.code" && options === undefined && weight >= mentionWeight.clear)
    .flatMap((country) => {
      const [town] = capitalsOf(country)
      const name = countryName(String(country.value)) ?? country.text
      const { end, start, text: written } = country
      return town === undefined
        ? []
        : [
            {
              kind: "place.name",
              start,
              end,
              text: written,
              value: `${town}, ${name}`,
              weight: 0.7,
              assumed: `${town}, the capital, stands for ${name}: elsewhere in it more or less of an eclipse is seen.`,
            },
          ]
    })
}

/** `an eclipse visible from Rome in 2027`: the first one from the beginning of the year on. */
export const yearsOfEclipses = (text: string, mentions: ReadonlyArray<Mention>, today: string): ReadonlyArray<Mention> => {
  const isOfPlace = mentions.some(({ kind, weight }) => /^(?:place|geo|airport)/u.test(kind) && weight >= mentionWeight.probable)
  if (!isOfPlace || !/\beclipses?\b/iu.test(text) || mentions.some(({ kind }) => kind === "date")) return []
  return mentions
    .filter(({ kind, weight }) => kind === "date.year" && weight >= mentionWeight.clear)
    .flatMap(({ end, start, text: written, value }) =>
      String(value) > today.slice(0, 4)
        ? [
            {
              kind: "date",
              start,
              end,
              text: written,
              value: `${String(value)}-01-01`,
              weight: 0.7,
              assumed: `The first eclipse from 1 January ${String(value)} on is meant: if it is in a later year, that year has none.`,
            },
          ]
        : [],
    )
}

const capitalsOf = ({ value }: Mention): ReadonlyArray<string> => {
  const capitals = countries.get(String(value))?.capitals ?? []
  return capitals.length === 1 ? capitals : []
}

const stretchOf = (text: string, { end, start }: Mention): { readonly start: number; readonly end: number } | undefined => {
  const front = before.exec(text.slice(0, start))
  const town = front?.groups?.["town"]
  if (front && town !== undefined) return { start: front.index + front[0].lastIndexOf(town), end }
  const [back] = behind.exec(text.slice(end)) ?? []
  return back !== undefined && leading.test(text.slice(0, start)) ? { start, end: end + back.length } : undefined
}
