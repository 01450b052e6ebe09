import { bracketedLists, joinedLists } from "./lists.ts"
import { isListCount } from "./listCounts.ts"
import type { Mention, Shape, Span } from "./Mention.ts"
import { numbersIn } from "./numbers.ts"
import { properSpans } from "./properSpans.ts"
import type { ParsedQuestion } from "./ParsedQuestion.ts"
import { isEmpty, wordsOf } from "./words.ts"

const maxSpans = 240

/** All spans of a question that can be a value, at most 240, from its first 6,000 characters. */
export const spansOf = (question: string, heard: ReadonlyArray<Mention>): ReadonlyArray<Span> => {
  const text = question.slice(0, 6_000)
  const fixed = [...quoted(text), ...patterns(text)]
  const inside = (span: { readonly start: number; readonly end: number }) =>
    fixed.some(({ end, start }) => span.start >= start && span.end <= end)
  const dates = dateSpans(text, heard, fixed)
  const numbers = numbersIn(text)
    .map(({ end, start, unit, value }): Span => ({ start, end, shape: "number", value, ...(unit !== undefined && { unit }) }))
    .filter((span) => !dates.some((date) => span.start >= date.start && span.end <= date.end && !isCounted(text, span, date)))
  const currencies = heard
    .filter(({ kind, options }) => kind === "currency.code" && options === undefined)
    .map(({ end, start, value }): Span => ({ start, end, shape: "currency", value }))
  const words = [...properSpans(text), ...chunks(text)].filter((span) => !inside(span))
  const bare = numbers.filter((span) => !inside(span))
  const bracketed = bracketedLists(text)
  const isApart = (span: Span) => !bracketed.some(({ end, start }) => span.start < end && start < span.end)
  const lists = [...bracketed, ...joinedLists(text, [...fixed, ...bare, ...words]).filter(isApart)]
  const values = bare.filter((span) => !isListCount(text, span, lists))
  return [...fixed, ...dates, ...values, ...lists, ...currencies, ...words].slice(0, maxSpans)
}

const joined = /\s(?:to|until|till|through|and)\s|\s?[–-]\s/u

/** Dates; of a period its first and its last day. The time of day is a span of its own. */
const dateSpans = (text: string, heard: ReadonlyArray<Mention>, fixed: ReadonlyArray<Span>): ReadonlyArray<Span> => {
  const written = [
    ...text.matchAll(/\b(\d{4})[./-](\d{1,2})[./-](\d{1,2})\b(?!-)|\b(\d{4}),?\s(\p{Lu}\p{L}{2,8})\s(\d{1,2})(?:st|nd|rd|th)?\b/gu),
  ].flatMap((match): ReadonlyArray<Span> => {
    const [whole, year = match[4], month = monthOf(match[5] ?? ""), day = match[6]] = match
    if (year === undefined || Number(month) < 1 || Number(month) > 12 || Number(day) > 31) return []
    const value = `${year}-${String(month).padStart(2, "0")}-${String(day).padStart(2, "0")}`
    return [{ start: match.index, end: match.index + whole.length, shape: "date", value }]
  })
  const days = heard.filter(({ kind }) => kind === "date")
  const ranges = heard.flatMap((from): ReadonlyArray<Span> => {
    if (from.kind !== "date.start") return []
    const range = text.slice(from.start, from.end)
    const to = heard.find(({ kind, start }) => kind === "date.end" && start === from.start)
    const joint = joined.exec(range)
    if (to === undefined || joint === null || days.some(({ start }) => start === from.start)) return []
    const middle = from.start + joint.index
    return [
      { start: from.start, end: middle, shape: "date", value: from.value },
      { start: middle + joint[0].length, end: from.end, shape: "date", value: to.value },
    ]
  })
  const mentioned = [...ranges, ...days.map(({ end, start, value }): Span => ({ start, end, shape: "date", value }))]
  return [...written, ...mentioned.filter((span) => !written.some((other) => other.start < span.end && span.start < other.end))].map(
    (span) => withoutTime(span, fixed),
  )
}

const monthOf = (name: string): number =>
  1 + "jan feb mar apr may jun jul aug sep oct nov dec".split(" ").indexOf(name.slice(0, 3).toLowerCase())

const withoutTime = (span: Span, fixed: ReadonlyArray<Span>): Span => {
  const time = fixed.find(({ end, shape, start }) => shape === "time" && start >= span.start && end <= span.end)
  if (time === undefined) return span
  return time.start - span.start > span.end - time.end
    ? { ...span, end: Math.max(span.start + 1, time.start - 1) }
    : { ...span, start: Math.min(span.end - 1, time.end) }
}

/** `the last 5 days`: the number inside a date still counts something. */
const isCounted = (text: string, { end }: Span, date: Span): boolean =>
  /^[\s-]?(?:days?|weeks?|months?|years?|hours?|minutes?|seconds?|nights?)\b/iu.test(text.slice(end, end + 12)) ||
  !/\d{4}|\d[/.-]\d|\d(?:st|nd|rd|th)\b|\b(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)/iu.test(text.slice(date.start, date.end))

