import type { AnswerTemplate } from "../template.ts"

const kinds = { vat: "VAT", gst: "GST", "consumption tax": "consumption tax", "sales tax": "general sales tax" }

const regions = [
  {
    text: "Other rates or taxes apply in parts of {country.name|country}: {vat.other_regions|names}.",
    when: { "vat.regions_differ": true, "vat.kind": "vat" },
  },
  {
    text: "Other rates or taxes apply in parts of {country.name|country}: {vat.other_regions|names}.",
    when: { "vat.regions_differ": true, "vat.kind": "gst" },
  },
]

/** Rates of VAT and of taxes like it. */
export const taxes: Readonly<Record<string, AnswerTemplate>> = {
  "tax.vat_rate": {
    sentences: [
      ...Object.entries(kinds).map(([kind, name]) => ({
        text: `The standard rate of ${name} in {country.name|country} is {vat.percent} %.`,
        facts: ["vat.percent", "vat.kind", "country.name", "country.code"],
        when: { "vat.kind": kind },
      })),
      {
        text: "There is no VAT in {country.name|country}: sales taxes are those of its {vat.other_regions|names}.",
        facts: ["vat.percent", "vat.kind", "vat.other_regions", "country.name", "country.code"],
        when: { "vat.kind": "none", "vat.regions_differ": true },
      },
      {
        text: "There is no VAT in {country.name|country}.",
        facts: ["vat.percent", "vat.kind", "country.name", "country.code"],
        when: { "vat.kind": "none", "vat.regions_differ": false },
      },
      { text: "It has applied since {vat.since|date}.", facts: ["vat.since", "vat.former_percent"] },
      { text: "Before, it was {vat.former_percent} %.", facts: ["vat.former_percent", "vat.since"] },
      {
        text: "Reduced rates there: {vat.lower_percents|percents}.",
        facts: ["vat.lower_percents"],
        when: { "vat.lower_percents": { atLeast: 1 } },
      },
      { text: "There is no reduced rate.", facts: ["vat.lower_percents"], when: { "vat.lower_percents": { atMost: 0 } } },
    ],
    limits: [
      ...regions,
      {
        text: "Reduced rates: {vat.lower_percents|percents}. What each one is for is not in it. The rates are those of {vat.edition}.",
        when: { "vat.lower_percents": { atLeast: 1 } },
      },
      { text: "Reduced rates are not in it. The rates are those of {vat.edition}.", when: { "vat.lower_percents": null } },
      { text: "The rates are those of {vat.edition}.", when: { "vat.lower_percents": { atMost: 0 } } },
    ],
  },
  "tax.reduced_vat_rates": {
    sentences: [
      {
        text: "The reduced rates of VAT in {country.name|country}: {reduced.levels|percents}.",
        facts: ["reduced.levels", "country.name", "country.code"],
      },
      {
        text: "There is no reduced rate of VAT in {country.name|country}.",
        facts: ["reduced.levels", "country.name", "country.code"],
        when: { "reduced.levels": { atMost: 0 } },
      },
      { text: "The standard rate is {reduced.full_percent} %.", facts: ["reduced.full_percent"], detail: true },
    ],
    limits: [
      {
        text: "Other rates apply in parts of {country.name|country}: {reduced.other_regions|names}.",
        when: { "reduced.regions_differ": true },
      },
      { text: "Zero rates and what each rate is for are not in it. The rates are those of {reduced.edition}." },
    ],
  },
  "tax.goods_vat_rate": {
    sentences: [
      {
        text: "The rate of VAT on {goods.kind} in {country.name|country} is {vat.percent} %.",
        facts: ["vat.percent", "goods.kind", "country.name", "country.code"],
      },
      { text: "The standard rate is {vat.standard_percent} %.", facts: ["vat.standard_percent"], detail: true },
    ],
    limits: [
      {
        text: "Other rates apply in parts of {country.name|country}: {vat.other_regions|names}.",
        when: { "vat.regions_differ": true },
      },
      { text: "Alcohol and some other drinks have another rate in many countries.", when: { "goods.kind": "restaurant meals" } },
      { text: "The rates are those of {vat.edition}." },
    ],
  },
  "tax.vat_rates": {
    sentences: [
      {
        text: "The highest standard rate is {vat.highest_percent} %: {vat.highest|names}.",
        facts: ["vat.highest", "vat.highest_percent"],
        detail: true,
      },
      {
        text: "The lowest standard rate is {vat.lowest_percent} %: {vat.lowest|names}.",
        facts: ["vat.lowest", "vat.lowest_percent"],
        detail: true,
      },
      {
        text: "The average of the {vat.count} rates is {vat.average_percent} %.",
        facts: ["vat.average_percent", "vat.count"],
        detail: true,
      },
      { text: "Standard rates, the highest first: {vat.rates|rates}.", facts: ["vat.rates"] },
      { text: "No rate of these countries is known.", facts: ["vat.rates", "vat.highest", "vat.lowest"], when: { "vat.count": 0 } },
    ],
    limits: [
      { text: "The rates of {vat.unknown|names} are not known for certain." },
      { text: "Reduced rates are not in it. The rates are those of {vat.edition}." },
    ],
  },
  "tax.vat_of_amount": {
    sentences: Object.entries(kinds).map(([kind, name]) => ({
      text: `{vat.net} {currency.code} net and {vat.tax} {currency.code} ${name} are {vat.gross} {currency.code} gross, at the standard rate of {country.name|country}, {vat.percent} %.`,
      facts: [
        "vat.net",
        "vat.tax",
        "vat.gross",
        "vat.percent",
        "vat.kind",
        "currency.code",
        "amount.basis",
        "country.name",
        "country.code",
      ],
      when: { "vat.kind": kind },
    })),
    limits: [...regions, { text: "The standard rate is taken, not a reduced one." }],
  },
  "tax.at_rate": {
    sentences: [
      {
        text: "{vat.net} {currency.code} net and {vat.tax} {currency.code} tax of {tax.percent} % are {vat.gross} {currency.code} gross.",
        facts: ["vat.net", "vat.tax", "vat.gross", "tax.percent", "amount.basis", "currency.code"],
      },
      {
        text: "{vat.net} net and {vat.tax} tax of {tax.percent} % are {vat.gross} gross.",
        facts: ["vat.net", "vat.tax", "vat.gross", "tax.percent", "amount.basis"],
        when: { "currency.code": null },
      },
    ],
    limits: [{ text: "The rate is the one of the question: whether it applies is not known." }],
  },
}
