import type { Mention } from "../../../domain/planning/read/Mention.ts"

const ordinals = "first second third fourth fifth sixth seventh eighth ninth tenth".split(" ")

const ordinal = String.raw`(?:${ordinals.join("|")}|\d{1,2}(?:st|nd|rd|th))`

const businessDay = String.raw`(?:bank(?:ing)?\s+)?(?:working|business|banking|bank|trading|work)[\s-]?day|workday`

const form = new RegExp(
  String.raw`\b(?:(?<back>(?<fromEnd>${ordinal})[\s-]+(?:to[\s-]+|from[\s-]+)?(?:the\s+)?last|last\s+but\s+one|penultimate)|(?<place>${ordinal}))(?=\s+(?:${businessDay})\s+(?:of|in)\b)`,
  "giu",
)

const numberOf = (text: string): number => (/^\d/u.test(text) ? Number.parseInt(text, 10) : ordinals.indexOf(text.toLowerCase()) + 1)

const after = new RegExp(String.raw`\b(?<place>${ordinals.join("|")})(?=\s+(?:${businessDay})\s+(?:after|from|following|past)\b)`, "giu")

/** `T+2`: the days of a settlement behind the trade. */
const settlement = /\bT\s?\+\s?(\d{1,2})(?!\d|[.,]\d)/gu

/** `T+2 from 23 December`: as many business days behind the day. */
export const settlementDays = (text: string): ReadonlyArray<Mention> =>
  [...text.matchAll(settlement)].flatMap(({ 0: whole, 1: count = "", index }) =>
    count === "0"
      ? []
      : [{ kind: "calendar.day_count", start: index, end: index + whole.length, text: whole, value: Number(count), weight: 0.9 }],
  )

/** `the tenth business day after that`: that number of business days is counted. */
export const businessDaysAfter = (text: string): ReadonlyArray<Mention> =>
  [...text.matchAll(after)].map(({ 0: whole, groups, index }) => ({
    kind: "calendar.day_count",
    start: index,
    end: index + whole.length,
    text: whole,
    value: numberOf(groups?.["place"] ?? ""),
    weight: 0.7,
  }))

/** `the third working day of March`, `the second last business day of the month` (-2): which business day of a period is requested. */
export const businessDayOrdinals = (text: string): ReadonlyArray<Mention> =>
  [...text.matchAll(form)].flatMap((match): ReadonlyArray<Mention> => {
    const { back, fromEnd, place } = match.groups ?? {}
    const value = place === undefined ? -(fromEnd === undefined ? 2 : numberOf(fromEnd)) : numberOf(place)
    const at = { start: match.index, end: match.index + match[0].length, text: match[0] }
    return value === 0 || (back === undefined && value === 1) ? [] : [{ ...at, kind: "calendar.ordinal", value, weight: 0.9 }]
  })
