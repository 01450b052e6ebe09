import { createRequire } from "node:module"
import { validateVat, type VatEngine, vatGroup } from "../tax-ids/validateVat.ts"
import type { Source } from "../../../domain/catalogue/Source.ts"
import { microUsd } from "../../../domain/money/Money.ts"
import { logo } from "../logo.ts"

// This module of validator, alone of them all, has no default export that every loader understands; the whole of validator is 8 MB.
const { default: isVat }: { readonly default: (text: string, locale: string) => boolean } = createRequire(import.meta.url)(
  "validator/lib/isVAT.js",
)

/** Prefixes whose format validator 13 checks wrongly: it refuses Spanish companies and half of Ireland, and accepts any 9 characters for Cyprus. */
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

export const vatLite: Source = {
  id: "vat-lite",
  name: "VAT Lite",
  provider: "Farthing",
  description:
    "Looks at the format of European VAT numbers, and at the check digits of Portugal and Switzerland. Computed in the gateway; no register is asked.",
  category: "business",
  tags: ["format", "tax", "validation", "vat"],
  sectors: ["accounting", "e-commerce"],
  capabilities: ["validate"],
  jurisdiction: "Europe",
  attribution:
    "validator.js by Chris O'Hara (MIT); formats after the European Commission's VIES where it is mistaken; country names from Unicode CLDR.",
  sourceUrl: "https://github.com/validatorjs/validator.js",
  logoUrl: logo("VL", "#a0527b"),
  group: vatGroup,
  operations: [
    validateVat(checkFormat, {
      description:
        "Checks the format of a VAT number of the European Union, Northern Ireland, the United Kingdom, Switzerland or Norway; of Portugal and Switzerland also the " +
        "check digits. Where check_digits_valid is null, a typing error can go unnoticed.",
      price: microUsd(1_000n),
      incomplete: ["tax.check_digits_valid"],
    }),
  ],
}
