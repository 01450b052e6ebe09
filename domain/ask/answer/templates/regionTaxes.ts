import type { AnswerTemplate } from "../template.ts"

const rateFacts = [
  "vat.percent",
  "vat.components",
  "vat.kind",
  "vat.name",
  "vat.region",
  "vat.region_code",
  "vat.local_taxes",
  "country.name",
]

const rate = (kind: string, text: string, when: Readonly<Record<string, null>> = {}) => ({
  text,
  facts: rateFacts,
  when: { "vat.kind": kind, ...when },
})

const amountFacts = [
  "vat.net",
  "vat.tax",
  "vat.gross",
  "vat.percent",
  "vat.components",
  "vat.kind",
  "vat.region",
  "currency.code",
  "amount.basis",
]

const edition = { text: "Rates of single goods and services are not in it. The rates are those of {vat.edition}." }

const areaFacts = ["area.is_member", "area.status", "area.goods", "area.place", "eu.area", "country.name"]

const area = (status: string, text: string, area?: string) => ({
  text,
  facts: areaFacts,
  when: { "area.status": status, ...(area === undefined ? {} : { "eu.area": area }) },
})

/** Taxes on sales of provinces, states and regions, and the areas of the EU's VAT and customs. */
export const regionTaxes: Readonly<Record<string, AnswerTemplate>> = {
  "tax.region_rate": {
    sentences: [
      rate("hst", "The HST in {vat.region} is {vat.percent} %, in place of GST and a provincial tax."),
      rate("gst", "In {vat.region} the GST of {vat.percent} % is the whole sales tax: there is no provincial or territorial one."),
      rate("gst and provincial", "In {vat.region} there are {vat.components|rates}, together {vat.percent} %."),
      rate("state", "The state {vat.name} of {vat.region} is {vat.percent} %."),
      rate("state and local", "The {vat.name} in the whole of {vat.region} is {vat.percent} %: {vat.components|rates}."),
      rate("no state", "There is no state sales tax in {vat.region}."),
      rate("vat", "The standard rate of VAT in {vat.region} is {vat.percent} %."),
      rate("foreign vat", "The VAT of {country.name|country} does not apply in {vat.region}: {vat.name} does, at {vat.percent} %."),
      rate("own", "VAT does not apply in {vat.region}: the {vat.name} does, with a general rate of {vat.percent} %."),
      rate(
        "own",
        "VAT does not apply in {vat.region}: the {vat.name} does, which has no standard rate, but one for each kind of goods and services.",
        {
          "vat.percent": null,
        },
      ),
      rate("none", "There is no VAT in {vat.region}."),
      { text: "Counties, cities and districts may add taxes of their own.", facts: rateFacts, when: { "vat.local_taxes": true } },
      { text: "That has applied since {vat.since|date}.", facts: [...rateFacts, "vat.since", "vat.former_percent"] },
      { text: "Before, it was {vat.former_percent} %.", facts: ["vat.former_percent", "vat.since"] },
      { text: "Reduced rates there: {vat.lower_percents|percents}.", facts: ["vat.lower_percents"] },
    ],
    limits: [{ text: "Reduced rates are not in it.", when: { "vat.lower_percents": null, "vat.kind": "vat" } }, edition],
  },
  "tax.region_amount": {
    sentences: [
      {
        text: "{vat.net} {currency.code} net and {vat.tax} {currency.code} tax of {vat.region} are {vat.gross} {currency.code} gross.",
        facts: amountFacts,
      },
      { text: "The tax: {vat.components|taxes}.", facts: amountFacts },
    ],
    limits: [{ text: "The standard rate is taken, not a reduced one. The rates are those of {vat.edition}." }],
  },
  "tax.eu_area": {
    sentences: [
      area("member", "The {eu.area} of the European Union includes {area.place|country}."),
      area("treated", "The {eu.area} of the European Union includes {area.place|country}, which is treated as a part of a member."),
      area("goods", "{area.place|country} is in the {eu.area} of the European Union for goods, and not for services.", "VAT area"),
      area(
        "goods",
        "{area.place|country} is in the customs territory of the United Kingdom, and the customs rules of the European Union apply to goods there.",
        "customs union",
      ),
      area(
        "goods",
        "{area.place|country} is in the customs territory of the United Kingdom, and the customs rules of the European Union apply to goods there.",
        "customs territory",
      ),
      area("union", "{area.place|country} is in a customs union with the European Union, for {area.goods}.", "customs union"),
      area(
        "union",
        "{area.place|country} is not in the customs territory of the European Union, but in a customs union with it, for {area.goods}.",
        "customs territory",
      ),
      area("outside", "The {eu.area} of the European Union does not include {area.place|country}."),
      {
        text: "Parts of {country.name|country} with another status: {area.exceptions|names}.",
        facts: ["area.exceptions"],
        detail: true,
      },
    ],
    limits: [{ text: "Parts of {country.name|country} have another status, among them {area.exceptions|names}." }],
  },
}
