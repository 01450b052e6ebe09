/**
 * How a country divides its BBAN, after the SWIFT IBAN registry: b bank, s branch, c account, x national check digits,
 * m currency, t account type, o owner, r reserved, each with its length. (ibantools has positions too; for a quarter
 * of the countries they are missing or wrong, so only its lengths, formats and checksums are used.)
 */
const structures: Readonly<Record<string, string>> = {
  AD: "b4 s4 c12",
  AE: "b3 c16",
  AL: "b3 s4 x1 c16",
  AT: "b5 c11",
  AZ: "b4 c20",
  BA: "b3 s3 c8 x2",
  BE: "b3 c7 x2",
  BG: "b4 s4 t2 c8",
  BH: "b4 c14",
  BI: "b5 s5 c11 x2",
  BR: "b8 s5 c10 t1 o1",
  BY: "b4 t4 c16",
  CH: "b5 c12",
  CR: "b4 c14",
  CY: "b3 s5 c16",
  CZ: "b4 c16",
  DE: "b8 c10",
  DJ: "b5 s5 c11 x2",
  DK: "b4 c9 x1",
  DO: "b4 c20",
  EE: "b2 s2 c11 x1",
  EG: "b4 s4 c17",
  ES: "b4 s4 x2 c10",
  FI: "b3 c11",
  FK: "b2 c12",
  FO: "b4 c9 x1",
  FR: "b5 s5 c11 x2",
  GB: "b4 s6 c8",
  GE: "b2 c16",
  GI: "b4 c15",
  GL: "b4 c9 x1",
  GR: "b3 s4 c16",
  GT: "b4 m2 t2 c16",
  HN: "b4 c20",
  HR: "b7 c10",
  HU: "b3 s4 x1 c15 x1",
  IE: "b4 s6 c8",
  IL: "b3 s3 c13",
  IQ: "b4 s3 c12",
  IS: "b2 s2 t2 c6 o10",
  IT: "x1 b5 s5 c12",
  JO: "b4 s4 c18",
  KW: "b4 c22",
  KZ: "b3 c13",
  LB: "b4 c20",
  LC: "b4 c24",
  LI: "b5 c12",
  LT: "b5 c11",
  LU: "b3 c13",
  LV: "b4 c13",
  LY: "b3 s3 c15",
  MC: "b5 s5 c11 x2",
  MD: "b2 c18",
  ME: "b3 c13 x2",
  MK: "b3 c10 x2",
  MN: "b4 c12",
  MR: "b5 s5 c11 x2",
  MT: "b4 s5 c18",
  MU: "b6 s2 c12 r3 m3",
  NI: "b4 c20",
  NL: "b4 c10",
  NO: "b4 c6 x1",
  OM: "b3 c16",
  PK: "b4 c16",
  PL: "b3 s4 x1 c16",
  PS: "b4 c21",
  PT: "b4 s4 c11 x2",
  QA: "b4 c21",
  RO: "b4 c16",
  RS: "b3 c13 x2",
  RU: "b9 s5 c15",
  SA: "b2 c18",
  SC: "b6 s2 c16 m3",
  SD: "b2 c12",
  SE: "b3 c16 x1",
  SI: "b2 s3 c8 x2",
  SK: "b4 c16",
  SM: "x1 b5 s5 c12",
  SO: "b4 s3 c12",
  ST: "b4 s4 c11 x2",
  SV: "b4 c20",
  TL: "b3 c14 x2",
  TN: "b2 s3 c13 x2",
  TR: "b5 r1 c16",
  UA: "b6 c19",
  VA: "b3 c15",
  VG: "b4 c16",
  XK: "b2 s2 c10 x2",
  YE: "b4 s4 c18",
}

/** Territories whose IBANs are built like another country's, under their own code. */
const builtLike: Readonly<Record<string, string>> = {
  ...Object.fromEntries(["BL", "GF", "GP", "MF", "MQ", "NC", "PF", "PM", "RE", "TF", "WF", "YT"].map((code) => [code, "FR"])),
  ...Object.fromEntries(["GG", "IM", "JE"].map((code) => [code, "GB"])),
  AX: "FI",
}

export interface BbanParts {
  readonly bank: string | null
  readonly branch: string | null
  readonly account: string | null
  readonly checkDigits: string | null
}

/** The parts of a country's BBAN in their order, each a letter with its length; empty where they are not known. */
export const bbanStructure = (country: string): ReadonlyArray<readonly [letter: string, length: number]> =>
  [...(structures[builtLike[country] ?? country] ?? "").matchAll(/([a-z])(\d+)/g)].map(([, letter = "", length]) => [
    letter,
    Number(length),
  ])

/** The parts of a BBAN of the right length; a part that the country does not have, or that is not known, is null. */
export const bbanParts = (country: string, bban: string): BbanParts => {
  const parts = new Map<string, string>()
  let at = 0
  for (const [part, length] of bbanStructure(country)) {
    const end = at + length
    parts.set(part, (parts.get(part) ?? "") + bban.slice(at, end))
    at = end
  }
  if (at !== bban.length) parts.clear()
  const part = (letter: string) => parts.get(letter) ?? null
  return { bank: part("b"), branch: part("s"), account: part("c"), checkDigits: part("x") }
}
