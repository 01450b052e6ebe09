import type { Source } from "../../../domain/catalogue/Source.ts"
import { logo } from "../logo.ts"
import { info } from "./info.ts"
import { ofCountry } from "./ofCountry.ts"

export const currenciesSource: Source = {
  id: "currencies",
  name: "Currencies",
  provider: "Farthing",
  description:
    "The currencies of ISO 4217, those of today and those that were withdrawn: codes, names, symbols, decimal places and the countries that use them.",
  category: "finance",
  tags: ["currency", "iso 4217", "legal tender", "minor units", "money", "reference data"],
  sectors: ["banking", "e-commerce", "fintech", "travel"],
  capabilities: ["list", "lookup"],
  jurisdiction: "worldwide",
  attribution:
    "currency-codes (MIT) with list one of ISO 4217 as of June 2024, amended by Farthing up to 2026 (BG, CU, CW, SX and withdrawn codes); names and symbols from Unicode CLDR.",
  sourceUrl: "https://github.com/freeall/currency-codes",
  logoUrl: logo("CU", "#8a6d1f"),
  operations: [info, ofCountry],
}
