import { patternOf } from "./describedValues.ts"
import type { FieldProfile } from "./fieldProfile.ts"
import { type Role, roleBefore } from "./roles.ts"
import type { Span } from "../read/Mention.ts"
import type { ParsedQuestion } from "../read/ParsedQuestion.ts"
import { fold, type Word } from "../read/words.ts"
import { isTownOfStates } from "./townStates.ts"

const bordering: ReadonlySet<string> = new Set(
  "in at for of from to by with on about named called is are was as and or the a an between than near using into like has have that which who where when if my i me can will be under over within during since until".split(
    " ",
  ),
)

const formsAround = (question: string, span: Span, near: Around): ReadonlyArray<string> => {
  const word = near.before.at(-1)
  const next = near.after[0]
  const isRight = (text: string) => /[.,;:?!()'"]/u.exec(text)?.[0]
  const before =
    word === undefined
      ? "^"
      : (isRight(question.slice(word.end, span.start)) ?? (bordering.has(word.text.toLowerCase()) ? word.text.toLowerCase() : "*"))
  const mark = isRight(question.slice(span.end, next?.start ?? question.length))
  const after = mark ?? (next === undefined ? "$" : bordering.has(next.text.toLowerCase()) ? next.text.toLowerCase() : "*")
  const text = question.slice(span.start, span.end)
  const shape = span.of === undefined ? span.shape : `${span.shape} of ${span.of}`
  return [
    `=${shape}`,
    `<${before}`,
    `>${after}`,
    ...(shape === "proper" && /^\p{Lu}+$/u.test(text) ? ["=capitals"] : []),
    ...(span.shape === "proper" || span.shape === "chunk" ? [`${shape}<${before}`, `${shape}>${after}`] : []),
    ...(span.unit === undefined
      ? []
      : [
          `#${/^[$€£¥]|^(?:dollars?|usd|euros?)$/iu.test(span.unit) ? "money" : /^[%]|percent/u.test(span.unit) ? "percent" : /^(?:day|week|month|year|hour|minute|second)s?$/iu.test(span.unit) ? "span" : "unit"}`,
        ]),
  ]
}

/** What the features of a span need of the question around it. */
export interface AboutSpan {
  readonly near: Around
  /** What the words right before the span announce. */
  readonly announces: Readonly<Record<"place" | "person" | "name" | "year", boolean>>
  readonly folded: string
  readonly touches: boolean
  readonly hasDigits: boolean
  /** How it is written: see `patternOf`. */
  readonly pattern: string
  readonly isCountry: boolean
  /** It names a town, a city or a region, alone or with its state. */
  readonly isTown: boolean
  readonly joins: Readonly<Record<"and" | "in" | "comma", boolean>>
  readonly role: Role
  readonly stems: ReadonlyArray<string>
  /** A longer span of the same shape contains it. */
  readonly isPart: boolean
  /** It is not quoted itself, nor what it contains, and another span is. */
  readonly isQuoted: boolean
  /** It begins a sentence, where a command is usual. */
  readonly leads: boolean
  readonly forms: ReadonlyArray<string>
  readonly closeness: Map<FieldProfile, number>
}

/** The context of a span is the same for every field: it is cached. */
const spans = new WeakMap<Span, AboutSpan>()
export const aboutSpan = ({
  free,
  parsed,
  span,
}: {
  readonly free: ReadonlyArray<Span>
  readonly parsed: ParsedQuestion
  readonly span: Span
}): AboutSpan => {
  const cached = spans.get(span)
  if (cached) return cached
  const text = parsed.question.slice(span.start, span.end)
  const before = parsed.question.slice(Math.max(0, span.start - 14), span.start).toLowerCase()
  const near = wordsAround(parsed.words, span)
  const made = {
    near,
    leads:
      span.shape === "chunk" &&
      /(?:^|[.?!\n]\s*)(?:(?:please|also|then|finally|first|next|can you|could you|i want to|i need to|i would like to|and)[\s,]+)*$/iu.test(
        parsed.question.slice(Math.max(0, span.start - 40), span.start),
      ),
    forms: formsAround(parsed.question, span, near),
    announces: {
      place: /\b(?:in|at|near|from|to|for|around|of)\s(?:the\s)?$/u.test(before),
      person: /\b(?:by|of|named|called|with|for)\s(?:the\s)?$/u.test(before),
      name: /\b(?:of|for|named|called|titled|about|on|is|as)\s(?:the\s|a\s|an\s)?$/u.test(before),
      year: /\bin\s$/u.test(before),
    },
    folded: typeof span.value === "string" ? fold(span.value) : "",
    touches: touchesRun(parsed, span),
    hasDigits: /\d/u.test(text),
    pattern: patternOf(text),
    isCountry: parsed.allMentions.some(({ end, kind, start }) => kind === "country.code" && start === span.start && end === span.end),
    isTown: isTown(text, parsed, span),
    joins: { and: / (?:and|&) /u.test(text), in: / (?:in|for) /u.test(text), comma: text.includes(",") },
    role: roleBefore(parsed.question, span.start),
    stems: parsed.words.flatMap(({ end, start, stem }) => (start >= span.start && end <= span.end ? [stem] : [])),
    isPart: free.some(
      (other) =>
        other.shape === span.shape && other.start <= span.start && other.end >= span.end && other.end - other.start > span.end - span.start,
    ),
    isQuoted:
      span.shape !== "quoted" && free.some(({ end, shape, start }) => shape === "quoted" && !(start >= span.start && end <= span.end)),
    closeness: new Map(),
  }
  spans.set(span, made)
  return made
}

const isTown = (text: string, { allMentions }: ParsedQuestion, span: Span): boolean =>
  (span.shape === "proper" || span.shape === "chunk") &&
  (isTownOfStates(text.replace(/,?\s\p{Lu}{2}$/u, "")) ||
    allMentions.some(
      ({ end, kind, start, weight }) =>
        (kind === "region.code" || (kind === "place.name" && weight >= 0.6)) &&
        start <= span.start &&
        end >= span.end &&
        end - start <= span.end - span.start + 4,
    ))

interface Around {
  readonly before: ReadonlyArray<Word>
  readonly after: ReadonlyArray<Word>
}

/** The words are in the order of the text. */
const wordsAround = (words: ReadonlyArray<Word>, { end, start }: Span): Around => {
  const before = words.findLastIndex((word) => word.end <= start) + 1
  const after = words.findIndex((word) => word.start >= end)
  return { before: words.slice(Math.max(0, before - 4), before), after: after < 0 ? [] : words.slice(after, after + 3) }
}

export const closeness = ({ closeness: cache, near }: AboutSpan, profile: FieldProfile): number => {
  const kept = cache.get(profile)
  if (kept !== undefined) return kept
  const made = closenessOf(near, profile)
  cache.set(profile, made)
  return made
}

const closenessOf = ({ after, before }: Around, { name }: FieldProfile): number => {
  const back = before.toReversed().findIndex(({ stem }) => name.has(stem))
  const ahead = after.findIndex(({ stem }) => name.has(stem))
  return Math.max(back < 0 ? 0 : 1 / (1 + back), ahead < 0 ? 0 : 0.9 / (1 + ahead))
}

/** Whether a capitalised word touches the span, so that it is only a part of a name. */
const touchesRun = ({ question }: ParsedQuestion, { end, shape, start }: Span): boolean =>
  shape === "proper" &&
  (/\p{Lu}[\p{L}]*\s$/u.test(question.slice(Math.max(0, start - 20), start)) || /^\s\p{Lu}/u.test(question.slice(end, end + 3)))
