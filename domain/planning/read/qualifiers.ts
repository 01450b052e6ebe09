import { stemOf } from "./words.ts"

/**
 * Words of closed classes that change what a question means, though they are stop words for the search: negations, comparisons, ordinals, and
 * prepositions and adverbs of time that turn a moment into a period (classes after Quirk et al., A Comprehensive Grammar of the English
 * Language, §8 and §10). A plan accounts for each by an input or by a word of its operations, or names it as unread.
 */
export const qualifiers: ReadonlySet<string> = new Set(
  (
    "isn aren wasn weren don doesn didn hasn haven won wouldn couldn shouldn cannot not no nor neither never without except excluding minus besides instead unless although but only " +
    "more most less least fewer fewest than over under above below exceeding bigger smaller larger largest smallest " +
    "before after until till since during again still yet already anymore left remain remaining formerly ago else other another different same rather " +
    "first second third fourth fifth last next previous following former latter latest earliest new old best better worst worse " +
    "two three four five six seven eight nine ten half twice double few several"
  )
    .split(" ")
    .map(stemOf),
)
