import { Schema } from "effect"
import { lastSegment } from "../../catalogue/defineOperation.ts"
import type { InputField } from "../../catalogue/Source.ts"
import { dateFormatIn, describedOptions, instantIn, patternOf } from "./describedValues.ts"
import { isEmpty, stemsOf, isDistinctive } from "../read/words.ts"

export type FieldType = "number" | "integer" | "boolean" | "string" | "array" | "object"
export type FieldClass =
  | "place"
  | "person"
  | "code"
  | "date"
  | "time"
  | "year"
  | "month"
  | "url"
  | "email"
  | "path"
  | "text"
  | "currency"
  | "other"

/** What the name, description and JSON Schema of an input say about its values. */
export interface FieldProfile {
  readonly type: FieldType
  readonly items: FieldProfile | null
  readonly choices: ReadonlyArray<string | number> | null
  readonly class: FieldClass
  /** The stems of its name, and the distinctive ones of its description. */
  readonly name: ReadonlySet<string>
  readonly about: ReadonlySet<string>
  /** The description in lower case, searched for example values. */
  readonly examples: string
  /** The values that the description names, by the stems of their words: it gives their spelling. */
  readonly options: ReadonlyMap<string, string>
  /** How these values are written: see `patternOf`. */
  readonly patterns: ReadonlySet<string>
  /** The date format that the description requires, if any. */
  readonly dateFormat: string | null
  /** Writes the clock time of an instant after its date, if the description requires an instant. */
  readonly instant: ((clock: string | undefined) => string) | null
  /** It takes a city of the United States with the abbreviation of its state. */
  readonly isTownAndState: boolean
  /** It takes the two letters of a country. */
  readonly isCountryCode: boolean
  /** A percentage has to be given as a share of 1. */
  readonly isShare: boolean
  readonly hasDefault: boolean
  readonly fallback: Schema.Json | undefined
}

const profiles = new WeakMap<InputField, FieldProfile>()

export const fieldProfileOf = (field: InputField): FieldProfile => {
  const cached = profiles.get(field)
  if (cached) return cached
  const made = profile(lastSegment(field.field), field.field, field.jsonSchema)
  profiles.set(field, made)
  return made
}

const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === "object" && value !== null && !Array.isArray(value)

const profile = (name: string, path: string, schema: Readonly<Record<string, unknown>>): FieldProfile => {
  const one =
    Array.isArray(schema.anyOf) && isRecord(schema.anyOf[0]) && schema.type === undefined ? { ...schema, ...schema.anyOf[0] } : schema
  const type = typeOf(one.type)
  const description = typeof one.description === "string" ? one.description.slice(0, 600) : ""
  const choices = Array.isArray(one.enum)
    ? one.enum.filter((choice): choice is string | number => typeof choice === "string" || typeof choice === "number")
    : null
  const options = describedOptions(description, schema.examples, schema.example)
  return {
    type,
    items: type === "array" && isRecord(one.items) ? profile(name, path, { description, ...one.items }) : null,
    choices: choices && choices.length > 0 ? choices : null,
    class: classOf(name, description, typeof one.format === "string" ? one.format : ""),
    name: new Set([...stemsOf(name), ...stemsOf(path)].filter((stem) => !isEmpty(stem) || /^(?:from|to|\p{L})$/u.test(stem))),
    about: new Set(stemsOf(description).filter((stem) => isDistinctive(stem))),
    examples: description.toLowerCase(),
    options,
    patterns: new Set([...options.values()].map(patternOf)),
    dateFormat: dateFormatIn(description),
    instant: instantIn(description),
    isTownAndState:
      /\bcity(?:,| and) (?:the )?state\b|\b(?:CA|NY|TX|CO|WA|IL|MA)\b/iu.test(description) && /\p{L}, \p{Lu}{2}\b/u.test(description),
    isCountryCode:
      /country/iu.test(`${name} ${description}`) && /\b(?:ISO 3166(?!-1 alpha-3)|alpha-2|(?:two|2)[- ]letter)\b/iu.test(description),
    isShare:
      /\b(?:decimal|fraction|ratio|proportion|between 0 and 1|0 to 1)\b|(?<![\d.])0\.\d/iu.test(description) ||
      !/percent|%/iu.test(`${description} ${name}`),
    hasDefault: one.default !== undefined && one.default !== null,
    fallback: isJson(one.default) ? one.default : undefined,
  }
}

const isJson = Schema.is(Schema.Json)

const typeOf = (type: unknown): FieldType => {
  const named = Array.isArray(type) ? type.find((each) => each !== "null") : type
  switch (named) {
    case "number":
    case "float":
      return "number"
    case "integer":
    case "boolean":
    case "array":
    case "object":
      return named
    default:
      return "string"
  }
}

const byName: ReadonlyArray<readonly [FieldClass, RegExp]> = [
  ["email", /e?mail(?!ing)/u],
  ["url", /url|uri|link|website|endpoint|webpage/u],
  ["path", /path|file|folder|director(?:y|ies)$|dataset/u],
  ["date", /(?<!up)date(?!base)|birthday|deadline|dob|^day$|check_?in|check_?out/u],
  ["year", /year/u],
  ["month", /month/u],
  ["time", /time(?!zone|_zone|_?period|_?frame|out|_?range|_?span)|hour/u],
  ["currency", /currenc/u],
  ["code", /(?:^|_)(?:id|ids|code|uuid|key|token|isbn|sku|symbol|ticker|vin|number|hash|account|username|user)(?:_|$)|_id$|identifier/u],
  [
    "place",
    /(?<!velo|capa|inten|densi|elastri|electri)city|cities|location|country|(?:^|_)state$|place(?!_?holder|ment)|destination|origin|address|region|town|venue|departure|arrival|street|county|area$|where|continent|neighbou?rhood|^from$|^to$|^_from$/u,
  ],
  [
    "person",
    /name|author|artist|actor|actress|player|director|singer|president|patient|customer|student|teacher|team|starring|composer|painter|band|company|brand|person|cast/u,
  ],
  ["text", /text|message|content|query|question|description|prompt|body|sentence|paragraph|comment|keyword|topic|subject|title|note/u],
]

const classOf = (name: string, description: string, format: string): FieldClass => {
  if (format === "date" || format === "date-time") return "date"
  if (format === "uri" || format === "url") return "url"
  if (format === "email") return "email"
  if (/^(?:start|end)$/iu.test(name))
    return /\b(?:date|day)\b/iu.test(description) ? "date" : /locat|place|city|point|rout/iu.test(description) ? "place" : "other"
  if (/address/iu.test(name) && /\be-?mails?\b/iu.test(description)) return "email"
  const snake = name.replace(/(?<=[a-z])(?=[A-Z])/gu, "_").toLowerCase()
  const named = byName.find(([, pattern]) => pattern.test(snake))?.[0]
  if (named !== undefined && named !== "person" && named !== "code") return named
  if (
    /\b(?:(?<!velo|capa|inten|densi|elastri|electri)city|cities|location|country|town)\b/iu.test(description.slice(0, 120)) &&
    named === undefined
  )
    return "place"
  if (/\bYYYY-MM-DD\b|\bdate\b/iu.test(description) && !/update|up-to-date/iu.test(description) && named === undefined) return "date"
  return named ?? "other"
}
