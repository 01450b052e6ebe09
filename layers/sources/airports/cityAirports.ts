import { foldName } from "../gazetteer/placeNames.ts"

/** Cities with several airports of scheduled flights, after the metropolitan areas of IATA: the names of most of them leave the city out. */
const table: Readonly<Record<string, string>> = {
  Bangkok: "BKK DMK",
  Beijing: "PEK PKX",
  Belfast: "BFS BHD",
  Brussels: "BRU CRL",
  "Buenos Aires": "EZE AEP",
  Chengdu: "CTU TFU",
  Chicago: "ORD MDW",
  Dallas: "DFW DAL",
  Dubai: "DXB DWC",
  Houston: "IAH HOU",
  Istanbul: "IST SAW",
  Jakarta: "CGK HLP",
  London: "LHR LGW STN LTN LCY SEN",
  Medellín: "MDE EOH",
  "Mexico City": "MEX NLU",
  Milan: "MXP LIN BGY",
  Moscow: "SVO DME VKO ZIA",
  "New York City": "JFK LGA EWR",
  "New York": "JFK LGA EWR",
  Osaka: "KIX ITM UKB",
  Paris: "CDG ORY BVA",
  "Rio de Janeiro": "GIG SDU",
  Rome: "FCO CIA",
  Sapporo: "CTS OKD",
  "São Paulo": "GRU CGH VCP",
  Seoul: "ICN GMP",
  Shanghai: "PVG SHA",
  Stockholm: "ARN BMA NYO VST",
  Taipei: "TPE TSA",
  Tehran: "IKA THR",
  Tenerife: "TFS TFN",
  Tokyo: "HND NRT",
  Toronto: "YYZ YTZ",
  Washington: "IAD DCA BWI",
}

const byCity: ReadonlyMap<string, ReadonlyArray<string>> = new Map(
  Object.entries(table).map(([city, codes]) => [foldName(city), codes.split(" ")] as const),
)

/** The IATA codes of a city with several airports; empty for other names. */
export const airportsOfCity = (name: string): ReadonlyArray<string> =>
  byCity.get(
    foldName(name)
      .replace(/\b(?:airports?|area)\b/gu, "")
      .trim(),
  ) ?? []

/** Codes of IATA for all airports of a city together, where they are no airport's own. */
const metropolitanCodes: Readonly<Record<string, string>> = {
  BJS: "Beijing",
  BUE: "Buenos Aires",
  CHI: "Chicago",
  LON: "London",
  MIL: "Milan",
  MOW: "Moscow",
  NYC: "New York",
  OSA: "Osaka",
  PAR: "Paris",
  RIO: "Rio de Janeiro",
  ROM: "Rome",
  SAO: "São Paulo",
  SEL: "Seoul",
  SPK: "Sapporo",
  STO: "Stockholm",
  TYO: "Tokyo",
  WAS: "Washington",
  YTO: "Toronto",
}

/** The city whose airports a code of IATA means together; undefined for that of one airport. */
export const cityOfCode = (code: string): string | undefined =>
  Object.hasOwn(metropolitanCodes, code) ? metropolitanCodes[code] : undefined
