import elevations from "./elevations.json" with { type: "json" }

const feetPerMetre = 0.3048

/** Feet above sea level by the IATA code or, without one, by the ICAO code of large and medium-sized airports. */
const feet: Readonly<Record<string, number>> = elevations

/** The height of an airport above sea level in feet and in whole metres; null where it is not known. */
export const elevationOf = (iata: string | null, icao: string | null) => {
  const height = feet[iata ?? icao ?? ""]
  return { elevation_ft: height ?? null, elevation_m: height === undefined ? null : Math.round(height * feetPerMetre) }
}
