import type { Mention } from "../../../domain/planning/read/Mention.ts"
import { unitsNamed } from "../../sources/units/units.ts"

/** The units of amounts as the rest of a text means them: of one country's system, of precious metals, of a difference of temperatures. */
export const meantUnits = (text: string, mentions: ReadonlyArray<Mention>): ReadonlyArray<Mention> =>
  ofDifference(text, ofMetal(text, ofSystem(text, mentions)))

const isUnit = ({ kind }: Mention): boolean => kind === "unit.from" || kind === "unit.to"

const namedBy = (mention: Mention) => (isUnit(mention) ? unitsNamed(String(mention.value)) : [])

/** Words that say whether a unit which both have is meant as in the United States or in the United Kingdom. */
const systemWords = [
  ["US", /\b(?:US|USA|U\.S\.A?|[Aa]mericans?|United States|Americas?)(?![\p{L}])/u],
  ["imperial", /\b(?:UK|[Bb]ritish|Britain|England|English|Scotland|Scottish|Wales|United Kingdom|imperial)(?![\p{L}])/u],
] as const

/** `A US car does 32 mpg`: the unit of the system that a text names, where its own name means several. */
const ofSystem = (text: string, mentions: ReadonlyArray<Mention>): ReadonlyArray<Mention> => {
  const [system, ...others] = systemWords.filter(([, words]) => words.test(text))
  if (system === undefined || others.length > 0) return mentions
  return mentions.map((mention) => {
    const named = namedBy(mention)
    const meant = named.length < 2 ? undefined : named.find(({ name }) => name.startsWith(`${system[0]} `))
    if (meant === undefined) return mention
    return { ...mention, value: meant.name, assumed: `"${mention.text}" was read as ${meant.name}.` }
  })
}

const metals = /\b(?:gold|silver|platinum|palladium|rhodium|bullion|precious\s+metals?)\b/iu

/** `3 oz of gold`: precious metals are weighed in troy ounces. */
const ofMetal = (text: string, mentions: ReadonlyArray<Mention>): ReadonlyArray<Mention> => {
  const metal = metals.exec(text)?.[0]
  if (metal === undefined) return mentions
  return mentions.map((mention) =>
    namedBy(mention).some(({ name }) => name === "ounce")
      ? {
          ...mention,
          value: "troy ounce",
          assumed: `"${mention.text}" was read as troy ounces, in which ${metal.toLowerCase()} is weighed.`,
        }
      : mention,
  )
}

const differenceBefore =
  /(?:\b(?:differences?|rise|rising|increase|decrease|drop|fall|changes?|swing|deviation|tolerance|gap|spread)\s+(?:in\s+temperature\s+)?of\s+(?:about\s+)?|\bby\s+(?:about\s+)?|±\s?|\+\/-\s?)$/iu
const differenceBehind =
  /^\s+(?:(?:of\s+)?(?:temperature\s+)?differences?|warmer|colder|hotter|cooler|higher|lower|rise|increase|decrease|drop)\b/iu

/** `a rise of 10 °C in °F`: a difference of temperatures is converted without the zero points of the scales. */
const ofDifference = (text: string, mentions: ReadonlyArray<Mention>): ReadonlyArray<Mention> => {
  const temperatures = mentions.filter((mention) => namedBy(mention).some(({ kind }) => kind === "temperature"))
  const values = mentions.filter(({ kind }) => kind === "unit.value")
  const isDifference =
    values.some(({ start }) => differenceBefore.test(text.slice(Math.max(0, start - 40), start))) ||
    temperatures.some(({ end, kind }) => kind === "unit.from" && differenceBehind.test(text.slice(end)))
  if (!isDifference || temperatures.length === 0) return mentions
  return mentions.map((mention) => {
    const [unit] = temperatures.includes(mention) ? namedBy(mention) : []
    return unit === undefined ? mention : { ...mention, value: `${unit.name} of difference` }
  })
}
