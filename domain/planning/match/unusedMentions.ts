import type { BoundCall } from "./binding.ts"
import { mentionsUsedBy } from "./OperationCall.ts"
import { isComparedWith } from "./proposals.ts"
import { isReference } from "./references.ts"
import { listedBeside } from "../read/lists.ts"
import { highestWeighted, type Mention, overlapsAny } from "../read/Mention.ts"
import type { Clause, ParsedQuestion } from "../read/ParsedQuestion.ts"
import { mentionWeight } from "../read/thresholds.ts"

/** The bound call with the values that are listed beside its own: they are values too, so they do not count as unknown words. */
export const withListed = (bound: BoundCall, mentions: ReadonlyArray<Mention>, parsed: ParsedQuestion, clause: Clause): BoundCall => {
  const zones = mentions.filter(
    (mention) =>
      mention.kind === "time.zone" &&
      mention.weight >= mentionWeight.possible &&
      bound.used.some((used) => used.kind === mention.kind && used !== mention),
  )
  // `Boston, New York, and London` may be two places or three: a name with a comma is left out.
  const plain = bound.used.filter(({ kind, text }) => !kind.startsWith("date") && !text.includes(","))
  const listed = plain.flatMap((value) => listedBeside(value, parsed, clause))
  const alike = [...zones, ...listed]
  return alike.length === 0 ? bound : { ...bound, used: [...bound.used, ...alike] }
}

/** How many members of a list have no input where two inputs take others of it: `Tokyo, New York and London` for a difference between two places. */
export const leftOfList = ({ used }: BoundCall, parsed: ParsedQuestion, clause: Clause): number => {
  const [first, second] = used
  if (first === undefined || second === undefined || first.start === second.start) return 0
  const members = new Set([first, ...listedBeside(first, parsed, clause)].map(({ start }) => start))
  const taken = new Set(used.flatMap(({ start }) => (members.has(start) ? [start] : [])))
  return taken.size < 2 ? 0 : members.size - taken.size
}

/** How many mentions of the clause the operation has no use for. */
export const unusedMentions = (
  mentions: ReadonlyArray<Mention>,
  bound: BoundCall,
  clause: Clause,
): { readonly certain: number; readonly expected: number; readonly dates: number } => {
  const used = [...mentionsUsedBy(bound.call), ...bound.spans]
  const isUsed = overlapsAny(used)
  const countUnused = (minWeight: number, pattern: RegExp, isExpected: (kind: string) => boolean = () => true) =>
    new Set(
      mentions
        .filter(
          (mention) =>
            mention.weight >= minWeight &&
            !isReference(mention) &&
            pattern.test(mention.kind) &&
            isExpected(mention.kind) &&
            !isZoneOfUsed(mention),
        )
        .filter((mention) => !isUsed(mention))
        .map(({ start }) => start),
    ).size
  const others = /^(?!date|place|unit)/u
  // A reading as a time zone of a place that is used is not a further mention: `in New York and in Singapore`.
  const kinds = new Set(bound.used.map(({ kind }) => kind))
  const placeOf = ({ end, start }: Mention) => `${start} ${end}`
  const zones = new Set(kinds.has("time.zone") ? mentions.filter(({ kind }) => kind === "time.zone").map(placeOf) : [])
  const isZoneOfUsed = (mention: Mention) => zones.has(placeOf(mention))
  // A mention of a kind that is used is probably one of a list.
  const usedKinds = new Set(used.map((each) => ("kind" in each ? each.kind : "")))
  const isPlain = (kind: string) =>
    !isComparedWith(bound.call, kind, clause.text) && !(usedKinds.has(kind) && !/^(?:currency|country)/u.test(kind))
  return {
    dates: highestWeighted(mentions).filter((mention) => !isReference(mention) && mention.kind.startsWith("date") && !isUsed(mention))
      .length,
    certain: countUnused(mentionWeight.certain, /./u),
    expected: countUnused(mentionWeight.expected, others, isPlain),
  }
}
