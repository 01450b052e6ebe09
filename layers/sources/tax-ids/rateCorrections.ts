import type { TaxRate, TaxKind } from "./taxRates.ts"

/**
 * What Farthing corrects in the rates of sales-tax 2.23. The package repeats old rates for some countries; a country whose rate of today is not certain
 * is not sold at all.
 */

/**
 * Countries without a rate here: there is no such tax (KW, QA), the tax is one on turnover or sales at each stage or has no one rate (AW, BO, BR, CW, ER, GH,
 * MM, MY, PR), or the rate of today is a temporary one or was changed after the package's (BW, ID, LB, PK, SR, TH, VN, ZW).
 */
export const withoutRate: ReadonlySet<string> = new Set("AW BO BR BW CW ER GH ID KW LB MM MY PK PR QA SR TH VN ZW".split(" "))

/** Names of taxes that the package calls VAT. */
export const taxKinds: Readonly<Record<string, TaxKind>> = {
  JE: "gst",
  JO: "sales tax",
  JP: "consumption tax",
  PG: "gst",
}

const changed = (percent: string, from: string, ...former: ReadonlyArray<TaxRate>): ReadonlyArray<TaxRate> => [{ percent, from }, ...former]

/** Rates with the days of the laws that changed them. The package has Romania's day one too late, and of the others the rate before. */
export const correctedRates: Readonly<Record<string, ReadonlyArray<TaxRate>>> = {
  BH: changed("10", "2022-01-01", { percent: "5", from: "2019-01-01" }),
  BS: changed("10", "2022-01-01", { percent: "12", from: "2018-07-01" }),
  EC: changed("15", "2024-04-01"),
  KZ: changed("16", "2026-01-01", { percent: "12", from: "2009-01-01" }),
  LI: changed("8.1", "2024-01-01", { percent: "7.7", from: "2018-01-01" }),
  LK: changed("18", "2024-01-01"),
  RO: changed("21", "2025-08-01", { percent: "19", from: "2017-01-01" }),
  RU: changed("22", "2026-01-01", { percent: "20", from: "2019-01-01" }),
}

/** The first day of the oldest rate that the package has of a country, after its laws. */
export const firstDays: Readonly<Record<string, string>> = {
  AE: "2018-01-01",
  AT: "1984-01-01",
  AU: "2000-07-01",
  BE: "1996-01-01",
  BG: "1999-01-01",
  CA: "2008-01-01",
  CH: "2018-01-01",
  CN: "2019-04-01",
  CY: "2014-01-13",
  CZ: "2013-01-01",
  DE: "2007-01-01",
  DK: "1992-01-01",
  EE: "2009-07-01",
  ES: "2012-09-01",
  FI: "2013-01-01",
  FR: "2014-01-01",
  GB: "2011-01-04",
  GR: "2016-06-01",
  HR: "2012-03-01",
  HU: "2012-01-01",
  IE: "2012-01-01",
  IL: "2015-10-01",
  IS: "2015-01-01",
  IT: "2013-10-01",
  JP: "2019-10-01",
  LT: "2009-09-01",
  LU: "2015-01-01",
  LV: "2012-07-01",
  MT: "2004-01-01",
  MX: "2010-01-01",
  NL: "2012-10-01",
  NO: "2005-01-01",
  NZ: "2010-10-01",
  OM: "2021-04-16",
  PL: "2011-01-01",
  PT: "2011-01-01",
  SA: "2020-07-01",
  SE: "1990-07-01",
  SG: "2007-07-01",
  SI: "2013-07-01",
  SK: "2011-01-01",
  TR: "2023-07-10",
  UZ: "2019-10-01",
  ZA: "2018-04-01",
}
