import { Result, Schema } from "effect"
import type { Binding, Need, Plan, PlannedGoal, PlannedStep } from "../../ask/Plan.ts"
import { quoted } from "../../ask/doubt.ts"
import { sanitize } from "../../sanitize.ts"
import type { SourceOperation } from "../../catalogue/find.ts"
import { resolveInput } from "../../catalogue/resolveInput.ts"
import { type InputField, type Variant, variantsOf } from "../../catalogue/Source.ts"
import { callChain, makeCall, type OperationCall, type ValueOrigin } from "../match/OperationCall.ts"
import { comparisonIn, plannedComparison } from "./comparison.ts"
import type { Goal } from "./Goal.ts"
import { impossibleInLists } from "./listFaults.ts"
import { requestsValidation } from "../match/relevance.ts"
import { needOfField } from "./needs.ts"
import type { Search } from "../match/candidates.ts"
import { type Clause, clauseOf } from "../read/ParsedQuestion.ts"
import { kindOf, type Mention, overlapsAny } from "../read/Mention.ts"
import { maximumCost } from "../../pricing/price.ts"
import { unreadIn } from "./accounting.ts"
import { isTypedPlan, planConfidence, planFeatureValues } from "./planConfidence.ts"
import { minPlanConfidence } from "./thresholds.ts"
import { isOperationChosen } from "./operationChoices.ts"
import { proposedAnswer } from "./proposedAnswer.ts"
import { requestedFacts, withProposed } from "./requestedFacts.ts"
import { unservedParts } from "./unservedParts.ts"

type Made = { readonly plan: Plan } | { readonly needs: ReadonlyArray<Need>; readonly reason: string }

/** The plan for the goals: each call once and after its suppliers, priced, its inputs checked by the operations' own codecs. */
export const buildPlan = (
  search: Search,
  goals: ReadonlyArray<Goal>,
  withoutFallbacks: boolean,
  unanswered: ReadonlyArray<string>,
): Made => {
  const { limit, parsed } = search
  const steps: Array<PlannedStep> = []
  const placeOf = new Map<string, number>()
  const answered: Array<Answered> = []
  const requested = comparisonIn(parsed, goals)
  const impossible = [...impossibleInLists(parsed, goals)]
  const isImpossible = overlapsAny(impossible)
  const faults = goals.flatMap((goal) => faultOf(goal) ?? [])
  const faulty = new Set(faults.map(({ goal }) => goal))
  // The reason of an impossible value is stated once.
  const stated = faults.filter(({ goal }) => !goal.bound.used.some((mention) => mention.start >= 0 && isImpossible(mention)))
  // The other members of its list are answered, and the plan says why this one is not. What is compared with it is not, nor is the other end of a period.
  const hasOther = ({ field, goal: { candidate } }: Fault) =>
    requested === undefined &&
    !/^date\.(?:start|end)$/u.test(kindOf(field.slot)) &&
    goals.some((other) => !faulty.has(other) && other.candidate.operation === candidate.operation)
  const sole = faults.find((fault) => !hasOther(fault))
  if (sole) return { needs: [needOfField(sole.goal.ref, sole.call.operation, sole.field)], reason: sole.reason }
  for (const goal of goals) {
    const { bound, clause, candidate } = goal
    if (faulty.has(goal)) continue
    for (const call of callChain(bound.call)) {
      if (placeOf.has(call.key)) continue
      const checked = fittingOffer(call)
      if ("refused" in checked) continue
      placeOf.set(call.key, steps.length)
      steps.push(...stepsOf(checked.call, placeOf, steps.length, limit, withoutFallbacks))
    }
    const step = placeOf.get(bound.call.key)
    const facts = withProposed(parsed, goal, requestedFacts(candidate.operation, withoutNames(clause.asks ?? clause, bound)))
    const proposed = requested === undefined ? proposedAnswer(parsed, goal) : undefined
    if (step !== undefined)
      answered.push({
        clause,
        step,
        facts: requested === undefined ? facts : [...new Set([requested.fact, ...facts])],
        ...(proposed && { proposed }),
      })
  }
  const comparison = requested && plannedComparison(requested, goals, ({ bound }) => placeOf.get(bound.call.key), parsed.question)
  const left = unservedParts(search, goals).filter((text) => !unanswered.some((other) => other.includes(text)))
  const { confidence, unread } = judgePlan(search, goals, unanswered)
  const parts = [...unanswered, ...left]
  // A word of a part that is named already is not named again.
  const words = [...unread.decisive, ...unread.plain].filter((text) => !parts.some((part) => part.includes(text)))
  const limitations = [
    ...new Set([
      ...parsed.corrections.map(({ read, written }) => `"${sanitize(written)}" was read as "${sanitize(read)}".`),
      ...goals.flatMap((goal) => (faulty.has(goal) ? [] : goal.bound.assumed)),
      ...impossible.map(({ contradiction, text }) => `Nothing is bought for "${sanitize(text)}": ${contradiction}`),
      ...stated.map(({ call, field, reason }) => `Nothing is bought for "${sanitize(textOfInput(call, field))}": ${reason}`),
      ...unanswered.map((text) => `No source answers "${sanitize(text)}".`),
      ...left.map((text) => `No step of the plan uses "${sanitize(text)}".`),
      ...(words.length === 0 ? [] : [`The plan does not use ${quoted(words.map((text) => sanitize(text)))} of the question.`]),
    ]),
  ]
  // The buyer saw the operation, its inputs and its price.
  const isChosen = isOperationChosen(search)
  const isSure = isChosen || confidence >= minPlanConfidence
  const open = isChosen ? [] : longest([...unread.decisive, ...parts, ...(isSure ? [] : unread.plain)]).map((text) => sanitize(text))
  const doubt = { ...(open.length > 0 && { unread: open }), ...(!isSure && { isUncertain: true }) }
  return { plan: { goals: merged(parsed.question, answered), steps, ...(comparison && { comparison }), limitations, ...doubt } }
}

