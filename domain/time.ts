/** Instants are milliseconds since 1970-01-01T00:00:00Z, days and months are those of UTC. */

export const hourMs = 3_600_000
export const dayMs = 24 * hourMs

/** `2026-03-29T02:30:00.000Z` */
export const isoTime = (at: number): string => new Date(at).toISOString()

export const isoTimeOrNull = (at: number | null): string | null => (at === null ? null : isoTime(at))

/** `2026-03-29` */
export const isoDate = (at: number): string => isoTime(at).slice(0, 10)

/** `2026-03` */
export const isoMonth = (at: number): string => isoTime(at).slice(0, 7)

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
