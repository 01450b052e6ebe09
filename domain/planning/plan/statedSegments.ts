import { candidatesFor, type Search } from "../match/candidates.ts"
import { factsRequested, hasTypedLikelihood, type OperationProfile } from "../match/OperationProfile.ts"
import { asidesOf, framesOf, statementsOf, withoutFrames } from "../read/frames.ts"
import { isIdentifierKind, type Mention, overlaps, overlapsAny } from "../read/Mention.ts"
import type { Clause } from "../read/ParsedQuestion.ts"
import { subjectOf } from "../read/subject.ts"
import { mentionWeight } from "../read/thresholds.ts"
import { isDistinctive, stemsOf, wordsOf } from "../read/words.ts"

/** Whether a segment is a statement beside a request, and what values it has: none, one that the request may be about, or an identifier. */
export const statedSegments = ({ parsed }: Search): ((segment: Clause) => "idle" | "valued" | "identifier" | undefined) => {
  const isStated = overlapsAny([...framesOf(parsed.question), ...statementsOf(parsed)])
  return (segment) => {
    const { end, start } = segment
    const words = parsed.words.filter((word) => word.start >= start && word.end <= end)
    if (words.length === 0 || !words.every(isStated)) return undefined
    const values = parsed.mentions.filter((mention) => mention.weight >= mentionWeight.possible && overlaps(mention, segment))
    if (values.length === 0) return "idle"
    if (values.some(({ kind }) => amount.test(kind)) || isRepeatedKind(parsed.mentions, values, end)) return undefined
    return values.some(({ kind, weight }) => weight >= mentionWeight.clear && isIdentifierKind(kind)) ? "identifier" : "valued"
  }
}

/** Amounts are converted with a target that may be in another clause: their clauses are joined by their groups. */
const amount = /^(?:unit|rate)\.value$/u

/** `26 December is a Saturday. Is Friday a holiday`: a clause after the statement has a value of its kind. */
const isRepeatedKind = (mentions: ReadonlyArray<Mention>, values: ReadonlyArray<Mention>, end: number): boolean => {
  const kindsOf = (of: ReadonlyArray<Mention>) =>
    of.filter(({ weight }) => weight >= mentionWeight.probable).map(({ kind }) => kind.replace(/\..*/u, ""))
  const after = new Set(kindsOf(mentions.filter(({ start }) => start >= end)))
  return kindsOf(values).some((kind) => after.has(kind))
}

/**
 * `My account is DE…. Which country is it?`: the operation of the clause before answers what a clause without a value requests, and each of
 * its words that any operation answers.
 */
export const isAnswered = (search: Search, last: Clause, segment: Clause): boolean => {
  const { parsed } = search
  const [before] = candidatesFor(search, withoutFrames(last, asidesOf(parsed)), "g0")
  if (before === undefined || before.bound.missing.length > 0 || !hasTypedLikelihood(before.operation)) return false
  if (parsed.mentions.some((mention) => mention.weight >= mentionWeight.possible && overlaps(mention, segment))) return false
  if (namesFactOfAnother(search, before.operation, segment)) return false
  const requested = new Set(subjectOf(segment).map(({ stem }) => stem))
  const words = wordsOf(segment.text).filter(
    ({ stem }) => isDistinctive(stem) && (requested.has(stem) || search.index.operations.some(({ named }) => named.has(stem))),
  )
  return (
    words.length > 0 &&
    words.every(({ stem }) => before.operation.answers.has(stem)) &&
    factsRequested(before.operation, segment).length > 0
  )
}

/** `the calling code of that country`: another operation has a fact of this name in several words, and this one has not. */
const namesFactOfAnother = (search: Search, { definition }: OperationProfile, segment: Clause): boolean => {
  const stems = new Set(stemsOf(segment.text))
  return candidatesFor(search, segment, "g0")
    .slice(0, maxCompared)
    .some(({ operation }) =>
      operation.definition.output.some((fact) => {
        const name = stemsOf(fact.slice(fact.lastIndexOf(".") + 1))
        return name.length > 1 && !definition.output.includes(fact) && name.every((stem) => stems.has(stem))
      }),
    )
}

const maxCompared = 3
