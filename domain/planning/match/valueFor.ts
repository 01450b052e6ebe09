import type { Schema } from "effect"
import { optionKey } from "./describedValues.ts"
import type { FieldProfile } from "./fieldProfile.ts"
import type { ParsedQuestion } from "../read/ParsedQuestion.ts"
import type { Mention, Span } from "../read/Mention.ts"
import { spansIn } from "../read/spans.ts"
import { isStateCode, withState } from "./townStates.ts"

/** The value that an input of this profile gets from a span; undefined if the span cannot be its value. */
export const valueFor = (profile: FieldProfile, span: Span, parsed: ParsedQuestion): Schema.Json | undefined => {
  if (profile.choices !== null && profile.type !== "array")
    return profile.choices.find((choice) => span.shape === "number" && Number(choice) === span.value)
  switch (profile.type) {
    case "integer":
      return typeof span.value === "number" && Number.isSafeInteger(span.value) && !isPercent(span, profile) ? span.value : undefined
    case "number":
      return typeof span.value === "number" ? (isPercent(span, profile) ? shareOf(span.value) : span.value) : undefined
    case "array":
      return arrayFor(profile, span, parsed)
    case "string":
      return textFor(profile, span, parsed)
    default:
      return undefined
  }
}

/** `5 %` is 0.05, unless the input counts in percent. */
const isPercent = ({ unit }: Span, profile: FieldProfile): boolean =>
  profile.isShare && unit !== undefined && (unit.startsWith("%") || unit === "percent")

const shareOf = (percent: number): number => Number((percent / 100).toPrecision(12))

const textFor = (profile: FieldProfile, span: Span, parsed: ParsedQuestion): Schema.Json | undefined => {
  if (span.shape === "list" || span.shape === "currency")
    return profile.class === "currency" && span.shape === "currency" ? span.value : undefined
  // The currency of these words is a span of its own.
  if (profile.class === "currency" && isInCurrency(parsed, span)) return undefined
  const country = profile.isCountryCode ? mentionAt(parsed, span, "country.code") : undefined
  if (country !== undefined) return country.value
  const option = typeof span.value === "string" && span.value.length <= 40 ? profile.options.get(optionKey(span.value)) : undefined
  if (option !== undefined && span.shape !== "date") return profile.isTownAndState ? withState(option) : option
  if (profile.class === "date") return dateFor(profile, span, parsed)
  if (span.shape === "date")
    return profile.class === "time" || profile.class === "other" || profile.class === "text" ? dateFor(profile, span, parsed) : undefined
  if (profile.class === "time")
    return span.shape === "time" ? timeFor(profile, span.value) : span.shape === "quoted" ? span.value : undefined
  if (profile.class === "url") return span.shape === "url" || span.shape === "quoted" ? span.value : undefined
  if (profile.class === "email") return span.shape === "email" ? span.value : undefined
  if (span.shape === "url" || span.shape === "email")
    return profile.class === "text" ||
      profile.class === "path" ||
      profile.class === "other" ||
      profile.class === "code" ||
      profile.class === "person"
      ? span.value
      : undefined
  if (span.shape === "time") return profile.class === "other" ? timeFor(profile, span.value) : undefined
  if (span.shape === "number") {
    if (profile.class === "place" || profile.class === "person") return undefined
    return span.unit !== undefined && profile.class === "other" ? parsed.question.slice(span.start, span.end).trim() : String(span.value)
  }
  if (typeof span.value !== "string" || (profile.isTownAndState && isBeforeState(span, parsed))) return undefined
  return profile.isTownAndState ? withState(span.value) : span.value
}

const mentionAt = ({ allMentions }: ParsedQuestion, { end, start }: Span, wanted: string): Mention | undefined =>
  allMentions.find((mention) => mention.kind === wanted && mention.start === start && mention.end === end && mention.options === undefined)

