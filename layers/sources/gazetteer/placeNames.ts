import { alternativeNames } from "./otherPlaceNames.ts"

/** Letters that are no base letter with an accent, as people without them type them. */
const asciiLetters: Readonly<Record<string, string>> = {
  ß: "ss",
  æ: "ae",
  œ: "oe",
  ø: "o",
  ð: "d",
  đ: "d",
  þ: "th",
  ł: "l",
  ı: "i",
  ħ: "h",
  ə: "e",
  ŋ: "n",
}

/** The form of a name that is compared: lower case letters without accents or punctuation, single spaces. `St. John's` and `st johns` are one. */
export const foldName = (name: string): string =>
  name
    .normalize("NFKD")
    .replace(/\p{M}+/gu, "")
    .toLowerCase()
    .replace(/[ßæœøðđþłıħəŋ]/gu, (letter) => asciiLetters[letter] ?? letter)
    .replace(/[’‘'ʻʼ`´.]+/gu, "")
    .replace(/[^\p{L}\p{N}]+/gu, " ")
    .replace(/\bst\b/gu, "saint")
    .trim()

const foldedAlternatives = new Map(Object.entries(alternativeNames).map(([name, usual]) => [foldName(name), foldName(usual)]))

/** The folded name under which the data know a place that goes by another, or undefined. */
export const usualName = (folded: string): string | undefined => foldedAlternatives.get(folded)
