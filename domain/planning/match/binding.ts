import type { Schema } from "effect"
import { type InputField, type Variant, variantsOf } from "../../catalogue/Source.ts"
import type { OperationProfile } from "./OperationProfile.ts"
import { type OperationCall, makeCall, type ValueOrigin } from "./OperationCall.ts"
import { isTyped, kindOf, type Mention, overlaps, type Span } from "../read/Mention.ts"
import { roleBefore, roleOfField } from "./roles.ts"
import type { Clause, ParsedQuestion } from "../read/ParsedQuestion.ts"
import type { Supply } from "./supplies.ts"
import { comparativesIn } from "../read/comparatives.ts"
import { listedBeside } from "../read/lists.ts"
import { stemsOf, wordsOf } from "../read/words.ts"
import { fillSlots, type FilledSlots } from "./slotFilling.ts"
import { isoDate } from "../../time.ts"
import { mentionWeight } from "../read/thresholds.ts"

/** An operation with its inputs bound to values of the question. */
export interface BoundCall {
  readonly call: OperationCall
  /** Required inputs without a value. */
  readonly missing: ReadonlyArray<InputField>
  /** Sentences about values that were assumed. */
  readonly assumed: ReadonlyArray<string>
  readonly used: ReadonlyArray<Mention>
  /** Spans of the question that fill untyped inputs. */
  readonly spans: ReadonlyArray<Span>
  readonly listed: FilledSlots["listed"]
  /** The comparatives of the clause that the operation measures, if its value is one of several in the clause. */
  readonly compared: ReadonlySet<string>
  /** How well the values fit the inputs: higher is better. */
  readonly fit: number
}

export interface BindingContext {
  readonly parsed: ParsedQuestion
  readonly clause: Clause
  readonly supplies: (kind: string) => ReadonlyArray<Supply>
  /** The id that a need of this field has. */
  readonly needOf: (field: InputField) => string
  /** Mentions that this call must not use, because another call of the same clause uses them. */
  readonly taken?: ReadonlySet<Mention>
}

/** The variant of an operation that the question fits best. */
export const bindOperation = (operation: OperationProfile, binder: BindingContext): BoundCall => {
  const [first, ...others] = variantsOf(operation.definition).map((variant) => bindVariant(operation, variant, binder))
  return others.reduce((best, next) => (next.fit > best.fit + 1e-9 ? next : best), first!)
}

const missingCosts = 3

const bindVariant = (operation: OperationProfile, variant: Variant, binder: BindingContext): BoundCall => {
  const { given } = binder.parsed
  const input = new Map<InputField, ValueOrigin>()
  const chosen: Array<Supply> = []
  const assumed: Array<string> = []
  let fit = 0
  for (const field of variant.input) {
    const value = ownValue(given, binder.needOf(field))
    if (value !== undefined) {
      input.set(field, { _tag: "Literal", value, mention: null })
      fit += 2
    }
  }
  const typed = variant.input.filter((field) => !input.has(field) && isTyped(field.slot))
  const required = typed.filter((field) => field.required)
  const takes = new Set(variant.input.map(({ slot }) => kindOf(slot)))
  const usable = (anchor: Mention) => anchor.needs === undefined || takes.has(anchor.needs)
  const hasDefault = ({ field }: InputField) => operation.definition.hints?.defaults?.[field] !== undefined
  const assignment = assign(required, binder, usable, hasDefault)
  for (const [field, supply] of assignment.chosen) {
    input.set(field, supply.origin)
    chosen.push(supply)
  }
  fit += required.length === 0 ? 0 : assignment.score / required.length
  for (const field of typed.filter((each) => !each.required)) {
    const supply = optionalSupply(field, binder, chosen)
    if (supply === undefined) continue
    input.set(field, supply.origin)
    chosen.push(supply)
    fit += 0.3
  }
  const used = chosen.flatMap(({ anchor }) => (anchor.beside === undefined ? [anchor] : [anchor, anchor.beside]))
  const open = variant.input.filter((field) => !input.has(field) && !isTyped(field.slot))
  const untyped = fillSlots(open, operation, binder.parsed, binder.clause, used)
  for (const { field, value } of untyped.bound) input.set(field, { _tag: "Literal", value, mention: null })
  fit += untyped.fit
  for (const field of required.filter((each) => !input.has(each))) {
    const assumption = assumedValue(operation, field, binder)
    if (assumption === undefined) continue
    input.set(field, { _tag: "Literal", value: assumption.value, mention: null })
    assumed.push(assumption.sentence)
    if (assumption.day !== undefined) used.push(assumption.day)
  }
  for (const mention of used) if (mention.assumed !== undefined) assumed.push(mention.assumed)
  const missing = variant.input.filter((field) => field.required && !input.has(field))
  return {
    call: makeCall(operation, variant, input),
    missing,
    assumed,
    used,
    spans: untyped.spans,
    listed: untyped.listed,
    compared: comparedBy(operation, used, binder),
    fit: fit - missing.length * missingCosts,
  }
}

