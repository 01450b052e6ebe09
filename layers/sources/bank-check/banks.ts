import { bankDataByBIC, bankDataByBLZ } from "bankdata-germany"
import ibans from "iban-to-bic"
import listedBanks from "./listedBanks.json" with { type: "json" }
import { nationalBank } from "./nationalCodes.ts"

/** BIC of 8 characters → name and city of the institution. */
const listed: ReadonlyMap<string, ReadonlyArray<string>> = new Map(Object.entries(listedBanks))

/** Countries with a list of the BICs of their bank codes. */
const codesListed: ReadonlySet<string> = new Set(["AT", "BE", "ES", "FR", "LU", "NL"])

/** Bank code and country of a BIC → the BICs of 8 characters that begin so. */
const byLetters: ReadonlyMap<string, ReadonlyArray<string>> = Map.groupBy(listed.keys(), (bic) => bic.slice(0, 6))

const countries: ReadonlySet<string> = new Set(Array.from(listed.keys(), (bic) => bic.slice(4, 6)))

/** Whether the list of BICs has a BIC of 8 or 11 characters, or the one of its head office. */
export const isListedBic = (bic: string): boolean => listed.has(bic.slice(0, 8))

/** Whether the list of BICs has institutions of this country. */
export const listsBicsOf = (country: string): boolean => countries.has(country)

/** The institution of a BIC: of a German one after the list of the Bundesbank, which has few branches of their own, else after the list of BICs. */
export const bankOfBic = (bic: string): { readonly name: string | null; readonly city: string | null } => {
  const german = bankDataByBIC(bic) ?? bankDataByBIC(bic.slice(0, 8))
  const [name, city] = listed.get(bic.slice(0, 8)) ?? []
  return { name: german?.bankName ?? name ?? null, city: city || null }
}

/** What is known of a bank by its code in an IBAN. */
export interface BankOfCode {
  /** Whether the banks of the country are listed by these codes. */
  readonly listed: boolean
  readonly name: string | null
  readonly bic: string | null
  /** Bank and country of the BIC, where several offices have BICs that begin so. */
  readonly bicBegins: string | null
}

const unknown: BankOfCode = { listed: false, name: null, bic: null, bicBegins: null }

/** The shortest of names that share their first word; null of names of different banks. */
const commonName = (names: ReadonlyArray<string>): string | null =>
  new Set(names.map((name) => name.split(" ")[0])).size === 1 ? names.reduce((a, b) => (b.length < a.length ? b : a)) : null

/**
 * The bank of four letters, with which IBANs of the United Kingdom, Ireland and others begin: they are those of its BIC. Of its offices those with another initial than
 * the code are funds and customers of the bank.
 */
const bankOfLetters = (letters: string, country: string): BankOfCode => {
  const begins = letters + country
  const bics = byLetters.get(begins) ?? []
  const names = bics.map((bic) => listed.get(bic)?.[0] ?? "")
  const own = names.filter((name) => name.startsWith(letters.slice(0, 1)))
  return {
    listed: true,
    name: commonName(own.length > 0 ? own : names),
    bic: bics.length === 1 ? bics[0]! : null,
    bicBegins: bics.length > 1 ? begins : null,
  }
}

/**
 * The bank that `code` names in a valid IBAN, after the list of the Bundesbank, the lists of the central banks of six countries, the codes of banks of 25 more,
 * or the letters of its BIC.
 */
export const bankOfValidIban = (iban: string, code: string): BankOfCode => {
  const country = iban.slice(0, 2)
  if (country === "DE") {
    const bank = bankDataByBLZ(code)
    return { listed: true, name: bank?.bankName ?? null, bic: bank?.bic || null, bicBegins: null }
  }
  if (codesListed.has(country)) {
    const bic = ibans.ibanToBic(iban) ?? null
    return { listed: true, name: bic === null ? null : bankOfBic(bic).name, bic, bicBegins: null }
  }
  const national = nationalBank(country, iban.slice(4))
  if (national !== undefined) return { listed: true, ...national, bicBegins: null }
  return /^[A-Z]{4}$/u.test(code) && countries.has(country) ? bankOfLetters(code, country) : unknown
}
