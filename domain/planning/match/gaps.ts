import { Effect } from "effect"
import type { CatalogueEntry } from "../../catalogue/Catalogue.ts"
import { type SourceGap, variantsOf } from "../../catalogue/Source.ts"
import { highestWeighted, kindOf, type MentionExtractor, type Reading } from "../read/Mention.ts"
import type { ParsedQuestion } from "../read/ParsedQuestion.ts"
import { mentionWeight } from "../read/thresholds.ts"
import { isEmpty } from "../read/words.ts"
import { maskedWords } from "./OperationProfile.ts"

/** What a source declares that it does not answer, where a question requests it. */
export interface GapRequest {
  readonly gap: SourceGap
  /** The stretch of the question that requests it. */
  readonly start: number
  readonly end: number
}

interface Phrase {
  readonly gap: SourceGap
  readonly terms: ReadonlyArray<string>
  /** Its words that say nothing count too, because it has one other word: `by road`. */
  readonly isLiteral: boolean
  /** The kinds of values that the gap's source takes. */
  readonly kinds: ReadonlySet<string>
}

/**
 * The gaps that a question requests: the question has a phrase of each, word for word except words that say nothing, with values of
 * the same kinds. The longest phrase comes first, then that of a source that takes a value of the question.
 */
export const gapsRequested = (
  { allMentions, question }: ParsedQuestion,
  entries: ReadonlyArray<CatalogueEntry>,
  extract: MentionExtractor,
  isAside: (stretch: { readonly start: number; readonly end: number }) => boolean,
): ReadonlyArray<GapRequest> => {
  const phrases = phrasesOf(entries, extract)
  const every = termsIn(question, allMentions)
  const telling = every.filter(({ term }) => !isEmpty(term))
  const named = new Set(allMentions.filter(({ weight }) => weight >= mentionWeight.probable).map(({ kind }) => kind))
  const isAnswerable = ({ unless }: SourceGap) =>
    unless !== undefined && unless.kinds.some((kind) => named.has(kind)) && question.toLowerCase().includes(unless.word)
  const requests: Array<GapRequest & { readonly worth: number }> = []
  for (const terms of [every, telling])
    for (const [at, { start, term }] of terms.entries())
      for (const phrase of phrases.get(term) ?? []) {
        const last = terms[at + phrase.terms.length - 1]
        if (phrase.isLiteral !== (terms === every) || last === undefined || isAnswerable(phrase.gap)) continue
        if (!phrase.terms.every((each, place) => terms[at + place]!.term === each) || isAside({ start, end: last.end })) continue
        const worth = phrase.terms.length + ([...phrase.kinds].some((kind) => named.has(kind)) ? 0.5 : 0)
        requests.push({ gap: phrase.gap, start, end: last.end, worth })
      }
  return requests.sort((a, b) => b.worth - a.worth)
}

type Phrases = ReadonlyMap<string, ReadonlyArray<Phrase>>

const kept = new WeakMap<ReadonlyArray<CatalogueEntry>, Phrases>()
const read = new WeakMap<SourceGap, ReadonlyArray<Pick<Phrase, "terms" | "isLiteral">>>()

/** Reads the phrases of a new snapshot in slices of one gap, so that the node answers other requests in between: a phrase takes 1 ms. */
export const prepareGaps = Effect.fnUntraced(function* (entries: ReadonlyArray<CatalogueEntry>, extract: MentionExtractor) {
  if (kept.has(entries)) return
  for (const gap of new Set(entries.flatMap(({ members }) => members.flatMap(({ gaps = [] }) => gaps)))) {
    if (read.has(gap)) continue
    phrasesIn(gap, extract)
    yield* Effect.yieldNow
  }
  phrasesOf(entries, extract)
})

/** The phrases of a snapshot of the catalogue by their first terms. */
const phrasesOf = (entries: ReadonlyArray<CatalogueEntry>, extract: MentionExtractor): Phrases => {
  const cached = kept.get(entries)
  if (cached) return cached
  const sources = [...new Set(entries.flatMap(({ members }) => members))]
  const phrases = sources.flatMap(({ gaps = [], operations }) => {
    const kinds = new Set(operations.flatMap(variantsOf).flatMap(({ input }) => input.map(({ slot }) => kindOf(slot))))
    return gaps.flatMap((gap) => phrasesIn(gap, extract).map((phrase): Phrase => ({ gap, kinds, ...phrase })))
  })
  const made = Map.groupBy(phrases, ({ terms }) => terms[0]!)
  kept.set(entries, made)
  return made
}

const phrasesIn = (gap: SourceGap, extract: MentionExtractor): ReadonlyArray<Pick<Phrase, "terms" | "isLiteral">> => {
  const cached = read.get(gap)
  if (cached) return cached
  const made = gap.phrases.flatMap((phrase) => {
    // A phrase in lower case without figures and dots names no value.
    const every = termsIn(phrase, /[\p{Lu}\p{N}@]|\.\p{L}/u.test(phrase) ? extract.described(phrase) : []).map(({ term }) => term)
    const telling = every.filter((term) => !isEmpty(term))
    const isLiteral = telling.length < 2
    return telling.length === 0 ? [] : [{ isLiteral, terms: isLiteral ? every : telling }]
  })
  read.set(gap, made)
  return made
}

/** The words of a text in order; each value is its kind, and each other number the same term. */
const termsIn = (
  text: string,
  mentions: ReadonlyArray<Reading>,
): ReadonlyArray<{ readonly term: string; readonly start: number; readonly end: number }> => {
  // Capitals that may be a code are rather a word here: `VPN` is also an airport.
  const isAbbreviation = ({ text: written, weight }: Reading) => weight < mentionWeight.clear && /^\p{Lu}{2,4}$/u.test(written)
  const values = highestWeighted(mentions.filter((mention) => mention.weight >= mentionWeight.possible && !isAbbreviation(mention)))
  return maskedWords(text, values).map(({ start, term }) => {
    const value = values.find((each) => each.start <= start && start < each.end)
    return { term: /^\p{N}/u.test(term) ? "‹number›" : term, start, end: value?.end ?? start + term.length }
  })
}
