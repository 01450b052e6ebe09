import { Schema } from "effect"
import { areComparedWith, comparesNeighbours } from "./comparatives.ts"
import type { Mention, Span } from "./Mention.ts"
import type { ParsedQuestion, Clause } from "./ParsedQuestion.ts"
import { mentionWeight } from "./thresholds.ts"

const Lists = Schema.fromJsonString(Schema.Array(Schema.Json))
const readList = Schema.decodeUnknownOption(Lists)

/** `[1, 2, 3]`, `(a, b)`, `[[1, 2], [3, 4]]`. */
export const bracketedLists = (text: string): ReadonlyArray<Span> => {
  const nested = [...text.matchAll(/\[\s*\[[^[\]\n]{1,200}\](?:\s*,\s*\[[^[\]\n]{1,200}\]){0,30}\s*\]/gu)].flatMap(
    ({ 0: brackets, index }) => {
      const read = readList(brackets)
      return read._tag === "Some" ? [{ start: index, end: index + brackets.length, shape: "list" as const, value: read.value }] : []
    },
  )
  const flat = [...text.matchAll(/[[({]\s*((?:[^[\](){}\n]{1,80},\s*){1,60}[^[\](){}\n]{1,80})\s*[\])}]/gu)].map((match): Span => ({
    start: match.index,
    end: match.index + match[0].length,
    shape: "list",
    value: itemsOf(match[1] ?? ""),
  }))
  return [...nested, ...flat]
}

