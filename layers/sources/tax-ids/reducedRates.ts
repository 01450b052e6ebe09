/**
 * Reduced rates of VAT. Those of the European Union are as its database of taxes (TEDB) had them in April 2026, in the edition of eu-vat-rates-data, with the
 * changes that laws made by July 2026. Rates of single regions (Corsica, Madeira, Jungholz) are left out.
 */

/** The month whose rates these are. */
export const reducedRatesOf = "2026-07"

/** Country → its reduced rates in percent, the super-reduced ones among them, without zero rates. An empty list: it has none. */
export const reducedRates: Readonly<Record<string, ReadonlyArray<number>>> = {
  // 4.9 % from 1 July 2026.
  AT: [4.9, 10, 13],
  BA: [],
  BE: [6, 12],
  BG: [9],
  CH: [2.6, 3.8],
  CY: [3, 5, 9],
  CZ: [12],
  DE: [7],
  DK: [],
  EE: [9, 13],
  ES: [4, 10],
  FI: [10, 13.5],
  FR: [2.1, 5.5, 10],
  GB: [5],
  GR: [6, 13],
  HR: [5, 13],
  HU: [5, 18],
  IE: [4.8, 9, 13.5],
  IS: [11],
  IT: [4, 5, 10],
  JP: [8],
  LI: [2.6, 3.8],
  LT: [5, 12],
  LU: [3, 8, 14],
  LV: [5, 12],
  MC: [2.1, 5.5, 10],
  MK: [5, 10],
  MT: [5, 7, 12],
  NL: [9],
  NO: [11.11, 12, 15],
  PL: [5, 8],
  PT: [6, 13],
  RO: [11],
  RS: [10],
  SE: [6, 12],
  SI: [5, 9.5],
  SK: [5, 19],
  TR: [1, 10],
}

/** What the rate of one country is the same for, as goods and services are named in questions. */
export const goodsKinds = ["hotel accommodation", "restaurant meals", "printed books"] as const

export type GoodsKind = (typeof goodsKinds)[number]

/**
 * Country → its rates of hotel accommodation, restaurant meals (the dishes, without alcohol) and printed books in percent; null where it is not certain.
 * Those of the European Union are after TEDB in August 2025, with the changes of 2026: Belgium's hotels from 1 March, Germany's meals from 1 January, Finland's
 * from 14 to 13.5 %, Ireland's meals from 1 July, the hotels of Lithuania and the Netherlands and Lithuania's books from 1 January. Denmark has decided to tax books
 * no more, without a day that is known here, and Latvia's reduced rate depends on the language of the book.
 */
const rates: Readonly<Record<string, readonly [hotel: number, meals: number, books: number | null]>> = {
  AT: [10, 10, 10],
  BE: [12, 12, 6],
  BG: [9, 20, 9],
  CH: [3.8, 8.1, 2.6],
  CY: [9, 9, 3],
  CZ: [12, 12, 0],
  DE: [7, 7, 7],
  DK: [25, 25, null],
  EE: [13, 24, 9],
  ES: [10, 10, 4],
  FI: [13.5, 13.5, 13.5],
  FR: [10, 10, 5.5],
  GB: [20, 20, 0],
  GR: [13, 13, 6],
  HR: [13, 13, 5],
  HU: [5, 5, 5],
  IE: [13.5, 9, 0],
  IS: [11, 11, 11],
  IT: [10, 10, 4],
  LT: [12, 21, 5],
  LU: [3, 3, 3],
  LV: [12, 21, null],
  MT: [7, 18, 5],
  NL: [21, 9, 9],
  NO: [12, 25, 0],
  PL: [8, 8, 5],
  PT: [6, 13, 6],
  RO: [11, 11, 11],
  SE: [12, 12, 6],
  SI: [9.5, 9.5, 5],
  SK: [5, 5, 5],
}

export const countriesOfGoods: ReadonlySet<string> = new Set(Object.keys(rates))

/** In percent; undefined where it is not known. */
export const rateOfGoods = (country: string, kind: GoodsKind): number | undefined => rates[country]?.[goodsKinds.indexOf(kind)] ?? undefined
