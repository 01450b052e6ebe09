import { unmistakableGap } from "../gap.ts"

export const gaps = [
  unmistakableGap(
    "No source has a list of supermoons, which have several definitions. The sources have the full moons of a period, and the perigees of the moon with their distances.",
    "supermoon | supermoons | super moon | super moons | next supermoon",
  ),
]
