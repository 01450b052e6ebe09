import type { Source } from "../../../domain/catalogue/Source.ts"
import { microUsd } from "../../../domain/money/Money.ts"
import { sunTimes } from "../almanac/sunTimes.ts"
import { logo } from "../logo.ts"
import { sunGroup } from "../sunGroup.ts"
import { nextEclipse } from "./nextEclipse.ts"
import { seasons } from "./seasons.ts"
import { ephemerisSun } from "./sunDay.ts"

export const ephemeris: Source = {
  id: "ephemeris",
  name: "Ephemeris",
  provider: "Farthing",
  description:
    "Sunrise and sunset to the second, eclipses of sun and moon as a place sees them, equinoxes and solstices, from 1970 to 2100. Computed in the gateway from a full ephemeris.",
  category: "astronomy",
  tags: ["eclipse", "equinox", "seasons", "solstice", "sunrise", "sunset", "twilight"],
  sectors: ["education", "energy", "research", "travel"],
  capabilities: ["calculate", "forecast"],
  jurisdiction: "worldwide",
  attribution:
    "Astronomy Engine by Don Cross (MIT), after VSOP87 and NOVAS C 3.1; time zones from the IANA database and from @photostructure/tz-lookup (CC0), " +
    "made from OpenStreetMap data, © OpenStreetMap contributors, ODbL.",
  sourceUrl: "https://github.com/cosinekitty/astronomy",
  logoUrl: logo("EP", "#22305f"),
  group: sunGroup,
  operations: [
    sunTimes(ephemerisSun, {
      accuracy: "Events are found to the second; real air bends light differently by some seconds, and by minutes near the poles.",
      price: microUsd(2_000n),
    }),
    nextEclipse,
    seasons,
  ],
}
