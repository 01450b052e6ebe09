import { Body, Horizon, Equator, Observer, SearchAltitude, SearchHourAngle, SearchRiseSet } from "astronomy-engine"
import type { SunEngine, Twilight } from "../almanac/sunTimes.ts"

const halfDay = 43_200_000

/** The sun's day by searching a numerical ephemeris for each event, in a few milliseconds. */
export const ephemerisSun: SunEngine = (near, latitude, longitude) => {
  const observer = new Observer(latitude, longitude, 0)
  const transit = SearchHourAngle(Body.Sun, observer, 0, new Date(near - halfDay), 1)
  const noon = transit.time.date.getTime()
  const [morning, afternoon] = [new Date(noon - halfDay), new Date(noon)]
  const twilight = (altitude: number): Twilight => ({
    dawn: instant(SearchAltitude(Body.Sun, observer, 1, morning, 0.5, altitude)),
    dusk: instant(SearchAltitude(Body.Sun, observer, -1, afternoon, 0.5, altitude)),
  })
  const place = Equator(Body.Sun, transit.time, observer, true, true)
  return {
    noon,
    noonAltitude: Horizon(transit.time, observer, place.ra, place.dec, "normal").altitude,
    sunrise: instant(SearchRiseSet(Body.Sun, observer, 1, morning, 0.5)),
    sunset: instant(SearchRiseSet(Body.Sun, observer, -1, afternoon, 0.5)),
    civil: twilight(-6),
    nautical: twilight(-12),
    astronomical: twilight(-18),
  }
}

const instant = (time: { readonly date: Date } | null): number | null => time?.date.getTime() ?? null