/** The texts that are no part of another one, each once. */
const longest = (texts: ReadonlyArray<string>): ReadonlyArray<string> =>
  [...new Set(texts)].filter((text, _, all) => !all.some((other) => other !== text && other.includes(text)))

interface Fault {
  readonly goal: Goal
  readonly call: OperationCall
  readonly field: InputField
  readonly reason: string
}

/** Why a goal cannot be bought: a value of one of its calls cannot be true, or the operation refuses it. */
export const faultOf = (goal: Goal): Fault | undefined => {
  for (const call of callChain(goal.bound.call)) {
    const contradicted = contradictionIn(call)
    if (contradicted) return { goal, call, ...contradicted }
    const checked = fittingOffer(call)
    if (!("refused" in checked)) continue
    const { field, message } = checked.refused
    const input = call.variant.input.find((each) => each.field === field) ?? call.variant.input[0]
    if (input !== undefined) return { goal, call, field: input, reason: message }
  }
  return undefined
}

/** The text of the question that an input is from. */
const textOfInput = ({ input }: OperationCall, field: InputField): string => {
  const origin = input.get(field)
  if (origin?._tag !== "Literal") return field.field
  return origin.mention?.text ?? (typeof origin.value === "string" ? origin.value : JSON.stringify(origin.value))
}

/** Why a value of a call cannot be true, with its field. */
const contradictionIn = ({ input }: OperationCall): { readonly field: InputField; readonly reason: string } | undefined => {
  for (const [field, origin] of input) {
    const reason = origin._tag === "Literal" ? origin.mention?.contradiction : undefined
    if (reason !== undefined) return { field, reason }
  }
  return undefined
}

/** How likely the goals are all that the question requests, and the parts of it that they leave unused. */
export const judgePlan = (search: Search, goals: ReadonlyArray<Goal>, unanswered: ReadonlyArray<string>) => {
  const unread = unreadIn(search, goals)
  const learnt = planConfidence(planFeatureValues(search, goals, unread, unanswered.length), isTypedPlan(goals))
  const isPlain = unread.decisive.length + unread.plain.length + unanswered.length === 0 && isCheckAlone(goals)
  return { unread, confidence: isPlain ? Math.max(learnt, minPlanConfidence) : learnt }
}

