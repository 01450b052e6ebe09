import { isEmpty, type Word, wordsOf } from "./words.ts"

/** Correction compares each unknown word with the whole vocabulary: above this size it is skipped. */
const maxVocabulary = 8_000
const maxCorrectedWords = 12

/** Shorter words are one letter away from too many others. */
const minWordLength = 5

/**
 * The question with the typing errors corrected that are one keystroke away from a word of the catalogue. `vocabulary` holds the stems of
 * the catalogue's words. A corrected word may move what follows it by one character.
 */
export const correctSpelling = (text: string, vocabulary: ReadonlyMap<string, unknown>): string => {
  const words = wordsOf(text)
  const corrections = correctionsOf(words, vocabulary)
  return words.reduceRight((corrected, { end, start, stem }) => {
    const correction = corrections.get(stem)
    return correction === undefined ? corrected : `${corrected.slice(0, start)}${correction}${corrected.slice(end)}`
  }, text)
}

/** Stems of lower-case words that no operation has → the stem of the first word in the vocabulary that is one keystroke away. */
const correctionsOf = (words: ReadonlyArray<Word>, vocabulary: ReadonlyMap<string, unknown>): ReadonlyMap<string, string> => {
  const corrections = new Map<string, string>()
  if (vocabulary.size > maxVocabulary) return corrections
  const unknown = words.filter(
    ({ stem, text }) => stem.length >= minWordLength && /^\p{Ll}+$/u.test(text) && !isEmpty(stem) && !vocabulary.has(stem),
  )
  for (const { stem } of unknown.slice(0, maxCorrectedWords)) {
    for (const [term] of vocabulary) {
      if (Math.abs(term.length - stem.length) > 1 || term.length < minWordLength || !isOneKeystrokeAway(stem, term)) continue
      corrections.set(stem, term)
      break
    }
  }
  return corrections
}

/** One letter too many, one too few, one replaced, or two swapped. The first letter has to be right. */
const isOneKeystrokeAway = (a: string, b: string): boolean => {
  if (a[0] !== b[0]) return false
  let at = 0
  while (at < a.length && a[at] === b[at]) at++
  const [restA, restB] = [a.slice(at), b.slice(at)]
  if (restA.length === restB.length)
    return restA.slice(1) === restB.slice(1) || (restA[0] === restB[1] && restA[1] === restB[0] && restA.slice(2) === restB.slice(2))
  return restA.length > restB.length ? restA.slice(1) === restB : restA === restB.slice(1)
}
