/** Instants are milliseconds since 1970-01-01T00:00:00Z, days and months are those of UTC. */

export const hourMs = 3_600_000
export const dayMs = 24 * hourMs

/** `2026-03-29T02:30:00.000Z` */
export const isoTime = (at: number): string => new Date(at).toISOString()

export const isoTimeOrNull = (at: number | null): string | null => (at === null ? null : isoTime(at))

let latestDay = { day: 0, date: "1970-01-01" }

/** `2026-03-29`. A reservation needs the current day about ten times, so the latest one is kept. */
export const isoDate = (at: number): string => {
  const day = Math.floor(at / dayMs)
  if (day !== latestDay.day) latestDay = { day, date: isoTime(at).slice(0, 10) }
  return latestDay.date
}

/** The instant of a date, which is its midnight, or of a date and a time with its offset (RFC 3339). Undefined for a day that does not exist: `2026-02-30`. */
export const instantIn = (text: string): number | undefined => {
  const [, day] = /^(\d{4}-\d\d-\d\d)(?:T\d\d:\d\d(?::\d\d(?:\.\d{1,9})?)?(?:Z|[+-]\d\d:\d\d))?$/.exec(text) ?? []
  const [at, midnight] = [Date.parse(text), Date.parse(day ?? "")]
  return Number.isNaN(at) || Number.isNaN(midnight) || isoDate(midnight) !== day ? undefined : at
}

/** The day after a day, both as `YYYY-MM-DD`. */
export const nextIsoDate = (date: string): string => isoDate(Date.parse(`${date}T00:00:00Z`) + dayMs)

/** `2026-03` */
export const isoMonth = (at: number): string => isoDate(at).slice(0, 7)

/** The first moment of the next UTC month. */
export const startOfNextMonth = (at: number): number => {
  const date = new Date(at)
  return Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + 1, 1)
}

/** The first moment of the UTC month. */
export const startOfMonth = (at: number): number => {
  const date = new Date(at)
  return Date.UTC(date.getUTCFullYear(), date.getUTCMonth(), 1)
}
