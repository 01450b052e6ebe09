import type { Search } from "../match/candidates.ts"
import { callChain } from "../match/OperationCall.ts"
import { introductionLength, isPlainIntroduction } from "../read/frames.ts"
import { overlaps } from "../read/Mention.ts"
import { clauseOf } from "../read/ParsedQuestion.ts"
import { mentionWeight } from "../read/thresholds.ts"
import { isDistinctive } from "../read/words.ts"
import type { Interpretation } from "./Goal.ts"
import { withoutParts } from "./repeatedRequests.ts"
import { isSure } from "./surestReading.ts"

/** Where somebody is; another value is what the question is about. */
const whereabouts = /^(?:country|place|region|time\.zone|zone\.stated)/u

/**
 * The question behind the words before a colon that it begins with (`notary in Lyon: which date is two months after …`), where its plan is sure and these words
 * add nothing to it: no word that an operation is about, and no value but the ones that it has, and places where the plan takes none. Undefined otherwise.
 */
export const behindIntroduction = (
  search: Search,
  read: (search: Search) => Interpretation,
): { readonly search: Search; readonly understood: Interpretation } | undefined => {
  const { parsed, index } = search
  const length = introductionLength(parsed.question)
  if (length === 0 || !isPlainIntroduction(parsed.question.slice(0, length))) return undefined
  const introduction = clauseOf(parsed.question, 0, length)
  const values = parsed.allMentions.filter((mention) => mention.weight >= mentionWeight.possible && overlaps(mention, introduction))
  const isTelling = parsed.words.some(
    (word) =>
      overlaps(word, introduction) &&
      isDistinctive(word.stem) &&
      !values.some((value) => overlaps(value, word)) &&
      index.operations.some(({ named }) => named.has(word.stem)),
  )
  if (isTelling) return undefined
  const behind = withoutParts(search, [introduction])
  const understood = read(behind)
  const { goals, unanswered } = understood
  if (!isSure(behind, goals, unanswered, true)) return undefined
  const operations = goals.flatMap(({ bound }) => callChain(bound.call).map(({ operation }) => operation))
  const used = goals.flatMap(({ bound }) => bound.used)
  const isIdle = ({ kind, value }: (typeof values)[number]) =>
    used.some((other) => other.kind === kind && other.value === value) ||
    (whereabouts.test(kind) && !operations.some(({ kinds }) => kinds.has(kind)))
  return values.every(isIdle) ? { search: behind, understood } : undefined
}
