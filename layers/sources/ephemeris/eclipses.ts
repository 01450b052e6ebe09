import {
  AngleBetween,
  Body,
  type EclipseEvent,
  EclipseKind,
  Equator,
  Horizon,
  type LunarEclipseInfo,
  NextGlobalSolarEclipse,
  NextLunarEclipse,
  Observer,
  SearchGlobalSolarEclipse,
  SearchLocalSolarEclipse,
  SearchLunarEclipse,
} from "astronomy-engine"
import { Effect } from "effect"

/** An eclipse as a place sees it. Instants are milliseconds since 1970; altitudes are degrees above the horizon. */
export interface Eclipse {
  readonly body: "sun" | "moon"
  readonly kind: string
  readonly obscuration: number
  readonly start: Moment
  readonly totalStart: Moment | null
  readonly peak: Moment
  readonly totalEnd: Moment | null
  readonly end: Moment
  /** The height of the first penumbral eclipse of the moon before it that the place sees. */
  readonly penumbralBefore: number | null
  /** The height of the first eclipse of the same body before it that the place does not see, penumbral ones left out. */
  readonly unseenBefore: number | null
}
export interface Moment {
  readonly at: number
  readonly altitude: number
}

const minute = 60_000

/** The kinds of eclipses that a place sees. None of the moon is annular. */
export const eclipseKinds = ["total", "annular", "partial"] as const

/** The last year that is searched: a place may wait centuries for a total eclipse of the sun. */
export const lastEclipseYear = 2150

const isTooLate = (at: number): boolean => new Date(at).getUTCFullYear() > lastEclipseYear

interface Wanted {
  readonly latitude: number
  readonly longitude: number
  /** Without it, the next one of any kind. */
  readonly kind?: (typeof eclipseKinds)[number] | undefined
}

/**
 * The first eclipse of the sun of which the place sees some part, of the kind that is wanted there; undefined without one up to the last year. The package's own search for a place covers years
 * without a pause, so this search steps through the eclipses of the whole earth and gives the package only eclipses that may touch the place.
 */
export const nextSolarEclipse = Effect.fnUntraced(function* (from: number, { kind, latitude, longitude }: Wanted) {
  const observer = new Observer(latitude, longitude, 0)
  let global = SearchGlobalSolarEclipse(new Date(from - 180 * minute))
  let unseen: number | null = null
  for (;;) {
    const peak = global.peak.date.getTime()
    if (isTooLate(peak)) return undefined
    let isSeen = false
    if (mayTouch(observer, peak)) {
      const candidate = SearchLocalSolarEclipse(new Date(peak - 720 * minute), observer)
      const seen = candidate.peak.time.date.getTime()
      isSeen = seen >= from && seen - peak < 1_440 * minute
      if (seen >= from && (kind ?? candidate.kind) === candidate.kind)
        return { ...solarEclipse(candidate), unseenBefore: unseen ?? (peak >= from && seen - peak > 1_440 * minute ? peak : null) }
    }
    // The eclipse that the place sees may be a later one. One of another kind is seen too.
    if (peak >= from && !isSeen) unseen ??= peak
    yield* Effect.yieldNow
    global = NextGlobalSolarEclipse(global.peak)
  }
})

/** Whether sun and moon come near each other in the place's sky, the sun being up: looked at every 20 minutes, generously. */
const mayTouch = (observer: Observer, peak: number): boolean => {
  for (let at = peak - 240 * minute; at <= peak + 240 * minute; at += 20 * minute) {
    const time = new Date(at)
    const sun = Equator(Body.Sun, time, observer, true, true)
    if (Horizon(time, observer, sun.ra, sun.dec, "normal").altitude < -6) continue
    if (AngleBetween(sun.vec, Equator(Body.Moon, time, observer, true, true).vec) < 0.75) return true
  }
  return false
}

const solarEclipse = (eclipse: ReturnType<typeof SearchLocalSolarEclipse>): Eclipse => ({
  body: "sun",
  kind: eclipse.kind,
  obscuration: eclipse.obscuration,
  start: moment(eclipse.partial_begin),
  totalStart: eclipse.total_begin ? moment(eclipse.total_begin) : null,
  peak: moment(eclipse.peak),
  totalEnd: eclipse.total_end ? moment(eclipse.total_end) : null,
  end: moment(eclipse.partial_end),
  penumbralBefore: null,
  unseenBefore: null,
})

const moment = ({ altitude, time }: EclipseEvent): Moment => ({ at: time.date.getTime(), altitude })

/** The same of the moon, partial or total, with the first penumbral one before it. */
export const nextLunarEclipse = Effect.fnUntraced(function* (from: number, { kind, latitude, longitude }: Wanted) {
  const observer = new Observer(latitude, longitude, 0)
  let candidate = SearchLunarEclipse(new Date(from))
  let penumbralBefore: number | null = null
  let unseenBefore: number | null = null
  for (;;) {
    if (kind === "annular" || isTooLate(candidate.peak.date.getTime())) return undefined
    const eclipse = lunarEclipse(candidate, observer)
    const isPenumbral = candidate.kind === EclipseKind.Penumbral
    if (isPenumbral && eclipse.peak.altitude > 0) penumbralBefore ??= eclipse.peak.at
    const isSeen = !isPenumbral && [eclipse.start, eclipse.peak, eclipse.end].some(({ altitude }) => altitude > 0)
    if (isSeen && (kind ?? eclipse.kind) === eclipse.kind) return { ...eclipse, penumbralBefore, unseenBefore }
    if (!isPenumbral && !isSeen) unseenBefore ??= eclipse.peak.at
    yield* Effect.yieldNow
    candidate = NextLunarEclipse(candidate.peak)
  }
})

const lunarEclipse = (eclipse: LunarEclipseInfo, observer: Observer): Eclipse => {
  const peak = eclipse.peak.date.getTime()
  const moonAt = (at: number): Moment => {
    const place = Equator(Body.Moon, new Date(at), observer, true, true)
    return { at, altitude: Horizon(new Date(at), observer, place.ra, place.dec, "normal").altitude }
  }
  const isTotal = eclipse.kind === EclipseKind.Total
  return {
    body: "moon",
    kind: eclipse.kind,
    obscuration: eclipse.obscuration,
    start: moonAt(peak - eclipse.sd_partial * minute),
    totalStart: isTotal ? moonAt(peak - eclipse.sd_total * minute) : null,
    peak: moonAt(peak),
    totalEnd: isTotal ? moonAt(peak + eclipse.sd_total * minute) : null,
    end: moonAt(peak + eclipse.sd_partial * minute),
    penumbralBefore: null,
    unseenBefore: null,
  }
}
