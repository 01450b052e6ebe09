import type { Schema } from "effect"
import { withinBounds } from "./bounds.ts"
import { alignedValues } from "./alignedValues.ts"
import { lastSegment } from "../../catalogue/defineOperation.ts"
import type { InputField } from "../../catalogue/Source.ts"
import { isUntyped, type OperationProfile } from "./OperationProfile.ts"
import { mentionedChoices, statedBoolean } from "./choices.ts"
import { type FieldProfile, fieldProfileOf } from "./fieldProfile.ts"
import { isImplausible } from "./implausible.ts"
import { featuresOf, type FieldSpanPair, formKeysOf, orderMismatch, spanFeatures, valueClassOf } from "./features.ts"
import { type Mention, overlaps, type Shape, type Span } from "../read/Mention.ts"
import type { Clause, ParsedQuestion } from "../read/ParsedQuestion.ts"
import { roleOfField } from "./roles.ts"
import { spansIn } from "../read/spans.ts"
import weights from "./spanWeights.json" with { type: "json" }
import { alignedValueReward, usedSpanReward } from "./thresholds.ts"
import { valueFor } from "./valueFor.ts"

export interface FilledSlots {
  readonly bound: ReadonlyArray<{ readonly field: InputField; readonly value: Schema.Json }>
  readonly spans: ReadonlyArray<Span>
  readonly fit: number
  /** The score of each value by the learnt weights: 0 is the score of no value. Choices that the clause mentions have none. */
  readonly scores: ReadonlyMap<InputField, number>
  /** Inputs that take one value where the question lists several: the values of the other members, in their order. */
  readonly listed: ReadonlyArray<{ readonly field: InputField; readonly values: ReadonlyArray<Schema.Json> }>
}

type Unvalued = Omit<FieldSpanPair, "value">

interface Scored {
  readonly value: Schema.Json
  readonly score: number
}

/** The score of a span for a field is the same in every clause, except for the span's position there: it is cached by question. */
const scoresByQuestion = new WeakMap<ParsedQuestion, Map<InputField, Map<Span, Scored | null>>>()
const scoreOf = (pair: Unvalued): Scored | null => {
  const { field, profile, parsed, span } = pair
  const ofQuestion = scoresByQuestion.get(parsed) ?? new Map<InputField, Map<Span, Scored | null>>()
  scoresByQuestion.set(parsed, ofQuestion)
  const ofField = ofQuestion.get(field) ?? new Map<Span, Scored | null>()
  ofQuestion.set(field, ofField)
  const cached = ofField.get(span)
  if (cached !== undefined) return cached
  const read = isImplausible(pair) ? undefined : valueFor(profile, span, parsed)
  const value = read === undefined ? undefined : withinBounds(field.jsonSchema, read)
  const made = value === undefined ? null : { value, score: weigh({ ...pair, value }) }
  ofField.set(span, made)
  return made
}

const weightByFeature: Readonly<Record<string, number>> = weights.features
const featureWeights = spanFeatures.map((feature) => weightByFeature[feature] ?? 0)
const formWeights: ReadonlyMap<string, ReadonlyMap<string, number>> = new Map(
  Object.entries(weights.forms).map(([takes, forms]) => [takes, new Map(Object.entries(forms))]),
)

const weigh = (pair: FieldSpanPair): number => {
  const forms = formWeights.get(valueClassOf(pair.profile))
  let score = featuresOf(pair).reduce((sum, feature, at) => sum + feature * (featureWeights[at] ?? 0), 0)
  for (const form of formKeysOf(pair)) score += forms?.get(form) ?? 0
  return score
}

interface Open {
  readonly field: InputField
  readonly profile: FieldProfile
  readonly place: number
}

/** Every field with every span that may be its value. */
export const pairsOf = (
  open: ReadonlyArray<Open>,
  free: ReadonlyArray<Span>,
  operation: OperationProfile,
  parsed: ParsedQuestion,
): ReadonlyArray<Unvalued> =>
  open.flatMap(({ field, place, profile }) =>
    free.map((span) => ({ field, profile, span, operation, parsed, place, fields: open.length, free: spansIn(parsed), rivals: open })),
  )

const maxFields = 40

/** Of an operation with typed inputs: it may be bought without approval, and its optional input may be left out. */
const minOptionalScore = 1

