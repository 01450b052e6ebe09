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

export const kindOf = (slot: string): string => kinds[slot] ?? slot

export const overlaps = (
  a: { readonly start: number; readonly end: number },
  b: { readonly start: number; readonly end: number },
): boolean => a.start < b.end && b.start < a.end

/** Of the readings of a stretch of text, the surest one. */
export const surest = (mentions: ReadonlyArray<Mention>): ReadonlyArray<Mention> =>
  mentions.filter(
    (mention, place) =>
      !mentions.some(
        (other, at) => overlaps(other, mention) && (other.weight > mention.weight || (other.weight === mention.weight && at < place)),
      ),
  )

/** Finds the typed entities of a question. `now` is milliseconds since 1970. */
export type Extract = (question: string, now: number) => ReadonlyArray<Mention>
