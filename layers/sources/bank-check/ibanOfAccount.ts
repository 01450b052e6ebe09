import { bankDataByBLZ } from "bankdata-germany"
import { Effect, Schema } from "effect"
import { composeIBAN, getCountrySpecifications } from "ibantools"
import { defineOperation } from "../../../domain/catalogue/defineOperation.ts"
import type { InputProblem } from "../../../domain/catalogue/Source.ts"
import { microUsd } from "../../../domain/money/Money.ts"
import { countryCode, countryName } from "../country.ts"
import { describeIban, printedIban } from "./iban.ts"
import { bbanStructure } from "./structure.ts"

const danish: ReadonlySet<string> = new Set(["DK", "FO", "GL"])

interface Layout {
  readonly code: number
  readonly account: number
}

/**
 * Countries whose BBAN is the code of the bank (with that of the branch) and the account number behind it, filled with zeros: no check digits are
 * between them. The last of the digits of a Danish account and of a Polish bank code is a check digit that belongs to the number as people know it.
 */
const layouts: ReadonlyMap<string, Layout> = new Map(
  Object.keys(getCountrySpecifications()).flatMap((country): ReadonlyArray<[string, Layout]> => {
    const parts = bbanStructure(country)
    const letters = parts.map(([letter]) => letter).join("")
    const lengthOf = (from: number, to?: number) => parts.slice(from, to).reduce((sum, [, length]) => sum + length, 0)
    if (letters === "bc" || letters === "bsc") return [[country, { code: lengthOf(0, -1), account: lengthOf(-1) }]]
    if (letters === "bcx" && danish.has(country)) return [[country, { code: lengthOf(0, 1), account: lengthOf(1) }]]
    return letters === "bsxc" && country === "PL" ? [[country, { code: lengthOf(0, 3), account: lengthOf(3) }]] : []
  }),
)

/** Countries in which the sort code alone does not say what the IBAN begins with. */
const withLetters: ReadonlySet<string> = new Set(["GB", "GG", "IE", "IM", "JE"])

const isCovered = (code: string): code is string => layouts.has(code)

const bare = (typed: string): string => typed.toUpperCase().replace(/[^A-Z0-9]/gu, "")

interface Account {
  readonly "country.code": string
  readonly "bank.national_code": string
  readonly "bank.national_account": string
}

/** Countries whose account numbers are filled with zeros in front; in others they are written in full. */
const filled: ReadonlySet<string> = new Set([
  "AT",
  "CH",
  "CZ",
  "DE",
  "DK",
  "FO",
  "GB",
  "GG",
  "GL",
  "HR",
  "IE",
  "IM",
  "JE",
  "LI",
  "NL",
  "PL",
  "SK",
])

/** `19-2000145399`: a Czech or Slovak account has a prefix of up to six digits. */
const accountOf = (country: string, typed: string): string => {
  const [prefix, number] = typed.split("-")
  return ["CZ", "SK"].includes(country) && number !== undefined ? bare(prefix ?? "") + bare(number).padStart(10, "0") : bare(typed)
}

const bbanOf = (account: Account): string => {
  const country = account["country.code"]
  const layout = layouts.get(country)!
  return (
    bare(account["bank.national_code"]).padStart(layout.code, "0") +
    accountOf(country, account["bank.national_account"]).padStart(layout.account, "0")
  )
}

const problemOf = (account: Account): InputProblem | undefined => {
  const country = account["country.code"]
  const layout = layouts.get(country)!
  const code = bare(account["bank.national_code"])
  const number = accountOf(country, account["bank.national_account"])
  const refusal = (field: keyof Account, reason: string): InputProblem => ({ field, reason })
  // Only Swiss clearing numbers are written without their leading zeros.
  if (code.length !== layout.code && !(["CH", "LI"].includes(country) && code.length >= 3 && code.length < layout.code))
    return refusal(
      "bank.national_code",
      `a bank code of ${countryName(country)} has ${layout.code} characters${withLetters.has(country) ? ", the four letters of the bank and then the sort code" : ""}, and ${code} has ${code.length}.`,
    )
  if (number.length > layout.account || (number.length < layout.account && !filled.has(country)))
    return refusal(
      "bank.national_account",
      `an account number of ${countryName(country)} has ${filled.has(country) ? "at most " : ""}${layout.account} characters, and ${number} has ${number.length}.`,
    )
  const bban = bbanOf(account)
  const iban = composeIBAN({ countryCode: country, bban })
  if (iban === null) return refusal("bank.national_account", `${code} and ${number} do not make up an account of ${countryName(country)}.`)
  const { bank } = describeIban(iban)
  return bank.valid ? undefined : refusal("bank.national_account", bank.reasons.map(({ message }) => message).join(" "))
}

