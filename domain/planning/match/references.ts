import { kindOf, type Mention, overlaps } from "../read/Mention.ts"
import { listedBeside } from "../read/lists.ts"
import type { Clause } from "../read/ParsedQuestion.ts"
import { mentionWeight } from "../read/thresholds.ts"
import { stemOf } from "../read/words.ts"
import type { BoundCall } from "./binding.ts"
import type { Candidate, Search } from "./candidates.ts"
import type { ValueOrigin } from "./OperationCall.ts"
import { makeSupplies } from "./supplies.ts"

/**
 * The search for a clause without a value of its own that refers to what an earlier clause answers: `… which country is 8.8.8.8 in, and what is the
 * currency there`. `there`, `that country`, `it` and `its` are read as values of the kinds that the earlier answer has, so that the clause is matched like one that
 * names the value. Undefined where the clause refers to nothing.
 */
export const referringSearch = (search: Search, clause: Clause, earlier: ReadonlyArray<Candidate>): Search | undefined => {
  const { index, limit, parsed } = search
  const references = new Map<Mention, ValueOrigin>()
  for (const { bound, clause: before, operation } of earlier) {
    const isList = bound.used.some((anchor) => listedBeside(anchor, parsed, before).length > 0)
    if (bound.missing.length > 0 || isList) continue
    for (const fact of operation.definition.output) {
      const isDay = foundDay.test(fact)
      const kind = isDay ? "date" : kindOf(fact)
      const producer = index.producers.get(kindOf(fact))?.find((other) => other.operation === operation)
      // A value that the earlier call takes is no answer of it.
      if (producer === undefined || (!isDay && takes(bound, kind)) || [...references.keys()].some((other) => other.kind === kind)) continue
      const place = referenceIn(search, clause, kind)
      // An optional input that the question did not fill is an answer too, where a word refers to it: the country of a VAT number.
      if (place === undefined || (operation.kinds.has(kind) && place.start === place.end)) continue
      const { list, pointer } = producer
      references.set(
        { ...place, kind, text: parsed.question.slice(place.start, place.end), value: null, weight: mentionWeight.certain },
        { _tag: "CallOutput", call: bound.call, pointer, isReference: true, ...(list !== undefined && { list }) },
      )
    }
  }
  if (references.size === 0) return undefined
  const mentions = [...parsed.mentions, ...references.keys()].sort((a, b) => a.start - b.start)
  return {
    ...search,
    parsed: { ...parsed, mentions },
    supplies: makeSupplies(index, mentions, limit, references),
    candidateCache: new Map(),
    referringCache: new Map(),
  }
}

/** The day that an operation finds from another one: that of `the due date, and is it a working day`. */
export const foundDay = /\.(?:due_date|business_day)$|^feast\.date$/u

const takes = ({ call }: BoundCall, kind: string): boolean => [...call.input.keys()].some(({ slot }) => kindOf(slot) === kind)

/** Whether a mention stands for an earlier answer: its value is not known before that is bought. */
export const isReference = ({ value }: Mention): boolean => value === null

/** Where a clause refers to a value of a kind: `that country`; `there`, `it` or the end of a clause that names no value for a country. */
const referenceIn = ({ parsed }: Search, clause: Clause, kind: string): Pick<Mention, "start" | "end"> | undefined => {
  const own = parsed.mentions.filter((mention) => mention.weight >= mentionWeight.probable && overlaps(mention, clause))
  if (own.some((mention) => mention.kind === kind || (kind === "date" && mention.kind.startsWith("date")))) return undefined
  const at = ({ 0: text, index }: RegExpExecArray) => ({ start: clause.start + index, end: clause.start + index + text.length })
  const nouns = [...clause.text.matchAll(nounReference)]
  const named = nouns.find((match) => stemOf(match[1]!) === stemOf(kind.slice(0, kind.indexOf("."))))
  if (named) return at(named)
  if (kind === "date") {
    const [day] = clause.text.matchAll(days)
    return day && at(day)
  }
  if (kind !== "country.code" || own.some((mention) => !mention.kind.startsWith("date"))) return undefined
  const [pronoun] = clause.text.matchAll(pronouns)
  if (pronoun) return at(pronoun)
  const end = clause.start + clause.text.replace(/[\s?.!,;]+$/u, "").length
  return { start: end, end }
}

const nounReference = /\b(?:this|that|the same|its|their)\s+(\p{L}+)/giu

/** `is it`, `is that`, but not `when does it end`, where a contract is meant. */
const days =
  /\b(?:this|that|the)\s(?:day|date|due\s(?:day|date)|deadline)\b(?!\s(?:after|before|of|when|that|on|in|following|preceding)\b)|(?<=\b(?:is|does)\s)(?:it|that)\b(?!\s(?:is|are|end|run|start|begin|expire|become)\b)/giu

const pronouns = /\b(?:there|it|its|they|their)\b/giu
