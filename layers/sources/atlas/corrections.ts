/** Where world-countries 5.1 is outdated or wrong, by ISO 3166-1 alpha-2 code. */
export interface Correction {
  readonly alpha3?: string
  readonly officialName?: string
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
  AF: { languages: ["Dari", "Pashto"] },
  AR: { languages: ["Spanish"] },
  AT: { languages: ["German"] },
  AX: { callingCodes: ["+358"] },
  AZ: { languages: ["Azerbaijani"] },
  BI: { languages: ["Kirundi", "French", "English"] },
  BL: { position: [17.9, -62.83] },
  BO: { capitals: ["Sucre", "La Paz"] },
  BW: { demonym: "Botswanan" },
  BZ: { languages: ["English"] },
  CH: { languages: ["German", "French", "Italian", "Romansh"] },
  // The package adds what China claims to what it holds.
  CN: { areaKm2: 9_596_961 },
  CV: { demonym: "Cape Verdean" },
  DJ: { demonym: "Djiboutian" },
  DZ: { languages: ["Arabic", "Tamazight"] },
  EC: { demonym: "Ecuadorian" },
  EH: { callingCodes: ["+212"], languages: ["Arabic", "Spanish"] },
  GF: { officialName: "Territorial Collectivity of French Guiana", demonym: "French Guianese" },
  GI: { demonym: "Gibraltarian", areaKm2: 6.8 },
  GP: { demonym: "Guadeloupean" },
  // By decree of 2 January 2026; the move from Malabo takes its time.
  GQ: { capitals: ["Ciudad de la Paz"] },
  GU: { languages: ["English", "Chamorro"] },
  GW: { demonym: "Bissau-Guinean", languages: ["Portuguese"] },
  // The City of Victoria is a settlement of the past.
  HK: { capitals: [] },
  IE: { officialName: "Ireland", languages: ["Irish", "English"] },
  IL: { languages: ["Hebrew"] },
  IN: { languages: ["Hindi", "English"] },
  IQ: { languages: ["Arabic", "Kurdish"] },
  JM: { callingCodes: ["+1 658", "+1 876"], languages: ["English"] },
  KG: { demonym: "Kyrgyz" },
  KI: { officialName: "Republic of Kiribati" },
  KW: { position: [29.5, 47.75] },
  LK: { capitals: ["Sri Jayawardenepura Kotte", "Colombo"] },
  LS: { languages: ["English", "Phuthi", "Sotho", "Xhosa", "Lesotho Sign Language"] },
  MD: { languages: ["Romanian"] },
  MF: { position: [18.08, -63.06] },
  MK: { languages: ["Macedonian", "Albanian"] },
  // The constitution of 2023, article 31; French is a working language since.
  ML: {
    languages: [
      "Bambara",
      "Bobo",
      "Bozo",
      "Dogon",
      "Fula",
      "Hassaniya",
      "Kassonke",
      "Maninke",
      "Minyanka",
      "Senufo",
      "Songhay",
      "Soninke",
      "Tamasheq",
    ],
  },
  MN: { capitals: ["Ulaanbaatar"] },
  MS: { capitals: ["Plymouth", "Brades"] },
  MV: { demonym: "Maldivian" },
  NA: { languages: ["English"] },
  NP: { officialName: "Nepal" },
  PF: { capitals: ["Papeete"], position: [-17.68, -149.41] },
  PG: { languages: ["English", "Tok Pisin", "Hiri Motu", "Papua New Guinean Sign Language"] },
  PH: { areaKm2: 300_000 },
  RW: { languages: ["Kinyarwanda", "English", "French", "Swahili"] },
  SH: { callingCodes: ["+290", "+247"] },
  SJ: { callingCodes: ["+47"], areaKm2: 61_399 },
  SX: { languages: ["Dutch", "English"] },
  SZ: { capitals: ["Mbabane", "Lobamba"] },
  TJ: { demonym: "Tajik" },
  // Each of its atolls keeps an administration of its own, in turn.
  TK: { capitals: [] },
  TM: { languages: ["Turkmen"] },
  TZ: { capitals: ["Dodoma"] },
  UM: { callingCodes: ["+1"] },
  US: { areaKm2: 9_833_517 },
  UZ: { languages: ["Uzbek"] },
  // An observer, not a member; +379 is reserved for it, but Rome's numbers are used.
  VA: { callingCodes: ["+39"], isUnMember: false },
  // ISO 3166-1 has no code of Kosovo; XKX is in use from the range that it leaves to its users, as XK is.
  XK: { alpha3: "XKX" },
  // Sign language by the 18th amendment, 2023.
  ZA: {
    languages: [
      "Zulu",
      "Xhosa",
      "Afrikaans",
      "English",
      "Northern Sotho",
      "Tswana",
      "Southern Sotho",
      "Tsonga",
      "Swazi",
      "Venda",
      "Southern Ndebele",
      "South African Sign Language",
    ],
  },
  ZW: {
    languages: [
      "Chewa",
      "Chibarwe",
      "English",
      "Kalanga",
      "Khoisan",
      "Nambya",
      "Ndau",
      "Northern Ndebele",
      "Shona",
      "Sign language",
      "Sotho",
      "Tonga",
      "Tsonga",
      "Tswana",
      "Venda",
      "Xhosa",
    ],
  },
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
