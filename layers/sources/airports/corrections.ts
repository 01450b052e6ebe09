/** Rows of airport-data-js (3.1) that are wrong, found by comparing them with the places of their country and with their code's prefix. */

/** By IATA, else ICAO code: positions on another continent or in the middle of an ocean, duplicates, and no airport at all. */
export const excludedCodes: ReadonlySet<string> = new Set(
  "BAW BGQ GMC JTN KWD NKO NMN OZI RBI TGB YR6 CAH7 CGV6 CJA6 CLC4 HSGO MYLR OOBB PTAN RE99 SD27 SJ3O TT02 XATE XLMH YBBE 03N 1Q9 GBO OBT XEX".split(
    " ",
  ),
)

/** Countries by IATA, else ICAO code, where the row's own contradicts its position. */
export const correctedCountries: Readonly<Record<string, string>> = { CNV8: "CA", SKAA: "CO" }

/** Iceland's airports are given to Greenland in part; Greenland's own codes begin with BG. */
export const isIcelandic = (icao: string): boolean => icao.startsWith("BI")

/** Railway and bus stations that airlines sell tickets to have IATA codes as well, and in these rows the ICAO codes of airfields elsewhere. */
export const isStation = (name: string): boolean =>
  /\b(?:railway|(?:rail|train|bus)\s+(?:station|stn)|hbf|hauptbahnhof|gare)\b/iu.test(name)
