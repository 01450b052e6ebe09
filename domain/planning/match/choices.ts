import type { OperationProfile } from "./OperationProfile.ts"
import type { FieldProfile } from "./fieldProfile.ts"
import type { Clause } from "../read/ParsedQuestion.ts"
import { qualifiers } from "../read/qualifiers.ts"
import { fold, isDistinctive, isEmpty, stemsOf, wordsOf } from "../read/words.ts"

interface Chosen {
  readonly choice: string | number
  readonly start: number
  readonly end: number
}

/** The choices that a clause mentions, the best match first. */
export const mentionedChoices = (choices: ReadonlyArray<string | number>, profile: FieldProfile, clause: Clause): ReadonlyArray<Chosen> => {
  const words = wordsOf(clause.text)
  const mentioned = choices.flatMap((choice): ReadonlyArray<Chosen & { readonly worth: number }> => {
    const alias = aliasOf(String(choice).toLowerCase(), profile.examples)
    const named = alias === undefined ? undefined : words.find(({ stem }) => stem === stemsOf(alias)[0])
    if (named) return [{ choice, start: named.start, end: named.end, worth: 1 }]
    const stems = stemsOf(String(choice))
    if (stems.length === 0) return []
    for (let at = 0; at + stems.length <= words.length; at++) {
      if (stems.every((stem, place) => words[at + place]!.stem === stem)) {
        // A number is a choice only beside the name of the field.
        if (typeof choice === "number" && !isBeside(words, at, profile)) continue
        return [
          { choice, start: words[at]!.start, end: words[at + stems.length - 1]!.end, worth: stems.length + beside(words, at, profile) },
        ]
      }
    }
    // A choice of several words matches if at least 60 % of its distinctive words occur.
    const telling = stems.filter((stem) => isDistinctive(stem))
    const there = telling.flatMap((stem) => words.find((word) => word.stem === stem) ?? [])
    if (telling.length < 2 || there.length / telling.length < 0.6) return []
    return [{ choice, start: there[0]!.start, end: there[0]!.end, worth: there.length / telling.length - 0.3 }]
  })
  if (mentioned.length === 0) return derivedChoices(choices, words)
  const best = mentioned.sort((a, b) => b.worth - a.worth || a.start - b.start)
  return best.filter(({ end, start, worth }) => !best.some((other) => other.worth > worth && other.start < end && start < other.end))
}

const minDerivedLetters = 4
const minAbbreviatedLetters = 7

/**
 * The choice that words of the clause spell apart (`non-stop` of `nonstop`) or are derived from (`descending` of `desc`, `science fiction` of `Sci-Fi`, `thrill` of
 * `Thriller`), if it is one alone: each part of the choice begins a word of the clause, or a word begins it. A long word has three letters as its abbreviation.
 */
const derivedChoices = (choices: ReadonlyArray<string | number>, words: ReturnType<typeof wordsOf>): ReadonlyArray<Chosen> => {
  const begins = (part: string, word: string) =>
    word.length >= minDerivedLetters && (word.startsWith(part) || (part.startsWith(word) && part.length - word.length <= 3))
  const spellsApart = (letters: string) => (_: unknown, from: number) =>
    fold(`${words[from]?.text}${words[from + 1]?.text ?? ""}`) === letters
  const derived = choices.flatMap((choice): ReadonlyArray<Chosen> => {
    const parts = fold(String(choice)).match(/\p{L}+/gu) ?? []
    const letters = parts.join("")
    if (typeof choice === "number" || letters.length < 3 || parts.some((part) => part.length < 2)) return []
    const apart = words.findIndex(spellsApart(letters))
    if (apart >= 0) return [{ choice, start: words[apart]!.start, end: (words[apart + 1] ?? words[apart]!).end }]
    const isLong = (word: string) => letters.length >= minDerivedLetters || word.length >= minAbbreviatedLetters
    const at = words.findIndex((_, from) =>
      parts.every((part, place) => {
        const word = fold(words[from + place]?.text ?? "")
        return isLong(word) && begins(part, word)
      }),
    )
    return at < 0 ? [] : [{ choice, start: words[at]!.start, end: words[at + parts.length - 1]!.end }]
  })
  return derived.length === 1 ? derived : []
}

/** `the moon (lunar)`: a synonym of a choice in the description. */
const aliasOf = (choice: string, description: string): string | undefined => {
  const at = description.indexOf(`${choice} (`)
  return at < 0 ? undefined : /^\w{3,30}(?=\))/u.exec(description.slice(at + choice.length + 2))?.[0]
}

const isBeside = (words: ReturnType<typeof wordsOf>, at: number, profile: FieldProfile): boolean => beside(words, at, profile) > 0

const beside = (words: ReturnType<typeof wordsOf>, at: number, profile: FieldProfile): number =>
  words.slice(Math.max(0, at - 3), at + 4).some(({ stem }) => profile.name.has(stem) || profile.about.has(stem)) ? 0.5 : 0

/** The value that a clause implies for a boolean input: false if a negation precedes its name; undefined if the clause does not mention it. */
export const statedBoolean = (profile: FieldProfile, clause: Clause, operation: OperationProfile): boolean | undefined => {
  const telling = [...profile.name].filter(
    (stem) => !isEmpty(stem) && !fillers.has(stem) && !qualifiers.has(stem) && (operation.terms.get(stem) ?? 0) < 6,
  )
  const distinctive = telling.filter((stem) => isDistinctive(stem))
  const own = distinctive.length > 0 ? distinctive : telling
  if (own.length === 0) return undefined
  const words = wordsOf(clause.text)
  const at = words.findIndex(({ stem }) => own.includes(stem))
  const there = own.filter((stem) => words.some((word) => word.stem === stem))
  // `List the file`: a verb of the request is no flag.
  if (at < 0 || there.length / own.length < 0.5 || (at === 0 && distinctive.length === 0)) return undefined
  const before = words.slice(Math.max(0, at - 4), at).map(({ text }) => text.toLowerCase())
  return !before.some((word) => negations.has(word))
}

const negations: ReadonlySet<string> = new Set([
  "no",
  "not",
  "without",
  "don",
  "doesn",
  "exclude",
  "excluding",
  "never",
  "except",
  "non",
  "isn",
  "off",
])

const fillers: ReadonlySet<string> = new Set(
  stemsOf("include included is has have should allow enable enabled with only flag use show return"),
)
