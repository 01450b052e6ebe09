import type { Schema } from "effect"
import type { Path } from "./pointer.ts"
import { columnOf, isAdditive, sumOf } from "./sums.ts"
import { enumerate, labelOf, nameText, valueText } from "./wording.ts"

/** A sentence about a document, and where in it that stands. */
export interface Said {
  readonly text: string
  readonly paths: ReadonlyArray<Path>
}

const mostMembers = 12
const mostItems = 6
const mostColumns = 4
const mostSaid = 10

/**
 * A document of which nothing is known but that it is JSON: its facts in the order they come, its lists by their count, the
 * first names, and the lowest, the highest and the sum of their numbers.
 */
export const describe = (data: Schema.Json): ReadonlyArray<Said> => tellAll(data, [], "").slice(0, mostSaid)

/** What one place of a document says, under its own name. */
export const describeAt = (value: Schema.Json, path: Path): ReadonlyArray<Said> => tellAll(value, path, nameOf(path))

const nameOf = (path: Path): string => nameText(String(path.findLast((token) => typeof token === "string") ?? ""))

const tellAll = (value: Schema.Json, path: Path, name: string): ReadonlyArray<Said> => {
  if (Array.isArray(value)) return tellList(value, path, name)
  if (value === null || typeof value !== "object")
    return [{ text: name === "" ? `The answer is ${valueText(value)}.` : `${upper(name)}: ${valueText(value)}.`, paths: [path] }]
  const members = Object.entries(value)
  const plain = members.filter(([, inner]) => inner !== null && typeof inner !== "object").slice(0, mostMembers)
  const facts = plain.map(([key, inner]) => `${nameText(key)} ${valueText(inner)}`).join("; ")
  const own =
    plain.length === 0
      ? []
      : [{ text: `${name === "" ? upper(facts) : `${upper(name)}: ${facts}`}.`, paths: plain.map(([key]) => [...path, key]) }]
  const nested = members.filter(([, inner]) => inner !== null && typeof inner === "object").slice(0, mostMembers)
  // Two levels down everything is told; below that, nobody reads it.
  return [
    ...own,
    ...(path.length < 3 ? nested.flatMap(([key, inner]) => tellAll(inner, [...path, key], `${name} ${nameText(key)}`.trim())) : []),
  ]
}

const tellList = (items: ReadonlyArray<Schema.Json>, path: Path, name: string): ReadonlyArray<Said> => {
  const called = upper(name === "" ? "results" : name)
  if (items.length === 0) return [{ text: `${called}: none.`, paths: [path] }]
  const labels = items.slice(0, mostItems).map(labelOf)
  const shown = labels.flatMap((label, index) =>
    label === undefined ? [] : [{ text: label.text, path: [...path, index, ...(label.key === null ? [] : [label.key])] }],
  )
  const count = `${called}: ${items.length} ${items.length === 1 ? "entry" : "entries"}`
  const names = enumerate(shown.map(({ text }) => text))
  const text = shown.length === 0 ? `${count}.` : items.length > shown.length ? `${count}, among them ${names}.` : `${count}: ${names}.`
  return [{ text, paths: [path, ...shown.map((each) => each.path)] }, ...tellNumbers(items, path, called)]
}

/** Lowest and highest of what a list's items all have as a number, and the sum where it adds up. */
const tellNumbers = (items: ReadonlyArray<Schema.Json>, path: Path, called: string): ReadonlyArray<Said> => {
  const [first] = items
  if (items.length < 2) return []
  const plain = items.filter((item) => typeof item === "number")
  if (plain.length === items.length) return [range(plain, path, called, [], true)]
  const names = first instanceof Object && !Array.isArray(first) ? Object.keys(first).filter((key) => !isIdentifier(key)) : []
  return names
    .flatMap((key) => {
      const column = columnOf(items, key)
      return column === undefined ? [] : [range(column, path, upper(nameText(key)), [key], isAdditive(key))]
    })
    .slice(0, mostColumns)
}

const range = (numbers: ReadonlyArray<number>, path: Path, called: string, key: Path, adds: boolean): Said => {
  // One by one: a list can be longer than what a function takes.
  const low = numbers.reduce((least, number) => Math.min(least, number))
  const high = numbers.reduce((most, number) => Math.max(most, number))
  const sum = adds ? sumOf(numbers) : undefined
  const ends = low === high ? `${low} throughout` : `from ${low} to ${high}`
  return {
    text: `${called}: ${ends}${sum === undefined ? "" : `, ${sum} in all`}.`,
    paths: [[...path, numbers.indexOf(low), ...key], [...path, numbers.indexOf(high), ...key], ...(sum === undefined ? [] : [path])],
  }
}

/** Numbers that only tell things apart. */
const isIdentifier = (key: string): boolean =>
  /(?:^|_)(?:id|ids|code|number|no|zip|phone|latitude|longitude|lat|lon|lng|year)$/iu.test(key.replace(/([a-z])([A-Z])/gu, "$1_$2"))

const upper = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1)
