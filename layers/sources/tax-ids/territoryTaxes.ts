import type { TaxRate } from "./taxRates.ts"

/**
 * Standard rates of VAT in territories that the package lacks: Åland has the rate of Finland, Guadeloupe, Martinique and Réunion the one of article 296 of the French
 * tax code, and the Faroe Islands a VAT of their own (MVG), which is from memory. Their first days are not known, but that of Finland's rate.
 */
export const territoryTaxes: Readonly<Record<string, readonly [TaxRate, ...ReadonlyArray<TaxRate>]>> = {
  AX: [
    { percent: "25.5", from: "2024-09-01" },
    { percent: "24", from: "2013-01-01" },
  ],
  FO: [{ percent: "25", from: null }],
  GP: [{ percent: "8.5", from: null }],
  MQ: [{ percent: "8.5", from: null }],
  RE: [{ percent: "8.5", from: null }],
}
