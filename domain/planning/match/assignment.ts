import type { InputField } from "../../catalogue/Source.ts"
import { areComparedWith } from "../read/comparatives.ts"
import { isPeriod, kindOf, type Mention, overlaps } from "../read/Mention.ts"
import type { Clause, ParsedQuestion } from "../read/ParsedQuestion.ts"
import { mentionWeight } from "../read/thresholds.ts"
import { roleBefore, roleOfField } from "./roles.ts"
import type { Supply } from "./supplies.ts"

/** What the inputs of an operation are bound to. */
export interface BindingContext {
  readonly parsed: ParsedQuestion
  readonly clause: Clause
  readonly supplies: (kind: string) => ReadonlyArray<Supply>
  /** The id that a need of this field has. */
  readonly needOf: (field: InputField) => string
  /** Mentions that this call must not use, because another call of the same clause uses them. */
  readonly taken?: ReadonlySet<Mention>
}

interface Assignment {
  readonly chosen: ReadonlyArray<readonly [InputField, Supply]>
  readonly score: number
}

const maxAssignments = 3_000

/**
 * The best assignment of supplies to fields, in which no mention fills two fields of the same kind. Where one end of a period has a default,
 * one day fills the other end: `days until 25 December` begin today.
 */
export const assign = (
  fields: ReadonlyArray<InputField>,
  binder: BindingContext,
  usable: (anchor: Mention) => boolean,
  hasDefault: (field: InputField) => boolean,
  isFit: (field: InputField, supply: Supply) => boolean,
): Assignment => {
  let best: Assignment = { chosen: [], score: Number.NEGATIVE_INFINITY }
  let tried = 0
  const clocks = fields.filter(({ slot }) => kindOf(slot) === "date.reading").length
  const options = fields.map((field) =>
    binder
      .supplies(kindOf(field.slot))
      .filter((supply) => !binder.taken?.has(supply.anchor) && usable(supply.anchor) && isFit(field, supply))
      .map((supply) => ({ supply, worth: worthOf(field, supply, binder, clocks) })),
  )
  const go = (place: number, chosen: ReadonlyArray<readonly [InputField, Supply]>, score: number) => {
    if (tried++ > maxAssignments) return
    const field = fields[place]
    if (field === undefined) {
      if (score > best.score) best = { chosen, score }
      return
    }
    const isNoPair = (supply: Supply) =>
      chosen.some(
        ([other, before]) =>
          areEndsCompared(binder.parsed.question, before.anchor, supply.anchor) ||
          ((hasDefault(field) || hasDefault(other)) && isDayOfBothEnds(other, field, before, supply)) ||
          (isEndOfPeriod(field) &&
            isEndOfPeriod(other) &&
            (areAlternatives(binder.parsed.question, before, supply) || areOfTwoPeriods(binder.parsed, before.anchor, supply.anchor))),
      )
    const fitting = (options[place] ?? []).filter(({ supply }) => canBoth(field, supply, chosen) && !isNoPair(supply))
    if (hasDefault(field) && isEndOfPeriod(field)) go(place + 1, chosen, score)
    for (const { supply, worth } of fitting) go(place + 1, [...chosen, [field, supply]], score + worth + togetherness(supply, chosen))
    if (fitting.length === 0) go(place + 1, chosen, score)
  }
  go(0, [], 0)
  return best.score === Number.NEGATIVE_INFINITY ? { chosen: [], score: 0 } : best
}

const canBoth = (field: InputField, supply: Supply, chosen: ReadonlyArray<readonly [InputField, Supply]>): boolean =>
  chosen.every(
    ([other, before]) =>
      (!overlaps(before.anchor, supply.anchor) || (kindOf(other.slot) !== kindOf(field.slot) && !areOppositeEnds(other, field))) &&
      (!isPoint(other, field) || isOnePoint(before, supply)),
  )

/** Where something begins and where it ends are two places: the name of one does not supply both. A month is both ends of a period. */
const areOppositeEnds = (field: InputField, other: InputField): boolean => {
  const [role, otherRole] = [roleOfField(field), roleOfField(other)]
  return role !== null && otherRole !== null && role !== otherRole && !kindOf(field.slot).startsWith("date")
}

const isEndOfPeriod = ({ slot }: InputField): boolean => /^date\.(?:start|end)$/u.test(kindOf(slot))

/** Whether one day of the question, and not a period such as a month, would be both where something begins and where it ends. */
const isDayOfBothEnds = (field: InputField, other: InputField, first: Supply, second: Supply): boolean =>
  isEndOfPeriod(field) && isEndOfPeriod(other) && overlaps(first.anchor, second.anchor) && first.anchor.value === second.anchor.value

/** `1 May or 2 May`: two days, not the ends of a period. */
const areAlternatives = (question: string, first: Supply, second: Supply): boolean => {
  const [before, after] = first.anchor.start < second.anchor.start ? [first.anchor, second.anchor] : [second.anchor, first.anchor]
  return /^\s+or\s+(?:on\s+)?(?:the\s+)?$/u.test(question.slice(before.end, after.start))
}

/** `Is Madrid further from Lisbon than from Paris`: not from Lisbon to Paris. */
const areEndsCompared = (question: string, first: Mention, second: Mention): boolean =>
  first.start < second.start ? areComparedWith(question, first, second) : areComparedWith(question, second, first)

