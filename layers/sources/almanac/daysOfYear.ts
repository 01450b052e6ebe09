import { dayMs } from "../../../domain/time.ts"
import { noonOf, offsetAt } from "../clockwork/localTime.ts"
import { dayNumber } from "../days.ts"
import { dayLength, stateOf, type SunEngine } from "./sunTimes.ts"

/** The sun of one calendar day at a place. */
export interface DayOfYear {
  /** Days since 1970-01-01. */
  readonly day: number
  readonly state: string
  /** Seconds of daylight; null where the sun only rises or only sets. */
  readonly length: number | null
  readonly noonAltitude: number
  /** The instants, in milliseconds; null where the sun does not rise or set. */
  readonly sunrise: number | null
  readonly sunset: number | null
}

/** A stretch of days with one state of the sun. The last day may lie in the following year. */
export interface Season {
  readonly first: number
  readonly last: number
}

/** All days of a year at a place, and those around it as far as a season reaches. */
export interface SunYear {
  readonly days: ReadonlyArray<DayOfYear>
  /** The season that begins in the year. */
  readonly seasonOf: (state: string) => Season | null
  /** The last day, in this year, of the season that began in the year before. */
  readonly initialEnd: (state: string) => number | null
}

/** A season of the sun lasts half a year at the poles, where it is longest. */
const maxSeasonDays = 200

export const sunYearAt = (engine: SunEngine, latitude: number, longitude: number, zone: string, year: number): SunYear => {
  const kept = new Map<number, DayOfYear | undefined>()
  const dayAt = (day: number): DayOfYear | undefined => {
    if (!kept.has(day)) kept.set(day, readDay(engine, latitude, longitude, zone, day))
    return kept.get(day)
  }
  const [first, next] = [dayNumber(`${year}-01-01`), dayNumber(`${year + 1}-01-01`)]
  const days = Array.from({ length: next - first }, (_, place) => dayAt(first + place)).filter((day) => day !== undefined)
  const isOf = (state: string, day: number) => dayAt(day)?.state === state
  const lastFrom = (state: string, from: number): number => {
    let last = from
    while (last - from < maxSeasonDays && isOf(state, last + 1)) last++
    return last
  }
  return {
    days,
    seasonOf: (state) => {
      const begin = days.find(({ day }) => isOf(state, day) && !isOf(state, day - 1))?.day
      return begin === undefined ? null : { first: begin, last: lastFrom(state, begin) }
    },
    initialEnd: (state) => (isOf(state, first - 1) && isOf(state, first) ? lastFrom(state, first) : null),
  }
}

/** Undefined where the zone skipped the day to cross the date line. */
const readDay = (engine: SunEngine, latitude: number, longitude: number, zone: string, day: number): DayOfYear | undefined => {
  const near = noonOf(zone, day)
  if (near === undefined) return undefined
  const sun = engine(near, latitude, longitude)
  return {
    day,
    state: stateOf(sun, latitude),
    length: dayLength(sun, latitude),
    noonAltitude: sun.noonAltitude,
    sunrise: sun.sunrise,
    sunset: sun.sunset,
  }
}

/** The days with the least and the most daylight. Of days with the same seconds, as of a polar night, the noon height decides. */
export const extremeDays = (days: ReadonlyArray<DayOfYear>): readonly [shortest: DayOfYear | undefined, longest: DayOfYear | undefined] => {
  const inOrder = days
    .filter(({ length }) => length !== null)
    .toSorted((a, b) => (a.length ?? 0) - (b.length ?? 0) || a.noonAltitude - b.noonAltitude)
  return [inOrder[0], inOrder.at(-1)]
}

/**
 * The earliest and the latest instant of an event by the local clock; nulls where the event does not occur on each day. A sunset after midnight belongs to the
 * evening before, and is later than one at 23:50.
 */
export const extremeTimes = (
  days: ReadonlyArray<DayOfYear>,
  event: "sunrise" | "sunset",
  zone: string,
): readonly [earliest: number | null, latest: number | null] => {
  const times = days.flatMap(({ day, [event]: instant }) =>
    instant === null ? [] : [{ instant, clock: instant + offsetAt(zone, instant) * 1_000 - day * dayMs }],
  )
  if (times.length < days.length) return [null, null]
  const inOrder = times.toSorted((a, b) => a.clock - b.clock)
  return [inOrder[0]?.instant ?? null, inOrder.at(-1)?.instant ?? null]
}
