import type { Source } from "../../../domain/catalogue/Source.ts"
import { microUsd } from "../../../domain/money/Money.ts"
import { logo } from "../logo.ts"
import { checkVat } from "./checkVat.ts"
import { vatGroup } from "./group.ts"
import { validateCompany } from "./validateCompany.ts"
import { validateVat } from "./validateVat.ts"

export const taxIds: Source = {
  id: "tax-ids",
  name: "Tax IDs",
  provider: "Farthing",
  description:
    "Verifies the check digits of VAT numbers in Europe and of company numbers around the world. Computed in the gateway; no register is asked.",
  category: "business",
  tags: ["business number", "check digits", "company number", "siren", "tax", "validation", "vat", "vies"],
  sectors: ["accounting", "e-commerce", "fintech"],
  capabilities: ["format", "validate"],
  jurisdiction: "worldwide",
  attribution:
    "stdnum by David Koblas (MIT), corrected by Farthing for Bulgaria, Czechia, Latvia and Slovenia; VAT formats after the European Commission's VIES; country names from Unicode CLDR.",
  sourceUrl: "https://github.com/koblas/stdnum-js",
  logoUrl: logo("TX", "#7a2e57"),
  group: vatGroup,
  operations: [
    validateVat(checkVat, {
      description:
        "Checks format and check digits of a VAT number of the European Union, Northern Ireland, the United Kingdom, Switzerland or Norway, and says why it is " +
        "invalid. Whether it was given to somebody, which VIES or the country's register would say, is not checked.",
      price: microUsd(2_500n),
    }),
    validateCompany,
  ],
}
