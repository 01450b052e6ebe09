import type { Recipe } from "../../../domain/workflow/Recipe.ts"

/** Countries and their money, holidays and clocks. */
export const countries: ReadonlyArray<Recipe> = [
  {
    workflowId: "country-brief",
    summary: "Country brief",
    description: "A country's capital, languages, calling codes and currency, its neighbours, and its public holidays of a year.",
    inputs: {
      type: "object",
      properties: {
        "country.code": {},
        "calendar.year": { description: "Year of the holidays; this year if not given.", default: "$year" },
      },
      required: ["country.code"],
    },
    steps: [
      {
        stepId: "profile",
        description: "the country",
        operationId: "$sourceDescriptions.atlas.country.profile",
        parameters: [{ name: "country.code", value: "$inputs.country.code" }],
        outputs: {
          capital: "$response.body#/country/capital",
          languages: "$response.body#/country/languages",
          calling_codes: "$response.body#/country/calling_codes",
        },
      },
      {
        stepId: "money",
        description: "its currency",
        operationId: "$sourceDescriptions.currencies.currency.of_country",
        parameters: [{ name: "country.code", value: "$inputs.country.code" }],
        outputs: { currency: "$response.body#/currency/code" },
      },
      {
        stepId: "neighbours",
        description: "its neighbours",
        operationId: "$sourceDescriptions.atlas.country.neighbours",
        parameters: [{ name: "country.code", value: "$inputs.country.code" }],
        outputs: { neighbours: "$response.body#/country/neighbours" },
      },
      {
        stepId: "holidays",
        description: "its public holidays",
        operationId: "$sourceDescriptions.holidays.calendar.public_holidays",
        parameters: [
          { name: "country.code", value: "$inputs.country.code" },
          { name: "calendar.year", value: "$inputs.calendar.year" },
        ],
        outputs: { holidays: "$response.body#/calendar/holidays" },
      },
    ],
    outputs: {
      capital: "$steps.profile.outputs.capital",
      languages: "$steps.profile.outputs.languages",
      calling_codes: "$steps.profile.outputs.calling_codes",
      currency: "$steps.money.outputs.currency",
      neighbours: "$steps.neighbours.outputs.neighbours",
      holidays: "$steps.holidays.outputs.holidays",
    },
    "x-limitations": ["Holidays of single regions are not listed."],
  },
  {
    workflowId: "currency-facts",
    summary: "Currency facts",
    description: "What a currency code stands for, how many decimal places it has, and where it is money.",
    inputs: { type: "object", properties: { "currency.code": {} }, required: ["currency.code"] },
    steps: [
      {
        stepId: "currency",
        description: "the currency",
        operationId: "$sourceDescriptions.currencies.currency.info",
        parameters: [{ name: "currency.code", value: "$inputs.currency.code" }],
        outputs: {
          name: "$response.body#/currency/name",
          digits: "$response.body#/currency/minor_digits",
          symbol: "$response.body#/currency/symbol",
        },
      },
      {
        stepId: "countries",
        description: "the countries that use it",
        operationId: "$sourceDescriptions.atlas.country.by_currency",
        parameters: [{ name: "currency.code", value: "$inputs.currency.code" }],
        outputs: { countries: "$response.body#/country/list" },
      },
    ],
    outputs: {
      name: "$steps.currency.outputs.name",
      minor_digits: "$steps.currency.outputs.digits",
      symbol: "$steps.currency.outputs.symbol",
      countries: "$steps.countries.outputs.countries",
    },
  },
  {
    workflowId: "call-now",
    summary: "Is now a good time to call",
    description:
      "Checks a phone number, and says what time it is in its country, whether today is a business day there, and which languages are spoken.",
    inputs: {
      type: "object",
      properties: {
        "phone.number": {},
        "country.code": { description: "Country to read the number in where it is written in national form (ISO 3166-1 alpha-2)." },
        "calendar.date": { description: "The day; today in UTC if not given.", default: "$today" },
      },
      required: ["phone.number"],
    },
    steps: [
      {
        stepId: "phone",
        description: "the phone number",
        operationId: "$sourceDescriptions.telecom.phone.lookup",
        parameters: [
          { name: "phone.number", value: "$inputs.phone.number" },
          { name: "country.code", value: "$inputs.country.code" },
        ],
        outputs: { valid: "$response.body#/phone/valid", kind: "$response.body#/phone/type", country: "$response.body#/country/code" },
      },
      {
        stepId: "profile",
        description: "the languages of its country",
        operationId: "$sourceDescriptions.atlas.country.profile",
        parameters: [{ name: "country.code", value: "$steps.phone.outputs.country" }],
        outputs: {
          languages: "$response.body#/country/languages",
          latitude: "$response.body#/geo/latitude",
          longitude: "$response.body#/geo/longitude",
        },
      },
      {
        stepId: "clock",
        description: "the local time in its country",
        operationId: "$sourceDescriptions.clockwork.time.now",
        parameters: [
          { name: "geo.latitude", value: "$steps.profile.outputs.latitude" },
          { name: "geo.longitude", value: "$steps.profile.outputs.longitude" },
        ],
        outputs: { local: "$response.body#/time/local" },
      },
      {
        stepId: "day",
        description: "whether it is a business day there",
        operationId: "$sourceDescriptions.holidays.calendar.is_holiday",
        parameters: [
          { name: "country.code", value: "$steps.phone.outputs.country" },
          { name: "calendar.date", value: "$inputs.calendar.date" },
        ],
        outputs: { business_day: "$response.body#/calendar/is_business_day", holiday: "$response.body#/calendar/is_holiday" },
      },
    ],
    outputs: {
      phone_valid: "$steps.phone.outputs.valid",
      phone_type: "$steps.phone.outputs.kind",
      languages: "$steps.profile.outputs.languages",
      local_time: "$steps.clock.outputs.local",
      business_day: "$steps.day.outputs.business_day",
      holiday: "$steps.day.outputs.holiday",
    },
    "x-limitations": [
      "The time is that of the middle of the country: a country with several time zones has others too. A mobile phone may be anywhere.",
    ],
  },
]
