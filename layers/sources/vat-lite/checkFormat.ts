import { createRequire } from "node:module"
import type { VatEngine } from "../tax-ids/validateVat.ts"

// This module of validator, alone of them all, has no default export that every loader understands; the whole of validator is 8 MB.
const { default: isVat }: { readonly default: (text: string, locale: string) => boolean } = createRequire(import.meta.url)(
  "validator/lib/isVAT.js",
)

/** Prefixes whose format validator 13 gets wrong: it refuses Spanish companies and half of Ireland, and takes any 9 signs for Cyprus. */
const wrongInValidator: ReadonlySet<string> = new Set(["BE", "CY", "DE", "ES", "IE", "LT", "RO", "SE", "SI", "SK"])

/** Countries whose check digits validator verifies too. */
const withCheckDigits: ReadonlySet<string> = new Set(["PT", "CHE"])

/** What validator wants to see: the British groups, the Norwegian suffix. */
const validatorForm: Readonly<Record<string, (national: string) => string>> = {
  FR: (national) => `FR${national}`,
  GB: (national) => `GB${national.replace(/^(\d{3})(\d{4})(\d{2})$/u, "$1 $2 $3").replace(/^(\d{9})(\d{3})$/u, "$1 $2")}`,
  NO: (national) => `${national}MVA`,
}
const locales: Readonly<Record<string, string>> = { CHE: "CH", XI: "GB" }

export const checkFormat: VatEngine = ({ format: { digits, prefix }, national }) => {
  if (wrongInValidator.has(prefix)) return { format: digits.test(national), checkDigits: null }
  const locale = locales[prefix] ?? prefix
  const isRight = isVat(validatorForm[locale]?.(national) ?? national, locale)
  if (!withCheckDigits.has(prefix)) return { format: isRight, checkDigits: null }
  const format = digits.test(national)
  return { format, checkDigits: format ? isRight : null }
}