const quoted = (text: string): ReadonlyArray<Span> =>
  [
    ...text.matchAll(
      /(?<![\p{L}\p{N}])(?:'((?:[^'\n]|(?<=\p{L})'(?=\p{L})){1,400}?)'|"([^"\n]{1,400}?)"|“([^”\n]{1,400}?)”|‘([^’\n]{1,400}?)’|`([^`\n]{1,400}?)`)(?![\p{L}\p{N}])/gu,
    ),
  ].flatMap((match) => {
    const value = match.slice(1).find((part) => part !== undefined)
    // A question that is quoted as a whole is not a value.
    if (value === undefined || value.length > text.length * 0.8) return []
    return [{ start: match.index, end: match.index + match[0].length, shape: shapeOf(value), value: value.trim() }]
  })

const shapeOf = (value: string): Shape => (/^https?:\/\//u.test(value) ? "url" : "quoted")

const patterns = (text: string): ReadonlyArray<Span> =>
  (
    [
      ["url", /\bhttps?:\/\/[^\s'"<>)\]}]{1,300}[^\s'"<>)\]}.,;:?!]/gu],
      ["email", /\b[\w.+-]{1,64}@[\w-]{1,63}(?:\.[\w-]{1,63}){1,5}/gu],
      [
        "path",
        /(?<![\w:/])(?:[A-Za-z]:\\|\.{0,2}\/)[\w./\\-]{2,200}|\b[\w-]{1,60}\.(?:csv|txt|json|xml|pdf|docx?|xlsx?|png|jpe?g|mp[34]|wav|py|js|html?|md|sql|log|zip)\b/giu,
      ],
      ["time", /\b(?:[01]?\d|2[0-3]):[0-5]\d(?::[0-5]\d)?(?:\s?[ap]\.?m\b\.?)?|\b(?:1[0-2]|0?[1-9])\s?[ap]\.?m\b\.?/giu],
      ["code", /\b(?:\d{1,3}\.){3}\d{1,3}\b/gu],
      ["url", /(?<![\w@.])(?:[\w-]{1,60}\.){1,4}(?:com|org|net|io|gov|edu|ai|co\.uk|de|fr|app|dev)\b(?:\/[\w./-]{1,100}\b)?/giu],
      [
        "code",
        /(?<![\p{L}\p{N}.])(?:\d*[a-z](?:\^|\*\*)\d+|\d+[a-z](?=\s?[-+]\s?\d))(?:\s?[-+*/]\s?(?:\d+(?:\.\d+)?)?[a-z]?(?:(?:\^|\*\*)\d+)?)*(?![\p{L}\p{N}])/gu,
      ],
      ["code", /\b(?=[\w-]{3,64}\b)(?=[\w-]*\d)(?=[\w-]*[A-Za-z])[A-Za-z0-9]+(?:[-_][A-Za-z0-9]+)*\b|\b[A-Za-z]+(?:_[A-Za-z0-9]+)+\b/gu],
    ] as const
  ).flatMap(([shape, pattern]) =>
    [...text.matchAll(pattern)]
      .filter(([code]) => shape !== "code" || !/^\d+(?:\p{Ll}{1,5}|[CFKVWJNM]|e-?\d+|mAh|k?Wh|k?Hz|(?:-\p{Ll}+)+)$/u.test(code))
      .map((match): Span => ({ start: match.index, end: match.index + match[0].length, shape, value: match[0] })),
  )

const most = 5

/** Runs of consecutive non-empty words, and their beginnings and ends. */
const chunks = (text: string): ReadonlyArray<Span> => {
  const words = wordsOf(text)
  const spans: Array<Span> = []
  let run: Array<(typeof words)[number]> = []
  let before: typeof run = []
  const close = () => {
    // `theory of evolution`
    const [last, first] = [before.at(-1), run[0]]
    if (last && first && /^ of (?:the )?$/u.test(text.slice(last.end, first.start))) {
      const [start, end] = [last.start, run[Math.min(run.length, 3) - 1]!.end]
      spans.push({ start, end, shape: "chunk", value: text.slice(start, end) })
    }
    if (run.length > 0) before = run
    for (let from = 0; from < run.length; from++)
      for (let to = from; to < Math.min(run.length, from + most); to++) {
        if (from > 0 && to < run.length - 1 && (run.length > 4 || from !== to)) continue
        const [start, end] = [run[from]!.start, run[to]!.end]
        spans.push({ start, end, shape: "chunk", value: text.slice(start, end) })
      }
    run = []
  }
  for (const word of words) {
    const last = run.at(-1)
    const joined = last === undefined || /^[\s-]{0,2}$/u.test(text.slice(last.end, word.start))
    if (!joined || run.length > 8) close()
    if (isEmpty(word.stem) || /^\d/u.test(word.text)) close()
    else run.push(word)
  }
  close()
  return spans
}

export const spansByQuestion = new WeakMap<ParsedQuestion, ReadonlyArray<Span>>()
export const spansIn = (parsed: ParsedQuestion): ReadonlyArray<Span> => {
  const kept = spansByQuestion.get(parsed)
  if (kept) return kept
  const made = spansOf(parsed.question, parsed.allMentions)
  spansByQuestion.set(parsed, made)
  return made
}
