import type { Schema } from "effect"
import { at, columnOf, isAdditive, type Path, pointerOf, sumOf } from "./documentValues.ts"
import { enumerate, labelOf, nameText, valueText } from "./wording.ts"
import { type AnswerTemplate, fill, type GroundedSentence } from "./template.ts"

const maxMembers = 12
const maxItems = 6
const maxColumns = 4
const maxSentences = 10

/**
 * Sentences about any JSON document: its facts in their order, and for each list the count, the first names, and the lowest value, the
 * highest value and the sum of its numbers.
 */
export const describe = (data: Schema.Json): ReadonlyArray<GroundedSentence> => describeValue(data, [], "").slice(0, maxSentences)

/** Sentences about one place of a document, under its own name. */
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
  // Values below the third level are left out: they would bury the rest.
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

/** Lowest and highest value of each number that all items of a list have, and the sum where adding up makes sense. */
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

/** Numbers that identify something: their range and sum mean nothing. */
const isIdentifier = (key: string): boolean =>
  /(?:^|_)(?:id|ids|code|number|no|zip|phone|latitude|longitude|lat|lon|lng|year)$/iu.test(key.replace(/([a-z])([A-Z])/gu, "$1_$2"))

const upper = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1)

/** A sentence that says that something is not valid: it comes first, whatever was requested, because no other fact follows from it. */
const isRefuting = ({ facts, when }: AnswerTemplate["sentences"][number]): boolean =>
  Object.entries(when ?? {}).some(([fact, value]) => fact.endsWith(".valid") && value === false && facts.includes(fact))

/**
 * The sentences for the requested facts of a document; for the whole document if `facts` is empty. A fact that no sentence of the template
 * covers is described by its name, and an operation without a template by its JSON.
 */
export const sentencesFor = (
  data: Schema.Json,
  facts: ReadonlyArray<string>,
  template: AnswerTemplate | undefined,
): ReadonlyArray<GroundedSentence> => {
  const applying = (template?.sentences ?? []).flatMap((sentence) => {
    const filled = fill(sentence, data)
    return filled === undefined ? [] : [{ sentence, filled }]
  })
  const whole = applying.filter(({ sentence }) => sentence.detail !== true).map(({ filled }) => filled)
  if (facts.length === 0) return whole.length > 0 ? whole : describe(data)
  const chosen = applying.filter(({ sentence }) => sentence.facts.some((fact) => facts.includes(fact)))
  const covered = new Set(chosen.flatMap(({ sentence }) => sentence.facts))
  const others = facts.filter((fact) => !covered.has(fact)).flatMap((fact) => describeFact(data, fact))
  const refuting = applying.filter((each) => isRefuting(each.sentence) && !chosen.includes(each))
  const sentences = [...refuting, ...chosen].map(({ filled }) => filled).concat(refuting.length > 0 ? [] : others)
  if (sentences.length === 0) return whole.length > 0 ? whole : describe(data)
  // What is known is stated beside facts that are all unknown: it may be what was meant.
  const areUnknown =
    chosen.length === 0 && others.length === sentences.length && facts.every((fact) => (valueOf(data, fact) ?? null) === null)
  return areUnknown ? [...sentences, ...whole] : sentences
}

const valueOf = (data: Schema.Json, fact: string): Schema.Json | undefined => {
  const path = pathOf(data, fact)
  return path && at(data, pointerOf(path))
}

const describeFact = (data: Schema.Json, fact: string): ReadonlyArray<GroundedSentence> => {
  const path = pathOf(data, fact)
  const value = valueOf(data, fact)
  return path === undefined || value === undefined ? [] : describeAt(value, path)
}

/**
 * The path of a dotted fact: `a.b` is at `/a/b`; in documents of imported operations at `/b`, or in the items of the only list, and then
 * the path of that list is returned.
 */
const pathOf = (data: Schema.Json, fact: string): Path | undefined => {
  const whole = fact.split(".")
  for (const path of [whole, whole.slice(1)]) if (path.length > 0 && at(data, pointerOf(path)) !== undefined) return path
  const lists = Array.isArray(data) ? [[]] : Object.entries(data ?? {}).flatMap(([key, value]) => (Array.isArray(value) ? [[key]] : []))
  return lists.length === 1 ? lists[0] : undefined
}
