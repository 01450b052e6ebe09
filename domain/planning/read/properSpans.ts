import type { Span } from "./Mention.ts"
import { isEmpty, wordsOf } from "./words.ts"

/** Proper names: consecutive capitalised words with the small words and initials inside them; the whole name, and its possible parts. */
export const properSpans = (text: string): ReadonlyArray<Span> =>
  [
    ...text.matchAll(
      /(?<![\p{L}\p{N}'’])\p{Lu}[\p{L}\p{N}.'’&-]*(?:(?:\s+(?:of|the|de|da|di|del|la|le|van|von|der|and|&|for|in|vs\.?)){0,2}\s+\p{Lu}[\p{L}\p{N}.'’&-]*|\s+\d+(?!\S*[.,]\d))*(?:,\s?\p{Lu}{2}\b|,\s\p{Lu}[\p{Ll}]+(?:\s\p{Lu}[\p{Ll}]+)?(?=[.?!,\s]|$))?/gu,
    ),
  ].flatMap(({ 0: run, index }) => sentences(run).flatMap(({ at, part }) => namesIn(text, part, index + at)))

/** Splits at the ends of sentences, since a name does not cross them; initials and abbreviations end none. */
const sentences = (text: string): ReadonlyArray<{ readonly part: string; readonly at: number }> => {
  const parts: Array<{ part: string; at: number }> = []
  let at = 0
  for (const { 0: dot, index } of text.matchAll(
    /(?<=\p{Ll}{2}['’]?)(?<!\b(?:St|Mr|Mrs|Ms|Dr|Jr|Sr|Inc|Co|Ltd|Mt|Ft|Prof|No))\.(?:\s+|(?=\p{Lu}))/gu,
  )) {
    parts.push({ part: text.slice(at, index), at })
    at = index + dot.length
  }
  return [...parts, { part: text.slice(at), at }]
}

const questionWord =
  /^(?:who|what|which|where|when|whose|whom|why|how|i|i['’]m|i['’]d|i['’]ve|i['’]ll|what['’]s|who['’]s|where['’]s|how['’]s)$/iu

const namesIn = (text: string, sentence: string, index: number): ReadonlyArray<Span> => {
  const whole = trimmed(sentence)
  const spans: Array<Span> = []
  const add = (value: string, offset: number) => {
    const clean = value.replace(/['’]s?$/u, "").replace(/[.,]+$/u, "")
    if (clean.length > 0 && clean.length <= 120 && !questionWord.test(clean))
      spans.push({ start: index + offset, end: index + offset + clean.length, shape: "proper", value: clean })
  }
  const isFirst = index === 0 || /[.?!:]\s*["']?$/u.test(text.slice(Math.max(0, index - 4), index))
  const [first = ""] = whole.split(/\s+/u)
  // The first word of a sentence is capitalised whatever it is.
  const skip = isFirst && (isEmpty(wordsOf(first)[0]?.stem ?? "") || questionWord.test(first) || whole.includes(" ")) ? first.length : 0
  const rest = whole.slice(skip).trimStart()
  const comma = whole.indexOf(",")
  // `Lisbon, Porto and Faro` are three; `Paris, France and Rome, Italy` two.
  const isEnumerated =
    comma > 0 && /^,?\s(?:and|or|&)\s\p{Lu}[\p{L}]+(?![,\p{L}])/u.test(text.slice(index + whole.length, index + whole.length + 40))
  if (!isEnumerated && (skip === 0 || !/^[A-Z][a-z]+$/u.test(first))) add(whole, 0)
  if (!isEnumerated && skip > 0 && /^\p{Lu}/u.test(rest)) add(rest, whole.length - rest.length)
  if (comma > 0) {
    const town = whole.slice(skip, comma).trimStart()
    add(town, comma - town.length)
    const land = whole.slice(comma + 1).trimStart()
    add(land, whole.length - land.length)
  }
  const start = skip > 0 ? whole.length - rest.length : 0
  let from = start
  for (const joint of whole.slice(start).matchAll(/ (?:and|&|in|for|vs\.?) (?:the )?/gu)) {
    add(whole.slice(from, start + joint.index), from)
    from = start + joint.index + joint[0].length
  }
  if (from > start) add(whole.slice(from), from)
  // `Amazon rainforest`, `Premier League match`: a lower-case noun may follow the name.
  const end = index + whole.length
  const tail = /^\s(\p{Ll}{3,20})(?![\p{L}\p{N}'’-])/u.exec(text.slice(end, end + 24))?.[1]
  if (
    tail !== undefined &&
    sentence.trimEnd().length === whole.length &&
    comma < 0 &&
    from === start &&
    !isEmpty(wordsOf(tail)[0]?.stem ?? "")
  )
    spans.push({
      start: index + start,
      end: end + 1 + tail.length,
      shape: "chunk",
      value: text.slice(index + start, end + 1 + tail.length),
    })
  return spans
}

const trimmed = (text: string): string => text.replace(/\s+(?:of|the|de|and|&|for|in|vs\.?|\d+)$/u, "")