/** Fills untyped inputs with the spans of the question that score highest by the learnt weights. */
export const fillSlots = (
  fields: ReadonlyArray<InputField>,
  operation: OperationProfile,
  parsed: ParsedQuestion,
  clause: Clause,
  used: ReadonlyArray<Mention>,
): FilledSlots => {
  if (fields.length === 0) return { bound: [], spans: [], fit: 0, scores: new Map(), listed: [] }
  const bound: Array<{ field: InputField; value: Schema.Json }> = []
  const spans: Array<Span> = []
  const free = spansIn(parsed).filter(
    (span) => span.start >= clause.start && span.end <= clause.end && !used.some((mention) => overlaps(mention, span)),
  )
  let fit = 0
  const open: Array<Open> = []
  for (const [place, field] of fields.slice(0, maxFields).entries()) {
    const profile = fieldProfileOf(field)
    const choice = fromClosedSet(profile, clause, operation, parsed.allMentions)
    if (choice === undefined) open.push({ field, profile, place })
    else if (choice.value !== undefined) {
      bound.push({ field, value: choice.value })
      fit += choice.isStated ? 0.4 : 0
      spans.push(...choice.spans)
    }
  }
  const aligned = alignedValues(parsed.question, open, free)
  const scored = pairsOf(open, free, operation, parsed).flatMap((pair) => {
    const scoredValue = scoreOf(pair)
    return scoredValue === null
      ? []
      : [
          {
            field: pair.field,
            span: pair.span,
            value: scoredValue.value,
            score:
              scoredValue.score +
              weights.order * orderMismatch(pair, clause) +
              (isSame(aligned.get(pair.field), pair.span) ? alignedValueReward : 0),
            reward: isUntyped(operation) ? rewardOf(pair.span, parsed) : 0,
          },
        ]
  })
  const filled = new Map<InputField, Filled>()
  const scores = new Map<InputField, number>()
  for (const { field, score, span, value } of bestAssignment(
    scored.filter(
      ({ field, reward, score, span }) =>
        score + reward >= (field.required || isUntyped(operation) ? 0 : minOptionalScore) && !spans.some((other) => overlaps(other, span)),
    ),
  )) {
    filled.set(field, { span, value })
    scores.set(field, score)
    spans.push(span)
    fit += Math.max(0, Math.min(1, score / 4)) * (field.required ? 1 : 0.5)
  }
  return {
    bound: [...bound, ...inOrder(filled, fields, parsed)],
    spans,
    fit,
    scores,
    listed: listedIn(filled, fields, free, spans, parsed),
  }
}

const isSame = (one: Span | undefined, other: Span): boolean => one?.start === other.start && one.end === other.end

interface Pair {
  readonly field: InputField
  readonly span: Span
  readonly value: Schema.Json
  readonly score: number
  readonly reward: number
}

const unmistakable: ReadonlySet<Shape> = new Set(["date", "time", "email", "url", "path", "quoted", "proper", "number", "code"])

/** A capital at the beginning of a sentence is no sign of a name. */
const rewardOf = ({ shape, start }: Span, { question }: ParsedQuestion): number =>
  unmistakable.has(shape) && !(shape === "proper" && /(?:^|[.?!]\s+)$/u.test(question.slice(0, start))) ? usedSpanReward : 0

const worthOf = ({ reward, score }: Pair): number => score + reward

const maxSpansOfField = 6
const maxAssignments = 16

/** The spans that fill the fields with the highest sum of scores and rewards, no two of them overlapping: the best of at most 16 assignments of each further field. */
const bestAssignment = (pairs: ReadonlyArray<Pair>): ReadonlyArray<Pair> => {
  const ofField = [...Map.groupBy(pairs, ({ field }) => field).values()].map((same) =>
    same.sort((a, b) => worthOf(b) - worthOf(a) || a.span.start - b.span.start),
  )
  let kept: ReadonlyArray<{ readonly chosen: ReadonlyArray<Pair>; readonly sum: number }> = [{ chosen: [], sum: 0 }]
  for (const same of ofField.sort((a, b) => worthOf(b[0]!) - worthOf(a[0]!))) {
    const next = kept.flatMap((assignment) => [
      ...same
        .filter(({ span }) => !assignment.chosen.some((other) => overlaps(other.span, span)))
        .slice(0, maxSpansOfField)
        .map((pair) => ({ chosen: [...assignment.chosen, pair], sum: assignment.sum + worthOf(pair) })),
      assignment,
    ])
    kept = next.sort((a, b) => b.sum - a.sum).slice(0, maxAssignments)
  }
  return kept[0]?.chosen ?? []
}

/** The other members of the list that a value belongs to, if none of them fills an input itself. */
const listedIn = (
  filled: ReadonlyMap<InputField, Filled>,
  fields: ReadonlyArray<InputField>,
  free: ReadonlyArray<Span>,
  taken: ReadonlyArray<Span>,
  parsed: ParsedQuestion,
): FilledSlots["listed"] => {
  // `Denver, Colorado` is one place: only a list with `and` has several members.
  const lists = free.filter(
    ({ end, items, of, start }) =>
      items !== undefined && of !== "chunk" && /\b(?:[Aa]nd|or|plus|as well as)\b|&/u.test(parsed.question.slice(start, end)),
  )
  const isNumeric = ({ type }: FieldProfile) => type === "integer" || type === "number"
  const numeric = fields.filter((field) => isNumeric(fieldProfileOf(field)))
  return [...filled].flatMap(([field, { span }]) => {
    const profile = fieldProfileOf(field)
    if (profile.type === "array" || roleOfField(field) !== null || (isNumeric(profile) && numeric.length > 1)) return []
    const items = lists.find((list) => list.items?.some(({ end, start }) => start === span.start && end === span.end))?.items ?? []
    const others = items.filter((item) => !overlaps(item, span))
    if (others.length !== items.length - 1 || others.some((item) => taken.some((other) => overlaps(other, item)))) return []
    const values = others.flatMap((item) => valueFor(profile, item, parsed) ?? [])
    return values.length > 0 && values.length === others.length ? [{ field, values }] : []
  })
}

