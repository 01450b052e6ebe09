import commonWords from "./commonWords.json" with { type: "json" }
import { qualifiers } from "./qualifiers.ts"
import { fold, isEmpty, stemOf, type Word, wordsOf } from "./words.ts"

/** An unknown word is compared with all stems of the catalogue, unless it has more than these. */
const maxVocabulary = 8_000
/** No word of English or of the catalogue is longer. */
const maxWordLength = 30
const maxCorrectedWords = 12

/** Shorter words are one letter away from too many others. */
const minWordLength = 5

/** Of shorter names only two swapped letters are corrected. */
const minNameLength = 6

/** English words of at least five letters, from `scripts/learn.ts words`: a question that has one means it. */
const commonByLetter: ReadonlyMap<string, ReadonlyArray<string>> = new Map(
  Object.entries(commonWords).map(([letter, words]) => [letter, words.split(" ")]),
)
const common: ReadonlySet<string> = new Set([...commonByLetter.values()].flat())

/** `bananas`, where only `banana` is common. */
const commonStems: ReadonlySet<string> = new Set([...common].map(stemOf))

export const isCommonWord = (word: string): boolean => common.has(word)

/** Names that the extractors know by heart, in lower case: a question that has `tomorow` means `tomorrow`. */
export interface KnownNames {
  /** Corrected also where the question capitalises them. */
  readonly words: ReadonlySet<string>
  /** Corrected only in lower case: `St. Gallen` is no gallon. */
  readonly units: ReadonlySet<string>
  /** Corrected only in lower case: a capitalised name that is one letter away may be another town. */
  readonly places: ReadonlySet<string>
  /** Whether a word is a name as it is written: `litres` is no misspelt `liters`. */
  readonly isName: (word: string) => boolean
  /** Whether a word in lower case is one of English, common or not. */
  readonly isEnglish: (word: string) => boolean
}

export interface NameCorrection {
  readonly written: string
  readonly read: string
}

export interface CorrectedText {
  readonly text: string
  /** Corrected names, which a plan has to state. */
  readonly names: ReadonlyArray<NameCorrection>
}

/** English words that sound like a word of the catalogue and are written for it. Every other English word is meant. */
const confused: Readonly<Record<string, string>> = { boarder: "border", boarders: "borders", capitol: "capital", capitols: "capitals" }

const minWordsInCapitals = 4

/** A question that is wholly in capitals with its words of English in lower case, since capitals mark names and codes. Names stay as they are. */
export const withoutCapitals = (text: string, names: KnownNames): string => {
  if (/\p{Ll}/u.test(text) || wordsOf(text).filter((word) => /^\p{L}{2,}$/u.test(word.text)).length < minWordsInCapitals) return text
  return text.replaceAll(/(?<![\p{L}\p{N}._@/-])\p{Lu}+(?![\p{L}\p{N}_@/-]|\.\p{L})/gu, (word) => {
    const stem = stemOf(word)
    const isFunctionWord = (isEmpty(stem) || qualifiers.has(stem)) && word !== "US"
    return isFunctionWord || (commonStems.has(stem) && !names.isName(word)) ? word.toLowerCase() : word
  })
}

/**
 * The question with the typing errors corrected that are one keystroke away from a word of the catalogue or a known name. `vocabulary`
 * holds the stems of the catalogue's words. Words of English are not corrected. A corrected word may move what follows it by one character.
 */
export const correctSpelling = (text: string, vocabulary: ReadonlyMap<string, unknown>, names: KnownNames): CorrectedText => {
  const all = wordsOf(text)
  const ofNames = partsOfNames(text, all, names)
  const words = all.filter(
    (word) => !isWord(word, vocabulary) && !names.isName(word.text) && !isInIdentifier(text, word) && !ofNames.has(word),
  )
  const corrections = new Map<Word, string>()
  const correctedNames: Array<NameCorrection> = []
  for (const word of words.slice(0, maxCorrectedWords)) {
    const name = nameOf(word, names)
    const correction =
      name ??
      (names.isEnglish(word.text.toLowerCase())
        ? confused[word.text.toLowerCase()]
        : (meantWord(word, vocabulary, names) ?? termOf(word, vocabulary) ?? commonOf(word)))
    if (correction !== undefined) corrections.set(word, correction)
    if (name !== undefined) correctedNames.push({ written: word.text, read: name })
  }
  const corrected = [...corrections].reduceRight(
    (sofar, [{ end, start }, correction]) => `${sofar.slice(0, start)}${correction}${sofar.slice(end)}`,
    text,
  )
  return { text: corrected, names: correctedNames }
}

