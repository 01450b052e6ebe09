import { dayMs, isoTime } from "../../../domain/time.ts"

/** Offsets, local times and changes of the clocks, from the tz database inside Node. Instants are milliseconds since 1970. */

const formats = new Map<string, Intl.DateTimeFormat>()
/** A formatter costs about 30 KB and 0.05 ms, so the formatters of recently requested zones are kept. */
const formatOf = (zone: string): Intl.DateTimeFormat => {
  const kept = formats.get(zone)
  if (kept) return kept
  const options = { timeZone: zone, calendar: "iso8601", numberingSystem: "latn", hourCycle: "h23", era: "short" } as const
  const numeric = { year: "numeric", month: "2-digit", day: "2-digit", hour: "2-digit", minute: "2-digit", second: "2-digit" } as const
  const made = new Intl.DateTimeFormat("en-US", { ...options, ...numeric })
  if (formats.size >= 100) formats.clear()
  formats.set(zone, made)
  return made
}

/** Seconds east of UTC at an instant. */
export const offsetAt = (zone: string, instant: number): number => {
  const parts = Object.fromEntries(
    formatOf(zone)
      .formatToParts(instant)
      .map(({ type, value }) => [type, value]),
  )
  const [year, month, day, hour, minute, second] = ["year", "month", "day", "hour", "minute", "second"].map((part) => Number(parts[part]))
  const local = Date.UTC(year!, month! - 1, day, hour, minute, second)
  return Math.round((local - Math.floor(instant / 1_000) * 1_000) / 1_000)
}

/** `+05:45`; with seconds where local mean time has them. */
export const offsetText = (seconds: number): string => {
  const size = Math.abs(seconds)
  const two = (part: number) => String(Math.floor(part)).padStart(2, "0")
  const clock = `${two(size / 3_600)}:${two((size / 60) % 60)}`
  return `${seconds < 0 ? "-" : "+"}${clock}${size % 60 === 0 ? "" : `:${two(size % 60)}`}`
}

/** `2026-11-21T06:10:18+01:00` of an instant: the local time and its offset. */
export const localText = (instant: number, offset: number): string =>
  `${isoTime(instant + offset * 1_000).slice(0, 19)}${offsetText(offset)}`

/** The instants at which clocks in a zone show a reading, in order: none in a gap, two in an overlap. A reading is a number as if it were UTC. */
export const instantsOf = (zone: string, reading: number): ReadonlyArray<number> => {
  const offsets = new Set([offsetAt(zone, reading - dayMs), offsetAt(zone, reading + dayMs), offsetAt(zone, reading)])
  return [...offsets]
    .filter((offset) => offsetAt(zone, reading - offset * 1_000) === offset)
    .map((offset) => reading - offset * 1_000)
    .toSorted((a, b) => a - b)
}

/** The first change of the offset after an instant, within some 13 months, or null. */
export const nextChange = (zone: string, instant: number): { readonly at: number; readonly offset: number } | null => {
  const from = Math.floor(instant / 1_000) * 1_000
  const before = offsetAt(zone, from)
  for (let week = 1; week <= 57; week++) {
    let [low, high] = [from + (week - 1) * 7 * dayMs, from + week * 7 * dayMs]
    if (offsetAt(zone, high) === before) continue
    while (high - low > 1_000) {
      const middle = Math.floor((low + high) / 2_000) * 1_000
      if (offsetAt(zone, middle) === before) low = middle
      else high = middle
    }
    return { at: high, offset: offsetAt(zone, high) }
  }
  return null
}

/** Zones whose law calls their longer season standard time and sets clocks back in the other one. */
const winterTimeZones: ReadonlySet<string> = new Set(["Africa/Casablanca", "Africa/El_Aaiun"])

/** Whether clocks are ahead of standard time. A lower offset must exist within a year on both sides, so a lasting change of the offset does not count. */
export const isDaylightSaving = (zone: string, instant: number): boolean => {
  if (winterTimeZones.has(zone)) return false
  const now = offsetAt(zone, instant)
  const lowerWithin = (direction: 1 | -1) =>
    Array.from({ length: 52 }, (_, week) => instant + direction * (week + 1) * 7 * dayMs).some((other) => offsetAt(zone, other) < now)
  return lowerWithin(1) && lowerWithin(-1)
}

/** Names of the zone's time at an instant, as English speakers say and write them. */
export const namesAt = (zone: string, instant: number) => {
  const name = (style: "long" | "short") =>
    new Intl.DateTimeFormat("en-US", { timeZone: zone, timeZoneName: style })
      .formatToParts(instant)
      .find((part) => part.type === "timeZoneName")?.value ?? null
  return { name: name("long"), abbreviation: name("short") }
}

/** The instant of 12:00 on a calendar day in a zone; undefined where that zone skipped the day to cross the date line. */
export const noonOf = (zone: string, day: number): number | undefined => instantsOf(zone, day * dayMs + dayMs / 2)[0]

/** The first instant of a day: where the clocks skip midnight, that of the change. */
export const startOfDay = (zone: string, day: number): number =>
  instantsOf(zone, day * dayMs)[0] ?? day * dayMs - offsetAt(zone, (day - 1) * dayMs) * 1_000

/** Instants as local time with its offset, to the second. */
export const timeIn =
  (zone: string) =>
  (instant: number | null): string | null => {
    if (instant === null) return null
    const second = Math.round(instant / 1_000) * 1_000
    return localText(second, offsetAt(zone, second))
  }

/** What a clock in a zone shows at an instant. */
export const clockAt = (zone: string, instant: number) => {
  const offset = offsetAt(zone, instant)
  const { abbreviation, name } = namesAt(zone, instant)
  return {
    zone,
    zone_name: name,
    abbreviation,
    local: localText(instant, offset),
    utc: isoTime(instant).slice(0, 19) + "Z",
    utc_offset: offsetText(offset),
    utc_offset_minutes: offset / 60,
    daylight_saving: isDaylightSaving(zone, instant),
  }
}

/** The time of the next clock change, its new offset and the local time after it; null if there is no change within 13 months. */
export const changeAfter = (zone: string, instant: number) => {
  const change = nextChange(zone, instant)
  return (
    change && {
      utc: isoTime(change.at).slice(0, 19) + "Z",
      utc_offset: offsetText(change.offset),
      local: localText(change.at, change.offset),
    }
  )
}
