/** Where world-countries 5.1 is outdated or wrong, by ISO 3166-1 alpha-2 code. */
export interface Correction {
  readonly alpha3?: string
  /** The one by law comes first where there are several. */
  readonly capitals?: ReadonlyArray<string>
  readonly callingCodes?: ReadonlyArray<string>
  readonly position?: readonly [latitude: number, longitude: number]
  readonly areaKm2?: number
  readonly isUnMember?: boolean
  readonly demonym?: string
  readonly languages?: ReadonlyArray<string>
}

export const corrections: Readonly<Record<string, Correction>> = {
  AT: { languages: ["German"] },
  AX: { callingCodes: ["+358"] },
  BL: { position: [17.9, -62.83] },
  BO: { capitals: ["Sucre", "La Paz"] },
  BW: { demonym: "Botswanan" },
  // The package adds what China claims to what it holds.
  CN: { areaKm2: 9_596_961 },
  CH: { languages: ["German", "French", "Italian", "Romansh"] },
  CV: { demonym: "Cape Verdean" },
  EC: { demonym: "Ecuadorian" },
  EH: { callingCodes: ["+212"] },
  // By decree of 2 January 2026; the move from Malabo takes its time.
  GQ: { capitals: ["Ciudad de la Paz"] },
  // The City of Victoria is a settlement of the past.
  HK: { capitals: [] },
  IN: { languages: ["Hindi", "English"] },
  JM: { callingCodes: ["+1 658", "+1 876"] },
  KG: { demonym: "Kyrgyz" },
  KW: { position: [29.5, 47.75] },
  LK: { capitals: ["Sri Jayawardenepura Kotte", "Colombo"] },
  MD: { languages: ["Romanian"] },
  MF: { position: [18.08, -63.06] },
  MN: { capitals: ["Ulaanbaatar"] },
  MS: { capitals: ["Plymouth", "Brades"] },
  PF: { capitals: ["Papeete"], position: [-17.68, -149.41] },
  SH: { callingCodes: ["+290", "+247"] },
  SJ: { callingCodes: ["+47"], areaKm2: 61_399 },
  SZ: { capitals: ["Mbabane", "Lobamba"] },
  TJ: { demonym: "Tajik" },
  // Each of its atolls keeps an administration of its own, in turn.
  TK: { capitals: [] },
  TZ: { capitals: ["Dodoma"] },
  UM: { callingCodes: ["+1"] },
  US: { areaKm2: 9_833_517 },
  // An observer, not a member; +379 is reserved for it, but Rome's numbers are used.
  VA: { callingCodes: ["+39"], isUnMember: false },
  // ISO 3166-1 has no code of Kosovo; XKX is in use from the range that it leaves to its users, as XK is.
  XK: { alpha3: "XKX" },
}

/** What the area of a country has in it or leaves out, where the numbers that people look up differ by it. The text follows `This area is`. */
export const areaNotes: Readonly<Record<string, string>> = {
  AU: "without the external territories",
  CN: "without Taiwan, Hong Kong and Macao",
  CY: "that of the whole island, with the north",
  DK: "without the Faroe Islands and Greenland",
  FI: "with the Åland Islands",
  FR: "that of metropolitan France, without the overseas departments and territories",
  GB: "without the Crown dependencies and the overseas territories",
  GE: "with Abkhazia and South Ossetia",
  IL: "without the West Bank, Gaza and the Golan",
  IN: "with the parts of Kashmir that Pakistan and China hold",
  MA: "without Western Sahara",
  NL: "that of the European part, with its waters",
  NO: "that of the mainland, without Svalbard and Jan Mayen",
  PK: "with the parts of Kashmir that it administers",
  RS: "with Kosovo",
  SO: "with Somaliland",
  UA: "with Crimea and the other occupied territories",
  US: "with the Great Lakes and coastal waters, without Puerto Rico and the other territories",
}

/** Land borders that the package has on one side only, and that do not exist: India and Sri Lanka have a strait between them. */
export const wrongBorders: ReadonlySet<string> = new Set(["LK IN"])
