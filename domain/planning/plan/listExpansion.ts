import { type BoundCall, bindOperation, maySupply } from "../match/binding.ts"
import type { InputField } from "../../catalogue/Source.ts"
import { makeCall, mentionsUsedBy } from "../match/OperationCall.ts"
import type { Goal } from "./Goal.ts"
import { areAlike, listedBeside, readingsOf } from "../read/lists.ts"
import { highestWeighted, isIdentifierKind, isPeriod, kindOf, type Mention, overlaps, overlapsAny } from "../read/Mention.ts"
import type { Clause } from "../read/ParsedQuestion.ts"
import { mentionWeight } from "../read/thresholds.ts"
import { isComparedWith } from "../match/proposals.ts"
import { roleBefore } from "../match/roles.ts"
import { needId, type Search } from "../match/candidates.ts"

/**
 * The goal's call for the other members of the list that its value belongs to: two IBANs, three cities, two years. At most `room` calls,
 * of the first members of the list: a question of 4,000 characters may name hundreds.
 */
export const expandList = (search: Search, goal: Goal, room: number): ReadonlyArray<BoundCall> => {
  const { parsed, supplies } = search
  const { bound, clause, candidate } = goal
  if (bound.missing.length > 0 || room <= 0) return []
  if (bound.used.length === 0) return listedCalls(bound)
  const present = presentCall(parsed.question, goal)
  if (present !== undefined) return [present]
  const grouped = groupCalls(search, goal)
  if (grouped.length > 0) return grouped.filter(({ call }) => call.key !== bound.call.key).slice(0, room)
  const [first] = bound.used
  const isSole = (thing: Mention) => bound.used.every((mention) => mention === thing || mention.kind !== thing.kind)
  const isOpening = ({ start }: Mention) => opensSpan.test(parsed.question.slice(0, Math.max(0, start)))
  // `+7 701 234 56 78, Russia or Kazakhstan?`: the country says how the number is read.
  const describesIdentifier = ({ kind }: Mention) => !kind.startsWith("date") && bound.used.some((other) => isIdentifierKind(other.kind))
  const anchors = bound.used.filter(
    (mention) =>
      !isOpening(mention) &&
      (isSole(mention)
        ? mention === first ||
          isIdentifierKind(mention.kind) ||
          ((listable.test(mention.kind) || isPeriod(parsed.mentions, mention)) && !describesIdentifier(mention))
        : isTarget(search, goal, mention)),
  )
  for (const anchor of anchors) {
    const beside = alternativesTo(search, goal, anchor)
    // Two identifiers of one call (`10.0.0.0/16 and 10.0.64.0/18`) are no list of calls.
    const isUsed = overlapsAny(bound.used)
    const listed = beside.length > 0 ? beside : furtherIdentifiers(anchor, parsed, clause).filter((each) => !isUsed(each))
    const members = [anchor, ...listed]
    const isListed = overlapsAny(members)
    const inList = parsed.mentions.filter((each) => isListed(each))
    const calls = listed.slice(0, room * 2).flatMap((mention): ReadonlyArray<BoundCall> => {
      const isOfOther = overlapsAny(members.filter((other) => other !== mention))
      const rest = new Set(inList.filter((each) => isOfOther(each)))
      const again = bindOperation(candidate.operation, {
        parsed,
        clause,
        supplies,
        taken: rest,
        needOf: (field) => needId("g0", candidate.operation, field),
      })
      const takes = again.missing.length === 0 && again.used.some((used) => overlaps(used, mention))
      const takesAlike = fieldsFrom(bound.call, anchor).every((field) => !field.required || fieldsFrom(again.call, mention).includes(field))
      // `from JFK to LHR, SIN to SYD`: a value behind the clause may be of another pair.
      const isWithin = overlaps(mention, clause)
      const call = takes && (takesAlike || !isWithin) ? again : isWithin ? withMember(search, goal, anchor, mention) : undefined
      return call !== undefined && call.call.key !== bound.call.key ? [call] : []
    })
    if (calls.length > 0) return [...calls, ...inOtherPlaces(search, goal, anchor, anchors, calls)].slice(0, room)
  }
  return []
}

/** `2:00-4:00 UTC in Warsaw and in Chicago`: each clock time of a list in each of the places of another one. */
const inOtherPlaces = (
  search: Search,
  goal: Goal,
  clock: Mention,
  anchors: ReadonlyArray<Mention>,
  calls: ReadonlyArray<BoundCall>,
): ReadonlyArray<BoundCall> =>
  clock.kind !== "date.reading"
    ? []
    : anchors
        .filter((place) => place !== clock && place.kind !== clock.kind)
        .flatMap((place) =>
          alternativesTo(search, goal, place).flatMap((mention) =>
            [goal.bound, ...calls].flatMap((bound) => withMember(search, { ...goal, bound }, place, mention) ?? []),
          ),
        )