/** `Please verify LU28 0019 …`: the validation of one value that the question wants verified. */
const isCheckAlone = ([goal, ...others]: ReadonlyArray<Goal>): boolean =>
  goal !== undefined &&
  others.length === 0 &&
  isTypedPlan([goal]) &&
  requestsValidation(goal.clause.asks ?? goal.clause, goal.candidate.operation, goal.bound)

interface Answered extends Pick<PlannedGoal, "step" | "facts" | "proposed"> {
  readonly clause: Clause
}

/** Goals that one step answers are merged. */
const merged = (question: string, goals: ReadonlyArray<Answered>): ReadonlyArray<PlannedGoal> => {
  const byStep = Map.groupBy(goals, ({ step }) => step)
  return [...byStep.values()].map((same, place) => {
    const all = same.some(({ facts }) => facts.length === 0)
    const text = textOf(
      question,
      same.map(({ clause }) => clause),
    )
    const [first, ...others] = same
    return {
      ref: `g${place + 1}`,
      text,
      step: first!.step,
      facts: all ? [] : [...new Set(same.flatMap(({ facts }) => facts))],
      ...(others.length === 0 && first!.proposed && { proposed: first!.proposed }),
    }
  })
}

/** The text of a goal, as in the question: adjacent clauses stay joined. */
const textOf = (question: string, clauses: ReadonlyArray<Clause>): string => {
  const stretches: Array<Clause> = []
  for (const clause of clauses) {
    const last = stretches.at(-1)
    if (last && last.end === clause.start) stretches[stretches.length - 1] = clauseOf(question, last.start, clause.end)
    else stretches.push(clause)
  }
  return [...new Set(stretches.map(({ text }) => text.trim().replace(trailingJoiner, "")))].join(" ")
}

/** The call to the cheapest offer whose codecs accept the inputs; otherwise the refusal of the first offer. */
const fittingOffer = (call: OperationCall): ReturnType<typeof fitting> => {
  const first = fitting(call)
  if ("call" in first) return first
  for (const [place, { operation }] of call.operation.offers.entries()) {
    const variant = variantsOf(operation)[variantsOf(call.operation.definition).indexOf(call.variant)]
    if (place === 0 || variant === undefined) continue
    const own = new Map(
      variant.input.flatMap((field) =>
        [...call.input].filter(([other]) => other.field === field.field).map(([, origin]) => [field, origin] as const),
      ),
    )
    const [offer, ...rest] = call.operation.offers.slice(place)
    const other = fitting({
      operation: { ...call.operation, offers: [offer!, ...rest], definition: operation },
      variant,
      input: own,
      key: call.key,
    })
    if ("call" in other) return other
  }
  return first
}

/**
 * The call, without its optional inputs if the operation refuses them; or why it refuses the required ones. A day or a year that the question states is not
 * left out: the rate of today is not that of 2005.
 */
const fitting = (
  call: OperationCall,
): { readonly call: OperationCall } | { readonly refused: { readonly field: string; readonly message: string } } => {
  const first = refusal(call.operation.definition, call.variant, call.input)
  if (first === undefined) return { call }
  const needed = new Map([...call.input].filter(([field, origin]) => field.required || isStatedDay(field, origin)))
  if (needed.size < call.input.size && refusal(call.operation.definition, call.variant, needed) === undefined)
    return { call: { ...makeCall(call.operation, call.variant, needed), key: call.key } }
  return { refused: first }
}

const isStatedDay = ({ slot }: InputField, origin: ValueOrigin): boolean =>
  origin._tag === "Literal" && origin.mention !== null && kindOf(slot).startsWith("date")

