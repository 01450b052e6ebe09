import { type RegionTax, regionTax, type RegionTaxKind, type RegionTaxPart } from "./RegionTax.ts"

/**
 * GST, HST, PST, RST and QST of the provinces and territories of Canada. The rates are those of sales-tax 2.23 (July 2026), which a test compares. The names of the
 * provincial taxes and the days are from the laws that set the rates, from memory and not from the package.
 */
const gst: RegionTaxPart = { name: "GST", percent: "5", since: "2008-01-01" }

const hst = (percent: string, since: string, former?: string): RegionTaxPart => ({
  name: "HST",
  percent,
  since,
  ...(former === undefined ? {} : { former }),
})

const province = (
  code: string,
  name: string,
  kind: RegionTaxKind,
  parts: ReadonlyArray<RegionTaxPart>,
  otherNames: ReadonlyArray<string> = [],
) => regionTax({ code: `CA-${code}`, name, country: "CA", kind, parts, otherNames })

export const canada: ReadonlyArray<RegionTax> = [
  province("AB", "Alberta", "gst", [gst]),
  province(
    "BC",
    "British Columbia",
    "gst and provincial",
    [gst, { name: "PST", percent: "7", since: "2013-04-01" }],
    ["BC", "B.C.", "Colombie-Britannique"],
  ),
  province("MB", "Manitoba", "gst and provincial", [gst, { name: "RST", percent: "7", since: "2019-07-01", former: "8" }]),
  province("NB", "New Brunswick", "hst", [hst("15", "2016-07-01", "13")], ["Nouveau-Brunswick"]),
  province(
    "NL",
    "Newfoundland and Labrador",
    "hst",
    [hst("15", "2016-07-01", "13")],
    ["Newfoundland & Labrador", "Newfoundland", "Terre-Neuve"],
  ),
  province("NS", "Nova Scotia", "hst", [hst("14", "2025-04-01", "15")], ["Nouvelle-Écosse"]),
  province("NT", "the Northwest Territories", "gst", [gst], ["NWT", "N.W.T."]),
  province("NU", "Nunavut", "gst", [gst]),
  province("ON", "Ontario", "hst", [hst("13", "2010-07-01")]),
  province("PE", "Prince Edward Island", "hst", [hst("15", "2016-10-01", "14")], ["PEI", "P.E.I."]),
  province("QC", "Quebec", "gst and provincial", [gst, { name: "QST", percent: "9.975", since: "2013-01-01" }], ["Québec"]),
  province("SK", "Saskatchewan", "gst and provincial", [gst, { name: "PST", percent: "6", since: "2017-03-23", former: "5" }]),
  province("YT", "Yukon", "gst", [gst], ["Yukon Territory"]),
]
