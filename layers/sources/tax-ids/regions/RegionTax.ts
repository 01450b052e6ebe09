/**
 * Which taxes on sales a region has:
 * - `hst`: the harmonized sales tax of Canada, in place of GST and a provincial tax; `gst`: GST alone; `gst and provincial`: GST beside a provincial tax.
 * - `state`: the sales tax of a state of the USA; `state and local`: with a local tax that applies in the whole state; `no state`: no sales tax of the state.
 * - `vat`: VAT at a rate of the region, or at that of its country; `foreign vat`: that of another country; `own`: a tax of the region in place of VAT; `none`: no VAT.
 */
export type RegionTaxKind =
  | "hst"
  | "gst"
  | "gst and provincial"
  | "state"
  | "state and local"
  | "no state"
  | "vat"
  | "foreign vat"
  | "own"
  | "none"

/** One of the taxes that apply, with its rate in percent as a decimal, and the first day of the rate; null where that is not known. */
export interface RegionTaxPart {
  readonly name: string
  readonly percent: string
  readonly since: string | null
  /** The rate before, where it is known. */
  readonly former?: string
}

/** The taxes on sales of a region of a country. */
export interface RegionTax {
  /** As in a sentence: `the Canary Islands`. */
  readonly name: string
  /** ISO 3166-2, of places without one null. */
  readonly code: string | null
  readonly country: string
  readonly kind: RegionTaxKind
  /** Their rates add up. Empty where there is no tax, or no one rate of it. */
  readonly parts: ReadonlyArray<RegionTaxPart>
  /** The name of the tax of an `own` region, of a `foreign vat` and of a state. */
  readonly tax: string
  /** Reduced rates in percent; null where they are not known. */
  readonly lower: ReadonlyArray<number> | null
  /** Whether counties, cities or districts may add taxes of their own. */
  readonly hasLocal: boolean
  /** Other names, and those of islands in it. */
  readonly otherNames: ReadonlyArray<string>
}

export const regionTax = (region: Pick<RegionTax, "name" | "code" | "country" | "kind" | "parts"> & Partial<RegionTax>): RegionTax => ({
  tax: "VAT",
  lower: null,
  hasLocal: false,
  otherNames: [],
  ...region,
})
