import type { Group } from "../../../domain/catalogue/Source.ts"

export const vatGroup: Group = {
  id: "vat",
  name: "VAT numbers",
  description:
    "Checks the VAT numbers of the European Union, Northern Ireland, the United Kingdom, Switzerland and Norway: one member looks at check digits, the other, cheaper, mostly at the format.",
}
