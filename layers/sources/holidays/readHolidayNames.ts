import { createRequire } from "node:module"
import { foldName } from "../gazetteer/placeNames.ts"
import { englishNames } from "./englishNames.ts"
import { changes } from "./law/applyLaw.ts"
import { englishRegionName } from "./regions.ts"

const require = createRequire(import.meta.url)

type Names = Readonly<Record<string, unknown>>
interface Rule {
  readonly name?: Names
  readonly _name?: string
  readonly type?: string
  readonly active?: ReadonlyArray<{ readonly to?: string | Date }>
}
interface Level {
  readonly name?: string
  readonly names?: Names
  readonly days?: Readonly<Record<string, Rule | false>>
  readonly states?: Readonly<Record<string, Level>>
  readonly regions?: Readonly<Record<string, Level>>
}
interface Data {
  readonly names: Readonly<Record<string, Rule>>
  readonly holidays: Readonly<Record<string, Level>>
}

export interface RegionNames {
  /** Its code without the country: `BY`, or `BY-A` of a part of a region. */
  readonly code: string
  readonly region: string
  readonly names: ReadonlySet<string>
}

/** The names of holidays in all languages of date-holidays, by what they are names of. */
interface HolidayNames {
  /** Country or region (`DE-BY`) → rule of its own → its names there: the same Monday of March has other names in Victoria and in Canberra. */
  readonly byRule: ReadonlyMap<string, ReadonlyMap<string, ReadonlySet<string>>>
  /** A feast that has the same rule in many countries → all its names. */
  readonly byFeast: ReadonlyMap<string, ReadonlySet<string>>
  /** Name → the countries that have a public holiday of this name. */
  readonly countries: ReadonlyMap<string, ReadonlyArray<string>>
  /** Rule (`orthodox`, `1 Shawwal`) → the countries that have a public holiday by it. */
  readonly publicByRule: ReadonlyMap<string, ReadonlySet<string>>
  /** Name → the calendars by which its days are computed. */
  readonly calendars: ReadonlyMap<string, ReadonlySet<string>>
  /** Country → the calendars of which its data has holidays. */
  readonly calendarsOf: ReadonlyMap<string, ReadonlySet<string>>
  /** Country → its regions and their parts, with the names of the public holidays of their own. */
  readonly regions: ReadonlyMap<string, ReadonlyArray<RegionNames>>
  /** Country or region → names of holidays that it had until a year. */
  readonly ended: ReadonlyMap<string, ReadonlyArray<{ readonly names: ReadonlySet<string>; readonly year: number }>>
}

let read: HolidayNames | undefined
/** Read with the first question: 0.2 s of a new process, and 3 MB. */
export const holidayNames = (): HolidayNames => (read ??= readNames(require("date-holidays/data") as { readonly data: Data }))

const readNames = ({ data: { holidays, names } }: { readonly data: Data }): HolidayNames => {
  const [byFeast, calendars, calendarsOf] = [new Map<string, Set<string>>(), new Map<string, Set<string>>(), new Map<string, Set<string>>()]
  const byRule = new Map<string, Map<string, Set<string>>>()
  const countries = new Map<string, Array<string>>()
  const publicByRule = new Map<string, Set<string>>()
  const regions = new Map<string, ReadonlyArray<RegionNames>>()
  const ended = new Map<string, Array<{ names: ReadonlySet<string>; year: number }>>()
  const standard = new Map(Object.entries(names).map(([feast, { name }]) => [feast, foldedNames(name)]))
  const countriesByName = new Map<string, Set<string>>()
  const namesOf = ({ _name, name }: Rule, country: string, text: string) => [
    ...(standard.get(_name ?? "") ?? []),
    ...foldedNames(name),
    ...englishNames(country, text, _name).map(holidayKey),
  ]
  for (const [feast, own] of standard) addTo(byFeast, feast, own)
  for (const [country, level] of Object.entries(holidays)) {
    for (const { place, rule, text } of rulesOf(level, country)) {
      const named = namesOf(rule, country, text)
      const calendar = calendarOf(text)
      const rules = byRule.get(place) ?? new Map<string, Set<string>>()
      byRule.set(place, rules)
      addTo(rules, text, named)
      const end = endOf(text, rule)
      if (end !== undefined) ended.set(place, [...(ended.get(place) ?? []), { names: new Set(named), year: end }])
      addTo(calendarsOf, country, [calendar])
      for (const name of named) addTo(calendars, name, [calendar])
      const feast = movableFeast(text) ?? rule._name
      if (feast !== undefined)
        addTo(
          byFeast,
          feast,
          named.filter((name) => isSharedName(countriesByName, `${feast} ${name}`, country)),
        )
      if (rule.type !== undefined && rule.type !== "public") continue
      if (place === country && end === undefined) addTo(publicByRule, feastRule(text), [country])
      for (const name of named) {
        const having = countries.get(name)
        if (having === undefined) countries.set(name, [country])
        else if (having.at(-1) !== country) having.push(country)
      }
    }
    const ownNamesOf = (inner: Level) =>
      new Set(
        [...rulesOf(inner, "")].flatMap(({ place, rule, text }) =>
          place === "" && (rule.type === undefined || rule.type === "public") ? namesOf(rule, country, text) : [],
        ),
      )
    regions.set(
      country,
      Object.entries(level.states ?? {}).flatMap(([code, state]) => {
        const region = regionName(country, code, state)
        const parts = Object.entries(state.regions ?? {}).map(([part, inner]) => ({
          code: `${code}-${part}`,
          region: `${regionName(country, `${code}-${part}`, inner)} in ${region}`,
          names: ownNamesOf(inner),
        }))
        return [{ code, region, names: ownNamesOf(state) }, ...parts]
      }),
    )
  }
  for (const [country, { named: added = {}, observance = [], public: raised = [], removed = [] }] of Object.entries(changes)) {
    for (const text of [...removed, ...observance]) publicByRule.get(feastRule(text))?.delete(country)
    for (const text of raised) addTo(publicByRule, feastRule(text), [country])
    const rules = byRule.get(country) ?? new Map<string, Set<string>>()
    byRule.set(country, rules)
    for (const [text, name] of Object.entries(added)) {
      const named = foldedNames({ en: name })
      addTo(rules, text, named)
      addTo(publicByRule, feastRule(text), [country])
      for (const each of named) {
        addTo(calendars, each, [calendarOf(text)])
        countries.set(each, [...new Set([...(countries.get(each) ?? []), country])])
      }
    }
  }
  return { byRule, byFeast, countries, publicByRule, calendars, calendarsOf, regions, ended }
}