/** `the difference right now, and in April`: the call without its month or day, which then answers for the present. */
const presentCall = (question: string, { bound, candidate, clause }: Goal): BoundCall | undefined => {
  const times = [...bound.call.input.keys()].filter((field) => !field.required && /^date(?:\.month)?$/u.test(kindOf(field.slot)))
  const isPresentToo = candidate.operation.id.startsWith("time.") && present.test(question.slice(clause.start, clause.end))
  const ofTimes = times.flatMap((field) => {
    const origin = bound.call.input.get(field)
    return origin?._tag === "Literal" && origin.mention !== null ? [origin.mention] : []
  })
  if (!isPresentToo || ofTimes.length === 0 || ofTimes.some(({ text }) => /^(?:now|today)$/iu.test(text))) return undefined
  const input = new Map([...bound.call.input].filter(([field]) => !times.includes(field)))
  const used = bound.used.filter((mention) => !ofTimes.some((time) => overlaps(time, mention)))
  return {
    ...bound,
    call: makeCall(bound.call.operation, bound.call.variant, input),
    used,
    assumed: used.flatMap((mention) => mention.assumed ?? []),
  }
}

const present = /\b(?:right\s)?now\b(?!\s+that\b)|\bcurrently\b|\bat\sthe\smoment\b/iu

/** The inputs of a call that a mention supplies, itself or by way of other calls. */
const fieldsFrom = ({ input }: BoundCall["call"], mention: Mention): ReadonlyArray<InputField> =>
  [...input].flatMap(([field, origin]) => {
    const sources = origin._tag === "CallOutput" ? mentionsUsedBy(origin.call) : origin.mention === null ? [] : [origin.mention]
    return sources.some((source) => overlaps(source, mention)) ? [field] : []
  })

/** The goal's call with another member of the list in the place of one: `02:30 in Berlin and Buenos Aires` is converted from both. */
export const withMember = ({ supplies }: Search, { bound, candidate }: Goal, anchor: Mention, mention: Mention): BoundCall | undefined => {
  // `Georgia, USA`: the country of the region.
  if (anchor.value === mention.value) return undefined
  const input = new Map(bound.call.input)
  const used: Array<Mention> = []
  for (const field of fieldsFrom(bound.call, anchor)) {
    const supply = supplies(kindOf(field.slot)).find(
      (each) => overlaps(each.anchor, mention) && !overlaps(each.anchor, anchor) && maySupply(candidate.operation, field, each),
    )
    if (supply === undefined && field.required) return undefined
    if (supply === undefined) input.delete(field)
    else {
      input.set(field, supply.origin)
      used.push(supply.anchor)
    }
  }
  const others = bound.used.filter((other) => !overlaps(other, anchor))
  const assumed = [...others, ...used].flatMap((other) => other.assumed ?? [])
  return { ...bound, call: makeCall(bound.call.operation, bound.call.variant, input), used: [...used, ...others], assumed }
}

/** Kinds of which another value beside the operation's others (`Easter Monday in Poland and Laos`) is a call of its own. */
const listable = /^(?:date(?:\.year|\.month|\.reading)?|(?:country|region)\.code|place\.name|airport\.\w+|currency\.code|time\.zone)$/u

/**
 * `/22, and how many in a /27`: the other identifiers of the kind in the clause, if all of them are joined as a list. A negation between two is a
 * correction, and another word that relates them (`10.1.2.0/24 inside 10.1.0.0/16`) requests what no step for each of them answers.
 */
const furtherIdentifiers = (anchor: Mention, { allMentions, question }: Search["parsed"], clause: Clause): ReadonlyArray<Mention> => {
  if (!isIdentifierKind(anchor.kind) && !/^(?:subnet\.cidr|network\.asn)$/u.test(anchor.kind)) return []
  const others = highestWeighted(allMentions).filter(
    (mention) =>
      mention.kind === anchor.kind && mention.weight >= mentionWeight.clear && overlaps(mention, clause) && !overlaps(mention, anchor),
  )
  const members = [anchor, ...others].sort((a, b) => a.start - b.start)
  const isList = members.every((second, place) => {
    const between = place === 0 ? "," : question.slice(members[place - 1]!.end, second.start)
    return joint.test(between) && !relates.test(between.replace(sameAgain, "").replace(another, ""))
  })
  return isList ? others : []
}

