import { countries } from "../atlas/countries.ts"
import { zonesOfCountry } from "../clockwork/zones.ts"

let zones: ReadonlySet<string> | undefined
/** The zones of the countries whose middle is south of the equator. */
export const southernZones = (): ReadonlySet<string> =>
  (zones ??= new Set([...countries.values()].flatMap(({ code, latitude }) => (latitude < 0 ? zonesOfCountry(code) : []))))
