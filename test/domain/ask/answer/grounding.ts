import { JsonPointer, type Schema } from "effect"
import type { ValueEvidence } from "../../../../domain/ask/answer/composeAnswer.ts"
import { at, columnOf, isAdditive, sumOf } from "../../../../domain/ask/answer/documentValues.ts"
import { nameText } from "../../../../domain/ask/answer/wording.ts"

/** A Result of a run, so far as pointers look into it. */
export interface RunResult {
  readonly result_ref: string
  readonly data: Schema.Json
}

/**
 * The parts of a text without evidence: numbers that no pointer gives, and pointers that resolve to nothing. A pointer gives
 * the numbers of its value, the number of items, their sum where it is meaningful, and the numbers in its own names. Empty if
 * the text is grounded.
 */
export const ungrounded = (
  text: string,
  evidence: ReadonlyArray<ValueEvidence>,
  results: ReadonlyArray<RunResult>,
): ReadonlyArray<string> => {
  const given = new Set<string>()
  const astray: Array<string> = []
  for (const { pointer, result_ref } of evidence) {
    const result = results.find((other) => other.result_ref === result_ref)
    const value = result && /^\/data(?:\/|$)/u.test(pointer) ? at(result, pointer) : undefined
    if (value === undefined) astray.push(`${result_ref}${pointer}`)
    else for (const number of [...numbersOf(value), ...namesIn(result, pointer).flatMap(numeralsIn)]) given.add(number)
  }
  return [...numeralsIn(text).filter((number) => !given.has(number)), ...astray]
}

const maxNumbers = 5_000

/** Every number of a value and of what is in it, and what its lists count and add up to; of a very large one, the first. */
const numbersOf = (value: Schema.Json): ReadonlyArray<string> => {
  const numbers: Array<string> = []
  const look = (value: Schema.Json): void => {
    if (numbers.length > maxNumbers || value === null || typeof value === "boolean") return
    if (typeof value === "number" || typeof value === "string") return void numbers.push(...numeralsIn(String(value)))
    const inner = Array.isArray(value) ? value : Object.values(value)
    numbers.push(String(inner.length), ...(Array.isArray(value) ? sumsOf(value) : []))
    for (const each of inner) look(each)
  }
  look(value)
  return numbers
}

const sumsOf = (items: ReadonlyArray<Schema.Json>): ReadonlyArray<string> => {
  const [first] = items
  const names = first instanceof Object && !Array.isArray(first) ? Object.keys(first).filter(isAdditive) : []
  const numbers = items.filter((item) => typeof item === "number")
  const columns = [...(numbers.length === items.length ? [numbers] : []), ...names.map((name) => columnOf(items, name) ?? [])]
  return columns.flatMap((column) => numeralsIn(sumOf(column) ?? ""))
}

/** The names in a pointer, in their own form and in the form of a sentence; indexes of lists are not names. */
const namesIn = (document: unknown, pointer: string): ReadonlyArray<string> => {
  const tokens = pointer.split("/").slice(1)
  return tokens.flatMap((token, index) => {
    const parent = at(
      document,
      tokens
        .slice(0, index)
        .map((each) => `/${each}`)
        .join(""),
    )
    const name = JsonPointer.unescapeToken(token)
    return Array.isArray(parent) ? [] : [name, nameText(name)]
  })
}

/** Number words that say how many; "one" is left out, for it mostly stands for a thing. */
const numberWords: ReadonlyMap<string, string> = new Map(
  (
    "zero 0 two 2 three 3 four 4 five 5 six 6 seven 7 eight 8 nine 9 ten 10 eleven 11 twelve 12 dozen 12 thirteen 13 fourteen 14 fifteen 15 " +
    "sixteen 16 seventeen 17 eighteen 18 nineteen 19 twenty 20 thirty 30 forty 40 fifty 50 sixty 60 seventy 70 eighty 80 ninety 90 hundred 100 " +
    "hundreds 100 thousand 1000 thousands 1000 million 1000000 millions 1000000 billion 1000000000 billions 1000000000 trillion 1000000000000"
  )
    .split(" ")
    .flatMap((word, index, all) => (index % 2 === 0 ? [[word, all[index + 1] ?? ""] as const] : [])),
)

/**
 * The numbers that a text states, in one writing: `5,540.670` is `5540.67`, `07` is `7`, `twelve` is `12`. A minus
 * counts directly before the number if no other sign is before it. Digits of other scripts, and signs such as ½, are unchanged.
 */
export const numeralsIn = (text: string): ReadonlyArray<string> => {
  const matches = text.matchAll(
    /(?<minus>(?<![\p{L}\p{N}])[-\u2212])?(?<digits>\d+(?:,\d{3})+(?:\.\d+)?(?![\d,]|\.\d)|\d+(?:\.\d+)*)|(?<word>\p{L}+)|(?<sign>\p{N})/gu,
  )
  return [...matches].flatMap(({ groups }) => {
    const { digits, minus, sign, word } = groups ?? {}
    if (word !== undefined) return numberWords.get(word.toLowerCase()) ?? []
    if (sign !== undefined) return sign
    return digits === undefined ? [] : `${minus === undefined ? "" : "-"}${plainDigits(digits.replaceAll(",", ""))}`
  })
}

/** Digits without leading zeros, and without trailing zeros of a fraction; a number with several dots (an IP address) is unchanged. */
const plainDigits = (digits: string): string => {
  const [whole = "", fraction, ...rest] = digits.split(".")
  if (rest.length > 0) return digits
  const ending = (fraction ?? "").replace(/0+$/u, "")
  return `${whole.replace(/^0+(?=\d)/u, "")}${ending === "" ? "" : `.${ending}`}`
}