const refusal = (
  operation: SourceOperation["operation"],
  variant: Variant,
  input: ReadonlyMap<InputField, ValueOrigin>,
): { readonly field: string; readonly message: string } | undefined => {
  const values = [...input].flatMap(([field, origin]) => (origin._tag === "Literal" ? [[field.field, origin.value] as const] : []))
  if (values.length === input.size) {
    const resolved = resolveInput(operation, Object.fromEntries(values))
    return Result.isFailure(resolved) ? { field: resolved.failure.field, message: resolved.failure.message } : undefined
  }
  for (const [name, value] of values) {
    const field = variant.input.find((each) => each.field === name)
    const decoded = field && Schema.decodeResult(field.schema, { onExcessProperty: "error" })(value)
    if (decoded && Result.isFailure(decoded)) return { field: name, message: `${name} does not fit: ${sanitize(decoded.failure.message)}` }
  }
  return undefined
}

const stepsOf = (
  call: OperationCall,
  placeOf: ReadonlyMap<string, number>,
  place: number,
  limit: number,
  withoutFallbacks: boolean,
): ReadonlyArray<PlannedStep> => {
  const input: Record<string, Binding> = {}
  for (const [field, origin] of call.input) {
    if (origin._tag === "Literal") input[field.field] = { _tag: "Value", value: origin.value }
    else {
      const step = placeOf.get(origin.call.key)
      if (step === undefined) continue
      const { list, pointer } = origin
      input[field.field] = { _tag: "From", step, pointer, ...(list !== undefined && { list }), ...(!field.required && { optional: true }) }
    }
  }
  const [first, ...others] = call.operation.offers
  const able = withoutFallbacks ? [] : others.flatMap((offer) => acceptingVariant(offer, call))
  return [{ offer: first, variant: call.variant }, ...able].map(({ offer: { operation, source }, variant }, index) => ({
    source: source.id,
    operation: operation.id,
    name: operation.name,
    input,
    conditional: index > 0,
    insteadOf: index > 0 ? place : null,
    price: { id: variant.pricing.id ?? null, model: variant.pricing.model, amount: variant.pricing.price },
    max: maximumCost(variant.pricing, limit),
    limit,
  }))
}

/** Another offer of the group, if it accepts the same inputs. */
const acceptingVariant = (
  offer: SourceOperation,
  call: OperationCall,
): ReadonlyArray<{ readonly offer: SourceOperation; readonly variant: Variant }> => {
  const names = [...call.input.keys()].map(({ field }) => field)
  const variant = variantsOf(offer.operation).find(
    ({ input }) =>
      names.every((name) => input.some(({ field }) => field === name)) &&
      input.every(({ field, required }) => !required || names.includes(field)),
  )
  if (variant === undefined) return []
  const origins = new Map(
    variant.input.flatMap((field) =>
      [...call.input].filter(([own]) => own.field === field.field).map(([, origin]) => [field, origin] as const),
    ),
  )
  return refusal(offer.operation, variant, origins) === undefined ? [{ offer, variant }] : []
}

/** `… tomorrow and`: the conjunction at the end does not belong to the goal. */
const trailingJoiner = /[\s,;]+(?:and|or|then|plus|also|&)?$/iu

const names: ReadonlySet<string> = new Set(["place.name", "time.zone", "zone.stated"])

/** `three weeks ago` is a day and no number of a week, and `the first Monday in August` requests nothing that comes first. */
const isDescribedDay = ({ kind, text }: Mention): boolean => kind === "date" && /\b(?:weeks?|first|last|next)\b/iu.test(text)

/** E-mail addresses and host names: `billing@company.ie` does not request what is known of companies. */
const writtenNames = /(?<!\S)\S*(?:@|\p{L}{2}\.\p{L}{2})\S*/gu

/** The clause without the towns, zones and described days that the call uses, and without addresses: `full moon, New York time` requests no new moon. */
const withoutNames = ({ end, start, text }: Clause, { used }: Goal["bound"]): Clause => {
  const inside = used.filter(
    (mention) => (names.has(mention.kind) || isDescribedDay(mention)) && mention.start >= start && mention.end <= end,
  )
  const blanked = inside.reduce(
    (left, name) => `${left.slice(0, name.start - start)}${" ".repeat(name.end - name.start)}${left.slice(name.end - start)}`,
    text,
  )
  return { start, end, text: blanked.replaceAll(writtenNames, (name) => "0".repeat(name.length)) }
}
