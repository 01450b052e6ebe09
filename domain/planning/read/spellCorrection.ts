import type { OperationIndex } from "../match/OperationIndex.ts"
import { isEmpty, type Word } from "./words.ts"

const mostTerms = 8_000
const mostWords = 12

/** Words in small letters that no operation has, and that are one slip of the keyboard from one that some has → that one's stem. */
export const spellCorrections = (shelf: OperationIndex, words: ReadonlyArray<Word>): ReadonlyMap<string, string> => {
  const found = new Map<string, string>()
  if (shelf.postings.size > mostTerms) return found
  const unknown = words.filter(
    ({ stem, text }) => stem.length >= 5 && /^\p{Ll}+$/u.test(text) && !isEmpty(stem) && !shelf.postings.has(stem),
  )
  for (const { stem } of unknown.slice(0, mostWords)) {
    for (const [term] of shelf.postings) {
      if (Math.abs(term.length - stem.length) > 1 || term.length < 5 || !isSlip(stem, term)) continue
      found.set(stem, term)
      break
    }
  }
  return found
}

/** One letter too many, too few, another one, or two that changed places; the first letter is right. */
const isSlip = (a: string, b: string): boolean => {
  if (a[0] !== b[0]) return false
  let at = 0
  while (at < a.length && a[at] === b[at]) at++
  const [restA, restB] = [a.slice(at), b.slice(at)]
  if (restA.length === restB.length)
    return restA.slice(1) === restB.slice(1) || (restA[0] === restB[1] && restA[1] === restB[0] && restA.slice(2) === restB.slice(2))
  return restA.length > restB.length ? restA.slice(1) === restB : restA === restB.slice(1)
}
