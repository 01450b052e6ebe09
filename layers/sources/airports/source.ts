import { Effect, type Scope } from "effect"
import type { Source } from "../../../domain/catalogue/Source.ts"
import type { ReadDataset } from "../dataset/openDataset.ts"
import { logo } from "../logo.ts"
import { openCodes } from "./codes.ts"
import { distance } from "./distance.ts"
import { lookup } from "./lookup.ts"
import { nearby } from "./nearby.ts"

/** `data` reads the dataset `airports`. */
export const makeAirports = (data: ReadDataset): Effect.Effect<Source, never, Scope.Scope> =>
  Effect.map(openCodes(data), (unknownCode) => ({
    id: "airports",
    name: "Airports",
    provider: "Farthing",
    description:
      "Airports of the world by IATA and ICAO code: position, country and time zone, distances between them, and which ones are near.",
    category: "travel",
    tags: ["airport", "aviation", "distance", "flight", "iata", "icao", "travel"],
    sectors: ["aviation", "logistics", "travel"],
    capabilities: ["calculate", "lookup", "search"],
    jurisdiction: "worldwide",
    attribution:
      "airport-data-js by Aashish Vivekanand, CC BY 4.0; changed by Farthing: time zones and countries corrected, rows with wrong positions or without a code " +
      "and all heights and runway lengths left out.",
    sourceUrl: "https://github.com/aashishvanand/airport-data-js",
    logoUrl: logo("AP", "#1f5f8b"),
    operations: [lookup(data, unknownCode), distance(data, unknownCode), nearby(data, unknownCode)],
  }))
