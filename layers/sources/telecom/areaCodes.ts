import { Effect } from "effect"
import { type CountryCode, getCountryCallingCode, isSupportedCountry, parsePhoneNumberFromString } from "libphonenumber-js/max"
import { foldName, usualName } from "../gazetteer/placeNames.ts"
import { planOf } from "./numberingPlans.ts"
import { areaRows } from "./prefixNames.ts"

/** How the area codes of a country are found in the table of its prefixes. */
interface AreaPlan {
  /**
   * The digits of each area code, where all have the same number. Elsewhere the area code is the first group of the numbers under a prefix, as libphonenumber
   * writes them, and a prefix is used only where the two agree.
   */
  readonly digits?: number
  /** Prefixes with more digits are not of area codes: mobile numbers in China. */
  readonly maxPrefix?: number
  /** What is between the towns of one name. */
  readonly between?: RegExp
  /** The part of a town behind its name: `Istanbul (Europe)`. Elsewhere brackets distinguish towns: `Frankfurt (Oder)`. */
  readonly parts?: RegExp
  /** What is between a town and its region; a row without it is that of a region where `digits` is set. */
  readonly beforeRegion?: string
  /** Whether the name of a row is that of a town only with its region behind it. */
  readonly withRegionOnly?: boolean
  /** A town may have several codes over the same area, of which the table may lack the newest. */
  readonly overlays?: boolean
  /** The languages of the table that are read; English alone where none is set. */
  readonly languages?: ReadonlyArray<string>
}

/**
 * Countries whose table was compared with libphonenumber's formats: 96 to 100 % of the prefixes are an area code of the format, or lie inside one. Countries
 * without area codes, and those whose table has regions or blocks that no format confirms (Spain, Greece, Colombia …), are left out.
 */
const plans: Readonly<Record<string, AreaPlan>> = {
  AE: {},
  AT: { languages: ["en", "de"] },
  AU: { digits: 1 },
  BE: { languages: ["en", "de", "fr", "nl"] },
  BR: { digits: 2, beforeRegion: " - ", withRegionOnly: true },
  CA: { digits: 3, beforeRegion: ", ", withRegionOnly: true, overlays: true },
  CH: { languages: ["en", "de", "fr", "it"] },
  CN: { maxPrefix: 3, beforeRegion: ", " },
  DE: { languages: ["en", "de"] },
  EG: {},
  GB: {},
  HU: { languages: ["en", "hu"] },
  ID: { languages: ["en", "id"] },
  IE: {},
  IL: {},
  // The English table has the province of each code, the Italian one the town.
  IT: { languages: ["it"] },
  JP: { beforeRegion: ", " },
  KR: {},
  NL: { languages: ["en", "nl"] },
  NZ: { digits: 1 },
  PK: {},
  PL: { languages: ["en", "pl"] },
  SA: {},
  SE: { between: /[/-]/u, languages: ["en", "sv"] },
  TR: { languages: ["en", "tr"], parts: /\s\([^)]*\)$/u },
  US: { digits: 3, beforeRegion: ", ", withRegionOnly: true, overlays: true },
  ZA: {},
}

/** The countries of which area codes are found by the name of a town. */
export const countriesWithAreaCodes: ReadonlyArray<string> = Object.keys(plans)

/** One name of the table: the prefixes under it, or for a plan of `digits` the codes with the number of their prefixes. */
interface Entry {
  readonly region: string | null
  readonly prefixes: Map<string, { count: number; isWhole: boolean }>
}

type Index = ReadonlyMap<string, ReadonlyArray<Entry>>

/** Calling code → the index of its tables, which has at most 10,400 names and stays in memory. */
const indexes = new Map<string, Index>()

/** Folded name of a town → its entries. Built at the first use of a country, in parts of some milliseconds: the United States take 200 ms, other countries less. */
const indexOf = Effect.fnUntraced(function* (country: CountryCode) {
  const building = buildIndex(country)
  for (let step = building.next(); ; step = building.next()) {
    if (step.done === true) return step.value
    yield* Effect.yieldNow
  }
})

