import type { Dataset } from "../dataset/Dataset.ts"

/** 546,000 ranges, 60 MB with the key, some 10 s to load. */
export const ipRanges: Dataset = {
  name: "ip-registry",
  version: "geo-whois-asn-country 2.3.2026061719, 1",
  tables: ["ip_range"],
  columns: { first_address: "text", last_address: "text", country: "text" },
  reader: new URL("./reader.ts", import.meta.url),
}
