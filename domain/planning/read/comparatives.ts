import type { Word } from "./words.ts"

/** A word that compares things with each other: `larger`, `most`, `first`, `same`. */
export interface Comparative {
  readonly word: Word
  /** Which of the things is meant: the one with more, the one with less; or whether they are equal. */
  readonly relation: "more" | "less" | "same"
  /** The adjective that it is a form of; undefined for `more`, `least`, `compared`. */
  readonly adjective: string | undefined
}

/** Adjectives of measure, each beside its opposite. */
const scales = (
  "small large|little big|small great|low high|short long|near far|close far|early late|few many|light heavy|narrow wide|short tall|young old|slow fast|cold warm|" +
  "thin thick|shallow deep|dark bright|cheap expensive"
)
  .split("|")
  .map((pair) => pair.split(" "))

/** Sizes that any number may have, if the question names what is measured: `a higher population`. */
export const generalAdjectives: ReadonlySet<string> = new Set("small large big great low high few many".split(" "))

/** Forms that no rule gives. */
const irregular: Readonly<Record<string, string>> = { far: "farther further farthest furthest", little: "littler littlest", many: "" }

/** `larger largest`, `bigger biggest`, `earlier earliest`. */
const formsOf = (adjective: string): ReadonlyArray<string> => {
  const own = irregular[adjective]
  if (own !== undefined) return own.split(" ").filter((form) => form !== "")
  const stem = /[^aeiou]y$/u.test(adjective)
    ? `${adjective.slice(0, -1)}i`
    : /^[^aeiou]+[aeiou][bdgmnt]$/u.test(adjective)
      ? `${adjective}${adjective.at(-1)}`
      : adjective.replace(/e$/u, "")
  return [`${stem}er`, `${stem}est`]
}

const forms = new Map<string, Omit<Comparative, "word">>()
for (const [less = "", more = ""] of scales) {
  for (const form of formsOf(less)) forms.set(form, { relation: "less", adjective: less })
  for (const form of formsOf(more)) forms.set(form, { relation: "more", adjective: more })
}
for (const form of ["more", "most", "compare", "compared"]) forms.set(form, { relation: "more", adjective: undefined })
for (const form of ["less", "least"]) forms.set(form, { relation: "less", adjective: undefined })
forms.set("first", { relation: "less", adjective: "early" })
forms.set("last", { relation: "more", adjective: "late" })
for (const form of ["same", "identical", "equal", "different"]) forms.set(form, { relation: "same", adjective: undefined })

/** Directions: `further north`, `more southerly`. The one farther north has the higher degree. Farther east depends on the way around the earth. */
const directions: Readonly<Record<string, "more" | "less">> = { north: "more", south: "less" }
const direction = /^(north|south)(?:er(?:n|ly))?(most)?$/iu

/** What makes a comparative of a direction: `further north`. */
const degreeWords: ReadonlySet<string> = new Set("further farther furthest farthest more most".split(" "))

/** The degree word before a direction: `further north`, `more to the east`. */
export const degreeBefore = (words: ReadonlyArray<Word>, place: number): Word | undefined => {
  const before = words.slice(Math.max(0, place - 3), place).filter(({ text }) => !/^(?:to|the)$/iu.test(text))
  const last = before.at(-1)
  return last !== undefined && degreeWords.has(last.text.toLowerCase()) ? last : undefined
}

const directionAt = (words: ReadonlyArray<Word>, place: number): ReadonlyArray<Comparative> => {
  const word = words[place]!
  const [, name = "", superlative] = direction.exec(word.text) ?? []
  const relation = directions[name.toLowerCase()]
  const isCompared = superlative !== undefined || degreeBefore(words, place) !== undefined
  return relation === undefined || !isCompared ? [] : [{ word, relation, adjective: name.toLowerCase() }]
}

export const comparativesIn = (words: ReadonlyArray<Word>): ReadonlyArray<Comparative> =>
  words.flatMap((word, place) => {
    const form = forms.get(word.text.toLowerCase())
    return form === undefined ? directionAt(words, place) : [{ word, ...form }]
  })

/** The forms of adjectives that compare: `larger largest smaller smallest` of `large small`. */
export const comparedForms = (adjectives: ReadonlyArray<string>): ReadonlyArray<string> =>
  adjectives.flatMap((adjective) =>
    adjective === "many" ? ["more", "most"] : Object.hasOwn(directions, adjective) ? [adjective, `${adjective}ern`] : formsOf(adjective),
  )

/** `larger` of `large`. */
export const comparativeOf = (adjective: string): string =>
  Object.hasOwn(directions, adjective) ? `farther ${adjective}` : (comparedForms([adjective])[0] ?? adjective)

/** `larger than`, `earlier in the year than in`: what is between two things that are compared with each other. */
export const comparesNeighbours = (between: string): boolean =>
  between.length <= 80 &&
  !/[.?!;]/u.test(between) &&
  (/^\s*,?\s*compared\s(?:to|with)\s(?:the\s)?$/iu.test(between) ||
    (/\b(?:than|as)\s+(?:(?:in|at|on|of|that of|the one of|the|for|from)\s+){0,2}$/iu.test(between) &&
      (between.match(/\p{L}+/gu) ?? []).some((text) => forms.has(text.toLowerCase()))))

/** `closer to Lisbon than to Paris`: two values that one thing is compared with, each behind a preposition of its own. */
export const areComparedWith = (
  question: string,
  first: { readonly start: number; readonly end: number },
  second: { readonly start: number },
): boolean =>
  thanAgain.test(question.slice(first.end, Math.max(first.end, second.start))) &&
  (
    question
      .slice(0, first.start)
      .split(/[.?!;]\s/u)
      .at(-1)
      ?.match(/\p{L}+/gu) ?? []
  ).some((text) => forms.has(text.toLowerCase()))

const thanAgain = /^\s*,?\s*than\s(?:it\sis\s)?(?:to|from)\s(?:the\s)?$/iu