/** `los angeles`: the words of a name in two. */
const partsOfNames = (text: string, words: ReadonlyArray<Word>, { isName }: KnownNames): ReadonlySet<Word> =>
  new Set(
    words.flatMap((word, place) => {
      const next = words[place + 1]
      const isPair = next !== undefined && text.slice(word.end, next.start) === " " && isName(text.slice(word.start, next.end))
      return isPair ? [word, next] : []
    }),
  )

const isWord = ({ stem, text }: Word, vocabulary: ReadonlyMap<string, unknown>): boolean =>
  text.length < 4 || text.length > maxWordLength || isEmpty(stem) || qualifiers.has(stem) || vocabulary.has(stem) || commonStems.has(stem)

/** A part of an address, a domain, a path or a zone. */
const isInIdentifier = (text: string, { end, start }: Word): boolean =>
  /[\p{N}_@/.-]$/u.test(text.slice(Math.max(0, start - 1), start)) || /^(?:[\p{N}_@/-]|\.\p{L})/u.test(text.slice(end, end + 2))

const nameOf = ({ text }: Word, { places, units, words }: KnownNames): string | undefined => {
  const written = fold(text)
  if (!/^\p{L}?\p{Ll}+$/u.test(text)) return undefined
  const isMeant = (name: string) =>
    Math.abs(name.length - written.length) <= 1 &&
    (written.length >= minNameLength || name.length === written.length) &&
    isOneKeystrokeAway(written, name) &&
    (written.length >= minNameLength || areLettersSame(written, name))
  const meant = [...words].find(isMeant) ?? (/^\p{Ll}/u.test(text) ? ([...units].find(isMeant) ?? [...places].find(isMeant)) : undefined)
  return meant === undefined ? undefined : places.has(meant) ? `${meant[0]!.toUpperCase()}${meant.slice(1)}` : meant
}

const areLettersSame = (a: string, b: string): boolean => [...a].sort().join("") === [...b].sort().join("")

/** The first word in the vocabulary that is one keystroke away from a word in lower case. */
const termOf = ({ stem, text }: Word, vocabulary: ReadonlyMap<string, unknown>): string | undefined => {
  if (vocabulary.size > maxVocabulary || stem.length < minWordLength || !/^\p{Ll}+$/u.test(text)) return undefined
  for (const [term] of vocabulary)
    if (Math.abs(term.length - stem.length) <= 1 && term.length >= minWordLength && isOneKeystrokeAway(stem, term)) return term
  return undefined
}

/** The word of English one keystroke away whose stem the catalogue has: `dailing`, whose own stem is too short to be compared. */
const meantWord = ({ text }: Word, vocabulary: ReadonlyMap<string, unknown>, { isEnglish }: KnownNames): string | undefined =>
  text.length < minWordLength || !/^[a-z]+$/u.test(text)
    ? undefined
    : oneKeystrokeFrom(text).find((word) => vocabulary.has(stemOf(word)) && isEnglish(word))

const letters = "abcdefghijklmnopqrstuvwxyz"

/** Two letters swapped, one too few, one too many, one replaced; the first letter stays. */
const oneKeystrokeFrom = (word: string): ReadonlyArray<string> => {
  const places = Array.from({ length: word.length - 1 }, (_, at) => at + 1)
  const changed = (at: number, end: number, instead: string) => `${word.slice(0, at)}${instead}${word.slice(end)}`
  return [
    ...places.slice(0, -1).map((at) => changed(at, at + 2, `${word[at + 1]}${word[at]}`)),
    ...[...places, word.length].flatMap((at) => [...letters].map((letter) => changed(at, at, letter))),
    ...places.map((at) => changed(at, at + 1, "")),
    ...places.flatMap((at) => [...letters].map((letter) => changed(at, at + 1, letter))),
  ]
}

/** A longer common word that is one keystroke away: `confrim`. `footer` is English itself, and no misspelt `foster`. */
const commonOf = ({ text }: Word): string | undefined =>
  text.length < minNameLength || !/^\p{Ll}+$/u.test(text)
    ? undefined
    : commonByLetter.get(text[0]!)?.find((word) => Math.abs(word.length - text.length) <= 1 && isOneKeystrokeAway(text, word))

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
