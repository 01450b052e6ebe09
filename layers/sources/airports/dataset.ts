import type { Dataset } from "../dataset/Dataset.ts"

/** The airports of airport-data-js that have an IATA or an ICAO code and a position that can be true. */
export const airports: Dataset = {
  name: "airports",
  version: "airport-data-js 3.1.0, reader 2",
  tables: ["airport"],
  columns: {
    id: "int",
    iata: "text",
    icao: "text",
    name: "text",
    country: "text",
    continent: "text",
    latitude: "float8",
    longitude: "float8",
    zone: "text",
    kind: "text",
    scheduled: "boolean",
    wikipedia: "text",
    website: "text",
  },
  reader: new URL("./reader.ts", import.meta.url),
}
