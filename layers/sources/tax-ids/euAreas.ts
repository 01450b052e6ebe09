/**
 * Which countries and parts of countries belong to the area of the VAT of the European Union, and to its customs territory or to a customs union with it: after
 * the table "Territorial status of EU countries and certain territories" of the European Commission (DG TAXUD), articles 5 to 7 of Directive 2006/112/EC, article 4
 * of the Union Customs Code and the Windsor Framework.
 */

/** `treated`: as a part of a member; `goods`: for goods alone; `union`: in a customs union, for the goods of `unionGoods`. */
export type AreaStatus = "member" | "treated" | "goods" | "union" | "outside"

export type EuArea = "VAT area" | "customs territory" | "customs union"

export const euAreas: ReadonlyArray<EuArea> = ["VAT area", "customs territory", "customs union"]

interface Statuses {
  readonly vat: AreaStatus
  readonly customs: AreaStatus
}

/** Territories with an ISO 3166-1 code of their own, and other states, where they are not outside of both. */
export const statusOfCountries: Readonly<Record<string, Statuses>> = {
  AD: { vat: "outside", customs: "union" },
  AX: { vat: "outside", customs: "member" },
  GF: { vat: "outside", customs: "member" },
  GP: { vat: "outside", customs: "member" },
  MC: { vat: "treated", customs: "member" },
  MF: { vat: "outside", customs: "member" },
  MQ: { vat: "outside", customs: "member" },
  RE: { vat: "outside", customs: "member" },
  SM: { vat: "outside", customs: "union" },
  TR: { vat: "outside", customs: "union" },
  YT: { vat: "outside", customs: "member" },
}

/** Parts of countries, by the names of their taxes' table. */
export const statusOfRegions: Readonly<Record<string, Statuses>> = {
  "the Canary Islands": { vat: "outside", customs: "member" },
  Ceuta: { vat: "outside", customs: "outside" },
  Melilla: { vat: "outside", customs: "outside" },
  Büsingen: { vat: "outside", customs: "outside" },
  Heligoland: { vat: "outside", customs: "outside" },
  Livigno: { vat: "outside", customs: "outside" },
  "Campione d'Italia": { vat: "outside", customs: "member" },
  "Mount Athos": { vat: "outside", customs: "member" },
  "Northern Ireland": { vat: "goods", customs: "goods" },
  Madeira: { vat: "member", customs: "member" },
  "the Azores": { vat: "member", customs: "member" },
  Corsica: { vat: "member", customs: "member" },
  Jungholz: { vat: "member", customs: "member" },
  Mittelberg: { vat: "member", customs: "member" },
  England: { vat: "outside", customs: "outside" },
  Scotland: { vat: "outside", customs: "outside" },
  Wales: { vat: "outside", customs: "outside" },
}

/** The goods of the customs unions. */
export const unionGoods: Readonly<Record<string, string>> = {
  AD: "industrial goods",
  SM: "goods of nearly all kinds",
  TR: "industrial goods and processed agricultural products",
}

/** The treaty on Gibraltar of 2026 makes a customs union, and the union with Saint Barthélemy is one of France's treaties: whether and how they apply is not certain here. */
export const uncertainCountries: ReadonlySet<string> = new Set(["BL", "GI"])

/** Territories with an ISO 3166-1 code that are a part of a member. */
export const territoriesOf: Readonly<Record<string, ReadonlyArray<string>>> = {
  DK: ["FO", "GL"],
  FI: ["AX"],
  FR: ["GF", "GP", "MF", "MQ", "RE", "YT"],
}
