import nationalBanks from "./nationalBanks.json" with { type: "json" }

/*
 * `nationalBanks.json` has the banks by the codes in the IBANs of countries whose central banks publish no package: code, BIC and name. A code there is a whole code, or the
 * digits with which all codes of a bank begin. No list is complete; banks that have closed, and codes that two sources give differently, are left out. The years are
 * those of the registries:
 *
 * - schwifty by Martin Domke: Poland, Switzerland (from the bank master data of SIX) and Slovenia 2026, Czechia and Türkiye 2025; Croatia, Cyprus, Finland, Greece, Hungary, Portugal, Slovakia
 *   and Estonia some years earlier, with the names that their BICs have today.
 * - Italy: codes that the registers of the Banca d'Italia had in October 2026, with the names of schwifty; FinecoBank and Monte dei Paschi after IBANs that name them. Qonto after schwifty.
 * - Sweden: list of IBAN identifiers of Bankinfrastruktur, September 2023, against the one of 2021.
 * - Norway: the larger banks of the list of BICs of Bits, of 2024 or later, without Danske Bank (whose private customers went to Nordea), Sparebanken Sør and Sparebanken Vest (which merged), and without the codes from 3600 to 4999.
 * - Serbia and Saudi Arabia: bankdata by homebeaver. Serbia only with banks whose BIC has the same name today, Saudi Arabia only with codes that a second list of 2024 gives too.
 * - Brazil: the ISPB of the larger institutions, after the list of the Banco Central do Brasil in bancos-brasileiros, August 2026.
 * - Israel: codes of Masav (2024), Iceland: bankdata, two of three large banks. Ukraine: PrivatBank after schwifty, Universal Bank after its IBANs. Liechtenstein: two banks after schwifty, the Landesbank after its IBANs.
 * - Türkiye's participation banks: codes in the API of Paraşüt. Lithuania and the United Arab Emirates: codes that banks have in their own IBANs.
 *
 * The BICs are those of the registries, and (Brazil, Iceland, Israel, Türkiye's participation banks) of the list of BICs. Each is in `listedBanks.json` with the same bank, save those of passive
 * participants (with a 1 as the eighth character), which that list hardly has. A BIC that two sources give differently is null.
 */

export interface NationalBank {
  readonly name: string
  readonly bic: string | null
}

const banks: ReadonlyMap<string, ReadonlyMap<string, NationalBank>> = new Map(
  Object.entries(nationalBanks).map(([country, rows]) => [
    country,
    new Map(rows.map(([code, bic, name]): readonly [string, NationalBank] => [code ?? "", { name: name ?? "", bic: bic ?? null }])),
  ]),
)

/** Countries whose IBANs have a letter for checking before the code of the bank. */
const withLetter: ReadonlySet<string> = new Set(["IT", "SM"])

const codeLengths = [8, 7, 6, 5, 4, 3, 2, 1]

/** The bank with the longest code that the account of a valid IBAN begins with: Poland gives numbers of three digits to banks, and longer ones to some of their own. */
export const nationalBank = (country: string, bban: string): NationalBank | undefined => {
  const account = withLetter.has(country) ? bban.slice(1) : bban
  const listed = banks.get(country) ?? new Map<string, NationalBank>()
  return codeLengths.map((length) => listed.get(account.slice(0, length))).find((bank) => bank !== undefined)
}
