import type { Word } from "./words.ts"

/**
 * Words of closed classes of English (after Quirk et al., A Comprehensive Grammar of the English Language, §6, §8 and §9) that name nothing and
 * restrict nothing: prepositions of place beside those in `qualifiers`, interrogative pronouns, and adverbs that emphasise or approximate.
 */
const functionWords: ReadonlySet<string> = new Set(
  (
    "either near around behind beside inside toward towards along across among through onto upon via vs versus " +
    "who whom wich whitch " +
    "exactly precisely roughly approximately approx nearly about properly really actually certainly definitely simply basically officially " +
    "full even anyway somehow apparently"
  ).split(" "),
)

export const isFunctionWord = ({ text }: Word): boolean => functionWords.has(text.toLowerCase())

/** The words of `for the colleague`, `for our CO2 report`: for whom or what the answer is, which does not change it. */
export const beneficiaries = (question: string): ReadonlyArray<{ readonly start: number; readonly end: number }> =>
  [...question.matchAll(beneficiary)].map(({ 0: text, index }) => ({ start: index, end: index + text.length }))

const beneficiary =
  /\bfor\s(?:the|a|an|my|our|his|her|their|some)\s\p{L}[\p{L}\p{N}-]*(?:\s(?!(?:in|of|on|at|from|with|to|that|who|and|or|is|are|was|were|if|when|after|before|until|since)\b)\p{L}[\p{L}\p{N}-]*){0,3}/giu
