import type { Group } from "../../domain/catalogue/Source.ts"

/** The almanac is quick and cheap, the ephemeris exact. */
export const sunGroup: Group = {
  id: "sun",
  name: "Sun and moon",
  description:
    "Sunrise, sunset, twilight, moon phases, eclipses and seasons, computed for any place and day by either of two independent engines.",
}
