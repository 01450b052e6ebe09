import type { Search } from "../match/candidates.ts"
import { roleBefore } from "../match/roles.ts"
import { makeSupplies } from "../match/supplies.ts"
import { fragmentsOf } from "../read/fragments.ts"
import { type Mention, overlaps, overlapsAny } from "../read/Mention.ts"
import type { Clause, ParsedQuestion } from "../read/ParsedQuestion.ts"
import { mentionWeight } from "../read/thresholds.ts"
import type { Goal, Interpretation } from "./Goal.ts"
import { maxGoals } from "./goals.ts"
import { withMember } from "./listExpansion.ts"

/**
 * The goals of a question whose last parts name only values (`VAT rate in France? And in Spain?`): those of the question without these parts, and each once
 * more with the values of a part in place of its own. Undefined if there are no such parts, or if a value of one has no place in the request before it.
 */
export const repeatedRequests = (search: Search, read: (search: Search) => Interpretation): Interpretation | undefined => {
  const fragments = fragmentsOf(search.parsed)
  if (fragments.length === 0) return undefined
  const first = read(withoutParts(search, fragments))
  const { goals, unanswered } = first
  if (goals.length === 0 || unanswered.length > 0 || goals.some(({ bound }) => bound.missing.length > 0)) return undefined
  const made = [...goals]
  for (const fragment of fragments) {
    const repeated = repeatedFor(search, goals, fragment)
    if (repeated === undefined || made.length + repeated.length > maxGoals) return undefined
    for (const goal of repeated) made.push({ ...goal, ref: `g${made.length + 1}` })
  }
  return { ...first, goals: made }
}

/** The question with blanks in place of some parts, so that all positions stay. */
export const withoutParts = (search: Search, parts: ReadonlyArray<Clause>): Search => {
  const { parsed } = search
  const isLeftOut = overlapsAny(parts)
  const isKept = (stretch: { readonly start: number; readonly end: number }) => !isLeftOut(stretch)
  const mentions = parsed.mentions.filter(isKept)
  const blanked: ParsedQuestion = {
    ...parsed,
    question: parts.reduce((text, { end, start }) => text.slice(0, start) + " ".repeat(end - start) + text.slice(end), parsed.question),
    words: parsed.words.filter(isKept),
    tagged: () => parsed.tagged().filter(isKept),
    mentions,
    allMentions: parsed.allMentions.filter(isKept),
  }
  return {
    ...search,
    parsed: blanked,
    supplies: makeSupplies(search.index, mentions, search.limit),
    candidateCache: new Map(),
    referringCache: new Map(),
  }
}

/** The goals of the request before a fragment with the values of the fragment. */
const repeatedFor = (search: Search, goals: ReadonlyArray<Goal>, fragment: Clause): ReadonlyArray<Goal> | undefined => {
  const taking = goals.filter((goal) => goal.clause.start < fragment.start && placesFor(search.parsed, goal, fragment) !== undefined)
  const last = Math.max(...taking.map(({ clause }) => clause.start))
  const isOfLast = /\bsame\b/iu.test(fragment.text) ? () => true : (goal: Goal) => goal.clause.start === last
  // Of the members of a list, one has all other values of the request.
  const distinct = new Map(taking.filter(isOfLast).map((goal) => [`${goal.candidate.operation.id} ${goal.clause.start}`, goal]))
  const repeated = [...distinct.values()].map((goal) => repeatedGoal(search, goal, fragment))
  return repeated.length === 0 || repeated.includes(undefined) ? undefined : repeated.flatMap((each) => each ?? [])
}

interface Place {
  /** The value of the request. */
  readonly of: Mention
  readonly by: Mention
}

const repeatedGoal = (search: Search, goal: Goal, fragment: Clause): ReadonlyArray<Goal> | undefined => {
  const made: Array<Goal> = []
  for (const places of placesFor(search.parsed, goal, fragment) ?? []) {
    let now: Goal | undefined = goal
    for (const { by, of } of places) {
      // `45 psi … and 60 psi`: the unit stays.
      if (JSON.stringify(by.value) === JSON.stringify(of.value)) continue
      const bound: Goal["bound"] | undefined = now && withMember(search, now, of, by)
      now = now && bound && { ...now, bound }
    }
    if (now === undefined || now.bound.call.key === goal.bound.call.key) return undefined
    made.push(now)
  }
  return made
}

