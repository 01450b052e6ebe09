import type { Schema } from "effect"
import { townIn } from "./towns.ts"
import { optionKey } from "./described.ts"
import type { Profile } from "./fieldProfile.ts"
import type { Scene } from "./Scene.ts"
import type { Span } from "./spans.ts"

/** What an input of this profile would be given for a stretch of the question; undefined where it cannot be its value. */
export const valueFor = (profile: Profile, span: Span, scene: Scene): Schema.Json | undefined => {
  switch (profile.type) {
    case "integer":
      return typeof span.value === "number" && Number.isSafeInteger(span.value) && !isPercent(span, profile) ? span.value : undefined
    case "number":
      return typeof span.value === "number" ? (isPercent(span, profile) ? shareOf(span.value) : span.value) : undefined
    case "array":
      return arrayFor(profile, span, scene)
    case "string":
      return textFor(profile, span, scene)
    default:
      return undefined
  }
}

/** `5 %` is 0.05, unless the input counts in percent. */
const isPercent = ({ unit }: Span, profile: Profile): boolean =>
  profile.isShare && unit !== undefined && (unit.startsWith("%") || unit === "percent")

const shareOf = (percent: number): number => Number((percent / 100).toPrecision(12))

const textFor = (profile: Profile, span: Span, scene: Scene): Schema.Json | undefined => {
  if (span.shape === "list" || span.shape === "currency")
    return profile.class === "currency" && span.shape === "currency" ? span.value : undefined
  const option = typeof span.value === "string" && span.value.length <= 40 ? profile.options.get(optionKey(span.value)) : undefined
  if (option !== undefined && span.shape !== "date") return option
  if (profile.class === "date") return dateFor(profile, span)
  if (span.shape === "date")
    return profile.class === "time" || profile.class === "other" || profile.class === "text" ? dateFor(profile, span) : undefined
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
    return span.unit !== undefined && profile.class === "other" ? scene.question.slice(span.start, span.end).trim() : String(span.value)
  }
  if (typeof span.value !== "string") return undefined
  return profile.isTownAndState ? townIn(span.value) : span.value
}

const dateFor = (profile: Profile, span: Span): Schema.Json | undefined => {
  if (span.shape === "quoted" && typeof span.value === "string" && /\d/u.test(span.value)) return span.value
  if (span.shape !== "date" || typeof span.value !== "string") return undefined
  const [year = "", month = "", day = ""] = span.value.split("-")
  return profile.dateFormat === null || profile.dateFormat.includes("MONTH")
    ? span.value
    : profile.dateFormat.replace("YYYY", year).replace("MM", month).replace("DD", day)
}

/** `2 PM` is `14:00` where the description asks for the clock of 24 hours. */
const timeFor = ({ examples }: Profile, value: Schema.Json): Schema.Json => {
  if (typeof value !== "string" || !/24[- ]hour|\bhh:mm\b|\b\d{2}:\d{2}\b(?!\s?[ap]\.?m)/iu.test(examples)) return value
  const [, hour = "", minute = "00", half] = /^(\d{1,2})(?::(\d{2}))?(?::\d{2})?\s?([ap])?/iu.exec(value) ?? []
  if (hour === "") return value
  const shift = half === undefined ? 0 : (half.toLowerCase() === "p" ? 12 : 0) - (hour === "12" ? 12 : 0)
  return `${String(Number(hour) + shift).padStart(2, "0")}:${minute}`
}

const arrayFor = ({ items }: Profile, span: Span, scene: Scene): Schema.Json | undefined => {
  if (items === null) return undefined
  if (span.shape === "list" && Array.isArray(span.value)) {
    if (items.type === "array") return span.value.every(Array.isArray) ? span.value : undefined
    const isNumeric = items.type === "integer" || items.type === "number"
    const fits = span.value.every((item) => (isNumeric ? typeof item === "number" : !Array.isArray(item)))
    if (!fits || items.type === "object") return undefined
    return isNumeric ? span.value : span.value.map((item) => items.options.get(optionKey(String(item))) ?? String(item))
  }
  if (items.type !== "string") return undefined
  const one = textFor(items, span, scene)
  return one === undefined ? undefined : [one]
}
