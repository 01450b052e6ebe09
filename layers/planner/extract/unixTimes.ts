import type { Mention } from "../../../domain/planning/read/Mention.ts"

/** Words that make a number of 10 or 13 digits a Unix timestamp, whatever else the question names. */
const naming = /\b(?:unix|posix|epochs?|time ?stamps?)\b/iu

/** Words that do so where no earlier reading claims the number. */
const suggesting = /\b(?:logs?|dates?|utc)\b/iu

/** Words around numbers of other kinds. */
const others =
  /\b(?:phones?|telephone|mobile|landline|cell|fax|dial|call(?:er|ing|ed|s)?|numbers?|no|company|tax|vat|account|ids?|isbn|ean|gtin|barcode|invoice|order|parcel|tracking)\b|\p{Sc}/iu

const written = /(?<![\p{L}\p{N}.,+\-−/])\d{10}(?:\d{3})?(?=m?s\b|(?![\p{L}\p{N}:/-]|[.,]\d))/gu

const nearMs = 366 * 86_400_000

/** Whether a number of 10 or 13 digits is an instant at most a year from now: hardly a number of another kind is. */
const isNear = (digits: string, now: number): boolean => Math.abs(Number(digits.padEnd(13, "0")) - now) <= nearMs

/** What a timestamp is beside, where its value is the evidence: a zone, a clock or the verb that turns it into a time. */
const timing = /\b(?:times?|clock|hours?|convert\w*|zones?|when|at|to|in|as|ms|seconds?|milliseconds?)\b|->|→|=/iu

/** Whether the unit after a number is the other one: 10 digits are seconds, 13 are milliseconds. */
const hasOtherUnit = (text: string, digits: string): boolean =>
  (digits.length === 10 ? /^\s?(?:ms\b|milli)/iu : /^\s?(?:s\b|sec)/iu).test(text)

const mentionsIn = (text: string, weight: number): ReadonlyArray<Mention> =>
  [...text.matchAll(written)]
    .filter(({ 0: digits, index }) => !hasOtherUnit(text.slice(index + digits.length), digits))
    .map(({ 0: digits, index }) => ({
      kind: "time.unix",
      start: index,
      end: index + digits.length,
      text: digits,
      value: Number(digits),
      weight,
    }))

/** Timestamps of a question that names them: `epoch 1700000000123`. */
export const namedUnixTimes = (text: string): ReadonlyArray<Mention> => (naming.test(text) ? mentionsIn(text, 1) : [])

const isMoment = (before: string): boolean => /\p{L}{2,}ed\s(?:at|on)\s$/iu.test(before)

/** Timestamps of a question that asks for a date or UTC, or has them out of a log: `1577836800 to UTC`. An amount of a currency is no timestamp. */
export const suggestedUnixTimes = (text: string, earlier: ReadonlyArray<Mention>, now: number): ReadonlyArray<Mention> => {
  if (naming.test(text)) return []
  // `the order was created at 1795874412, what time is that in Manila`
  if (others.test(text))
    return mentionsIn(text, 0.9).filter(({ start, text: digits }) => isNear(digits, now) && isMoment(text.slice(0, start)))
  const currencies = earlier.filter(({ kind }) => kind === "currency.code")
  const isSuggested = suggesting.test(text)
  const isWithZone =
    timing.test(text) && earlier.some(({ kind, weight }) => /^(?:time\.zone|zone\.stated|place\.name)$/u.test(kind) && weight >= 0.5)
  return mentionsIn(text, 0.9).filter(
    ({ end, start, text: digits }) =>
      (isSuggested || (isWithZone && isNear(digits, now))) && !currencies.some((code) => code.start === end + 1 || code.end === start - 1),
  )
}

const unit =
  /\b(?:(?:unix|posix)\s+(?:epoch\s+)?(?:time ?stamp|time|seconds|milliseconds|ms)|(?:unix|posix)|epochs?(?:\s+(?:time ?stamp|time|seconds|milliseconds|ms))?)\b(?:\s*\(?in\s+(?:milli)?seconds\)?|\s*\((?:milli)?seconds\))?/giu

/** `unix timestamp of 1 January 2027`: the unit of a timestamp that is requested, where the question has none. */
export const unixUnits = (text: string): ReadonlyArray<Mention> =>
  [...text.matchAll(unit)]
    .filter(() => !new RegExp(written.source, "u").test(text))
    .slice(0, 1)
    .map(({ 0: name, index }) => ({
      kind: "time.unix_unit",
      start: index,
      end: index + name.length,
      text: name,
      value: /milli|ms\b/iu.test(text) ? "milliseconds" : "seconds",
      weight: 0.6,
    }))
