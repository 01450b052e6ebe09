import type { Schema } from "effect"
import type { KnownNames } from "./spellCorrection.ts"
import type { TaggedWord } from "./statements.ts"

/** A typed value in a question. Several mentions of the same text are alternative readings of it. */
export interface Mention {
  /** The fact type of the slots that it fills, or the name of a kind that several slots share (`kinds`). */
  readonly kind: string
  readonly start: number
  readonly end: number
  readonly text: string
  /** In its encoded form, as the inputs of operations take it. */
  readonly value: Schema.Json
  /** The certainty, from 0 to 1: 1 for a well-formed IBAN, less for three letters that may be a code. See `mentionWeight`. */
  readonly weight: number
  /** It can be used together with another reading of the same text: the code of a region with that of its country. */
  readonly companion?: boolean
  /** Usable only by an operation that also takes this kind: the country of a region, if the region is an input. */
  readonly needs?: string
  /** The meanings of an ambiguous text: the buyer chooses one. */
  readonly options?: ReadonlyArray<Meaning>
  /** The sentence about what this reading assumes. */
  readonly assumed?: string
  /** Another mention that its value is from: the day of a clock reading. */
  readonly beside?: Mention
  /** The numbers of the groups of values that it is of, each an input of a call of its own: an amount with its target unit. */
  readonly groups?: ReadonlyArray<number>
  /** Why the text cannot be true: `25 November 2026 is a Wednesday.` The buyer corrects it before anything is bought. */
  readonly contradiction?: string
}

/** Where a value is in a text, and how certainly: a mention without its value. */
export type Reading = Pick<Mention, "kind" | "start" | "end" | "text" | "weight">

export interface Meaning {
  /** Stable for the same text and catalogue. */
  readonly ref: string
  readonly label: string
  readonly description: string
  readonly value: Schema.Json
}

/** Slots that take the same values → the kind of these values. Any other slot is its own kind. */
const kinds: Readonly<Record<string, string>> = {
  "date.day": "date",
  "calendar.date": "date",
  "calendar.start_date": "date.start",
  "calendar.end_date": "date.end",
  "calendar.year": "date.year",
  "calendar.month": "date.month",
  "time.date_time": "date.reading",
}

/** The kinds that the extractors find. Inputs of other kinds are filled from spans, by the learnt weights. */
export const typedKinds: ReadonlySet<string> = new Set(
  (
    "amount.basis apsis.kind currency.amount bank.german_code bank.national_account bank.national_code airport.iata airport.icao bank.bic bank.iban calendar.counted_weekdays calendar.day_count calendar.ordinal calendar.period calendar.week calendar.weekend call.from company.number condition.driving_side condition.euro_area condition.european_union condition.landlocked condition.language condition.region condition.schengen condition.without_language country.alpha3 country.calling_code country.code country.numeric country.top_level_domain currency.code currency.number date date.end date.month date.reading date.start date.year domain.name email.address eclipse.wanted_kind eu.area feast.name goods.kind " +
    "geo.latitude geo.longitude hijri.calendar hijri.date holiday.anywhere holiday.name id.kind id.number ip.address network.asn phone.number phone.town place.name place.population_from place.radius_km rate.from rate.to rate.value region.code sky.body solstice.kind stretch.kind subnet.cidr tax.percent tax.region tax.vat_number time.duration time.passing time.zone unit.from unit.to unit.value time.unix time.unix_unit vat.prefix zone.stated"
  ).split(" "),
)

/** The kind of a text that has the form of a value and cannot be one: `25:10`. */
export const impossibleKind = "impossible"

/** The kind of an amount that describes the thing beside the one that is converted: `20 ft` of `20 ft container, 33 cubic metres in cubic feet`. */
export const describingAmountKind = "described.amount"

export const isTyped = (slot: string): boolean => typedKinds.has(kindOf(slot))

/** Kinds whose values identify one account, company, address or host by themselves. */
export const isIdentifierKind = (kind: string): boolean => /^(?:bank|company|domain|email|ip|phone|tax)\.|^id\.number$/u.test(kind)

export const kindOf = (slot: string): string => kinds[slot] ?? slot

export const overlaps = (
  a: { readonly start: number; readonly end: number },
  b: { readonly start: number; readonly end: number },
): boolean => a.start < b.end && b.start < a.end

/** Whether the text of a mention has both ends of a period: `1 March to 31 May`. */
export const isPeriod = (mentions: ReadonlyArray<Mention>, { end, kind, start, value }: Mention): boolean =>
  start >= 0 &&
  endOfPeriod.test(kind) &&
  mentions.some((other) => endOfPeriod.test(other.kind) && other.start === start && other.end === end && other.value !== value)

