import type { PlannedGoal } from "../../ask/Plan.ts"
import { mentionsUsedBy, type OperationCall } from "../match/OperationCall.ts"
import { isComparedWith, isProposal, proposedFacts } from "../match/proposals.ts"
import { isIdentifierKind, kindOf, overlaps, overlapsAny } from "../read/Mention.ts"
import type { ParsedQuestion } from "../read/ParsedQuestion.ts"
import { mentionWeight } from "../read/thresholds.ts"
import type { Goal } from "./Goal.ts"

/**
 * The one value that a question proposes as its own answer: `22` of `Is the VAT rate in Estonia 22 %?`. The answer begins with yes or no. Undefined where the question
 * offers a choice, a limit (`over 20 %`) or a negation, and where the operation states whether its input is valid: then that is what it says first.
 */
export const proposedAnswer = (
  { allMentions, question }: ParsedQuestion,
  { bound: { call, used }, clause }: Goal,
): PlannedGoal["proposed"] => {
  if (call.operation.definition.output.some((fact) => fact.endsWith(".valid"))) return undefined
  const isUsed = overlapsAny([...mentionsUsedBy(call), ...used])
  const proposed = [
    ...percentages(question),
    ...allMentions.filter(({ kind, weight }) => kinds.has(kind) && weight >= mentionWeight.probable),
  ].filter(
    (value) =>
      overlaps(value, clause) &&
      !isUsed(value) &&
      (value.kind !== "country.code" || isOfCode(call)) &&
      isComparedWith(call, value.kind, question) &&
      isProposal(question, value),
  )
  const [only, ...others] = proposed.filter((value, place) => !proposed.slice(0, place).some((other) => overlaps(other, value)))
  if (only === undefined || others.length > 0 || !isYesOrNo(sentenceAt(question, only.start))) return undefined
  const facts = proposedFacts(call, only.kind).filter((fact) => !call.variant.input.some(({ field }) => field === fact))
  return facts.length === 0 ? undefined : { facts, value: String(only.value) }
}

/** The country is what the call finds by an identifier or a code, and not where its other inputs are: `does Queensland put the clocks forward like Sydney`. */
const isOfCode = ({ variant }: OperationCall): boolean =>
  variant.input.every(
    ({ required, slot }) =>
      !required || isIdentifierKind(kindOf(slot)) || /^country\.(?:calling_code|top_level_domain)$/u.test(kindOf(slot)),
  )

const kinds: ReadonlySet<string> = new Set(["country.code", "country.calling_code", "currency.code", "vat.percent", "tax.percent"])

const percentages = (question: string) =>
  [...question.matchAll(/(?<![\d.,])(?<value>\d{1,2}(?:[.,]\d{1,2})?)\s?(?:%|percent\b|per cent\b)/giu)].map((match) => ({
    kind: "vat.percent",
    start: match.index,
    end: match.index + match[0].length,
    value: match.groups!["value"]!.replace(",", "."),
  }))

const sentenceAt = (question: string, place: number): string => {
  const start = Math.max(0, ...[...question.slice(0, place).matchAll(/[.?!;](?=\s)/gu)].map(({ index }) => index + 1))
  const end = /[?!;]|\.(?=\s|$)/u.exec(question.slice(place))
  return question.slice(start, end === null ? undefined : place + end.index)
}

const isYesOrNo = (sentence: string): boolean => (inverted.test(sentence) || tagged.test(sentence)) && !open.test(sentence)

const inverted = /^\W*(?:(?:and|so|but)\s)?(?:is|are|does|do|has|have)\b/iu
const tagged = /,\s*(?:right|correct|isn't it|is (?:that|it|this) (?:right|correct|true))\s*$/iu

/** A choice, a negation, a limit, a past or another question in the sentence, and what is done with a currency that is no legal tender. */
const open =
  /\b(?:or|not|no|than|over|above|below|under|more|less|least|most|higher|lower|about|around|roughly|nearly|almost|only|between|up to|was|were|did|used to|before|until|what|which|when|why|how|who|where|if|accept\p{L}*|take[sn]?|pay\p{L}*|spend)\b|n['’]t\b(?!\s+it\s*$)/iu
