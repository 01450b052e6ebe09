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
}
export interface Moment {
  readonly at: number
  readonly altitude: number
}

const minute = 60_000

/**
 * The first eclipse of the sun of which the place sees some part. The package's own search for a place goes on for years
 * without a pause; so the eclipses of the whole earth are passed through one by one, and only one that may touch the place is given to it.
 */
export const nextSolarEclipse = Effect.fnUntraced(function* (from: number, latitude: number, longitude: number) {
  const observer = new Observer(latitude, longitude, 0)
  let global = SearchGlobalSolarEclipse(new Date(from - 180 * minute))
  for (;;) {
    const peak = global.peak.date.getTime()
    if (mayTouch(observer, peak)) {
      const found = SearchLocalSolarEclipse(new Date(peak - 720 * minute), observer)
      if (found.peak.time.date.getTime() >= from) return solarEclipse(found)
    }
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

const solarEclipse = (found: ReturnType<typeof SearchLocalSolarEclipse>): Eclipse => ({
  body: "sun",
  kind: found.kind,
  obscuration: found.obscuration,
  start: moment(found.partial_begin),
  totalStart: found.total_begin ? moment(found.total_begin) : null,
  peak: moment(found.peak),
  totalEnd: found.total_end ? moment(found.total_end) : null,
  end: moment(found.partial_end),
})

const moment = ({ altitude, time }: EclipseEvent): Moment => ({ at: time.date.getTime(), altitude })

/** The first partial or total eclipse of the moon of which the place sees some part. */
export const nextLunarEclipse = Effect.fnUntraced(function* (from: number, latitude: number, longitude: number) {
  const observer = new Observer(latitude, longitude, 0)
  let found = SearchLunarEclipse(new Date(from))
  for (;;) {
    const eclipse = found.kind === EclipseKind.Penumbral ? undefined : lunarEclipse(found, observer)
    if (eclipse && [eclipse.start, eclipse.peak, eclipse.end].some(({ altitude }) => altitude > 0)) return eclipse
    yield* Effect.yieldNow
    found = NextLunarEclipse(found.peak)
  }
})

const lunarEclipse = (found: LunarEclipseInfo, observer: Observer): Eclipse => {
  const peak = found.peak.date.getTime()
  const moonAt = (at: number): Moment => {
    const place = Equator(Body.Moon, new Date(at), observer, true, true)
    return { at, altitude: Horizon(new Date(at), observer, place.ra, place.dec, "normal").altitude }
  }
  const isTotal = found.kind === EclipseKind.Total
  return {
    body: "moon",
    kind: found.kind,
    obscuration: found.obscuration,
    start: moonAt(peak - found.sd_partial * minute),
    totalStart: isTotal ? moonAt(peak - found.sd_total * minute) : null,
    peak: moonAt(peak),
    totalEnd: isTotal ? moonAt(peak + found.sd_total * minute) : null,
    end: moonAt(peak + found.sd_partial * minute),
  }
}
