import { Effect, Schema } from "effect"
import { defineOperation } from "../../../domain/catalogue/defineOperation.ts"
import { microUsd } from "../../../domain/money/Money.ts"
import { Amount, readAmount, unreadableAmount } from "../currencies/amount.ts"
import { CurrencyCode } from "../currencies/currencies.ts"
import { splitAmount } from "./splitAmount.ts"

/** The currency whose two decimals an amount without a currency is rounded to. */
const withTwoDecimals = "EUR"

export const taxAtRate = defineOperation({
  id: "tax.at_rate",
  name: "Compute a tax at a stated rate",
  description:
    "Net amount, tax and gross amount at a percentage that is given, from a net amount, to which the tax is added, or from a gross amount, in which it is. " +
    "Exact, and rounded half up to the smallest unit of the currency, or to two decimals without one. Whether the rate applies is not checked.",
  fields: {
    "currency.amount": Amount,
    "tax.percent": Schema.String.annotate({ description: "The rate of the tax in percent.", examples: ["15"] }).check(
      Schema.isPattern(/^\d{1,2}(?:\.\d{1,4})?$/u, { expected: "a percentage below 100 with a point before the decimals, such as 7.5" }),
    ),
    "amount.basis": Schema.Literals(["net", "gross"]).annotate({
      description: "Whether the amount is net, and the tax is added to it, or gross, and the tax is in it.",
      examples: ["gross"],
    }),
    "currency.code": Schema.optionalKey(CurrencyCode),
  },
  native: { "currency.code": "currency", "tax.percent": "percent" },
  output: ["vat.net", "vat.tax", "vat.gross", "tax.percent", "amount.basis", "currency.code"],
  pricing: { model: "per_call", price: microUsd(500n) },
  freshnessSeconds: 30 * 86_400,
  examples: [
    "how much GST is in $4,200 if it is 15% inclusive",
    "invoice of 18 400 rand including 15% VAT, how much is the VAT",
    "an invoice is 18 400 rand including 15% VAT, what is the amount without it",
    "total is 1464.00 euro with 22% VAT inside, what is the net",
    "add 7.5% tax to 250 USD",
    "what is 200 plus 18% GST",
    "VAT at 5% on 1,000 AED",
    "take 20% VAT off 1,200 GBP",
    "1,190 including 19% VAT, net amount please",
  ],
  hints: {
    requestedByName: true,
    keywords: {
      "vat.tax": "vat gst tax mwst ust moms iva tva btw",
      "vat.net": "net excluding without before",
      "vat.gross": "gross including total with",
    },
    vocabulary:
      "rate percent percentage much full value added add added adds plus split take out off contained contains included incl inclusive inside amount total invoice invoices bill price at calculate compute",
  },
  check: (input) => unreadableAmount(input["currency.code"] ?? withTwoDecimals, input["currency.amount"]),
  run: (input) =>
    Effect.sync(() => {
      const basis = input["amount.basis"]
      const percent = input["tax.percent"]
      const currency = input["currency.code"] ?? null
      const { digits, units } = readAmount(currency ?? withTwoDecimals, input["currency.amount"])
      return {
        data: {
          currency: { code: currency },
          amount: { basis },
          tax: { percent },
          vat: splitAmount(units, digits, percent, basis === "gross"),
        },
        documents: 1,
      }
    }),
})
