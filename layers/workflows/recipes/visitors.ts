import type { Recipe } from "../../../domain/workflow/Recipe.ts"

const countryOfAddress = {
  stepId: "where",
  description: "the country of the IP address",
  operationId: "$sourceDescriptions.ip2loc-lite.ip.country",
  parameters: [{ name: "ip.address", value: "$inputs.ip.address" }],
  outputs: { country: "$response.body#/country/code" },
  "x-fallback": ["$sourceDescriptions.ip-registry.ip.country"],
} as const

const addressOnly = "The country is the one an address range is registered in or used from; its user may be elsewhere."

/** What is to be known of somebody from their IP address. */
export const visitors: ReadonlyArray<Recipe> = [
  {
    workflowId: "business-day-at-ip",
    summary: "Business day at an IP address",
    description:
      "Whether a day is a business day, a weekend day or a public holiday in the country of an IP address, and which holiday comes next.",
    inputs: {
      type: "object",
      properties: { "ip.address": {}, "calendar.date": { description: "The day; today in UTC if not given.", default: "$today" } },
      required: ["ip.address"],
    },
    steps: [
      countryOfAddress,
      {
        stepId: "day",
        description: "whether it is a business day there",
        operationId: "$sourceDescriptions.holidays.calendar.is_holiday",
        parameters: [
          { name: "country.code", value: "$steps.where.outputs.country" },
          { name: "calendar.date", value: "$inputs.calendar.date" },
        ],
        outputs: {
          business_day: "$response.body#/calendar/is_business_day",
          holiday: "$response.body#/calendar/is_holiday",
          next: "$response.body#/calendar/next_holiday",
        },
      },
    ],
    outputs: {
      country: "$steps.where.outputs.country",
      business_day: "$steps.day.outputs.business_day",
      holiday: "$steps.day.outputs.holiday",
      next_holiday: "$steps.day.outputs.next",
    },
    "x-limitations": [addressOnly, "Holidays of single regions do not count."],
  },
  {
    workflowId: "visitor-locale",
    summary: "Languages and money of a visitor",
    description:
      "The country of an IP address, the languages spoken there and its currency with symbol and decimal places: how to greet and to price.",
    inputs: { type: "object", properties: { "ip.address": {} }, required: ["ip.address"] },
    steps: [
      countryOfAddress,
      {
        stepId: "profile",
        description: "the languages spoken there",
        operationId: "$sourceDescriptions.atlas.country.profile",
        parameters: [{ name: "country.code", value: "$steps.where.outputs.country" }],
        outputs: { languages: "$response.body#/country/languages", calling_codes: "$response.body#/country/calling_codes" },
      },
      {
        stepId: "money",
        description: "the currency used there",
        operationId: "$sourceDescriptions.currencies.currency.of_country",
        parameters: [{ name: "country.code", value: "$steps.where.outputs.country" }],
        outputs: {
          currency: "$response.body#/currency/code",
          symbol: "$response.body#/currency/symbol",
          digits: "$response.body#/currency/minor_digits",
        },
      },
    ],
    outputs: {
      country: "$steps.where.outputs.country",
      languages: "$steps.profile.outputs.languages",
      calling_codes: "$steps.profile.outputs.calling_codes",
      currency: "$steps.money.outputs.currency",
      symbol: "$steps.money.outputs.symbol",
      minor_digits: "$steps.money.outputs.digits",
    },
    "x-limitations": [addressOnly],
  },
]