/**
 * Which value of a request each value of a fragment replaces, one group for each repetition. Two values of one kind replace two of the
 * request (`from 1 June to 31 August`), or one value twice (`the same for Tanzania and Uganda`).
 */
const placesFor = (parsed: ParsedQuestion, { bound }: Goal, fragment: Clause): ReadonlyArray<ReadonlyArray<Place>> | undefined => {
  const own = stretches(bound.used.filter((mention) => mention.start >= 0 && !overlaps(mention, fragment)))
  const named = parsed.mentions.filter((mention) => mention.weight >= mentionWeight.probable && overlaps(mention, fragment))
  // `working days in Bavaria, and how many in Berlin?`: the region, although the name is that of the city more often.
  const inside = parsed.mentions.filter((mention) => named.some(({ end, start }) => mention.start === start && mention.end === end))
  const isAlike = ({ kind }: Mention) => own.some((each) => each.some((mention) => areAlike(mention.kind, kind)))
  // `1 hour 20 minutes to seconds`: an amount and its unit, which are a stretch of time together too.
  const others = stretches(
    inside.filter((mention) => isAlike(mention) || !inside.some((other) => isAlike(other) && overlaps(other, mention))),
  )
  if (others.length === 0) return undefined
  const taken = new Set<ReadonlyArray<Mention>>()
  const pairs: Array<readonly [own: ReadonlyArray<Mention>, place: Place]> = []
  for (const other of others) {
    const alike = own.flatMap((each) => {
      const of = each.find(({ kind }) => other.some((mention) => areAlike(kind, mention.kind)))
      const by = of && other.find(({ kind }) => areAlike(of.kind, kind))
      return of && by ? [{ each, place: { of, by } }] : []
    })
    const free = alike.filter(({ each }) => !taken.has(each))
    // `And from Porto`: the conjunction gives no role.
    const before = parsed.question.slice(fragment.start, other[0]!.start).replace(/^\W*(?:and|also|but|plus)\s/iu, "")
    const role = roleBefore(before, before.length)
    const counterpart =
      (others.length < alike.length ? free.find(({ place }) => roleBefore(parsed.question, place.of.start) === role) : undefined) ??
      (others.length < alike.length ? free.at(-1) : free[0]) ??
      alike.at(-1)
    if (counterpart === undefined) return undefined
    taken.add(counterpart.each)
    pairs.push([counterpart.each, counterpart.place])
  }
  const groups = Map.groupBy(pairs, ([each]) => each)
  const sizes = new Set([...groups.values()].map(({ length }) => length))
  const count = Math.max(...sizes)
  if (sizes.size > 1 && (groups.size > 1 || count === 0)) return undefined
  return Array.from({ length: count }, (_, at) => [...groups.values()].flatMap((group) => (group[at] ? [group[at][1]] : [])))
}

/** Mentions by the text that they are readings of, in its order. */
const stretches = (mentions: ReadonlyArray<Mention>): ReadonlyArray<ReadonlyArray<Mention>> => {
  const made: Array<Array<Mention>> = []
  for (const mention of mentions.toSorted((a, b) => a.start - b.start || b.end - a.end)) {
    const last = made.at(-1)
    if (last?.some((other) => overlaps(other, mention)) === true) last.push(mention)
    else made.push([mention])
  }
  return made
}

/** Whether a value of one kind replaces one of another: a town replaces no country. */
const areAlike = (kind: string, other: string): boolean =>
  kind === other ||
  (locates.test(kind) && locates.test(other)) ||
  (ofLand.test(kind) && ofLand.test(other)) ||
  (kind.startsWith("date") && other.startsWith("date"))

const locates = /^(?:place\.name|time\.zone)$/u
const ofLand = /^(?:country|region)\.code$/u
