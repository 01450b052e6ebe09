import type { Schema } from "effect"

/** Something that a question says, and what it can be used as. Several mentions of one stretch of text are its readings. */
export interface Mention {
  /** What it is: the fact type of the slots that it fills, or the name of a kind that several slots share (`kinds`). */
  readonly kind: string
  readonly start: number
  readonly end: number
  readonly text: string
  /** In its encoded form, as the inputs of operations take it. */
  readonly value: Schema.Json
  /** How sure it is, from 0 to 1: an IBAN that has its shape 1, three letters that may be a code less. */
  readonly weight: number
  /** It goes with another reading of the same text: the region's code with its country's. */
  readonly companion?: boolean
  /** Of use only to what takes a thing of this kind as well: a region's country, where the region counts. */
  readonly needs?: string
  /** What it may mean, where its text alone does not tell: one of them is to be chosen. */
  readonly options?: ReadonlyArray<Meaning>
  /** Said of what was taken for granted. */
  readonly assumed?: string
}

export interface Meaning {
  /** Stable for the same text and catalogue. */
  readonly ref: string
  readonly label: string
  readonly description: string
  readonly value: Schema.Json
}

/** Slots that are filled by the same things → the kind of these things. Any other slot is its own kind. */
const kinds: Readonly<Record<string, string>> = {
  "date.day": "date",
  "calendar.date": "date",
  "calendar.start_date": "date.start",
  "calendar.end_date": "date.end",
  "calendar.year": "date.year",
  "time.date_time": "date.reading",
}

/** The kinds of things that are looked for in questions. Inputs of any other kind are filled by what stands near their names. */
export const typedKinds: ReadonlySet<string> = new Set(
  (
    "airport.iata airport.icao bank.bic bank.iban company.number country.alpha3 country.code currency.code currency.number date date.end date.reading date.start date.year domain.name email.address " +
    "geo.latitude geo.longitude ip.address phone.number place.name region.code tax.vat_number time.zone unit.from unit.to unit.value"
  ).split(" "),
)

export const isTyped = (slot: string): boolean => typedKinds.has(kindOf(slot))

/** Kinds whose values identify one account, company, address or host by themselves. */
export const isIdentifierKind = (kind: string): boolean => /^(?:bank|company|domain|email|ip|phone|tax)\./u.test(kind)

export const kindOf = (slot: string): string => kinds[slot] ?? slot

export const overlaps = (
  a: { readonly start: number; readonly end: number },
  b: { readonly start: number; readonly end: number },
): boolean => a.start < b.end && b.start < a.end

/** Of the readings of a stretch of text, the surest one. */
export const highestWeighted = (mentions: ReadonlyArray<Mention>): ReadonlyArray<Mention> =>
  mentions.filter(
    (mention, place) =>
      !mentions.some(
        (other, at) => overlaps(other, mention) && (other.weight > mention.weight || (other.weight === mention.weight && at < place)),
      ),
  )

/** Finds the typed entities of a question. `now` is milliseconds since 1970. */
export type MentionExtractor = (question: string, now: number) => ReadonlyArray<Mention>

/** What a stretch of a question looks like. */
export type Shape = "quoted" | "number" | "proper" | "chunk" | "code" | "url" | "email" | "path" | "date" | "time" | "list" | "currency"

/** A stretch of a question that may be the value of an input that has no type of its own. */
export interface Span {
  readonly start: number
  readonly end: number
  readonly shape: Shape
  readonly value: Schema.Json
  /** The word after a number, the sign before it. */
  readonly unit?: string
  /** What the items of a list look like; absent where the list stands in brackets. */
  readonly of?: Shape
  readonly items?: ReadonlyArray<Span>
}

/** The id of the choice between the meanings of a mention: the same whenever the same is said. */
export const choiceId = ({ kind, text }: Pick<Mention, "kind" | "text">): string =>
  `${kind}:${text.toLowerCase().replace(/[^\p{L}\p{N}]+/gu, "-")}`