const nothing: ReadonlySet<string> = new Set()

const comparedBy = (
  { measured }: OperationProfile,
  used: ReadonlyArray<Mention>,
  { clause, parsed }: BindingContext,
): ReadonlySet<string> => {
  if (measured.size === 0) return nothing
  const stems = comparativesIn(wordsOf(clause.text)).flatMap(({ word }) => (measured.has(word.stem) ? [word.stem] : []))
  return stems.length > 0 && used.some((anchor) => listedBeside(anchor, parsed, clause).length > 0) ? new Set(stems) : nothing
}

const ownValue = (given: Readonly<Record<string, Schema.Json>>, id: string): Schema.Json | undefined =>
  Object.hasOwn(given, id) ? given[id] : undefined

/** An optional input is filled only by a probable mention in the clause that no other input uses. */
const optionalSupply = (
  field: InputField,
  { clause, parsed, supplies, taken }: BindingContext,
  chosen: ReadonlyArray<Supply>,
): Supply | undefined =>
  supplies(kindOf(field.slot)).find(
    ({ anchor, depth }) =>
      depth === 0 &&
      anchor.weight >= mentionWeight.probable &&
      anchor.needs === undefined &&
      anchor.options === undefined &&
      overlaps(anchor, clause) &&
      !taken?.has(anchor) &&
      !chosen.some((other) => isListed(parsed.question, other.anchor, anchor)) &&
      !chosen.some((other) => overlaps(other.anchor, anchor) && !(anchor.companion && other.anchor.start === anchor.start)) &&
      !chosen.some((other) => isAnother(other.anchor, anchor, parsed)),
  )

