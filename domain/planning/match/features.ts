import type { Schema } from "effect"
import type { InputField } from "../../catalogue/Source.ts"
import type { OperationProfile } from "./OperationProfile.ts"
import { optionKey } from "./describedValues.ts"
import type { FieldProfile } from "./fieldProfile.ts"
import { roleOfField } from "./roles.ts"
import { type AboutSpan, aboutSpan, closeness } from "./spanContext.ts"
import type { Clause, ParsedQuestion } from "../read/ParsedQuestion.ts"
import type { Span } from "../read/Mention.ts"
import { isEmpty, stemOf, type Word } from "../read/words.ts"

export interface FieldSpanPair {
  readonly field: InputField
  readonly profile: FieldProfile
  readonly span: Span
  /** The value that the field would get from the span. */
  readonly value: Schema.Json
  readonly operation: OperationProfile
  readonly parsed: ParsedQuestion
  /** The field's index among the unfilled fields, and the number of these. */
  readonly place: number
  readonly fields: number
  /** All spans of the question. */
  readonly free: ReadonlyArray<Span>
  readonly rivals: ReadonlyArray<{ readonly field: InputField; readonly profile: FieldProfile }>
}

const countryStem = stemOf("country")

const bit = (condition: boolean): number => (condition ? 1 : 0)

export const spanFeatures: ReadonlyArray<string> = [
  "exact date, time, address",
  "field name right before",
  "field name within 2 words before",
  "field name before",
  "field name right after",
  "field name after",
  "description word right before",
  "description word within 3 words before",
  "description word right after",
  "description word within 2 words after",
  "rival field name closer",
  "own field name closer",
  "place: proper noun",
  "place: after in, at, near",
  "person: after by",
  "role matches",
  "role contradicts",
  "unit is in the field name",
  "unit is in the description",
  "unit is in a rival field name",
  "unit is in a rival description",
  "share of words about the operation",
  "all words are about the operation",
  "appears in the description",
  "option of the description",
  "not an option of the description",
  "value differs from the text",
  "number of words",
  "plausible year",
  "integer field",
  "after of, for, named",
  "not part of a longer name",
  "number in words",
  "single value for a list",
  "proper noun with and",
  "proper noun with in, for",
  "proper noun with comma",
  "begins with a stop word",
  "part of a longer span",
  "other text is quoted",
  "contains a description word",
  "last word is in the description",
  "only field",
  "required field",
  "field has a default",
  "begins the sentence",
  "single plain word",
  "last word is the field name",
  "written like an option",
  "not written like any option",
  "names a country: for a country",
  "names a country: for another place",
  "names no country: for a country",
  "names a town: for a place",
  "names a town: for another text",
  "names no town: for a place",
]

