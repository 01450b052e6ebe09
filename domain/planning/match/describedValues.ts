import { stemsOf } from "../read/words.ts"

const maxOptions = 24

/** The stems of a value's words: the key under which a span of the question matches the value. */
export const optionKey = (text: string): string => {
  const cached = keys.get(text)
  if (cached !== undefined) return cached
  const made = stemsOf(text).join(" ")
  if (keys.size >= 2_000) keys.clear()
  keys.set(text, made)
  return made
}

const keys = new Map<string, string>()

/**
 * The values that a description names: `(e.g., dog, cat)`, `such as 'red'`, `can be "summary" or "detailed"`, `(walk, bike, drive)`.
 * `examples` and `example` are JSON Schema's and OpenAPI's own.
 */
export const describedOptions = (description: string, examples?: unknown, example?: unknown): ReadonlyMap<string, string> => {
  const given = [...(Array.isArray(examples) ? examples : []), example].filter((each): each is string => typeof each === "string")
  const quoted = [...description.matchAll(/(?<![\p{L}\p{N}])(?:'([^'\n]{1,40})'|"([^"\n]{1,40})"|`([^`\n]{1,40})`)(?![\p{L}\p{N}])/gu)].map(
    (match) => match[1] ?? match[2] ?? match[3] ?? "",
  )
  const listed = [
    ...description.matchAll(/\((?:e\.?g\.?,?|for example,?|i\.?e\.?,?|such as|like)?:?\s*([^()]{3,160})\)/giu),
    ...description.matchAll(
      /\b(?:e\.g\.?,?|for example,?|such as|options? (?:are|include)s?:?|one of:?|(?:can|must|should) be(?: one of)?:?|values? (?:are|include)s?:?|supports?|(?:type|kind|name)s? like)\s+([^.()]{3,160})/giu,
    ),
  ].flatMap(({ 0: whole, 1: list = "" }) => {
    // `Berkeley, CA` is one value.
    const items = list
      .split(/(?:(?<!\p{Ll}),|,(?!\s\p{Lu}{2}(?!\p{L})))\s*(?:and\s|or\s|etc\b)?|\s(?:and|or)\s/u)
      .map((item) => item.trim().replace(/^['"`]|['"`.]+$/gu, ""))
    return /^\((?!e\.?g|for ex|i\.?e|such|like)/iu.test(whole) && items.length < 3 ? [] : items
  })
  const options = [...given, ...quoted, ...listed].filter(
    (item) => /[\p{L}\p{N}]/u.test(item) && item.length <= 40 && item.split(" ").length <= 4,
  )
  return new Map(
    options
      .slice(0, maxOptions)
      .toReversed()
      .map((item) => [optionKey(item), item]),
  )
}

/** The date format that a description requires, by its letters or by an example; null if it requires no format. */
export const dateFormatIn = (description: string): string | null => {
  const letters = /\b((?:YYYY|MM|DD)[-/. ](?:YYYY|MM|DD)(?:[-/. ](?:YYYY|MM|DD))?|MM-DD-YYY|DD Month YYYY|Month DD, YYYY)/iu.exec(
    description,
  )?.[1]
  if (letters !== undefined) return letters.toUpperCase().replace(/YYYY|YYY/u, "YYYY")
  if (/\bmonth-day-year\b/iu.test(description)) return "MM-DD-YYYY"
  if (/\bday-month-year\b/iu.test(description)) return "DD-MM-YYYY"
  if (/\b(?:1[3-9]|2\d|3[01])\/(?:0\d|1[0-2])\/\d{4}\b/u.test(description)) return "DD/MM/YYYY"
  if (/\b(?:0\d|1[0-2])\/(?:1[3-9]|2\d|3[01])\/\d{4}\b/u.test(description)) return "MM/DD/YYYY"
  if (/\b\d{4}\/\d{2}\/\d{2}\b/u.test(description)) return "YYYY/MM/DD"
  return null
}

/** `2023-04-15T13:45:00Z`, `YYYY-MM-DD HH:MM:SS`: how a description writes the clock time of an instant; midnight if the question has none. */
export const instantIn = (description: string): ((clock: string | undefined) => string) | null => {
  const [, joint, seconds, zone] =
    /\b(?:\d{4}-\d{2}-\d{2}|YYYY-MM-DD)(T|\s)(?:\d{2}:\d{2}|HH:mm)(:(?:\d{2}|ss))?(?:\.\d{1,3})?(Z?)/iu.exec(description) ?? []
  return joint === undefined ? null : (clock = "00:00") => `${joint}${clock}${seconds === undefined ? "" : ":00"}${zone ?? ""}`
}

/** How a value is written: its words (three or more count as three), with capitals, digits, or both. */
export const patternOf = (text: string): string =>
  `${Math.min(3, text.trim().split(/\s+/u).length)}${/^\P{Ll}*\p{Lu}\P{Ll}*$/u.test(text) ? "A" : /^\P{L}*\p{Lu}/u.test(text) ? "Aa" : "a"}${/\d/u.test(text) ? "1" : ""}${/[^\p{L}\d\s,.'’&-]/u.test(text) ? "#" : ""}`
