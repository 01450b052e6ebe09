import type { Source } from "../../../domain/catalogue/Source.ts"
import { logo } from "../logo.ts"
import { byCurrency } from "./byCurrency.ts"
import { countries } from "./countries.ts"
import { neighbours } from "./neighbours.ts"
import { profile } from "./profile.ts"

export const atlas: Source = {
  id: "atlas",
  name: "Atlas",
  provider: "Farthing",
  description: `${countries.size} countries and territories: capitals, currencies, languages, calling codes, areas, land borders and ISO codes.`,
  category: "geography",
  tags: ["borders", "calling code", "capital", "country", "currency", "iso 3166", "languages"],
  sectors: ["e-commerce", "education", "logistics", "travel"],
  capabilities: ["list", "lookup"],
  jurisdiction: "worldwide",
  attribution:
    "Contains information from world-countries by Mohammed Le Doze, which is made available under the Open Database License (ODbL 1.0), with corrections by " +
    "Farthing under the same licence; currencies after ISO 4217 by way of currency-codes (MIT); country names from Unicode CLDR.",
  sourceUrl: "https://github.com/mledoze/countries",
  logoUrl: logo("AT", "#7a3f2f"),
  operations: [profile, neighbours, byCurrency],
}