const rowsAtOnce = 1_000

function* buildIndex(country: CountryCode): Generator<void, Index> {
  const calling = getCountryCallingCode(country)
  const built = indexes.get(calling)
  if (built !== undefined) return built
  const plan = plans[country]!
  const entries = new Map<string, Entry>()
  let rows = 0
  for (const language of plan.languages ?? ["en"])
    for (const { name, prefix } of areaRows(calling, language)) {
      // The prefixes are numbers in ascending order.
      if (prefix.length > (plan.maxPrefix ?? Infinity)) break
      if (++rows % rowsAtOnce === 0) yield
      const key = plan.digits === undefined ? prefix : prefix.slice(0, plan.digits)
      const entry = entries.get(name) ?? { region: regionIn(name, plan), prefixes: new Map() }
      const seen = entry.prefixes.get(key) ?? { count: 0, isWhole: false }
      entry.prefixes.set(key, { count: seen.count + 1, isWhole: seen.isWhole || prefix === key })
      entries.set(name, entry)
    }
  const index = new Map<string, Array<Entry>>()
  for (const [name, entry] of entries) {
    if (++rows % rowsAtOnce === 0) yield
    for (const town of new Set(townsIn(name, plan))) index.set(town, [...(index.get(town) ?? []), entry])
  }
  indexes.set(calling, index)
  return index
}

const capitalOfUs = "Washington D.C."

const regionIn = (name: string, { beforeRegion }: AreaPlan): string | null => {
  const at = beforeRegion === undefined ? -1 : name.lastIndexOf(beforeRegion)
  return at < 0 ? null : name.slice(at + beforeRegion!.length)
}

/** The folded names of the towns of a row: Gothenburg, or Riyadh and Kharj of `Riyadh/Kharj`, or Ahmedabad of `Ahmedabad Local, Gujarat`. */
const townsIn = (name: string, plan: AreaPlan): ReadonlyArray<string> => {
  const region = regionIn(name, plan)
  if (region === null && plan.withRegionOnly === true && name !== capitalOfUs) return []
  const towns = region === null ? name : name.slice(0, -(region.length + plan.beforeRegion!.length))
  const names = new Set([towns, ...towns.split(plan.between ?? /\/|, /u)].map((town) => town.replace(plan.parts ?? /\sLocal$/u, "")))
  return [...names].map(folded).filter((town) => town.length > 1)
}

/** The name as the gazetteer folds it, under the one that it has there. */
const folded = (name: string): string => {
  const own = foldName(name)
  return usualName(own) ?? own
}

/** A town of the gazetteer: its folded name, the name of its region, and the code of the region behind that of the country. */
export interface Town {
  readonly name: string
  readonly country: string
  readonly region: string | null
  readonly regionCode: string | null
}

/** The area codes of a town without the national prefix, in ascending order: empty where the table has none or they are not certain. */
export const areaCodesOf = Effect.fnUntraced(function* (town: Town) {
  const { country } = town
  const plan = plans[country]
  if (plan === undefined || !isSupportedCountry(country)) return []
  const index = yield* indexOf(country)
  const entries = (index.get(folded(town.name)) ?? []).filter(({ region }) => isInRegion(region, town))
  const codes = plan.digits === undefined ? formattedCodes(country, entries) : countedCodes(country, plan, entries)
  return [...new Set(codes)].sort()
})

/** A row without a region may be of any. */
const isInRegion = (region: string | null, { region: name, regionCode }: Town): boolean =>
  region === null || region === regionCode || [name, formerRegions[name ?? ""]].some((each) => foldName(each ?? "") === foldName(region))

/** The states of India in the table that others were a part of. */
const formerRegions: Readonly<Record<string, string>> = { Telangana: "Andhra Pradesh", Ladakh: "Jammu And Kashmir" }

