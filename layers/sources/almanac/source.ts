import { getPosition, getTimes } from "suncalc"
import { type SunEngine, sunGroup, sunTimes } from "./sunTimes.ts"
import type { Source } from "../../../domain/catalogue/Source.ts"
import { microUsd } from "../../../domain/money/Money.ts"
import { logo } from "../logo.ts"
import { moonPhase } from "./moonPhase.ts"
import { moonPhases } from "./moonPhases.ts"
import { sunPosition } from "./sunPosition.ts"
import { sunYear } from "./sunYear.ts"

/** The sun's day after Meeus, in some 20 µs. */
export const almanacSun: SunEngine = (near, latitude, longitude) => {
  const times = getTimes(new Date(near), latitude, longitude)
  return {
    noon: times.solarNoon.getTime(),
    noonAltitude: getPosition(times.solarNoon, latitude, longitude).altitude,
    sunrise: instant(times.sunrise),
    sunset: instant(times.sunset),
    golden: { dawn: instant(times.goldenHourEnd), dusk: instant(times.goldenHour) },
    civil: { dawn: instant(times.dawn), dusk: instant(times.dusk) },
    nautical: { dawn: instant(times.nauticalDawn), dusk: instant(times.nauticalDusk) },
    astronomical: { dawn: instant(times.nightEnd), dusk: instant(times.night) },
  }
}

const instant = (date: Date | null): number | null => date?.getTime() ?? null

export const almanac: Source = {
  id: "almanac",
  name: "Almanac",
  provider: "Farthing",
  description:
    "Sunrise, sunset, twilight, the position of the sun and the phases of the moon for any place and day from 1970 to 2100, quick and cheap. Computed in the gateway.",
  category: "astronomy",
  tags: ["daylight", "moon phase", "solar noon", "sunrise", "sunset", "twilight"],
  sectors: ["agriculture", "energy", "photography", "travel"],
  capabilities: ["calculate"],
  jurisdiction: "worldwide",
  attribution:
    "SunCalc by Volodymyr Agafonkin (BSD-2-Clause); the moon's quarters from Astronomy Engine by Don Cross (MIT); time zones from the IANA database " +
    "and from @photostructure/tz-lookup (CC0), made from OpenStreetMap data, © OpenStreetMap contributors, ODbL.",
  sourceUrl: "https://github.com/mourner/suncalc",
  logoUrl: logo("AL", "#c77d0a"),
  group: sunGroup,
  operations: [
    sunTimes(almanacSun, {
      accuracy: "Within a minute of published almanacs below the polar circles, a few minutes beyond them.",
      price: microUsd(500n),
    }),
    sunPosition,
    sunYear(almanacSun),
    moonPhase,
    moonPhases,
  ],
}
