import type { Schema } from "effect"
import { type InputField, type Variant, variantsOf } from "../../catalogue/Source.ts"
import type { OperationProfile } from "./OperationProfile.ts"
import { callChain, type OperationCall, makeCall, type ValueOrigin } from "./OperationCall.ts"
import { isPeriod, isTyped, kindOf, type Mention, overlaps, type Span } from "../read/Mention.ts"
import type { ParsedQuestion } from "../read/ParsedQuestion.ts"
import type { Supply } from "./supplies.ts"
import { comparativesIn } from "../read/comparatives.ts"
import { listedBeside } from "../read/lists.ts"
import { wordsOf } from "../read/words.ts"
import { assign, type BindingContext } from "./assignment.ts"
import { roleBefore } from "./roles.ts"
import { fillSlots, type FilledSlots } from "./slotFilling.ts"
import { isoDate, nextIsoDate } from "../../time.ts"
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
  readonly scores: FilledSlots["scores"]
  /** The comparatives of the clause that the operation measures, if its value is one of several in the clause. */
  readonly compared: ReadonlySet<string>
  /** How well the values fit the inputs: higher is better. */
  readonly fit: number
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
  const usable = (anchor: Mention) =>
    (anchor.needs === undefined || takes.has(anchor.needs)) && !(takes.has("region.code") && isBehindTown(anchor, binder))
  const hasDefault = ({ field }: InputField) => operation.definition.hints?.defaults?.[field] !== undefined
  const isFit = (field: InputField, supply: Supply) => maySupply(operation, field, supply)
  const assignment = assign(required, binder, usable, hasDefault, isFit)
  const isCounted = countsWholePeriod(operation, assignment.chosen, binder.parsed)
  for (const [field, supply] of inOrder(assignment.chosen, binder.parsed.question)) {
    input.set(field, isCounted && field.field === operation.definition.hints?.uncountedEnd ? onNextDay(supply.origin) : supply.origin)
    chosen.push(supply)
  }
  fit += required.length === 0 ? 0 : assignment.score / required.length
  for (const field of typed.filter((each) => !each.required)) {
    const supply = optionalSupply(field, binder, chosen) ?? zoneOfPlace(field, binder, chosen)
    if (supply === undefined) {
      const beside = suppliedBeside(field, binder, chosen) ?? yearOfQuestion(field, binder, chosen)
      if (beside !== undefined) input.set(field, beside.origin)
      continue
    }
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
    scores: untyped.scores,
    compared: comparedBy(operation, used, binder),
    fit: fit - missing.length * missingCosts,
  }
}

/** `joined 14/09/2021, leaving 31/03/2027`: the two days of a period by their order in time, unless a word says that a period ends with the earlier one. */
const inOrder = (chosen: ReadonlyArray<readonly [InputField, Supply]>, question: string): ReadonlyArray<readonly [InputField, Supply]> => {
  const dayOf = (kind: string) => chosen.find(([{ slot }, { origin }]) => kindOf(slot) === kind && origin._tag === "Literal")
  const [start, end] = [dayOf("date.start"), dayOf("date.end")]
  const valueOf = (each: typeof start) => (each?.[1].origin._tag === "Literal" ? String(each[1].origin.value) : "")
  if (start === undefined || end === undefined || valueOf(end) >= valueOf(start)) return chosen
  const [startRole, endRole] = [start, end].map(([, { anchor }]) => roleBefore(question, anchor.start))
  // `age today of someone born 29.2.1964`, but not `from 3 May to 1 January`.
  const isStated = start[1].anchor.start < end[1].anchor.start && (startRole !== null || endRole !== null)
  if (isStated || endRole === "to") return chosen
  return chosen.map((each) => (each === start ? [start[0], end[1]] : each === end ? [end[0], start[1]] : each))
}

/** `how many days are in March 2027`: both ends are those of a month or a year, all of whose days are meant. */
const countsWholePeriod = (
  { definition }: OperationProfile,
  chosen: ReadonlyArray<readonly [InputField, Supply]>,
  { mentions }: ParsedQuestion,
): boolean => {
  const end = chosen.find(([{ field }]) => field === definition.hints?.uncountedEnd)?.[1].anchor
  return (
    end !== undefined &&
    chosen.length > 1 &&
    chosen.every(([, { anchor }]) => anchor.start === end.start && anchor.end === end.end) &&
    isPeriod(mentions, end) &&
    (mentions.some(({ kind, start, end: last }) => /^date\.(?:month|year)$/u.test(kind) && start === end.start && last === end.end) ||
      /\b(?:quarter|q[1-4]|half|h[12]|(?:this|next|last|previous|current|coming)\s+(?:month|quarter))\b/iu.test(end.text)) &&
    !/\b(?:to|until|till|through|rest|remainder)\b|[-–]/iu.test(end.text)
  )
}

const onNextDay = (origin: ValueOrigin): ValueOrigin =>
  origin._tag === "Literal" ? { ...origin, value: nextIsoDate(String(origin.value)) } : origin