const endOfPeriod = /^date\.(?:start|end)$/u

/**
 * Whether a stretch of the text overlaps one of the spans. For many questions about the same spans, of which 4,000 characters may have
 * 2,000: they are sorted once, and each question is a search of the halves.
 */
export const overlapsAny = (
  spans: ReadonlyArray<{ readonly start: number; readonly end: number }>,
): ((stretch: { readonly start: number; readonly end: number }) => boolean) => {
  const byStart = spans.map(({ end, start }) => ({ start, end })).sort((a, b) => a.start - b.start)
  // The farthest end of a span and of all that start before it.
  let farthest = -Infinity
  const ends = byStart.map(({ end }) => (farthest = Math.max(farthest, end)))
  return ({ end, start }) => {
    let [low, high] = [0, byStart.length]
    while (low < high) {
      const middle = (low + high) >> 1
      if (byStart[middle]!.start < end) low = middle + 1
      else high = middle
    }
    return low > 0 && ends[low - 1]! > start
  }
}

/** The readings with the highest weight of each part of the text. A town with its country behind a comma is one place. */
export const highestWeighted = <A extends Reading>(mentions: ReadonlyArray<A>): ReadonlyArray<A> => {
  const lands = mentions.filter(({ kind }) => kind === "country.code" || kind === "region.code")
  // `Ontario, Canada`, `Spain, Canary Islands`: no town.
  const isTown = ({ kind, start, text, weight }: A) =>
    kind === "place.name" && weight >= minTown && /,\s/u.test(text) && !lands.some((land) => land.start === start)
  const towns = new Set(mentions.filter(isTown))
  const isIn = (town: A, land: A) => towns.has(town) && lands.includes(land) && town.end === land.end && town.start < land.start
  return withoutOverlapped(mentions, (other, mention, isBefore) => {
    if (isIn(other, mention)) return true
    return !isIn(mention, other) && (other.weight > mention.weight || (other.weight === mention.weight && isBefore))
  })
}

const minTown = 0.6

/**
 * The spans that no overlapping one `beats`; `isBefore`: whether that one comes first in the list. Each span is compared with
 * its neighbours in the text alone, because a question of 4,000 characters may have 2,000 spans.
 */
export const withoutOverlapped = <A extends { readonly start: number; readonly end: number }>(
  spans: ReadonlyArray<A>,
  beats: (other: A, span: A, isBefore: boolean) => boolean,
): ReadonlyArray<A> => {
  const byStart = spans.map((span, at) => ({ span, at })).sort((a, b) => a.span.start - b.span.start)
  const beaten = new Set<number>()
  for (const [i, { at, span }] of byStart.entries()) {
    // Every pair is looked at once, from the one that starts first.
    for (let j = i + 1; j < byStart.length && byStart[j]!.span.start < span.end; j++) {
      const next = byStart[j]!
      if (!overlaps(next.span, span)) continue
      if (beats(next.span, span, next.at < at)) beaten.add(at)
      if (beats(span, next.span, at < next.at)) beaten.add(next.at)
    }
  }
  return spans.filter((_, at) => !beaten.has(at))
}

/** Finds the typed values of a question. `now` is milliseconds since 1970. */
export interface MentionExtractor {
  (question: string, now: number): ReadonlyArray<Mention>
  /** The names that it knows by heart: typing errors in them are corrected. */
  readonly known: KnownNames
  /** The words and signs of a text with their parts of speech. */
  readonly tagged: (text: string) => ReadonlyArray<TaggedWord>
  /** Whether a city or a town has this name, in lower case too. */
  readonly isTown: (name: string) => boolean
  /** Whether all words of a name are English, so that it is hardly that of a place. */
  readonly isEnglish: (name: string) => boolean
  /** What a text of a source's description says of values: an example question, or a phrase. Read without a date. */
  readonly described: (text: string) => ReadonlyArray<Reading>
}

/** The shape of a span. */
export type Shape = "quoted" | "number" | "proper" | "chunk" | "code" | "url" | "email" | "path" | "date" | "time" | "list" | "currency"

/** A stretch of the question that may be the value of an untyped input. */
export interface Span {
  readonly start: number
  readonly end: number
  readonly shape: Shape
  readonly value: Schema.Json
  /** The word after a number, or the sign before it. */
  readonly unit?: string
  /** The shape of a list's items; absent for a list in brackets. */
  readonly of?: Shape
  readonly items?: ReadonlyArray<Span>
}

/** The id of the choice between the meanings of a mention: the same for the same text. */
export const choiceId = ({ kind, text }: Pick<Mention, "kind" | "text">): string =>
  `${kind}:${text.toLowerCase().replace(/[^\p{L}\p{N}]+/gu, "-")}`
