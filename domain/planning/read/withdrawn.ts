/**
 * A question with blanks in place of a noun phrase that the buyer takes back at once: `bank hols? no - public holidays in Portugal`. A phrase with an
 * auxiliary or an interrogative is a question of its own, and the `no` after it may be its answer.
 */
export const withoutWithdrawn = (question: string): string =>
  question.replace(withdrawn, (match, before: string, phrase: string) =>
    asks.test(phrase) ? match : before + " ".repeat(match.length - before.length),
  )

const withdrawn = /(^|[.!?;:]\s)([^.!?;:,]{1,80}\?\s+no(?:pe)?\s*(?:[,;:.!]|-{1,2}|–|—)\s*)(?=\S)/giu

const asks =
  /\b(?:what|which|who|whom|whose|when|where|why|how|is|are|was|were|do|does|did|has|have|had|can|could|will|would|should|shall|may|might)\b/iu