/** `Oslo` of `London, Oslo and Madrid` is another place beside London, not a time zone for London; `Oslo time` is a zone. */
const isAnother = (first: Mention, second: Mention, { mentions, question }: ParsedQuestion): boolean =>
  first.kind !== second.kind &&
  mentions.some(
    ({ end, kind, needs, start, weight }) =>
      kind === first.kind &&
      needs === undefined &&
      weight >= mentionWeight.probable &&
      overlaps({ end, start }, second) &&
      !overlaps({ end, start }, first),
  ) &&
  !/^(?:['’]s)?\s(?:local\s)?time\b/iu.test(question.slice(second.end))

/** `Madrid and France`: two members of a list; France does not specify Madrid. */
const isListed = (question: string, first: Mention, second: Mention): boolean =>
  /^\s*,?\s*(?:and|or|as well as|&|\/)\s+(?:in\s+|at\s+|for\s+)?$/iu.test(question.slice(first.end, Math.max(first.end, second.start)))

interface Assignment {
  readonly chosen: ReadonlyArray<readonly [InputField, Supply]>
  readonly score: number
}

const maxAssignments = 3_000

/**
 * The best assignment of supplies to fields, in which no mention fills two fields of the same kind. Where one end of a period has a default,
 * one day fills the other end: `days until 25 December` begin today.
 */
const assign = (
  fields: ReadonlyArray<InputField>,
  binder: BindingContext,
  usable: (anchor: Mention) => boolean,
  hasDefault: (field: InputField) => boolean,
): Assignment => {
  let best: Assignment = { chosen: [], score: Number.NEGATIVE_INFINITY }
  let tried = 0
  const options = fields.map((field) =>
    binder
      .supplies(kindOf(field.slot))
      .filter(({ anchor }) => !binder.taken?.has(anchor) && usable(anchor))
      .map((supply) => ({ supply, worth: worthOf(field, supply, binder) })),
  )
  const go = (place: number, chosen: ReadonlyArray<readonly [InputField, Supply]>, score: number) => {
    if (tried++ > maxAssignments) return
    const field = fields[place]
    if (field === undefined) {
      if (score > best.score) best = { chosen, score }
      return
    }
    const isNoPeriod = (supply: Supply) =>
      chosen.some(
        ([other, before]) =>
          ((hasDefault(field) || hasDefault(other)) && isDayOfBothEnds(other, field, before, supply)) ||
          (isEndOfPeriod(field) && isEndOfPeriod(other) && areAlternatives(binder.parsed.question, before, supply)),
      )
    const fitting = (options[place] ?? []).filter(({ supply }) => canBoth(field, supply, chosen) && !isNoPeriod(supply))
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

const worthOf = (field: InputField, { anchor, depth }: Supply, { clause, parsed }: BindingContext): number => {
  const near = overlaps(anchor, clause) ? 0 : -1
  return anchor.weight * 2 + near + roleWorth(field, anchor, parsed) - depth * 0.35
}

const roleWorth = (field: InputField, anchor: Mention, parsed: ParsedQuestion): number => {
  const role = roleOfField(field)
  if (role === null) return 0
  // The zone, the airport or the place that is nearest to a time is where its clock is: `14:00 CET`, `in Tokyo when it is 18:00 at JFK`.
  const reading = kindOf(field.slot) === "time.zone" && parsed.mentions.find(({ kind }) => kind === "date.reading")
  if (reading) {
    const gapTo = ({ end, start }: Mention) => (start >= reading.end ? start - reading.end : reading.start - end)
    const isNearest = !parsed.mentions.some(
      (other) =>
        locates.test(other.kind) && other.weight >= mentionWeight.possible && !overlaps(other, reading) && gapTo(other) < gapTo(anchor),
    )
    const between = parsed.question.slice(Math.min(reading.end, anchor.end), Math.max(reading.start, anchor.start))
    const isBeside = gapTo(anchor) <= 16 && isNearest && !/[,;?]|\bfor\b|\bto\b/u.test(between)
    if (isBeside) return role === "from" ? 0.8 : -0.8
  }
  const statedRole = roleBefore(parsed.question, anchor.start)
  return statedRole === null ? 0 : statedRole === role ? 0.5 : -0.5
}

/** Kinds of values that have a clock. */
const locates = /^(?:time\.zone|airport\.|place\.name|country\.code|region\.code)/u

/** The default of a field that the question does not mention, with the sentence that says so, and the day of the question that it is of. */
const assumedValue = (
  operation: OperationProfile,
  { field }: InputField,
  { clause, parsed: { mentions, now } }: BindingContext,
): { readonly value: Schema.Json; readonly sentence: string; readonly day?: Mention } | undefined => {
  const today = isoDate(now)
  const year = today.slice(0, 4)
  switch (operation.definition.hints?.defaults?.[field]) {
    case "today":
      return { value: today, sentence: `No day was given: ${today}, today in UTC, is assumed.` }
    case "this year":
      return { value: Number(year), sentence: `No year was given: ${year} is assumed.` }
    case "now": {
      // The difference of two clocks is requested by name; what both show is another question.
      const requested = new Set(stemsOf(clause.text))
      if (!stemsOf(Object.values(operation.definition.hints?.keywords ?? {}).join(" ")).some((stem) => requested.has(stem)))
        return undefined
      const day = mentions.find((mention) => mention.kind === "date" && mention.weight >= mentionWeight.clear && overlaps(mention, clause))
      return day === undefined
        ? {
            value: new Date(now).toISOString().slice(0, 16),
            sentence: `No clock time was given: now (UTC ${new Date(now).toISOString().slice(11, 16)}) is assumed.`,
          }
        : { value: `${String(day.value)}T12:00`, sentence: "No clock time was given: 12:00 is assumed.", day }
    }
    case undefined:
      return undefined
  }
}
