import type { Schema } from "effect"
import { at, type Path, pointerOf } from "./documentValues.ts"
import {
  clockText,
  dateText,
  dayAndMomentText,
  enumerate,
  labelOf,
  momentText,
  nameText,
  valueText,
  weekdayAndDateText,
} from "./wording.ts"

/**
 * A sentence with slots for values of a document: `The capital of {country.name} is {country.capital}.` A slot is the dotted
 * path of a value, and after a bar its format. A sentence is left out if a value of it is absent, null or empty. The text has no digits:
 * every number comes out of the document.
 */
export interface SentenceTemplate {
  readonly text: string
  /** The dotted facts that the sentence states: it is used if one of them is requested. */
  readonly facts: ReadonlyArray<string>
  /** Used only if one of `facts` is requested, not for the whole document. */
  readonly detail?: boolean
  /** Dotted path → the condition on the value there. */
  readonly when?: Readonly<Record<string, Condition>>
}

/** The value itself, or the minimum or the maximum of a number or of a list's length. */
export type Condition = string | number | boolean | null | { readonly atLeast: number } | { readonly atMost: number }

/** The sentences for the documents of an operation. */
export interface AnswerTemplate {
  readonly sentences: ReadonlyArray<SentenceTemplate>
  /** Sentences for the answer's limitations, without evidence. */
  readonly limits?: ReadonlyArray<Pick<SentenceTemplate, "text" | "when">>
}

const formats = {
  plain: valueText,
  date: (value) => dateText(valueText(value)),
  clock: (value) => clockText(valueText(value)),
  moment: (value) => momentText(valueText(value)),
  dated: (value) => dayAndMomentText(valueText(value)),
  words: (value) => nameText(valueText(value)),
  title: (value) => capital(valueText(value)),
  country: (value) => countryText(valueText(value)),
  count: (value) => String(Array.isArray(value) ? value.length : 0),
  names: (value) => listText(value, (item) => labelOf(item)?.text),
  titles: (value) => listText(value, (item) => capital(labelOf(item)?.text ?? "")),
  codes: (value) => listText(value, (item) => textAt(item, "code") ?? labelOf(item)?.text),
  messages: (value) =>
    listText(value, (item) =>
      textAt(item, "message")
        ?.replace(/^[A-Z](?=[a-z])/u, (letter) => letter.toLowerCase())
        .replace(/\.$/u, ""),
    ),
  dates: (value) => listText(value, dayText),
  days: (value) => listText(value, placedDayText, "; "),
  percents: (value) => listText(value, (item) => `${valueText(item)} %`),
  rates: (value) => listText(value, rateText),
  taxes: (value) => listText(value, taxText),
  peaks: (value) => listText(value, peakText),
  thousands: (value) => (typeof value === "number" ? value.toLocaleString("en") : valueText(value)),
  apsides: (value) => listText(value, apsisText, "; "),
  moments: (value) => listText(value, (item) => (typeof item === "string" ? momentText(item) : undefined)),
  regions: (value) => listText(value, (item) => enumerated(item, ["name", "region", "country_name"]), "; "),
  airports: (value) => listText(value, airportText),
  towns: (value) => listText(value, townText, "; "),
  former: (value) => listText(value, (item) => `${textAt(item, "name")} (${textAt(item, "code")}, until ${textAt(item, "used_until")})`),
  prefixes: (value) => listText(value, (item) => `${textAt(item, "prefix")} of ${textAt(item, "used_in")}`),
  meanings: (value) => listText(value, (item) => `${textAt(item, "prefix")} is ${textAt(item, "meaning")}`),
  places: (value) => listText(value, placedText),
  stretches: (value) => listText(value, stretchText, "; "),
  bridges: (value) => listText(value, bridgeText, "; "),
} satisfies Record<string, (value: Schema.Json) => string>

type Format = keyof typeof formats
const isFormat = (name: string): name is Format => Object.hasOwn(formats, name)

const maxListed = 60

/** Country names that take an article inside a sentence. */
const countryText = (name: string): string =>
  !name.startsWith("the ") &&
  /^(?:United|Netherlands|Philippines|Bahamas|Gambia|Maldives|Seychelles|Comoros|Isle of Man|Vatican)|Islands$|Territor(?:y|ies)$|Republic$/u.test(
    name,
  )
    ? `the ${name}`
    : name

