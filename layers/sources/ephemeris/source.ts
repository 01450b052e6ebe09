import { Body, Equator, Horizon, Observer, SearchAltitude, SearchHourAngle, SearchRiseSet } from "astronomy-engine"
import { type SunEngine, sunGroup, sunTimes, type Twilight } from "../almanac/sunTimes.ts"
import { microUsd } from "../../../domain/money/Money.ts"
import type { Source } from "../../../domain/catalogue/Source.ts"
import { logo } from "../logo.ts"
import { apsides } from "./apsides.ts"
import { kilometres } from "./kilometres.ts"
import { eclipsesBetween } from "./eclipsesBetween.ts"
import { nextEclipses } from "./nextEclipses.ts"
import { nextEclipse } from "./nextEclipse.ts"
import { moonPosition } from "./moonPosition.ts"
import { moonTimes } from "./moonTimes.ts"
import { gaps } from "./gaps.ts"
import { seasons } from "./seasons.ts"
import { solsticeDay } from "./solsticeDay.ts"

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
    golden: twilight(6),
    civil: twilight(-6),
    nautical: twilight(-12),
    astronomical: twilight(-18),
  }
}

const instant = (time: { readonly date: Date } | null): number | null => time?.date.getTime() ?? null

export const ephemeris: Source = {
  id: "ephemeris",
  name: "Ephemeris",
  provider: "Farthing",
  description:
    "Sunrise and sunset to the second, moonrise and moonset, where the moon is at a time, eclipses of sun and moon as a place sees them or anywhere, equinoxes and solstices, perihelion and perigee, from 1970 to 2100. Computed in the gateway from a full ephemeris.",
  category: "astronomy",
  tags: ["eclipse", "equinox", "moonrise", "seasons", "solstice", "sunrise", "sunset", "twilight"],
  sectors: ["education", "energy", "research", "travel"],
  capabilities: ["calculate", "forecast"],
  jurisdiction: "worldwide",
  attribution:
    "Astronomy Engine by Don Cross (MIT), after VSOP87 and NOVAS C 3.1; time zones from the IANA database and from @photostructure/tz-lookup (CC0), " +
    "made from OpenStreetMap data, © OpenStreetMap contributors, ODbL.",
  sourceUrl: "https://github.com/cosinekitty/astronomy",
  logoUrl: logo("EP", "#22305f"),
  group: sunGroup,
  gaps,
  operations: [
    sunTimes(ephemerisSun, {
      accuracy: "Events are found to the second; real air bends light differently by some seconds, and by minutes near the poles.",
      price: microUsd(2_000n),
    }),
    moonTimes,
    moonPosition,
    nextEclipse,
    nextEclipses,
    eclipsesBetween,
    seasons,
    solsticeDay(ephemerisSun),
    apsides,
    kilometres,
  ],
}
