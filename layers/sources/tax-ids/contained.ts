import { registers } from "./registers.ts"
import type { VatNumber } from "./vatNumber.ts"

/** The number of a company that is inside another number of it. */
export interface Contained {
  readonly number: string
  readonly type: string
}

/**
 * VAT numbers that the law makes out of the number of the company: France (CGI annexe II art. 242 sexies: key and SIREN), Belgium (Code de la TVA
 * art. 50: BE and the enterprise number), Switzerland (MWSTG art. 66: the UID), Norway (merverdiavgiftsloven with forskrift § 15-11: organisation number
 * and MVA), Finland (the business ID without its hyphen), Spain (Real Decreto 1065/2007 art. 25: ES and the NIF), Italy (DPR 633/1972 art. 35), Portugal, Romania,
 * Croatia, and of legal entities alone Bulgaria (ZDDS art. 94), Czechia (daňový řád § 130) and Sweden (number of the organisation and 01).
 * Numbers of persons are left out. Others have a number of their own (Austria, Germany, Ireland, the United Kingdom), or one that does not
 * show which of several kinds it is (Denmark, the Netherlands).
 */
const rules: Readonly<Record<string, readonly [country: string, type: string, of: (national: string) => string | undefined]>> = {
  BE: ["BE", "KBO/BCE", (national) => national],
  BG: ["BG", "EIK", (national) => (national.length === 9 ? national : undefined)],
  CHE: ["CH", "UID", (national) => `CHE${national}`],
  CZ: ["CZ", "IČO", (national) => (national.length === 8 ? national : undefined)],
  ES: ["ES", "NIF", (national) => national],
  FI: ["FI", "Y-tunnus", (national) => national],
  FR: ["FR", "SIREN", (national) => national.slice(2)],
  HR: ["HR", "OIB", (national) => national],
  IT: ["IT", "Partita IVA", (national) => national],
  NO: ["NO", "Orgnr", (national) => national],
  PT: ["PT", "NIPC", (national) => national],
  RO: ["RO", "CUI", (national) => national],
  // The third digit of a person's number is the first of a month.
  SE: ["SE", "Orgnr", (national) => (Number(national[2]) >= 2 ? national.slice(0, 10) : undefined)],
}

/** The kinds of numbers that VAT numbers contain, in lower case. */
export const containedTypes: ReadonlyArray<string> = Object.values(rules).map(([, type]) => type.toLowerCase())

const printed = (country: string, type: string, number: string): Contained | null => {
  const register = registers[country]?.find(({ name }) => name === type)
  return register?.isValid(number) === true ? { number: register.format(number), type } : null
}

/** The company's number in a valid VAT number. */
export const containedInVat = ({ format, national }: VatNumber): Contained | null => {
  const [country = "", type = "", of] = rules[format.prefix] ?? []
  const number = of?.(national)
  return number === undefined ? null : printed(country, type, number)
}

/** The number of the company in that of one of its sites, and the PAN in an Indian tax number. */
export const containedIn = (kind: string, number: string): Contained | null =>
  kind === "FR.SIRET"
    ? printed("FR", "SIREN", number.slice(0, 9))
    : kind === "IN.GSTIN"
      ? { number: number.slice(2, 12), type: "PAN" }
      : null
