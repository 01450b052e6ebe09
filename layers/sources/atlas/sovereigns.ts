import { countryName } from "../country.ts"

const territories = (sovereign: string, codes: string): ReadonlyArray<readonly [string, string]> =>
  codes.split(" ").map((code) => [code, sovereign])

/** The territories with a code of their own in ISO 3166-1, and the state that each is of. */
const sovereigns: ReadonlyMap<string, string> = new Map([
  ...territories("AU", "CC CX HM NF"),
  ...territories("CN", "HK MO"),
  ...territories("DK", "FO GL"),
  ...territories("FI", "AX"),
  ...territories("FR", "BL GF GP MF MQ NC PF PM RE TF WF YT"),
  ...territories("GB", "AI BM FK GI GS IO KY MS PN SH TC VG"),
  ...territories("NL", "AW BQ CW SX"),
  ...territories("NO", "BV SJ"),
  ...territories("NZ", "CK NU TK"),
  ...territories("US", "AS GU MP PR UM VI"),
])

const crownDependencies: ReadonlySet<string> = new Set(["GG", "IM", "JE"])

/** The state that a territory is of, or is in free association with; null for a state and where this is disputed. */
export const sovereignOf = (code: string): string | null => sovereigns.get(code) ?? null

/** In words, behind `belongs to`. */
export const belongsTo = (code: string): string | null => {
  if (crownDependencies.has(code)) return "the British Crown and is no part of the United Kingdom"
  const sovereign = sovereignOf(code)
  return sovereign === null ? null : countryName(sovereign)
}

/** Borders of parts of a state that have a code of their own or are far away from it, behind `Apart from that`. */
export const remoteBorders: Readonly<Record<string, string>> = {
  CA: "it shares Hans Island with Greenland",
  DK: "Greenland shares Hans Island with Canada",
  FR: "French Guiana borders on Brazil and Suriname, and Saint Martin on Sint Maarten",
  GB: "Gibraltar borders on Spain, and the bases in Cyprus on Cyprus",
  GL: "Hans Island is shared with Canada",
  NL: "Sint Maarten borders on Saint Martin, a part of France",
}