export const ibanOfAccount = defineOperation({
  id: "bank.iban_of_account",
  name: "Make the IBAN of a bank code and an account number",
  description:
    "The IBAN of an account by the code of its bank (with that of the branch) and its national number, with check digits and, of a German bank code, the bank's name and BIC. " +
    "Of countries whose account numbers are written behind the bank code: Germany, Austria, Switzerland, Liechtenstein, the Netherlands, the United Kingdom (with the four letters of the bank) and others. " +
    "Some German banks number a few accounts by rules of their own: the bank has the last word.",
  fields: {
    "bank.national_code": Schema.String.annotate({
      description:
        "Code of the bank, with that of the branch where there is one: Bankleitzahl, clearing number, sort code with the letters of the bank before it.",
      examples: ["37040044"],
    }).check(Schema.isBetweenLength(2, 24)),
    "bank.national_account": Schema.String.annotate({
      description: "Number of the account in the country: Kontonummer.",
      examples: ["532013000"],
    }).check(Schema.isBetweenLength(1, 34)),
    "country.code": countryCode(isCovered, `ISO 3166-1 alpha-2 code of the country of the account, one of ${layouts.size}.`, "DE"),
  },
  native: { "country.code": "country" },
  output: [
    "country.code",
    "country.name",
    "bank.iban",
    "bank.iban_formatted",
    "bank.check_digits",
    "bank.bban",
    "bank.found",
    "bank.name",
    "bank.bic",
  ],
  pricing: { model: "per_call", price: microUsd(2_000n) },
  freshnessSeconds: 7 * 86_400,
  examples: [
    "IBAN for BLZ 37040044 and Kontonummer 532013000",
    "make the IBAN out of German bank code 20050550 and account number 1234567890",
    "I have account 532013000 and Bankleitzahl 37040044, give me the IBAN",
    "convert Bankleitzahl 50010517, Konto 0648489890 to an IBAN",
    "build an IBAN: bank code 10050000, account 54540402, Germany",
    "calculate the IBAN from BLZ 12030000 and account number 202051",
    "Austrian bank code 19043, account number 234573201: what is the IBAN",
    "Swiss clearing number 762 and account number 011623852957 as IBAN",
    "which IBAN belongs to account 417164300 with bank code ABNA in the Netherlands",
    "we only have BLZ 700 500 00 and Kontonummer 594937, what is the IBAN",
  ],
  hints: {
    vocabulary:
      "make made build built create generate calculate compute compose convert blz bankleitzahl kontonummer konto sort clearing belongs only",
    keywords: {
      "bank.iban": "iban",
      "bank.iban_formatted": "iban",
      "bank.name": "name bank",
      "bank.bic": "bic swift",
    },
  },
  check: problemOf,
  run: (input) =>
    Effect.sync(() => {
      const country = input["country.code"]
      const bban = bbanOf(input)
      const iban = composeIBAN({ countryCode: country, bban }) ?? ""
      const bank = country === "DE" ? bankDataByBLZ(bban.slice(0, 8)) : undefined
      return {
        data: {
          country: { code: country, name: countryName(country) },
          bank: {
            iban,
            iban_formatted: printedIban(iban),
            check_digits: iban.slice(2, 4),
            bban,
            found: bank === undefined ? null : bank !== null,
            name: bank?.bankName ?? null,
            bic: bank?.bic || null,
          },
        },
        documents: 1,
        identifiers: { iban },
      }
    }),
})