/** The features of a span as the value of a field, in the order of `spanFeatures`. */
export const featuresOf = (pair: FieldSpanPair): ReadonlyArray<number> => {
  const { operation, field, profile, span, value } = pair
  const { items } = profile
  const kind = profile.type === "array" && items ? items.class : profile.class
  const about = aboutSpan(pair)
  const { near, role: statedRole, announces, stems: spanStems } = about
  const isText = profile.type === "string" || profile.type === "array"
  const role = roleOfField(field)
  const ofRole = role === null ? null : statedRole
  const names = (words: ReadonlyArray<Word>) => words.some(({ stem }) => profile.name.has(stem))
  const describes = (words: ReadonlyArray<Word>) => words.some(({ stem }) => profile.about.has(stem))
  const own = closeness(about, profile)
  const others = pair.rivals.filter((other) => other.field !== field)
  const rival = Math.max(0, ...others.map((other) => closeness(about, other.profile)))
  const unit = span.unit === undefined ? null : stemOf(span.unit)
  const counts = (each: FieldProfile) => unit !== null && each.name.has(unit)
  const measures = (each: FieldProfile) => unit !== null && (each.about.has(unit) || abbreviated(unit, each))
  const inName =
    spanStems.filter((stem) => (operation.terms.get(stem) ?? 0) >= 4 || profile.name.has(stem)).length / Math.max(1, spanStems.length)
  const options = profile.items?.options ?? profile.options
  const { patterns } = profile.items ?? profile
  const looks = patterns.has(about.pattern)
  const takesCountry = isText && profile.name.has(countryStem)
  const isOption = typeof span.value === "string" && options.has(optionKey(span.value))
  return [
    bit(["date", "time", "url", "email", "path"].includes(span.shape) && kind === span.shape),
    bit(names(near.before.slice(-1))),
    bit(names(near.before.slice(-2))),
    bit(names(near.before)),
    bit(names(near.after.slice(0, 1))),
    bit(names(near.after)),
    bit(describes(near.before.slice(-1))),
    bit(describes(near.before.slice(-3))),
    bit(describes(near.after.slice(0, 1))),
    bit(describes(near.after.slice(0, 2))),
    bit(rival > own),
    bit(own > rival),
    bit(kind === "place" && span.shape === "proper"),
    bit(kind === "place" && announces.place),
    bit(kind === "person" && announces.person),
    bit(ofRole !== null && ofRole === role),
    bit(ofRole !== null && ofRole !== role),
    bit(counts(profile)),
    bit(measures(profile)),
    bit(!counts(profile) && others.some((other) => counts(other.profile))),
    bit(!measures(profile) && others.some((other) => measures(other.profile))),
    isText ? inName : 0,
    bit(isText && inName === 1),
    bit(isText && spanStems.length > 0 && typeof span.value === "string" && profile.examples.includes(about.folded)),
    bit(isOption),
    bit(!isOption && isText && options.size > 1),
    bit(typeof value === "string" && value !== span.value && !isOption),
    Math.min(5, spanStems.length),
    bit(kind === "year" && typeof span.value === "number" && span.value > 1800 && span.value < 2200) -
      bit(kind !== "year" && typeof span.value === "number" && span.value > 1900 && span.value < 2100 && announces.year),
    bit(profile.type === "integer"),
    bit(isText && announces.name),
    bit(isText && !about.touches),
    bit(span.shape === "number" && !about.hasDigits),
    bit(profile.type === "array" && span.shape !== "list"),
    ...formOf(pair, about),
    bit(spanStems.length > 1 && profile.name.has(spanStems.at(-1)!)),
    bit(isText && looks),
    bit(isText && patterns.size > 0 && !looks),
    bit(takesCountry && about.isCountry),
    bit(kind === "place" && !takesCountry && about.isCountry),
    bit(takesCountry && !about.isCountry),
    bit(kind === "place" && about.isTown),
    bit(kind !== "place" && isText && about.isTown),
    bit(kind === "place" && span.shape === "proper" && !about.isTown && !about.isCountry),
  ]
}

/** Features of the span's composition, and of the alternatives to it. */
const formOf = (
  { field, fields, profile, span }: FieldSpanPair,
  { isPart, isQuoted, joins, leads, stems }: AboutSpan,
): ReadonlyArray<number> => [
  bit(span.shape === "proper" && joins.and),
  bit(span.shape === "proper" && joins.in),
  bit(span.shape === "proper" && joins.comma),
  bit(stems.length > 0 && isEmpty(stems[0]!)),
  bit(isPart),
  bit(isQuoted),
  bit(stems.some((stem) => profile.about.has(stem))),
  bit(stems.length > 0 && profile.about.has(stems.at(-1)!)),
  bit(fields === 1),
  bit(field.required),
  bit(profile.hasDefault),
  bit(leads),
  bit(stems.length === 1 && span.shape === "chunk"),
]

/** The class of a field's values: the forms of a span are weighted separately for each class. */
export const valueClassOf = (profile: FieldProfile): string =>
  profile.type === "string" ? profile.class : profile.type === "array" ? `list of ${profile.items?.type ?? "any"}` : profile.type

/** The shape of a span and its neighbouring words, as keys of the form weights. */
export const formKeysOf = (pair: FieldSpanPair): ReadonlyArray<string> => aboutSpan(pair).forms

/** The distance, from 0 to 1, between the field's relative position among its like and the span's relative position in the clause. */
export const orderMismatch = ({ fields, place, span }: Omit<FieldSpanPair, "value">, clause: Clause): number =>
  fields < 2 ? 0 : Math.abs(place / Math.max(1, fields - 1) - (span.start - clause.start) / Math.max(1, clause.end - clause.start))

const written: Readonly<Record<string, ReadonlyArray<string>>> = Object.fromEntries(
  "m meter metre|km kilometer kilometre|kg kilogram|g gram|cm centimeter|mm millimeter|s second|sec second|min minute|h hour|hr hour|$ dollar usd price amount cost budget|€ euro|£ pound|% percent percentage rate|lb pound|ft foot feet|mi mile|k kelvin|c celsius|f fahrenheit|year age old|mph speed|j joule|n newton|v volt|w watt|l liter"
    .split("|")
    .map((line) => {
      const [unit = "", ...names] = line.split(" ")
      return [unit, names.map(stemOf)] as const
    }),
)

const abbreviated = (unit: string, profile: FieldProfile): boolean =>
  (written[unit] ?? []).some((name) => profile.about.has(name) || profile.name.has(name))
