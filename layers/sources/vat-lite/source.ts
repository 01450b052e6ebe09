import type { Source } from "../../../domain/catalogue/Source.ts"
import { microUsd } from "../../../domain/money/Money.ts"
import { logo } from "../logo.ts"
import { vatGroup } from "../tax-ids/group.ts"
import { validateVat } from "../tax-ids/validateVat.ts"
import { checkFormat } from "./checkFormat.ts"

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
    }),
  ],
}