/** The country of `in Munich, Germany` for an operation that also takes a region: the answer for the town has both. */
const isBehindTown = ({ end, kind, start }: Mention, { parsed, supplies }: BindingContext): boolean =>
  kind === "country.code" &&
  parsed.mentions.some(
    (town) =>
      town.kind === "place.name" &&
      town.weight >= mentionWeight.clear &&
      String(town.value).includes(",") &&
      town.start < start &&
      town.end === end &&
      // `Poland, Belgium` are two countries.
      !parsed.mentions.some((other) => other.kind === kind && other.start === town.start && other.weight >= mentionWeight.certain) &&
      supplies("country.code").some(({ anchor, depth }) => anchor === town && depth > 0),
  )

/** Whether a value may fill an input: one that takes only what the question states (`hints.statedOnly`) is supplied by no call made for the purpose. */
export const maySupply = (operation: OperationProfile, { field }: InputField, supply: Supply): boolean =>
  operation.definition.hints?.statedOnly?.includes(field) !== true || (supply.depth === 0 && !isOfPlace(supply))

/** Whether a call with the name or the position of a place supplies a value. */
const isOfPlace = ({ origin }: Supply): boolean =>
  origin._tag === "CallOutput" &&
  callChain(origin.call).some(({ input }) => [...input.keys()].some(({ slot }) => /^(?:place|geo)\./u.test(kindOf(slot))))

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

/** An optional input is filled only by a probable mention in the clause that no other input uses; by an ambiguous one only of a day, a month or a time zone (`IST`). */
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
      (anchor.options === undefined || anchor.kind.startsWith("date") || anchor.kind === "time.zone") &&
      overlaps(anchor, clause) &&
      !taken?.has(anchor) &&
      !chosen.some((other) => isListed(parsed.question, other.anchor, anchor)) &&
      !chosen.some((other) => overlaps(other.anchor, anchor) && !(anchor.companion && other.anchor.start === anchor.start)) &&
      !chosen.some((other) => isAnother(other.anchor, anchor, parsed)),
  )

/** `When is Easter 2028, and what date is Good Friday?`: the only year of a question is that of each day that it names. */
const yearOfQuestion = (
  { slot }: InputField,
  { clause, parsed, supplies }: BindingContext,
  chosen: ReadonlyArray<Supply>,
): Supply | undefined => {
  if (kindOf(slot) !== "date.year" || !chosen.some(({ anchor }) => /^(?:feast|holiday)\./u.test(anchor.kind))) return undefined
  const hasYear = ({ kind, text }: Mention) => kind === "date.year" || (kind.startsWith("date") && /\d{4}/u.test(text))
  if (parsed.mentions.some((day) => hasYear(day) && overlaps(day, clause))) return undefined
  const years = supplies("date.year").filter(({ anchor, depth }) => depth === 0 && anchor.weight >= mentionWeight.probable)
  return new Set(years.map(({ anchor }) => anchor.value)).size === 1 ? years[0] : undefined
}

/** `Convert 1796137200 to Austin time`: the optional zone of a place that no zone is named after, beside a value that is neither a place nor a day. */
const zoneOfPlace = (field: InputField, { clause, supplies, taken }: BindingContext, chosen: ReadonlyArray<Supply>): Supply | undefined =>
  kindOf(field.slot) !== "time.zone" ||
  chosen.every(({ anchor }) => ofPlaceOrDay.test(anchor.kind)) ||
  chosen.some(({ anchor }) => locates.test(anchor.kind))
    ? undefined
    : supplies("time.zone").find(
        ({ anchor, depth }) =>
          depth === 1 &&
          anchor.kind === "place.name" &&
          anchor.options === undefined &&
          anchor.weight >= mentionWeight.probable &&
          overlaps(anchor, clause) &&
          !taken?.has(anchor) &&
          !chosen.some((other) => overlaps(other.anchor, anchor)),
      )

const locates = /^(?:place|country|region|airport|geo|time\.zone)/u
const ofPlaceOrDay = /^(?:date|feast|holiday|place|country|region|airport|geo|time\.zone)/u

/** What the answer that supplies another input has for an optional one: the region of the town whose country is looked up. */
const suppliedBeside = (field: InputField, { supplies }: BindingContext, chosen: ReadonlyArray<Supply>): Supply | undefined => {
  const suppliers = new Set(chosen.flatMap(({ origin }) => (origin._tag === "CallOutput" ? [origin.call.key] : [])))
  return supplies(kindOf(field.slot)).find(({ origin }) => origin._tag === "CallOutput" && suppliers.has(origin.call.key))
}

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

/** `Madrid and France`: two members of a list; France does not specify Madrid. `2027 and in Saxony` is no list. */
const isListed = (question: string, first: Mention, second: Mention): boolean =>
  first.kind.startsWith("date") === second.kind.startsWith("date") &&
  /^\s*,?\s*(?:and|or|as well as|&|\/)\s+(?:in\s+|at\s+|for\s+)?$/iu.test(question.slice(first.end, Math.max(first.end, second.start)))

/** The default of a field that the question does not mention, with the sentence that says so. */
const assumedValue = (
  operation: OperationProfile,
  { field }: InputField,
  { parsed: { now } }: BindingContext,
): { readonly value: Schema.Json; readonly sentence: string } | undefined => {
  const today = isoDate(now)
  const year = today.slice(0, 4)
  switch (operation.definition.hints?.defaults?.[field]) {
    case "today":
      return { value: today, sentence: `No day was given: ${today}, today in UTC, is assumed.` }
    case "this year":
      return { value: Number(year), sentence: `No year was given: ${year} is assumed.` }
    case undefined:
      return undefined
  }
}