interface Filled {
  readonly span: Span
  readonly value: Schema.Json
}

/**
 * Fields that differ only by a number or a letter (`point1` and `point2`, `x` and `y`) take their values in the order of the question, and the two ends of a range
 * (`$300 to $400`) are its minimum and its maximum.
 */
const inOrder = (
  filled: ReadonlyMap<InputField, Filled>,
  fields: ReadonlyArray<InputField>,
  { question }: ParsedQuestion,
): FilledSlots["bound"] => {
  const series = Map.groupBy(
    fields.filter((field) => filled.has(field)),
    (field) => `${fieldProfileOf(field).type} ${seriesOf(field)}`,
  )
  return [...series.values()].flatMap((same) => {
    const values = same.flatMap((field) => filled.get(field) ?? []).sort((a, b) => a.span.start - b.span.start)
    const [first, second] = values
    if (first === undefined || second === undefined || !same.every(({ field }) => boundName.test(field)))
      return same.flatMap((field, place) => (values[place] === undefined ? [] : [{ field, value: values[place].value }]))
    const [low, high] = [first.value, second.value].map(Number).sort((a, b) => a - b)
    const isRange =
      values.length === 2 &&
      values.every(({ value }) => typeof value === "number") &&
      rangeJoint.test(question.slice(first.span.end, second.span.start)) &&
      same.every(({ field }) => !cyclic.test(field))
    return same.map((field) => ({
      field,
      value: isRange ? (/max/iu.test(lastSegment(field.field)) ? high! : low!) : filled.get(field)!.value,
    }))
  })
}

/** `min_price`, `price_max`, `budget.min`. */
const boundName = /(?<=^|[._])m(?:in|ax)(?:imum)?(?=$|[_A-Z][^.]*$)|(?<=[a-z])M(?:in|ax)(?:imum)?$/u

const rangeJoint = /^(?:\s?\p{L}{1,12})?\s*(?:to|and|-|–)\s*[$€£]?$/u

/** `from longitude 170 to -170`, `from 22 to 6 o'clock`: what begins with the larger end. */
const cyclic = /lon|lng|hour|time|day|month|angle|bearing|heading/iu

/** What fields of one series have in common: two that differ only by a number, a letter, or by `min` and `max`. */
const seriesOf = ({ field }: InputField): string => {
  if (boundName.test(field)) return field.replace(boundName, "…")
  const name = lastSegment(field)
  const counted = /^(.*\D)_?(?:\d|first|second|one|two|[ab])$/iu.exec(name) ?? /^(?:first|second)_?(.+)$/iu.exec(name)
  return counted?.[1]?.replace(/_$/u, "") ?? (/^[a-z]$/iu.test(name) ? "" : field)
}

/** Whether a number of the question may be the choice. */
export const isCount = ({ choices, type }: FieldProfile): boolean =>
  choices !== null && type !== "array" && choices.every((choice) => Number.isFinite(Number(choice)))

/** The choices that are the code of something that the clause names: `EUR` of `in euros`. */
const valuesAmong = (choices: ReadonlyArray<string | number>, clause: Clause, mentions: ReadonlyArray<Mention>) =>
  mentions.flatMap(({ end, options, start, value }) => {
    const choice = choices.find((each) => typeof value === "string" && value.length > 1 && String(each).toUpperCase() === value)
    return choice === undefined || options !== undefined || start < clause.start || end > clause.end
      ? []
      : [{ choice, start: start - clause.start, end: end - clause.start }]
  })

/** The value of a boolean or an enumeration: undefined if the field is neither; without `value` if the clause does not mention it. */
const fromClosedSet = (
  profile: FieldProfile,
  clause: Clause,
  operation: OperationProfile,
  mentions: ReadonlyArray<Mention>,
): { readonly value: Schema.Json | undefined; readonly isStated: boolean; readonly spans: ReadonlyArray<Span> } | undefined => {
  if (profile.type === "boolean") {
    const stated = statedBoolean(profile, clause, operation)
    return { value: stated, isStated: stated !== undefined, spans: [] }
  }
  const isList = profile.type === "array"
  if (isCount(profile)) return undefined
  const choices = isList ? profile.items?.choices : profile.choices
  if (!choices) return profile.type === "object" ? { value: undefined, isStated: false, spans: [] } : undefined
  const named = mentionedChoices(choices, profile, clause)
  const mentioned = named.length > 0 ? named : valuesAmong(choices, clause, mentions)
  const value = isList ? (mentioned.length > 0 ? mentioned.map(({ choice }) => choice) : undefined) : mentioned[0]?.choice
  const spans = (isList ? mentioned : mentioned.slice(0, 1)).map(({ choice, end, start }): Span => ({
    start: start + clause.start,
    end: end + clause.start,
    shape: "chunk",
    value: choice,
  }))
  return { value, isStated: value !== undefined, spans }
}
