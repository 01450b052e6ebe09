import { Schema, SchemaTransformation } from "effect"
import { usedCurrencies } from "../currencies/legalTender.ts"

const used = new Set(usedCurrencies)
const isUsed = (code: string): code is string => used.has(code)

export const UsedCurrency = Schema.String.annotate({
  description: "ISO 4217 code of a currency that is money somewhere today.",
  examples: ["XOF"],
})
  .check(Schema.isPattern(/^[A-Za-z]{3}$/u, { expected: "an ISO 4217 code of three letters" }))
  .pipe(
    Schema.decodeTo(Schema.String, SchemaTransformation.toUpperCase()),
    Schema.refine(isUsed, { expected: "a currency that is in use today" }),
  )