const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1)

/** A list as text; longer lists end with `and others`. */
const listText = (value: Schema.Json, of: (item: Schema.Json) => string | undefined, comma = ", "): string => {
  const items = Array.isArray(value) ? value : [value]
  const texts = items.flatMap((item) => of(item) ?? [])
  return texts.length > maxListed ? `${texts.slice(0, maxListed).join(comma)} and others` : enumerate(texts, comma)
}

const textAt = (item: Schema.Json, name: string): string | undefined => {
  const value = at(item, pointerOf([name]))
  return typeof value === "string" ? valueText(value) : undefined
}

/** `Springfield, Illinois, United States` */
const enumerated = (item: Schema.Json, names: ReadonlyArray<string>): string => names.flatMap((name) => textAt(item, name) ?? []).join(", ")

/** `London Heathrow Airport (LHR)` */
const airportText = (item: Schema.Json): string => {
  const km = at(item, pointerOf(["distance_km"]))
  const facts = [
    textAt(item, "iata"),
    textAt(item, "icao"),
    typeof km === "number" ? `${km} km` : undefined,
    typeof km === "number" && at(item, pointerOf(["scheduled"])) === true ? "scheduled flights" : undefined,
  ]
  const stated = facts.filter((fact) => fact !== undefined)
  return `${textAt(item, "name") ?? "an airport"}${stated.length === 0 ? "" : ` (${stated.join(", ")})`}`
}

/** `Lyon, Auvergne-Rhône-Alpes (522,250 people, 12.3 km away)` */
const townText = (item: Schema.Json): string => {
  const [people, km] = ["population", "distance_km"].map((member) => at(item, pointerOf([member])))
  const facts = [
    ...(typeof people === "number" ? [`${people.toLocaleString("en")} people`] : []),
    ...(typeof km === "number" ? [`${km} km away`] : []),
  ]
  return `${enumerated(item, ["name", "region"])}${facts.length === 0 ? "" : ` (${facts.join(", ")})`}`
}

/** `bank code in 5 to 8`: where a part of an identifier is. */
const placedText = (item: Schema.Json): string | undefined => {
  const [name, first, last] = ["name", "first", "last"].map((member) => at(item, pointerOf([member])))
  if (typeof name !== "string" || typeof first !== "number" || typeof last !== "number") return undefined
  return first === last ? `${name} in ${first}` : `${name} in ${first} to ${last}`
}

/** `Easter Monday on 6 April 2026` of a holiday, `Tet from 5 February 2027 to 9 February 2027` of one of several days. */
const dayText = (item: Schema.Json): string | undefined => {
  const [name, date, end] = [textAt(item, "name"), textAt(item, "date"), textAt(item, "end_date")]
  if (name === undefined || date === undefined) return labelOf(item)?.text
  return end === undefined || end === date ? `${name} on ${dateText(date)}` : `${name} from ${dateText(date)} to ${dateText(end)}`
}

/** `Friday 26 March 2027 to Monday 29 March 2027 (4 days: Good Friday, Easter Monday)` */
const stretchText = (item: Schema.Json): string | undefined => {
  const [name, first, last, days] = [textAt(item, "name"), textAt(item, "date"), textAt(item, "end_date"), at(item, pointerOf(["days"]))]
  return name === undefined || first === undefined || last === undefined || typeof days !== "number"
    ? undefined
    : `${weekdayAndDateText(first)} to ${weekdayAndDateText(last)} (${days} days: ${name})`
}

/** `Friday 7 May 2027, for Thursday 6 May 2027 to Sunday 9 May 2027 (4 days: Ascension Day)` */
const bridgeText = (item: Schema.Json): string | undefined => {
  const [day, stretch] = [textAt(item, "bridge_day"), stretchText(item)]
  return day === undefined || stretch === undefined ? undefined : `${weekdayAndDateText(day)}, for ${stretch}`
}

/** `Thursday 25 November 2027: Brazil, United States` */
const placedDayText = (item: Schema.Json): string | undefined => {
  const [weekday, date, places] = [textAt(item, "weekday"), textAt(item, "date"), at(item, pointerOf(["places"]))]
  return weekday === undefined || date === undefined
    ? undefined
    : `${capital(weekday)} ${dateText(date)}: ${listText(places ?? [], (each) => labelOf(each)?.text)}`
}

