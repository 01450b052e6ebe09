import { getPosition, getTimes } from "suncalc"
import type { SunEngine } from "./sunTimes.ts"

/** The sun's day after Meeus, in some 20 µs. */
export const almanacSun: SunEngine = (near, latitude, longitude) => {
  const times = getTimes(new Date(near), latitude, longitude)
  return {
    noon: times.solarNoon.getTime(),
    noonAltitude: getPosition(times.solarNoon, latitude, longitude).altitude,
    sunrise: instant(times.sunrise),
    sunset: instant(times.sunset),
    civil: { dawn: instant(times.dawn), dusk: instant(times.dusk) },
    nautical: { dawn: instant(times.nauticalDawn), dusk: instant(times.nauticalDusk) },
    astronomical: { dawn: instant(times.nightEnd), dusk: instant(times.night) },
  }
}

const instant = (date: Date | null): number | null => date?.getTime() ?? null
