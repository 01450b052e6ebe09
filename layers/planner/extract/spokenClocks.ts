/** `7 in the evening`, `8:30 o'clock in the morning`, `11 at night`. */
const partOfDay =
  /(?<![\p{L}\p{N}:.,])(\d{1,2})((?::[0-5]\d)?)\s*(?:o['’]?\s?clock\s+)?(in\s+the\s+(?:morning|afternoon|evening)|at\s+night)(?!\p{L})/giu

/** Where `half past six` and the like are: chrono reads a shorter text there. */
export const spokenClocks = (text: string): ReadonlyArray<{ readonly start: number; readonly end: number }> =>
  [...text.matchAll(beforeOrPast)].flatMap((match) => {
    const [whole, part = "", relation = "", hour = ""] = match
    return asClock(whole, part, relation, hour) === whole ? [] : [{ start: match.index, end: match.index + whole.length }]
  })

const hourNames = ["one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve"]

/** `half past six`, `quarter to 9`. */
const beforeOrPast = new RegExp(
  String.raw`(?<![\p{L}\p{N}-])(?:a\s+)?(half|quarter|\d{1,2}(?:\s+min(?:ute)?s?)?)\s+(past|to|after)\s+(${hourNames.join("|")}|(?:1[0-2]|[1-9])(?![\d:.,]))(?!\p{L}|\s*(?:%|kg|km|days?|hours?|o['’]clock\s+position))`,
  "giu",
)

/** `6:30         `, at the same length; as it was where the minutes are no clock time's. */
const asClock = (match: string, part: string, relation: string, hour: string): string => {
  const isBefore = /^to$/iu.test(relation)
  const minutes = /^half$/iu.test(part) ? 30 : /^quarter$/iu.test(part) ? 15 : Number.parseInt(part, 10)
  const isNumber = /^\d/u.test(part)
  // `5 to 9` and `10 after 3` are spans and sums.
  if (minutes < 1 || minutes > 59 || (isNumber && !/min/iu.test(part)) || (isBefore && /^half$/iu.test(part))) return match
  const written = /^\d/u.test(hour) ? Number(hour) : hourNames.indexOf(hour.toLowerCase()) + 1
  const hours = isBefore ? (written === 1 ? 12 : written - 1) : written
  const clock = `${hours}:${String(isBefore ? 60 - minutes : minutes).padStart(2, "0")}`
  return clock.padEnd(match.length)
}

/** `7            pm`: twelve-hour clocks, at the same length. */
const onTwelveHours = (match: string, hour: string, minutes: string, part: string): string => {
  const hours = Number(hour)
  if (hours < 1 || hours > 12) return match
  const isMorning = /morning/iu.test(part) || (/night/iu.test(part) && (hours < 6 || hours === 12))
  return `${hour}${minutes}`.padEnd(match.length - 2) + (isMorning ? "am" : "pm")
}

/** `0400 UTC`: four digits before a zone or `hours`, whose first letter gives way to the colon. */
const fourDigits =
  /(?<![\p{L}\p{N}:.,+/-])(?!(?:19|20)\d\d\slocal)([01]\d|2[0-3])([0-5]\d)(\s)(?:U|G|Z|h|l)(?<=\s(?:l(?=ocal\b)|U(?=TC\b)|G(?=MT\b)|Z(?=ulu\b|\b)|h(?=rs?\b|ours\b)))/gu

/** `0415Z`, `04:15Z`: the letter for UTC, with the digits before it. */
const zuluClock = /(?<![\p{L}\p{N}:.,+/-])((?:[01]\d|2[0-3]):?[0-5]\d)z(?![\p{L}\p{N}])/giu

/** Where the letter for UTC is behind clock times. */
export const zuluLetters = (text: string): ReadonlyArray<number> =>
  [...text.matchAll(zuluClock)].map(({ 0: written, index }) => index + written.length - 1)

/** `is he 18 today`, `turned 21 yesterday`: an age beside a day is no clock time. */
const ageBeforeDay =
  /(?<=\b(?:(?:is|are|was|were|will|am)\s(?:he|she|they|i|we|you|\p{Lu}\p{L}+)\s(?:be\s)?|(?:he|she|they|i|we|you)\s(?:is|are|am|was|were)\s|(?:turn|becom|reach)(?:s|es|e|ed|ing)?\s|aged?\s))(?:1[0-9]|2[0-4]|[1-9])(?=\s(?:today|tomorrow|yesterday)\b)/giu

/** Clock times in a form that chrono reads, at the same offsets. The day is over at midnight: `midnight tonight` begins the next one. */
export const withClocks = (text: string): string =>
  text
    .replaceAll(ageBeforeDay, (age) => " ".repeat(age.length))
    .replaceAll(beforeOrPast, asClock)
    .replaceAll(/\b(?:midnight\s+tonight|tonight\s+at\s+midnight)\b/giu, (match) => "tomorrow 00:00".padEnd(match.length))
    .replaceAll(partOfDay, onTwelveHours)
    .replaceAll(fourDigits, "$1:$2$3")
    .replaceAll(zuluClock, (match, clock: string) =>
      (clock.includes(":") ? clock : `${clock.slice(0, 2)}:${clock.slice(2)}`).padEnd(match.length),
    )
