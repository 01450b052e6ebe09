import { JsonPointer, type Schema } from "effect"
import type { Evidence } from "../../../../domain/ask/answer/Answer.ts"
import { numbersIn } from "../../../../domain/ask/answer/numbers.ts"
import { at } from "../../../../domain/ask/answer/pointer.ts"
import { columnOf, isAdditive, sumOf } from "../../../../domain/ask/answer/sums.ts"
import { nameText } from "../../../../domain/ask/answer/wording.ts"

/** A Result of a run, so far as pointers look into it. */
export interface Result {
  readonly result_ref: string
  readonly data: Schema.Json
}

/**
 * What a text says without evidence: the numbers in it that no pointer gives, and the pointers that lead nowhere. A pointer
 * gives the numbers of the value it leads to, how many items that has, their sum where it adds up, and the numbers in its
 * own names. Empty where the text may stand.
 */
export const ungrounded = (text: string, evidence: ReadonlyArray<Evidence>, results: ReadonlyArray<Result>): ReadonlyArray<string> => {
  const given = new Set<string>()
  const astray: Array<string> = []
  for (const { pointer, result_ref } of evidence) {
    const result = results.find((known) => known.result_ref === result_ref)
    const value = result && /^\/data(?:\/|$)/u.test(pointer) ? at(result, pointer) : undefined
    if (value === undefined) astray.push(`${result_ref}${pointer}`)
    else for (const number of [...numbersOf(value), ...namesIn(result, pointer).flatMap(numbersIn)]) given.add(number)
  }
  return [...numbersIn(text).filter((number) => !given.has(number)), ...astray]
}

const most = 5_000

/** Every number of a value and of what is in it, and what its lists count and add up to; of a very large one, the first. */
const numbersOf = (value: Schema.Json): ReadonlyArray<string> => {
  const found: Array<string> = []
  const look = (value: Schema.Json): void => {
    if (found.length > most || value === null || typeof value === "boolean") return
    if (typeof value === "number" || typeof value === "string") return void found.push(...numbersIn(String(value)))
    const inner = Array.isArray(value) ? value : Object.values(value)
    found.push(String(inner.length), ...(Array.isArray(value) ? sumsOf(value) : []))
    for (const each of inner) look(each)
  }
  look(value)
  return found
}

const sumsOf = (items: ReadonlyArray<Schema.Json>): ReadonlyArray<string> => {
  const [first] = items
  const names = first instanceof Object && !Array.isArray(first) ? Object.keys(first).filter(isAdditive) : []
  const numbers = items.filter((item) => typeof item === "number")
  const columns = [...(numbers.length === items.length ? [numbers] : []), ...names.map((name) => columnOf(items, name) ?? [])]
  return columns.flatMap((column) => numbersIn(sumOf(column) ?? ""))
}

/** The names in a pointer, as they are and as they are told; places in lists are no names. */
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