/** `1 March to 31 May, and 1 June to 31 August`: the first day of one period and the last day of the other. */
const areOfTwoPeriods = (parsed: ParsedQuestion, first: Mention, second: Mention): boolean =>
  !overlaps(first, second) && isPeriod(parsed.mentions, first) && isPeriod(parsed.mentions, second)

/** A latitude with the longitude of the same end. */
const isPoint = (latitude: InputField, longitude: InputField): boolean =>
  kindOf(latitude.slot) === "geo.latitude" && kindOf(longitude.slot) === "geo.longitude" && roleOfField(latitude) === roleOfField(longitude)

const maxBetweenDegrees = 24

/** Whether both degrees are from one place: from the answer of one call, or side by side in the question. */
const isOnePoint = (latitude: Supply, longitude: Supply): boolean =>
  latitude.depth > 0 || longitude.depth > 0
    ? latitude.depth === longitude.depth && latitude.anchor === longitude.anchor
    : longitude.anchor.start < 0 || Math.abs(longitude.anchor.start - latitude.anchor.end) <= maxBetweenDegrees

/** A bonus of 0 if both fields come from one mention (latitude and longitude); deductions for produced values and for reversed order. */
const togetherness = (supply: Supply, chosen: ReadonlyArray<readonly [InputField, Supply]>): number => {
  const last = chosen.at(-1)?.[1]
  if (last === undefined) return 0
  if (last.anchor === supply.anchor) return 0
  return (
    (last.depth > 0 || supply.depth > 0 ? -0.3 : 0) +
    (last.anchor.kind === supply.anchor.kind && last.anchor.start > supply.anchor.start ? -0.1 : 0)
  )
}

const worthOf = (field: InputField, { anchor, depth }: Supply, { clause, parsed }: BindingContext, clocks: number): number => {
  const near = overlaps(anchor, clause) ? 0 : -1
  return anchor.weight * 2 + near + roleWorth(field, anchor, parsed, clocks) - depth * 0.35
}

const roleWorth = (field: InputField, anchor: Mention, parsed: ParsedQuestion, clocks: number): number => {
  const role = roleOfField(field)
  if (role === null) return 0
  // The zone, the airport or the place that is nearest to a time is where its clock is: `14:00 CET`, `in Tokyo when it is 18:00 at JFK`.
  const readings = kindOf(field.slot) === "time.zone" ? parsed.mentions.filter(({ kind }) => kind === "date.reading") : []
  const own = readings.find((reading) => isClockOf(anchor, reading, parsed))
  if (own !== undefined) {
    // Of the two clock times of a flight the later one in the text is that of its end.
    const isEnd = clocks > 1 && readings.some(({ end }) => end <= own.start)
    return (role === "to") === isEnd ? 0.8 : -0.8
  }
  // `their 10:15 on Wednesday. What would that be in Toronto?`: the zone of another sentence is no zone of the clock time.
  const isElsewhere = readings.length > 0 && readings.every(({ end }) => /[.?!;]\s/u.test(parsed.question.slice(end, anchor.start)))
  if (isElsewhere) return role === "to" ? 0.5 : -0.5
  // `from 9am`: the word belongs to the clock time.
  const [word = ""] = /^(?:from|between|to|until|till)\s/iu.exec(anchor.text) ?? []
  // `from 9am to 5pm`: a word before another clock time is no word of this one.
  const after = anchor.kind === "date.reading" ? Math.max(0, ...endsBefore(anchor, parsed)) : 0
  const statedRole = roleBefore(parsed.question.slice(after), anchor.start + word.length - after)
  return statedRole === null ? 0 : statedRole === role ? 0.5 : -0.5
}

const endsBefore = (anchor: Mention, { mentions }: ParsedQuestion): ReadonlyArray<number> =>
  mentions.flatMap(({ end, kind }) => (kind === anchor.kind && end <= anchor.start ? [end] : []))

/**
 * Whether a place or a zone is the nearest one to a clock time, with no other end between them: of two at the same distance the one behind it (`in Tokyo at 9:30
 * in Berlin`, `in Tokyo at 9:30 Berlin time`).
 */
const isClockOf = (anchor: Mention, reading: Mention, { mentions, question }: ParsedQuestion): boolean => {
  const [preposition = ""] = /^(?:at|by|around|from|until|till|to)\s+/iu.exec(reading.text) ?? []
  const gapTo = ({ end, start }: Mention) => (start >= reading.end ? start - reading.end : reading.start + preposition.length - end)
  const isCloser = (other: Mention) =>
    gapTo(other) < gapTo(anchor) || (gapTo(other) === gapTo(anchor) && other.start >= reading.end && anchor.end <= reading.start)
  const isNearest = !mentions.some(
    (other) => locates.test(other.kind) && other.weight >= mentionWeight.possible && !overlaps(other, reading) && isCloser(other),
  )
  const between = question.slice(Math.min(reading.end, anchor.end), Math.max(reading.start, anchor.start))
  return gapTo(anchor) <= maxGap + preposition.length && isNearest && !/[,;?]|\bfor\b|\bto\b/u.test(between)
}

/** Characters between a clock time and its place. */
const maxGap = 16

/** Kinds of values that have a clock. */
const locates = /^(?:time\.zone|airport\.|place\.name|country\.code|region\.code)/u