/** `Hungary 27 %` */
const rateText = (item: Schema.Json): string | undefined => {
  const [name, percent] = [textAt(item, "name"), at(item, pointerOf(["percent"]))]
  return name !== undefined && typeof percent === "number" ? `${name} ${percent} %` : undefined
}

/** `PST 5.60 (7 %)` */
const taxText = (item: Schema.Json): string | undefined => {
  const [name, tax, percent] = [textAt(item, "name"), textAt(item, "tax"), at(item, pointerOf(["percent"]))]
  return name !== undefined && tax !== undefined && typeof percent === "number" ? `${name} ${tax} (${percent} %)` : undefined
}

/** `total on 2 August 2027 at 10:06` of an eclipse. */
const peakText = (item: Schema.Json): string | undefined => {
  const [name, peak] = [textAt(item, "name"), textAt(item, "peak")]
  return name !== undefined && peak !== undefined ? `${name} on ${momentText(peak)}` : undefined
}

/** `3 January 2027 at 02:08 (147,104,000 km)` */
const apsisText = (item: Schema.Json): string | undefined => {
  const [instant, km] = [textAt(item, "at"), at(item, pointerOf(["distance_km"]))]
  return instant === undefined || typeof km !== "number" ? undefined : `${momentText(instant)} (${km.toLocaleString("en")} km)`
}

const slot = /\{(?<path>[a-z\d_.]+)(?:\|(?<way>[a-z]+))?\}/gu

/** What is wrong with a template; undefined if it is valid. */
export const templateMistake = ({ text }: Pick<SentenceTemplate, "text">): string | undefined => {
  const rest = text.replace(slot, "")
  if (/[{}\p{N}]/u.test(rest)) return `has a brace or a digit outside a slot: ${text}`
  const unknown = [...text.matchAll(slot)].map(({ groups }) => groups?.way ?? "plain").find((way) => !isFormat(way))
  return unknown === undefined ? undefined : `has no format called ${unknown}`
}

/** The sentence with the document's values in its slots, with one full stop after `Apple Inc.`; undefined if its condition does not hold, or a value is missing. */
export const fill = ({ text, when = {} }: Pick<SentenceTemplate, "text" | "when">, data: Schema.Json): GroundedSentence | undefined => {
  const paths: Array<Path> = []
  const valueAt = (dotted: string): Schema.Json | undefined => {
    const path = dotted.split(".")
    const value = at(data, pointerOf(path))
    if (value !== undefined) paths.push(path)
    return value
  }
  if (!Object.entries(when).every(([dotted, condition]) => holds(condition, valueAt(dotted)))) return undefined
  let missing = false
  const filled = text.replace(slot, (_, dotted: string, way: string | undefined = "plain") => {
    const value = valueAt(dotted)
    if (
      value === undefined ||
      value === null ||
      value === "" ||
      (Array.isArray(value) && value.length === 0 && way !== "count") ||
      !isFormat(way)
    )
      missing = true
    return value === undefined || !isFormat(way) ? "" : formats[way](value)
  })
  const unique = new Map(paths.map((path) => [path.join("."), path]))
  return missing
    ? undefined
    : { text: inSingular(filled.replace(/^the /u, "The ").replace(/(?<!\.)\.\.$/u, ".")), paths: [...unique.values()] }
}

/** `1 public holiday` of `1 public holidays`: a template has the plural beside a number. */
const inSingular = (text: string): string =>
  text.replace(
    /(?<![\p{L}\p{N}.,:+-])1((?: (?:public|business|calendar|long))? (?:holiday|weekend|day|week|hour|minute|second))s(?!\p{L})/gu,
    "1$1",
  )

const holds = (condition: Condition, value: Schema.Json | undefined): boolean => {
  if (typeof condition !== "object" || condition === null) return value === condition
  const size = Array.isArray(value) ? value.length : value
  return typeof size === "number" && ("atLeast" in condition ? size >= condition.atLeast : size <= condition.atMost)
}

/** A sentence about a document, with the paths of the values that it states. */
export interface GroundedSentence {
  readonly text: string
  readonly paths: ReadonlyArray<Path>
}