const joint = /[,;/&+\n]|\b(?:and|or|plus|but)\b/iu
/** `NL004495445B01 and one in France FR40303265045` */
const another = /\b(?:one|another|the other)(?:\s\p{L}+)?\s(?:in|from|of)\s(?:the\s)?\p{Lu}\p{L}+/u
const sameAgain = /\bhow (?:many|much|large|big)(?:\s+\p{L}+){0,2}\s+in\b/iu
const relates =
  /\b(?:not|instead|in|into|inside|within|fits?|part|belong\w*|contain\w*|lies?|cover\w*|overlap\w*|includ\w*|under|below|same|than|to|from|match\w*|equals?|route[sd]?|aggregat\w*|(?:sub-?nets?|networks?|blocks?|ranges?|members?|halves|half) of)\b|n['’]t\b/iu

/** The members of the list of a value that the call does not use for another input. */
const alternativesTo = ({ parsed }: Search, { bound, clause }: Goal, anchor: Mention): ReadonlyArray<Mention> => {
  const others = overlapsAny(bound.used.filter((mention) => !overlaps(mention, anchor) && areAlike(mention, anchor)))
  const listed = readingsOf(anchor, parsed).flatMap((reading) => listedBeside(reading, parsed, clause))
  // `capital of Australia, Sydney or Canberra`: towns that the answer is compared with.
  const isProposed = ({ kind }: Mention) => kind !== anchor.kind && isComparedWith(bound.call, kind, parsed.question)
  const distinct = listed.filter((mention, place) => !isProposed(mention) && !overlapsAny(listed.slice(0, place))(mention))
  return distinct.filter((mention) => !others(mention))
}

/**
 * `5 pm in Los Angeles: when is that in Singapore and London?`, `how far is Vienna from Bratislava and Graz`: one of two values of a kind that has a list of its
 * own, in which the other one is not.
 */
const isTarget = (search: Search, goal: Goal, anchor: Mention): boolean => {
  const { bound, clause } = goal
  const members = [anchor, ...listedBeside(anchor, search.parsed, clause)]
  const isMember = overlapsAny(members)
  const others = bound.used.filter(({ end, kind, start }) => kind === anchor.kind && !overlaps(anchor, { start, end }))
  // `JFK-LHR and JFK-CDG`: the list is one of pairs.
  if (others.some((other) => members.some(({ start, value }) => value === other.value && start !== other.start))) return false
  return others.length === 1 && others.every((other) => !isMember(other) || isApart(search.parsed.question, other, anchor))
}

/** `nearer to Paris, Lyon or Lille`, `further from Paris, Lyon or Lille`: what is compared with is before the alternatives, behind a comma. */
const isApart = (question: string, other: Mention, anchor: Mention): boolean =>
  /^\s*,\s*$/u.test(question.slice(other.end, Math.max(other.end, anchor.start))) &&
  (roleBefore(question, other.start) === "to" || /\b(?:further|farther|away)\sfrom\s$/iu.test(question.slice(0, other.start))) &&
  /^[^,;.?!]*\sor\s/iu.test(question.slice(anchor.end))

/** The calls of a goal for each group of values in its clause (`Mention.groups`), if its call takes such values. */
const groupCalls = ({ parsed, supplies }: Search, { bound, candidate, clause }: Goal): ReadonlyArray<BoundCall> => {
  const grouped = bound.used.some(({ groups }) => groups !== undefined)
    ? parsed.allMentions.filter((mention) => mention.groups !== undefined)
    : []
  const groups = new Set(grouped.filter((mention) => overlaps(mention, clause)).flatMap((mention) => mention.groups ?? []))
  return [...groups].flatMap((group) => {
    const taken = new Set(grouped.filter((mention) => mention.groups?.includes(group) !== true))
    const call = bindOperation(candidate.operation, {
      parsed,
      clause,
      supplies,
      taken,
      needOf: (field) => needId("g0", candidate.operation, field),
    })
    return call.missing.length === 0 ? [call] : []
  })
}

/** The goal with the values of the first group alone: its amount is not converted to the unit of another one. */
export const withFirstGroup = (search: Search, goal: Goal): Goal => {
  const [first] = groupCalls(search, goal)
  return first === undefined ? goal : { ...goal, bound: first }
}

/** `between 1 May and 10 June`: the ends of a period, not a list. */
const opensSpan = /\bbetween\s(?:the\s)?$/iu

/** The call with the other values of an untyped list: of one input, or pairwise of two lists of the same length. */
export const listedCalls = (bound: BoundCall): ReadonlyArray<BoundCall> => {
  const [first] = bound.listed
  if (first === undefined) return []
  const beside = bound.listed.filter(({ values }) => values.length === first.values.length)
  return first.values.map((_, place) => {
    const input = new Map(bound.call.input)
    for (const { field, values } of beside) input.set(field, { _tag: "Literal", value: values[place]!, mention: null })
    return { ...bound, call: makeCall(bound.call.operation, bound.call.variant, input) }
  })
}