/** `Vancouver` of `Vancouver, BC` or `Portland, Maine`: the question states the state, the region or the country itself. */
const isBeforeState = ({ end, start }: Span, { allMentions, question }: ParsedQuestion): boolean => {
  const joint = /^,\s*/u.exec(question.slice(end, end + 4))?.[0]
  if (joint === undefined || isStateCode(/,\s?(\p{Lu}{2})$/u.exec(question.slice(start, end))?.[1])) return false
  const behind = question.slice(end + joint.length)
  return (
    isStateCode(/^\p{Lu}{2}(?!\p{L})/u.exec(behind)?.[0]) ||
    allMentions.some(({ kind, start: at }) => at === end + joint.length && (kind === "region.code" || kind === "country.code"))
  )
}

/** `Canadian` of `Canadian dollars` is no currency by itself. */
const isInCurrency = ({ allMentions }: ParsedQuestion, { end, start }: Span): boolean =>
  allMentions.some(
    (mention) => mention.kind === "currency.code" && mention.start <= start && end <= mention.end && mention.options === undefined,
  )

const dateFor = (profile: FieldProfile, span: Span, parsed: ParsedQuestion): Schema.Json | undefined => {
  if (span.shape === "quoted" && typeof span.value === "string" && /\d/u.test(span.value)) return span.value
  if (span.shape !== "date" || typeof span.value !== "string") return undefined
  const [year = "", month = "", day = ""] = span.value.split("-")
  const written = parsed.question.slice(span.start, span.end).trim()
  // `03/07/2023` is in March if the description asks for MM/DD/YYYY.
  if (profile.dateFormat !== null && isWrittenAs(profile.dateFormat, written)) return written
  if (profile.instant !== null) return `${span.value}${profile.instant(clockBeside(span, parsed))}`
  return profile.dateFormat === null || profile.dateFormat.includes("MONTH")
    ? span.value
    : profile.dateFormat.replace("YYYY", year).replace("MM", month).replace("DD", day)
}

const isWrittenAs = (format: string, written: string): boolean =>
  format.length === written.length &&
  [...format].every((letter, at) => (/[YMD]/u.test(letter) ? /\d/u.test(written[at]!) : letter === written[at]))

const maxClockDistance = 24

/** The clock time beside a date of the question, `HH:MM`. */
const clockBeside = ({ end, start }: Span, parsed: ParsedQuestion): string | undefined => {
  const times = spansIn(parsed).filter(({ shape }) => shape === "time")
  const gapTo = (time: Span) => Math.max(time.start - end, start - time.end)
  const [nearest] = times.toSorted((a, b) => gapTo(a) - gapTo(b))
  return nearest === undefined || gapTo(nearest) > maxClockDistance ? undefined : clockOf(nearest.value)
}

/** `2 PM` is `14:00` if the description asks for the 24-hour clock. */
const timeFor = ({ examples }: FieldProfile, value: Schema.Json): Schema.Json =>
  /24[- ]hour|\bhh:mm\b|\b\d{2}:\d{2}\b(?!\s?[ap]\.?m)/iu.test(examples) ? (clockOf(value) ?? value) : value

const clockOf = (value: Schema.Json): string | undefined => {
  const [, hour = "", minute = "00", half] =
    typeof value === "string" ? (/^(\d{1,2})(?::(\d{2}))?(?::\d{2})?\s?([ap])?/iu.exec(value) ?? []) : []
  if (hour === "") return undefined
  const shift = half === undefined ? 0 : (half.toLowerCase() === "p" ? 12 : 0) - (hour === "12" ? 12 : 0)
  return `${String(Number(hour) + shift).padStart(2, "0")}:${minute}`
}

const arrayFor = ({ items }: FieldProfile, span: Span, parsed: ParsedQuestion): Schema.Json | undefined => {
  if (items === null) return undefined
  if (span.shape === "list" && Array.isArray(span.value)) {
    if (items.type === "array") return span.value.every(Array.isArray) ? span.value : undefined
    const isNumeric = items.type === "integer" || items.type === "number"
    const fits = span.value.every((item) => (isNumeric ? typeof item === "number" : !Array.isArray(item)))
    if (!fits || items.type === "object") return undefined
    return isNumeric ? span.value : span.value.map((item) => items.options.get(optionKey(String(item))) ?? String(item))
  }
  if (items.type !== "string") return undefined
  const one = textFor(items, span, parsed)
  return one === undefined ? undefined : [one]
}
