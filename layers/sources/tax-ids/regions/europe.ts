import { type RegionTax, regionTax } from "./RegionTax.ts"

/**
 * Regions of countries of Europe with a rate of VAT of their own, with another tax or without VAT, and parts of the United Kingdom and France for which a rate is
 * requested. Sources: for Madeira and the Azores the circular 25045/2024 of the Portuguese tax authority; for the Canary Islands law 4/2012 with the rate since
 * 2020; for Ceuta and Melilla law 8/1991; for Campione d'Italia the decree of 24 January 2024; for Jungholz and Mittelberg § 10 of the Austrian law on VAT.
 * Those without VAT are in article 6 of Directive 2006/112/EC. The rates of Ceuta and Melilla are of single goods and services: there is no standard one.
 */
export const europe: ReadonlyArray<RegionTax> = [
  regionTax({
    name: "Madeira",
    code: "PT-30",
    country: "PT",
    kind: "vat",
    parts: [{ name: "VAT", percent: "22", since: "2012-04-01" }],
    lower: [4, 12],
    otherNames: ["Madère"],
  }),
  regionTax({
    name: "the Azores",
    code: "PT-20",
    country: "PT",
    kind: "vat",
    parts: [{ name: "VAT", percent: "16", since: "2021-07-01", former: "18" }],
    lower: [4, 9],
    otherNames: ["Azores", "Açores", "Acores", "Azoren"],
  }),
  regionTax({
    name: "the Canary Islands",
    code: "ES-CN",
    country: "ES",
    kind: "own",
    tax: "IGIC",
    parts: [{ name: "IGIC", percent: "7", since: "2020-01-01", former: "6.5" }],
    otherNames: [
      "Canary Islands",
      "Canary Island",
      "Canaries",
      "Canarias",
      "Islas Canarias",
      "Kanaren",
      "Tenerife",
      "Gran Canaria",
      "Lanzarote",
      "Fuerteventura",
    ],
  }),
  ...(
    [
      ["Ceuta", "ES-CE"],
      ["Melilla", "ES-ML"],
    ] as const
  ).map(([name, code]) => regionTax({ name, code, country: "ES", kind: "own", tax: "IPSI", parts: [] })),
  regionTax({
    name: "Corsica",
    code: "FR-20R",
    country: "FR",
    kind: "vat",
    parts: [{ name: "VAT", percent: "20", since: "2014-01-01" }],
    otherNames: ["Corse", "Korsika"],
  }),
  regionTax({
    name: "Büsingen",
    code: null,
    country: "DE",
    kind: "foreign vat",
    tax: "Swiss VAT",
    parts: [{ name: "Swiss VAT", percent: "8.1", since: "2024-01-01", former: "7.7" }],
    otherNames: ["Büsingen am Hochrhein", "Buesingen", "Busingen"],
  }),
  regionTax({ name: "Heligoland", code: null, country: "DE", kind: "none", parts: [], otherNames: ["Helgoland"] }),
  regionTax({ name: "Livigno", code: null, country: "IT", kind: "none", parts: [] }),
  regionTax({
    name: "Campione d'Italia",
    code: null,
    country: "IT",
    kind: "own",
    tax: "local consumption tax ILCCI",
    parts: [{ name: "ILCCI", percent: "8.1", since: null, former: "7.7" }],
    otherNames: ["Campione"],
  }),
  regionTax({
    name: "Mount Athos",
    code: "GR-69",
    country: "GR",
    kind: "none",
    parts: [],
    otherNames: ["Mt Athos", "Mt. Athos", "Agio Oros", "Athos"],
  }),
  ...(
    [
      ["Jungholz", []],
      ["Mittelberg", ["Kleinwalsertal"]],
    ] as const
  ).map(([name, otherNames]) =>
    regionTax({ name, code: null, country: "AT", kind: "vat", parts: [{ name: "VAT", percent: "19", since: null }], otherNames }),
  ),
  ...(
    [
      ["England", "GB-ENG"],
      ["Northern Ireland", "GB-NIR"],
      ["Scotland", "GB-SCT"],
      ["Wales", "GB-WLS"],
    ] as const
  ).map(([name, code]) =>
    regionTax({
      name,
      code,
      country: "GB",
      kind: "vat",
      parts: [{ name: "VAT", percent: "20", since: "2011-01-04", former: "17.5" }],
      lower: [5],
    }),
  ),
]
