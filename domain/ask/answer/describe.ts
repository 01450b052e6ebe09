import type { Schema } from "effect"
import { at, columnOf, isAdditive, type Path, pointerOf, sumOf } from "./documentValues.ts"
import { enumerate, labelOf, nameText, valueText } from "./wording.ts"
import { type AnswerTemplate, fill, type GroundedSentence } from "./template.ts"

const maxMembers = 12
const maxItems = 6
const maxColumns = 4
const maxSentences = 10

/**
 * A document of which nothing is known but that it is JSON: its facts in the order they come, its lists by their count, the
 * first names, and the lowest, the highest and the sum of their numbers.
 */
export const describe = (data: Schema.Json): ReadonlyArray<GroundedSentence> => describeValue(data, [], "").slice(0, maxSentences)

/** What one place of a document says, under its own name. */
export const describeAt = (value: Schema.Json, path: Path): ReadonlyArray<GroundedSentence> => describeValue(value, path, nameOf(path))

const nameOf = (path: Path): string => nameText(String(path.findLast((token) => typeof token === "string") ?? ""))

const describeValue = (value: Schema.Json, path: Path, name: string): ReadonlyArray<GroundedSentence> => {
  if (Array.isArray(value)) return describeList(value, path, name)
  if (value === null || typeof value !== "object")
    return [{ text: name === "" ? `The answer is ${valueText(value)}.` : `${upper(name)}: ${valueText(value)}.`, paths: [path] }]
  const members = Object.entries(value)
  const plain = members.filter(([, inner]) => inner !== null && typeof inner !== "object").slice(0, maxMembers)
  const facts = plain.map(([key, inner]) => `${nameText(key)} ${valueText(inner)}`).join("; ")
  const own =
    plain.length === 0
      ? []
      : [{ text: `${name === "" ? upper(facts) : `${upper(name)}: ${facts}`}.`, paths: plain.map(([key]) => [...path, key]) }]
  const nested = members.filter(([, inner]) => inner !== null && typeof inner === "object").slice(0, maxMembers)
  // Two levels down everything is told; below that, nobody reads it.
  return [
    ...own,
    ...(path.length < 3 ? nested.flatMap(([key, inner]) => describeValue(inner, [...path, key], `${name} ${nameText(key)}`.trim())) : []),
  ]
}

const describeList = (items: ReadonlyArray<Schema.Json>, path: Path, name: string): ReadonlyArray<GroundedSentence> => {
  const called = upper(name === "" ? "results" : name)
  if (items.length === 0) return [{ text: `${called}: none.`, paths: [path] }]
  const labels = items.slice(0, maxItems).map(labelOf)
  const shown = labels.flatMap((label, index) =>
    label === undefined ? [] : [{ text: label.text, path: [...path, index, ...(label.key === null ? [] : [label.key])] }],
  )
  const count = `${called}: ${items.length} ${items.length === 1 ? "entry" : "entries"}`
  const names = enumerate(shown.map(({ text }) => text))
  const text = shown.length === 0 ? `${count}.` : items.length > shown.length ? `${count}, among them ${names}.` : `${count}: ${names}.`
  return [{ text, paths: [path, ...shown.map((each) => each.path)] }, ...describeNumbers(items, path, called)]
}

/** Lowest and highest of what a list's items all have as a number, and the sum where it adds up. */
const describeNumbers = (items: ReadonlyArray<Schema.Json>, path: Path, called: string): ReadonlyArray<GroundedSentence> => {
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
    .slice(0, maxColumns)
}

const range = (numbers: ReadonlyArray<number>, path: Path, called: string, key: Path, adds: boolean): GroundedSentence => {
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
/**
 * What is said of a document where some facts were asked for, or where it was asked for as a whole. Facts that no sentence
 * tells are told by their name; an operation without sentences by what its document has.
 */
export const sentencesFor = (
  data: Schema.Json,
  facts: ReadonlyArray<string>,
  telling: AnswerTemplate | undefined,
): ReadonlyArray<GroundedSentence> => {
  const applying = (telling?.sentences ?? []).flatMap((sentence) => {
    const said = fill(sentence, data)
    return said === undefined ? [] : [{ sentence, said }]
  })
  const whole = applying.filter(({ sentence }) => sentence.detail !== true).map(({ said }) => said)
  if (facts.length === 0) return whole.length > 0 ? whole : describe(data)
  const chosen = applying.filter(({ sentence }) => sentence.facts.some((fact) => facts.includes(fact)))
  const told = new Set(chosen.flatMap(({ sentence }) => sentence.facts))
  const others = facts.filter((fact) => !told.has(fact)).flatMap((fact) => describeFact(data, fact))
  const said = [...chosen.map((each) => each.said), ...others]
  if (said.length > 0) return said
  return whole.length > 0 ? whole : describe(data)
}
const describeFact = (data: Schema.Json, fact: string): ReadonlyArray<GroundedSentence> => {
  const path = placeOf(data, fact)
  const value = path && at(data, pointerOf(path))
  return path === undefined || value === undefined ? [] : describeAt(value, path)
}

/**
 * Where a dotted fact stands: `a.b` at `/a/b`, or, as documents of imported operations have it, at `/b`, or within the items
 * of the only list: then that list is meant.
 */
const placeOf = (data: Schema.Json, fact: string): Path | undefined => {
  const whole = fact.split(".")
  for (const path of [whole, whole.slice(1)]) if (path.length > 0 && at(data, pointerOf(path)) !== undefined) return path
  const lists = Array.isArray(data) ? [[]] : Object.entries(data ?? {}).flatMap(([key, value]) => (Array.isArray(value) ? [[key]] : []))
  return lists.length === 1 ? lists[0] : undefined
}
