import { withClocks } from "./spokenClocks.ts"
import { month } from "./writtenDates.ts"

const ordinal = String.raw`\d{1,2}(?:st|nd|rd|th)?`
const dayOfMonth = String.raw`(?:(?:${month})\.?\s+${ordinal}|${ordinal}(?:\s+(?:of\s+)?(?:${month}))?)(?:,?\s+\d{4})?`
const fromDay = new RegExp(String.raw`\bfrom(?=\s+${ordinal}\s+(?:of\s+)?(?:${month})\b)`, "giu")
const betweenDays = new RegExp(String.raw`\bbetween(\s+(?:the\s+)?${dayOfMonth}\s)and(?=\s+(?:the\s+)?${dayOfMonth}\b)`, "giu")

const clock = String.raw`\d{1,2}(?::\d{2}(?:\s?[ap]\.?m\b\.?)?|\s?[ap]\.?m\b\.?)`
const monthAndDay = String.raw`(?<month>(?:${month})\.?)(?<blank>\s+)(?<day>${ordinal})`
const dayBesideClock = new RegExp(
  String.raw`(?<=${clock},?\s+(?:on\s+)?(?:\p{Lu}\p{Ll}{2,8}\.?,?\s+)?)\b${monthAndDay}(?![\p{L}\p{N}:.]\d?)|\b${monthAndDay.replaceAll("(?<", "(?<other_")}(?=,?\s+(?:at\s+)?${clock})`,
  "giu",
)

const ofYear = new RegExp(String.raw`\b\d{1,2}(?:st|nd|rd|th)?\s+(?:of\s+)?(?:${month})\s+of\s+\d{4}\b`, "giu")

/** `add 6 weeks to 3 January` begins on that day, and is no period until it. */
const addedTo =
  /\b(?:add|adding|subtract|subtracting)\s+\d{1,4}\s+(?:(?:calendar|business|working)\s+)?(?:days?|weeks?|months?|years?)\s+(?:to|from)\b/giu

/** `two days before Christmas`: a stretch before or after a day, and no day before today. */
const besideDay =
  /\b(?:\d{1,4}|an?|one|two|three|four|five|six|seven|eight|nine|ten|twelve)\s+(?:(?:calendar|business|working|bank(?:ing)?)\s+)?(?:days?|weeks?|months?|years?)\s+(?:before|after|prior\s+to)(?=\s+\p{L}*[\p{L}\d])/giu

/** `within 45 days from 11 December`, `within 14 days of receipt on 3 March`: counted from another day than today. */
const withinOfDay = new RegExp(
  String.raw`\bwithin\s+\d{1,4}\s+(?:calendar\s+)?(?:days?|weeks?|months?|years?)\s+(?:from|of)(?=\s+(?:\p{L}+\s+){0,4}(?:\d|(?:${month})\b))`,
  "giu",
)

/** `in 3 hours`: a moment after now, but beside a clock time (`14:00 in Oslo`) after that. */
const isAfterNow = (text: string): boolean => !/\b\d{1,2}[:.]\d{2}\b/u.test(text)

/** `90 minutes to 22:45`, `incubates for 93 hours`: a stretch of time, where `2 hours ago` is a moment. */
const stretchOfHours = new RegExp(
  String.raw`(?<!\b(?:at|within|next|last|past)\s+(?:about\s+|the\s+)?)(\bin\s+(?:about\s+)?)?(?<![\p{L}\p{N}.:/-])(?:\d{1,6}(?:[.,]\d{1,3})?|an?|half\s+an|one|two|three|four|five|six|seven|eight|nine|ten|twelve)` +
    String.raw`\s?(?:hours?|hrs?|h|minutes?|mins?)(?![\p{L}\p{N}])(?!\s+(?:ago|from\s+now|hence)\b)(?:\s+(?:after|before|prior\s+to|from)(?=\s))?`,
  "giu",
)

/**
 * Days in a form that chrono reads, at the same offsets: it misreads `from 1 July to 3 August`, does not support `between`, and takes `Nov 27` beside a
 * clock time for November 2027. The verb of `will 6 March 2027 be` is no Buddhist era.
 */
export const readable = (text: string): string =>
  withClocks(text)
    .replaceAll(dayBesideClock, (...match) => {
      const groups: Readonly<Record<string, string | undefined>> = match.at(-1)
      const [day, blank, name] = ["day", "blank", "month"].map((key) => groups[key] ?? groups[`other_${key}`] ?? "")
      return `${day}${blank}${name}`
    })
    // `12 of october of 2026` is one of `writtenDates`.
    .replaceAll(ofYear, (match) => " ".repeat(match.length))
    .replaceAll(/(?<=\b\d{4}\s)be\b/giu, "--")
    // `How high is the sun at noon`: no Sunday.
    .replaceAll(/\bthe\s+sun\b/giu, (match) => "-".repeat(match.length))
    .replaceAll(addedTo, (match) => " ".repeat(match.length))
    .replaceAll(besideDay, (match) => " ".repeat(match.length))
    .replaceAll(withinOfDay, (match) => " ".repeat(match.length))
    .replaceAll(stretchOfHours, (match, inside: string | undefined) =>
      inside !== undefined && isAfterNow(text) ? match : " ".repeat(match.length),
    )
    // `the day after it` is the next day of another one.
    .replaceAll(/\bthe\s+day\s+(?:after|before)\b(?!\s+(?:tomorrow|yesterday)\b)/giu, (match) => " ".repeat(match.length))
    // `lasts 3 months` are no last three months.
    .replaceAll(/\blasts?(?=\s+(?:for\s+)?(?:\d|an?\b|one|two|three|four|five|six))/giu, (match) =>
      /s$/iu.test(match) ? "-".repeat(match.length) : match,
    )
    .replaceAll(fromDay, "    ")
    .replaceAll(betweenDays, (_, first: string) => `       ${first} to`)
