import { Effect, Schema } from "effect"
import { defineOperation } from "../../../domain/catalogue/defineOperation.ts"
import type { InputProblem } from "../../../domain/catalogue/Source.ts"
import { microUsd } from "../../../domain/money/Money.ts"
import { Amount, readAmount, unreadableAmount } from "../currencies/amount.ts"
import { CurrencyCode } from "../currencies/currencies.ts"
import { currenciesOf } from "../currencies/legalTender.ts"
import { noRatesOfGoods } from "./gaps.ts"
import { TaxRegion } from "./regionInput.ts"
import type { RegionTax } from "./regions/RegionTax.ts"
import { percentOfRegion, regionTaxesOf, regionTaxOf } from "./regions/regionTaxes.ts"
import { decimal, taxOn } from "./splitAmount.ts"

/** Each of the taxes of a region is rounded by itself; of a gross amount the last one is the rest. */
const splitInRegion = (region: RegionTax, units: bigint, digits: number, basis: "net" | "gross") => {
  const whole = percentOfRegion(region)!
  const net = basis === "net" ? units : units - taxOn(units, whole, true)
  const taxes = region.parts.map(({ percent }) => taxOn(net, percent, false))
  const tax = basis === "net" ? sumOf(taxes) : units - net
  const components = region.parts.map(({ name, percent }, place) => ({
    name,
    percent: Number(percent),
    tax: decimal(place === taxes.length - 1 ? tax - sumOf(taxes.slice(0, -1)) : taxes[place]!, digits),
  }))
  return { net: decimal(net, digits), tax: decimal(tax, digits), gross: decimal(net + tax, digits), percent: whole, components }
}

const sumOf = (all: ReadonlyArray<bigint>): bigint => all.reduce((sum, each) => sum + each, 0n)

const currencyOf = (region: RegionTax, stated: string | undefined): string => stated ?? currenciesOf(region.country)[0] ?? "EUR"

/** Why the tax on an amount in a region is not known: it has none or no one rate, or towns add theirs. */
const problemOf = (region: RegionTax): InputProblem | undefined => {
  if (region.hasLocal)
    return { field: "tax.region", reason: `counties and cities of ${region.name} add taxes of their own, which are not known.` }
  return region.parts.length === 0 ? { field: "tax.region", reason: `${region.name} has no such tax, or no one rate of it.` } : undefined
}

export const amountInRegion = defineOperation({
  id: "tax.region_amount",
  name: "Compute the sales tax of an amount in a province or region",
  description:
    "Net amount, tax and gross amount at the rates of today in a province of Canada (with GST, HST, PST, RST and QST each), a region of Europe with a rate of its own (Madeira, the Azores, the Canary Islands …) or a state of the USA where no county or city adds a tax, " +
    "from a net amount, to which the tax is added, or from a gross amount, in which it is. Each tax is rounded half up to the smallest unit of the currency. States of the USA with local taxes, and regions without one standard rate, are refused.",
  fields: {
    "tax.region": TaxRegion,
    "currency.amount": Amount,
    "amount.basis": Schema.Literals(["net", "gross"]).annotate({
      description: "Whether the amount is net, and the tax is added to it, or gross, and the tax is in it.",
      examples: ["net"],
    }),
    "currency.code": Schema.optionalKey(CurrencyCode),
  },
  native: { "tax.region": "region", "currency.code": "currency" },
  output: [
    "vat.net",
    "vat.tax",
    "vat.gross",
    "vat.percent",
    "vat.components",
    "vat.region",
    "vat.kind",
    "amount.basis",
    "currency.code",
    "vat.edition",
  ],
  pricing: { model: "per_call", price: microUsd(1_000n) },
  freshnessSeconds: 30 * 86_400,
  examples: [
    "HST on 250 dollars in Ontario",
    "how much HST is contained in 113 dollars in Ontario",
    "how much is $80 plus tax in British Columbia",
    "QST on 100 dollars in Quebec",
    "add GST and PST to 40 dollars in Saskatchewan",
    "1,200 net plus IVA in Madeira",
    "invoice of 500 CAD including HST in Nova Scotia, how much is the tax",
    "IGIC on 100 euros in the Canary Islands",
    "sales tax on 20 dollars in Kentucky",
    "net amount of 230 dollars incl. HST, New Brunswick",
  ],
  hints: {
    statedOnly: ["tax.region"],
    requestedByName: true,
    partsUnknown: noRatesOfGoods,
    keywords: {
      "vat.tax": "vat gst hst pst qst rst igic ipsi iva tva sales tax taxes",
      "vat.components": "gst pst qst rst tvq tps provincial",
      "vat.net": "net excluding without before",
      "vat.gross": "gross including total with",
      "vat.percent": "standard percentage",
    },
    vocabulary:
      "rate standard add added adds plus take out contained contains included inclusive incl excl amount total invoice price pay charge",
  },
  check: (input): InputProblem | undefined => {
    const region = regionTaxOf(input["tax.region"])!
    return problemOf(region) ?? unreadableAmount(currencyOf(region, input["currency.code"]), input["currency.amount"])
  },
  run: (input) =>
    Effect.sync(() => {
      const region = regionTaxOf(input["tax.region"])!
      const basis = input["amount.basis"]
      const currency = currencyOf(region, input["currency.code"])
      const { digits, units } = readAmount(currency, input["currency.amount"])
      return {
        data: {
          currency: { code: currency },
          amount: { basis },
          vat: { ...splitInRegion(region, units, digits, basis), region: region.name, kind: region.kind, edition: regionTaxesOf },
        },
        documents: 1,
      }
    }),
})