const regionName = (country: string, code: string, { name, names }: Level): string => {
  const english = names?.["en"]
  return englishRegionName(`${country}-${code}`) ?? (typeof english === "string" ? english : (name ?? code))
}

/** The year in which a holiday ended: `easter 26 prior to 2024`, or the last of the times in which its rule is active. */
const endOf = (text: string, { active = [] }: Rule): number | undefined => {
  const prior = /\bprior to (?<year>\d{4})/u.exec(text)?.groups?.["year"]
  if (prior !== undefined) return Number(prior)
  const to = active.at(-1)?.to
  return to === undefined ? undefined : new Date(to).getUTCFullYear()
}

const addTo = (names: Map<string, Set<string>>, key: string, more: ReadonlyArray<string>): void => {
  const having = names.get(key)
  if (having === undefined) names.set(key, new Set(more))
  else for (const name of more) having.add(name)
}

interface PlacedRule {
  readonly place: string
  readonly text: string
  readonly rule: Rule
}

/** A feast has a name that three countries give it: `Family Day` is Easter Monday in South Africa alone, and 26 December in two countries. */
const minCountries = 3

/** Whether enough countries give a feast a name, this one included. */
const isSharedName = (countriesByName: Map<string, Set<string>>, named: string, country: string): boolean => {
  addTo(countriesByName, named, [country])
  return (countriesByName.get(named)?.size ?? 0) >= minCountries
}

function* rulesOf({ days = {}, regions = {}, states = {} }: Level, place: string): Iterable<PlacedRule> {
  for (const [text, rule] of Object.entries(days)) if (rule) yield { place, text, rule }
  for (const [code, inner] of [...Object.entries(states), ...Object.entries(regions)]) yield* rulesOf(inner, `${place}-${code}`)
}

/** The day of a feast of a church or of a lunar calendar, which has one meaning in every country: `chinese 01-0-01`. */
export const movableFeast = (rule: string): string | undefined =>
  /^(?:(?:easter|orthodox)(?: -?\d+)?|(?:julian|chinese|korean|vietnamese) [\d-]+|\d+ (?:\p{Lu}[\p{L}-]+)(?: al-\p{L}+)?)(?= |$)/u.exec(
    rule,
  )?.[0]

const foldedNames = (names: Names | undefined): ReadonlyArray<string> =>
  Object.values(names ?? {}).flatMap((name) =>
    typeof name === "string" && name.length > 2 ? [holidayKey(name), ...namesInBrackets(name).map(holidayKey)] : [],
  )

/** The second name of a holiday: `Day of Atonement (Yom Kippur)`. One word or one with a digit is a remark: `(1945)`, `(Day 2)`. */
const namesInBrackets = (name: string): ReadonlyArray<string> =>
  [...name.matchAll(/\((?<inner>\p{Lu}[^)\d]* [^)\d]*)\)/gu)].flatMap(({ groups }) => groups?.["inner"] ?? [])

/** The calendar that a rule is of. The Gregorian one and Easter are `civil`, because the data of each country has holidays of them. */
const calendarOf = (rule: string): string => {
  const [first = "", second = ""] = rule.split(" ")
  // Days that are listed year by year, such as those of the Hindu calendar.
  if (/^\d{4}-/u.test(rule)) return "listed"
  if (/^(?:easter|orthodox|julian|\d\d-\d\d|\d(?:st|nd|rd|th)|\p{Ll}+day)/u.test(rule) || /^(?:before|after)$/u.test(second)) return "civil"
  if (/^\d+$/u.test(first))
    return /^(?:Tishrei|Cheshvan|Kislev|Tevet|Shvat|Adar|Nisan|Iyyar|Sivan|Tamuz|Av|Elul)/u.test(second) ? "hebrew" : "islamic"
  return /^\p{Ll}/u.test(first) ? first : "other"
}

/** The form of a name that is compared: `St. Stephen’s Day` and `saint stephens day` are one. */
export const holidayKey = (name: string): string => foldName(name.replaceAll(/\s*\([^)]*\)/gu, "")).replace(/^the /u, "")

/** The day in `12-26 and if saturday then next monday`. */
export const standardFeast = (rule: string): string | undefined => /^\d\d-\d\d(?= |$)/u.exec(rule)?.[0]

/** The part of a rule that is one for all countries: `easter 1` of `easter 1 and if …`. */
export const feastRule = (text: string): string => movableFeast(text) ?? standardFeast(text) ?? text