const itemsOf = (text: string): ReadonlyArray<string | number> =>
  text
    .split(/,\s*(?:and\s+|&\s+)?|\s+(?:and|&)\s+/u)
    .map((item) => item.trim().replace(/^(['"])(.*)\1$/u, "$2"))
    .filter((item) => item !== "")
    .map((item) => (/^-?\d+(?:\.\d+)?$/u.test(item) ? Number(item) : item))

const joint =
  /^(?:\s+now)?\s*(?:,|;|&|,?\s*\b(?:and|or|plus|versus|vs\.?|as well as)\b)\s*(?:&\s+|(?:and|or)\s+)?(?:the\s+|an?\s+|also\s+|\d+\s+)?$/iu
const maxItems = 30

/** Lists of spans of one shape that are joined by commas or `and`: `John and Alice`, `12, 24 and 36`, `chicken and mushrooms`. */
export const joinedLists = (text: string, items: ReadonlyArray<Span>): ReadonlyArray<Span> =>
  (["quoted", "number", "proper", "code", "chunk"] as const).flatMap((shape) => {
    const same = items.filter((item) => item.shape === shape)
    const starts = Map.groupBy(same, ({ start }) => start)
    const isFollower = new Set<Span>()
    const follow = (item: Span, isNarrow: boolean): ReadonlyArray<Span> => {
      const chain = [item]
      for (let last = item; chain.length < maxItems;) {
        const after = last.shape === "number" && last.unit !== undefined ? unitAfter(text, last) : last.end
        const gap =
          /^[\s,;&]*(?:(?:and|or|plus|versus|vs\.?|as well as)\s+)?(?:&\s+|(?:and|or)\s+)?(?:the\s+|an?\s+|also\s+|\d+\s+)?/iu.exec(
            text.slice(after, after + 40),
          )
        const next =
          gap && joint.test(gap[0])
            ? (starts.get(after + gap[0].length) ?? starts.get(after + gap[0].replace(/\d+\s+$/u, "").length))
            : undefined
        if (next === undefined) break
        const length = (span: Span) => span.end - span.start
        const longest = next.reduce((best, each) => (length(each) > length(best) ? each : best))
        const shortest = next.reduce((best, each) => (length(each) < length(best) ? each : best))
        last = shape === "chunk" && isNarrow && !isJoined(text, longest.end) ? shortest : longest
        chain.push(last)
        isFollower.add(last)
      }
      return chain
    }
    const chains = same.flatMap((item) =>
      isFollower.has(item) ? [] : [follow(item, false), ...(shape === "chunk" ? [follow(item, true)] : [])],
    )
    const lists = chains
      .filter((chain) => chain.length > 1)
      .map((chain): Span => ({
        start: chain[0]!.start,
        end: chain.at(-1)!.end,
        shape: "list",
        of: shape,
        items: chain,
        value: chain.map(({ value }) => value),
      }))
    return [...new Map(lists.map((span) => [`${span.start} ${span.end}`, span])).values()]
  })

const isJoined = (text: string, end: number): boolean => /^\s*(?:,|and\b|&)/u.test(text.slice(end, end + 6))

const unitAfter = (text: string, { end, unit }: Span): number => {
  const at = text.slice(end, end + 24).indexOf(unit ?? "")
  const after = at < 0 || at > 2 ? end : end + at + (unit ?? "").length
  return /^(?:and|or|plus)$/iu.test(unit ?? "") ? end : after
}

/** The other members of the list that a mention belongs to: after it, and before it in its clause. */
export const listedBeside = (anchor: Mention, { mentions, question }: ParsedQuestion, clause: Clause): ReadonlyArray<Mention> => {
  const alike = mentions
    // The country of a region is no member of a list of countries: `Ireland and Northern Ireland`.
    .filter(({ kind, needs, weight }) => kind === anchor.kind && needs === anchor.needs && weight >= mentionWeight.possible)
    .sort((a, b) => a.start - b.start)
  const isInRow = anchor.kind === "country.code" ? rowsOf(alike, question) : () => false
  const joins = (before: Mention, after: Mention): boolean =>
    areListed(question, before, after) || (isInRow(before) && isInRow(after) && isBlank(question, before, after))
  const listed: Array<Mention> = []
  let last = anchor
  for (const mention of alike) {
    if (mention.start < last.end || !joins(last, mention)) continue
    listed.push(mention)
    last = mention
  }
  let first = anchor
  for (const mention of alike.toReversed()) {
    if (mention.start < clause.start || mention.end > first.start || !joins(mention, first)) continue
    listed.push(mention)
    first = mention
  }
  return listed
}

const minRow = 3

/** `germany france finland`: at least three countries in a row are a list. Two may be a territory and its country (`Puerto Rico USA`). */
const rowsOf = (sorted: ReadonlyArray<Mention>, question: string): ((mention: Mention) => boolean) => {
  const rows: Array<Array<Mention>> = []
  for (const mention of sorted) {
    const row = rows.at(-1)
    const last = row?.at(-1)
    if (row !== undefined && last !== undefined && mention.start > last.end && isBlank(question, last, mention)) row.push(mention)
    else if (last === undefined || mention.start >= last.end) rows.push([mention])
  }
  const members = new Set(rows.filter((row) => new Set(row.map(({ value }) => value)).size >= minRow).flat())
  return (mention) => members.has(mention)
}

const isBlank = (question: string, before: Mention, after: Mention): boolean => question.slice(before.end, after.start).trim() === ""

/** The text between the members of a list: `und` of `FR83404833048 und IT00743110157`. */
export const jointsBetween = (
  question: string,
  values: ReadonlyArray<Mention | Span>,
): ReadonlyArray<{ readonly start: number; readonly end: number }> => {
  const inOrder = values.filter((value): value is Mention => "kind" in value).sort((a, b) => a.start - b.start)
  return inOrder.flatMap((first, place) => {
    const second = inOrder.slice(place + 1).find(({ kind, start }) => kind === first.kind && start >= first.end)
    if (second === undefined || !areListed(question, first, second)) return []
    return [{ start: first.end + timeBetween(question, first, second).length, end: second.start }]
  })
}

/** The word between the two days of a range: `until` of `from 14.08.2025 until 30.11.2026`. */
export const jointsOfRanges = (
  question: string,
  values: ReadonlyArray<Mention | Span>,
): ReadonlyArray<{ readonly start: number; readonly end: number }> =>
  values.flatMap((last) => {
    if (!("kind" in last) || last.kind !== "date.end") return []
    const first = values.find(
      (value) => "kind" in value && value.kind === "date.start" && rangeJoint.test(question.slice(value.end, last.start)),
    )
    return first === undefined ? [] : [{ start: first.end, end: last.start }]
  })

const rangeJoint = /^\s(?:until|till)\s(?:the\s)?$/iu

/** Kinds of names of places: `Berlin` may be read as a zone where `Buenos Aires` beside it is a town. */
const locates = /^(?:place\.name|time\.zone|country\.code)$/u

/** Whether two values are of one kind, or both names of places. */
export const areAlike = (first: Mention, second: Mention): boolean =>
  first.kind === second.kind || (locates.test(first.kind) && locates.test(second.kind))

/** A mention with the other readings of its name, each of which may be in a list of its kind. */
export const readingsOf = (mention: Mention, { mentions }: ParsedQuestion): ReadonlyArray<Mention> => [
  mention,
  ...mentions.filter(
    (other) =>
      other.kind !== mention.kind &&
      areAlike(other, mention) &&
      other.weight >= mentionWeight.possible &&
      other.start === mention.start &&
      other.end === mention.end,
  ),
]

/** Whether two values of one kind, the second behind the first, are neighbours in a list by the text between them. */
export const areListed = (question: string, first: Mention, second: Mention): boolean => {
  const between = question.slice(first.end, second.start)
  return (
    (between.length <= maxJoint && listJoint.test(between.slice(timeBetween(question, first, second).length))) ||
    comparesNeighbours(between) ||
    areComparedWith(question, first, second) ||
    (first.kind === "date.reading" && clockJoint.test(between)) ||
    (isCode(first) && isCode(second) && codeJoint.test(between))
  )
}

/** Characters between two neighbours of a list: a few signs and conjunctions, and a time. */
const maxJoint = 80

/** `VAT in Kenya 2026 and Uganda`, `in Denver right now vs Boise`: the time of all members of a list, behind its first one, unless the second has its own. */
const timeBetween = (question: string, first: Mention, second: Mention): string =>
  timeBehind.test(question.slice(second.end)) ? "" : (timeBehind.exec(question.slice(first.end, second.start))?.[0] ?? "")

const timeBehind = /^\s+(?:(?:right\s)?now|today|tonight|tomorrow|currently|(?:this|next)\syear|(?:in\s)?20\d\d)(?![\p{L}\p{N}])/iu

/** `SEK NOK DKK`, `.gg .ai .io`, `PVG-HKG-LEJ`: codes need nothing but a space or a hyphen between them. */
const codeJoint = /^(?:\s+|\s*(?:[-–—>→]|->)\s*)$/u

/** Kinds of short codes that are written without a blank, as capitals, as digits or behind a dot. */
const isCode = ({ kind, text }: Mention): boolean =>
  /^(?:airport\.|currency\.(?:code|number)|country\.|ip\.|network\.|subnet\.|tax\.vat)/u.test(kind) &&
  /^[\p{Lu}\p{N}./:]+$|^\.\p{L}+$/u.test(text)

/** `9:00 to 17:00`: both clock times are meant. */
const clockJoint = /^\s*(?:to|until|till|-|–)\s*$/iu

/** Signs, the letters and numbers that enumerate (`b)`), and the conjunctions of the languages that Europe's offices write: between two values of one kind they are nothing else. */
const listJoint =
  /^\s*(?:(?:[,;/&+|·•]|\(?(?:[a-h]|\d{1,2})\)|(?:and|or|plus|versus|vs\.?|as well as|und|oder|sowie|et|ou|y|e|o|en|och|og|eller|i|oraz|lub|ja|tai|ve|és)(?!\p{L}))\s*)+(?:(?:in|at|for|of|on|to|the|with|also)(?:\s+|$))*$/iu
