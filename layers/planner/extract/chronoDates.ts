import type { ParsedComponents } from "chrono-node"
import * as en from "chrono-node/en"
import type { Mention } from "../../../domain/planning/read/Mention.ts"
import { dayMs, isoDate, nextIsoDate } from "../../../domain/time.ts"
import { unitsNamed } from "../../sources/units/units.ts"
import { readable } from "./readableDays.ts"
import { spokenClocks, zuluLetters } from "./spokenClocks.ts"
import { maxDaysAgo } from "./recentDays.ts"
import { unitAt } from "./unitAt.ts"
import { dayAndMonth, dayMentions, daysIn, spanMentions, writtenDay } from "./writtenDates.ts"

/** Texts that chrono reads as dates, but that mean no date in a question. */
const noDates =
  /^(?:\(?(?:mon|tues?|wed|thu|fri|sat|sun)\p{L}*\s?(?:-|–|to)\s?(?:mon|tues?|wed|thu|fri|sat|sun)\p{L}*\)?,?|sun|sat|mon|may|mar|march|now|lasts|weekdays?|second|seconds?|at|today's|sec|min|(?:the )?last day|the (?:day|year|month|week|moment)|this (?:second|minute|hour|moment)|(?:an? |the )?(?:half|quarter)(?:[ -]of)?(?:[ -]an)?[ -]hours?|\d{1,4}|[\d.]+|(?:(?:^|,?\s*|,?\s*and\s+)(?:a|an|one|[\d.]+)\s*(?:days?|weeks?|months?|years?|hours?|minutes?|seconds?|h|m|s|w|hrs?|mins?|secs?|wks?))+)$/iu

/** Whether the dates in digits have the month before the day: one date has a second number over 12, and none has a first one over 12. */
const isAmerican = (text: string): boolean =>
  /\b(?:0?[1-9]|1[0-2])\/(?:1[3-9]|2\d|3[01])\/\d{2,4}\b/u.test(text) &&
  !/\b(?:1[3-9]|2\d|3[01])\/(?:0?[1-9]|1[0-2])\/\d{2,4}\b/u.test(text)

/** `last Friday`, `this past Sunday`: a day before today, where a weekday alone is the next one. */
const isOfPast = (text: string): boolean => /\b(?:last|past|previous)\s+(?:mon|tues?|wed|thu|fri|sat|sun)/iu.test(text)

/** `at 1,320 lb`, `from 1 000 EUR`, `at 18 kg`, `at 22 %`: the number is no clock time. */
const isAmount = (read: string, after: string): boolean => {
  if (!/\d$/u.test(read)) return false
  // `7/16"`, `5 3/4 in to mm`: inches. `3/4 US cup`, `3/4 of a mile`
  if (/\d\/\d+$/u.test(read)) {
    if (/^\s?(?:["″]|in(?:to)?\s+(?:to|into|in|as)\s)/iu.test(after)) return true
    const [ofOne = "", one] = /^\s+(of\s+an?\s+)?(?=\p{L})/iu.exec(after) ?? []
    const unit = unitAt(after.slice(ofOne.length))
    if (unit !== undefined && (one !== undefined || unit.includes(" "))) return true
  }
  if (/^(?:[.,]\d+)?\s?(?:%|percent\b|per cent\b)/iu.test(after)) return true
  const [, unit] = /^\s?(?!(?:in|h|hrs?|hours?|am|pm)(?!\p{L}))(\p{L}{2,})/iu.exec(after) ?? []
  return (
    /^(?:[.,'’]|[ \u00a0\u202f](?=\d{3}\s?(?:\p{Lu}{3}|\p{Sc})))\d{3}(?!\d)/u.test(after) ||
    (unit !== undefined && unitsNamed(unit).some(({ kind }) => kind !== "time"))
  )
}

/** `falls on a weekend`, `falls on Saturday`, `it is a Saturday`, `the next long weekend`: a kind of day, no day. */
const isKindOfDay = (day: string, before: string): boolean => {
  // `Which days are the weekend in Kuwait?`
  if (
    /^(?:the\s)?weekend$/iu.test(day) &&
    /\b(?:what|which)\s(?:days?\s)?(?:is|are|make\sup|form)\s(?:the\s)?(?:weekly\s)?$/iu.test(before)
  )
    return true
  const [whole, on] = /^(on\s+)?(?:weekend|(?:mon|tues|wednes|thurs|fri|satur|sun)day)\b\W*$/iu.exec(day) ?? []
  return whole !== undefined && (on === undefined ? /\b(?:a|long)\s+$/iu : /\bfall(?:s|ing)?\s+$/iu).test(before)
}

/** `On what Sunday does …`: a weekday whose date is requested. */
const isRequested = (day: string, before: string): boolean =>
  /^(?:mon|tues|wednes|thurs|fri|satur|sun)day\b\W*$/iu.test(day) && /\b(?:what|which)\s+$/iu.test(before)

/** `020 7946 0958 a`, `(212) 555-0147`: digits of a telephone number, and no clock time. */
const isGroupOfNumber = (read: string, before: string, after: string): boolean =>
  /^\d{3,4}(?:[ .-]\d{3,4})?(?:\s?a)?$/iu.test(read) && (/\d\)?[ -]$/u.test(before) || /^-\d{3}/u.test(after))

/** The days and clock times that chrono reads, without what it misreads. */
export const chronoDates = (text: string, now: number): ReadonlyArray<Mention> =>
  (isAmerican(text) ? en.casual : en.GB)
    .parse(readable(text), { instant: new Date(now), timezone: 0 }, { forwardDate: !isOfPast(text) })
    .flatMap((result): ReadonlyArray<Mention> => {
      // The zone of `15:00 EST` is a value of its own, and `East` of `15:00 East Africa Time` is no zone.
      const own = result.start.isCertain("timezoneOffset")
        ? result.text.replace(/\s*\(?\p{Lu}(?:\p{Lu}{1,4}|\p{Ll}{2,4})\)?$/u, "")
        : result.text
      const [zoneInside] = result.start.isCertain("timezoneOffset") ? own.matchAll(/\s\(?\p{Lu}{2,5}\)?\s/gu) : []
      const last = result.index + own.length - 1
      const zulu = zuluLetters(text)
      const at = wholeClock(text, result.index, zulu.includes(last) ? last : last + 1)
      // `0430Z on 2 dec`: the zone between clock time and day.
      const zuluInside = zulu.find((letter) => letter > at.start && letter < at.end)
      const endOfClock = zoneInside?.index ?? (zuluInside === undefined ? undefined : zuluInside - at.start)
      if (
        noDates.test(result.text) ||
        isAmount(own, text.slice(at.end, at.end + 40)) ||
        isKindOfDay(result.text, text.slice(0, result.index)) ||
        isRequested(result.text, text.slice(0, result.index)) ||
        isGroupOfNumber(own, text.slice(0, result.index), text.slice(result.index + own.length)) ||
        (/\bday$/iu.test(result.text) && /^\s+off\b/iu.test(text.slice(result.index + result.text.length))) ||
        /\b(?:easter|whit|ash|good|shrove|maundy|palm|black)\s+$/iu.test(text.slice(Math.max(0, result.index - 10), result.index))
      )
        return []
      const { end, start } = result
      const written = daysIn(at.text, at.start, now)
      const readDays = new Set([start, end].flatMap((part) => (part?.isCertain("day") ? [`${part.get("month")}-${part.get("day")}`] : [])))
      // chrono reads `Nov 30 to Dec 18` as one day, and `morning on 24 Nov` as a time of today.
      if (written.some(({ date }) => !readDays.has(date.slice(5).split("-").map(Number).join("-")))) {
        const [first, second] = written
        if (written.length === 2 && first!.date <= second!.date) return spanMentions(at, first!.date, second!.date, 0.95)
        return written.flatMap(({ date, hasYear, ...place }) => dayMentions(place, date, hasYear))
      }
      const isDay =
        start.isCertain("day") ||
        start.isCertain("weekday") ||
        /\b(?:today|tonight|this (?:morning|afternoon|evening|night)|tomorrow|yesterday|ago|in \d+ days?|in a week)\b/iu.test(result.text)
      const pad = (part: number | null, size = 2) => String(part ?? 0).padStart(size, "0")
      const isoDayOf = (part: typeof start) => `${pad(part.get("year"), 4)}-${pad(part.get("month"))}-${pad(part.get("day"))}`
      const startDay = recentDay(start, isoDayOf(start), now) ?? isoDayOf(start)
      const reading: ReadonlyArray<Mention> = start.isCertain("hour")
        ? [
            {
              ...(endOfClock === undefined ? at : partOf(at, endOfClock)),
              kind: "date.reading",
              value: `${isDay ? startDay : isoDate(now)}T${pad(start.get("hour"))}:${pad(start.get("minute"))}${secondsOf(start.get("second"))}`,
              weight: 0.95,
              // `midnight on 31 December` may be the end of that day.
              ...(/\bmidnight\b(?!\s+tonig)/iu.test(at.text) &&
                start.get("hour") === 0 && { assumed: `"${at.text.trim()}" is read as 00:00, the beginning of the day.` }),
              ...(isHalfOfDayOpen(at.text, start.get("hour")) && {
                assumed: `"${at.text.trim()}" is read as ${pad(start.get("hour"))}:${pad(start.get("minute"))}.`,
              }),
            },
          ]
        : []
      if (reading.length === 1 && isFromNow.test(own) && !isConversion.test(text.slice(0, at.start)))
        return fromNow(at, String(reading[0]!.value))
      const isWithinDay = end?.isCertain("hour") === true && isoDayOf(end) === isoDayOf(start)
      if (end && end.isCertain("day") && !isWithinDay) {
        const [joint] = at.text.matchAll(/\s(?:to|until|till|[-–])\s/giu)
        const ends = joint === undefined || !end.isCertain("hour") ? undefined : { from: joint.index, to: joint.index + joint[0].length }
        const span = spanMentions(at, isoDayOf(start), isoDayOf(end), 0.95)
        if (ends === undefined || reading.length === 0) return [...span, ...reading]
        // `22:00 on 27 March to 06:00 on 28 March`: two clock times.
        const last = { start: at.start + ends.to, end: at.end, text: at.text.slice(ends.to), kind: "date.reading", weight: 0.95 }
        const value = `${isoDayOf(end)}T${pad(end.get("hour"))}:${pad(end.get("minute"))}`
        return [...span, ...reading.map((each) => ({ ...each, ...partOf(at, ends.from) })), { ...last, value }]
      }
      const readings =
        end?.isCertain("hour") === true
          ? reading.flatMap((each) => bothClocks(text, each, `${pad(hourAsWritten(at.text, end.get("hour")))}:${pad(end.get("minute"))}`))
          : reading
      if (!isDay) return readings
      const contradiction = otherWeekday(start, startDay)
      // An operation that takes only the day does not use the clock time beside it.
      const day = start.isCertain("hour") ? dayWithin(at) : at
      const dayAndReading = [...dayMentions(day, startDay, start.isCertain("year")), ...readings]
      return contradiction === undefined ? dayAndReading : dayAndReading.map((mention) => ({ ...mention, contradiction }))
    })

/** The stretch of a date with the whole of a spoken clock time in it. */
const wholeClock = (text: string, from: number, to: number) => {
  const spoken = spokenClocks(text).find(({ end, start }) => start < to && from < end)
  const [start, end] = [Math.min(from, spoken?.start ?? from), Math.max(to, spoken?.end ?? to)]
  return { start, end, text: text.slice(start, end) }
}

/** `at 7`, `half past six`: whether before or after noon is open. */
const isHalfOfDayOpen = (text: string, hour: number | null): boolean =>
  hour !== null && hour >= 1 && hour <= 11 && !/\d\s?[:.h]\s?\d|\b0\d|[ap]\.?\s?m\b|morning|noon|evening|night|\bhours\b/iu.test(text)

/** `in 90 minutes`, `48 hours from now`: a clock time that is counted from this moment. */
const isFromNow = /^(?:in|within)\s.*\b(?:hours?|hrs?|minutes?|mins?)$|\b(?:hours?|hrs?|minutes?|mins?)\s+(?:from\s+now|hence|later|ago)$/iu

/** `how many minutes in 3.5 hours` */
const isConversion = /\bhow\s+(?:many|much)(?:\s+\p{L}+){1,3}\s*$/iu

/** Such a time is one of UTC: its last word is the zone. The day is that of UTC too. */
const fromNow = (at: { readonly start: number; readonly end: number; readonly text: string }, value: string): ReadonlyArray<Mention> => {
  const length = at.text.lastIndexOf(" ")
  const clock = partOf(at, length)
  const zone = { start: clock.end + 1, end: at.end, text: at.text.slice(length + 1) }
  return [
    ...dayMentions(clock, value.slice(0, 10), false),
    {
      ...clock,
      kind: "date.reading",
      value,
      weight: 0.95,
      assumed: `"${at.text}" is ${value.slice(11)} on ${writtenDay(value.slice(0, 10))} in UTC.`,
    },
    { ...zone, kind: "time.zone", value: "Etc/UTC", weight: 0.95 },
  ]
}

/** The seconds of a clock time, where it has some. */
const secondsOf = (seconds: number | null): string => (seconds ? `:${String(seconds).padStart(2, "0")}` : "")

/** The hour of `08:15` in `19:45 to 08:15`, which chrono takes for the evening: a clock of 24 hours, as the first time or the zero before the hour says, has none. */
const hourAsWritten = (text: string, hour: number | null): number | null => {
  const [, first, half, last] = /\b(\d{1,2})[:.h]\d{2}\b(\s?[ap]\.?\s?m\b)?.*\b(\d{1,2})[:.h]\d{2}\b(?!\s?[ap]\.?\s?m\b)/iu.exec(text) ?? []
  const isOf24 = half === undefined && (Number(first) > 12 || last?.startsWith("0"))
  return last !== undefined && isOf24 && hour === Number(last) + 12 ? Number(last) : hour
}

/** `22:45 until 06:15`: two clock times, the second one of the next day if it is earlier. */
const bothClocks = (question: string, first: Mention, clock: string): ReadonlyArray<Mention> => {
  const [joint] = first.text.matchAll(/\s?(?:\b(?:to|until|till)\b|[-–])\s?(?=\d)/giu)
  if (joint === undefined) return [first]
  const day = String(first.value).slice(0, 10)
  const start = first.start + joint.index + joint[0].length
  const text = first.text.slice(joint.index + joint[0].length)
  if (
    !/\b(?:night|overnight|evening|(?:next|following)\s(?:day|morning))\b/iu.test(question) &&
    isOfAfternoon(first.text, text, String(first.value).slice(11), clock)
  ) {
    const afternoon = `${Number(clock.slice(0, 2)) + 12}${clock.slice(2)}`
    const last = { ...first, start, text, value: `${day}T${afternoon}`, assumed: `"${text.trim()}" is read as ${afternoon}.` }
    return [{ ...first, end: first.start + joint.index, text: first.text.slice(0, joint.index) }, last]
  }
  const next = clock < String(first.value).slice(11) ? nextIsoDate(day) : day
  const last = { ...first, start, text, value: `${next}T${clock}` }
  return [{ ...first, end: first.start + joint.index, text: first.text.slice(0, joint.index) }, last]
}

/** `from 9:00 to 5:30`: twelve-hour clocks of one day, where neither says which half of it. */
const isOfAfternoon = (both: string, last: string, from: string, to: string): boolean =>
  to < from && from < "13" && to >= "01" && !/^\s*0\d/u.test(last) && !/[ap]\.?\s?m\b|\b(?:1[3-9]|2[0-3])[:.h]\d/iu.test(both)

/** `at 08:00` of `at 08:00 UTC tomorrow`. */
const partOf = ({ start, text }: { readonly start: number; readonly text: string }, length: number) => ({
  start,
  end: start + length,
  text: text.slice(0, length),
})

/** `tomorrow` of `tomorrow at 8pm`. */
const dayWithin = (at: { readonly start: number; readonly end: number; readonly text: string }) => {
  const [match] = at.text.matchAll(dayName)
  return match === undefined ? at : { start: at.start + match.index, end: at.start + match.index + match[0].length, text: match[0] }
}

const dayName = new RegExp(
  String.raw`${dayAndMonth.source}|\b(?:today|tonight|tomorrow|yesterday|(?:next|this|last|on|coming)?\s*(?:mon|tues|wednes|thurs|fri|satur|sun)day)\b|\d{1,2}[./-]\d{1,2}[./-]\d{2,4}`,
  "giu",
)

/** `Tuesday 24 November`, three days after that day: without a year, the one of the last days that the weekday fits, where it does not fit the next. */
const recentDay = (start: ParsedComponents, next: string, now: number): string | undefined => {
  if (start.isCertain("year") || otherWeekday(start, next) === undefined) return undefined
  const before = `${Number(next.slice(0, 4)) - 1}${next.slice(4)}`
  const isRecent = now - Date.parse(`${before}T00:00:00Z`) < maxDaysAgo * dayMs
  return isRecent && otherWeekday(start, before) === undefined ? before : undefined
}

/** `Tuesday 25 November 2026` is a Wednesday. */
const otherWeekday = (start: ParsedComponents, date: string): string | undefined => {
  if (!start.isCertain("weekday") || !start.isCertain("day") || !start.isCertain("month")) return undefined
  const weekday = new Date(`${date}T00:00:00Z`).getUTCDay()
  return weekday === start.get("weekday")
    ? undefined
    : `${writtenDay(date)} is a ${weekdays[weekday]}, not a ${weekdays[start.get("weekday") ?? 0]}. Send the day that is meant.`
}

const weekdays = ["Sunday", "Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday"]