const formattedCodes = (country: CountryCode, entries: ReadonlyArray<Entry>): ReadonlyArray<string> => {
  const codes = entries.flatMap(({ prefixes }) => [...prefixes.keys()].map((prefix) => codeOfPrefix(country, prefix)))
  // A prefix without lines is left out; one of several codes makes all of them uncertain.
  return codes.includes(undefined) ? [] : codes.flatMap((code) => code ?? [])
}

/** The area code that a prefix is, or lies in: the first group of the lines that begin so; null where there is no line, undefined where they have several groups. */
const codeOfPrefix = (country: CountryCode, prefix: string): string | null | undefined => {
  const groups = new Set<string>()
  const plan = planOf(country)
  for (const length of plan.type("FIXED_LINE")?.possibleLengths() ?? plan.possibleLengths())
    for (const first of "0123456789")
      for (const filler of "05") {
        const number = `${prefix}${first}`.padEnd(length, filler)
        const group = number.length === length ? firstGroup(country, number) : undefined
        if (group === prefix) return prefix
        if (group !== undefined) groups.add(group)
      }
  const [only, other] = groups
  if (only === undefined) return null
  return other === undefined && prefix.startsWith(only) ? only : undefined
}

const firstGroup = (country: CountryCode, national: string): string | undefined => {
  const number = parsePhoneNumberFromString(`+${getCountryCallingCode(country)}${national}`)
  const isLine = number?.isValid() === true && number.country === country && number.getType()?.startsWith("FIXED_LINE") === true
  return isLine ? number.formatInternational().split(/[ -]/u)[1] : undefined
}

/** Single blocks of a town under the code of another area are mistakes of the table: New York has one under 201, which is in New Jersey. */
const minBlocks = 2
/** From general knowledge of the North American Numbering Plan: 934 is of Suffolk County on Long Island, and the table has it under New York, NY. */
const mistaken: ReadonlySet<string> = new Set(["934"])
/** The share of the blocks of a town that are under its code, where each town has one: other blocks are of another town of its name. */
const minShare = 0.95

const countedCodes = (country: CountryCode, { overlays }: AreaPlan, entries: ReadonlyArray<Entry>): ReadonlyArray<string> => {
  const byCode = Map.groupBy(
    entries.flatMap(({ prefixes }) => [...prefixes]),
    ([code]) => code,
  )
  const counts = [...byCode].map(([code, rows]) => ({
    code,
    count: rows.reduce((sum, [, { count }]) => sum + count, 0),
    isWhole: rows.some(([, { isWhole }]) => isWhole),
  }))
  const total = counts.reduce((sum, { count }) => sum + count, 0)
  const certain = counts.filter(({ code, count, isWhole }) => {
    if (overlays !== true) return count >= minShare * total
    return !mistaken.has(code) && (isWhole || count >= minBlocks || counts.length === 1)
  })
  return certain.map(({ code }) => code).filter((code) => isOfCountry(country, code))
}

const isOfCountry = (country: CountryCode, code: string): boolean =>
  plans[country]?.overlays !== true || parsePhoneNumberFromString(`+1${code}2345678`)?.country === country

/** An area code as it is dialled inside the country (089; 312 without the 1 in front of it in the United States) and from another one (+49 89). */
export const writtenAreaCode = (country: string, code: string): { readonly national: string; readonly international: string } => {
  const calling = isSupportedCountry(country) ? getCountryCallingCode(country) : ""
  const prefix = withTrunk.has(country) ? "0" : country === "HU" ? "06 " : ""
  return { national: `${prefix}${code}`, international: `+${calling} ${code}` }
}

/** Countries in which a 0 is dialled before the area code. It is a digit of the code itself in Italy. */
const withTrunk: ReadonlySet<string> = new Set("AE AT AU BE CH CN DE EG GB ID IE IL IN JP KR NL NZ PK SA SE TR ZA".split(" "))

/** Whether the codes of a town may be more than the table has: the newest ones are in it under the whole state or province. */
export const mayHaveMore = (country: string): boolean => plans[country]?.overlays === true

/** Whether the rows of a country have the region behind the town. */
export const namesRegions = (country: string): boolean => plans[country]?.beforeRegion !== undefined
