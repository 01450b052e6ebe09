import type { Recipe } from "../../../domain/workflow/Recipe.ts"

const iban = {
  stepId: "iban",
  description: "the IBAN",
  operationId: "$sourceDescriptions.bank-check.bank.validate_iban",
  parameters: [{ name: "bank.iban", value: "$inputs.bank.iban" }],
  outputs: {
    valid: "$response.body#/bank/valid",
    bank: "$response.body#/bank/bank_identifier",
    country: "$response.body#/country/code",
  },
} as const

const phone = {
  stepId: "phone",
  description: "the phone number",
  operationId: "$sourceDescriptions.telecom.phone.lookup",
  parameters: [
    { name: "phone.number", value: "$inputs.phone.number" },
    { name: "country.code", value: "$inputs.country.code" },
  ],
  outputs: { valid: "$response.body#/phone/valid", kind: "$response.body#/phone/type", country: "$response.body#/country/code" },
} as const

// oxlint-disable-next-line house/plain-words -- a sentence of the API that clients may compare
const onlyFormChecked = "Numbers and names are checked by themselves: no register, bank or server is asked whether they are in use."

/** Whether what somebody wrote about themselves can be right. */
export const checks: ReadonlyArray<Recipe> = [
  {
    workflowId: "supplier-check",
    summary: "Supplier check",
    description:
      "Checks a supplier's IBAN, VAT number, phone number and web domain in one go. Each is checked where it is given; at least one is needed.",
    inputs: {
      type: "object",
      properties: {
        "bank.iban": {},
        "tax.vat_number": { description: "VAT number with its country's prefix. Separators are fine." },
        "phone.number": {},
        "country.code": { description: "Country to read a phone number in that is written in national form (ISO 3166-1 alpha-2)." },
        "domain.name": {},
      },
      minProperties: 1,
    },
    steps: [
      iban,
      {
        stepId: "vat",
        description: "the VAT number",
        operationId: "$sourceDescriptions.tax-ids.tax.validate_vat",
        parameters: [{ name: "tax.vat_number", value: "$inputs.tax.vat_number" }],
        outputs: { valid: "$response.body#/tax/valid", country: "$response.body#/country/code" },
        "x-fallback": ["$sourceDescriptions.vat-lite.tax.validate_vat"],
      },
      phone,
      {
        stepId: "domain",
        description: "the web domain",
        operationId: "$sourceDescriptions.netnames.domain.parse",
        parameters: [{ name: "domain.name", value: "$inputs.domain.name" }],
        outputs: { valid: "$response.body#/domain/valid", name: "$response.body#/domain/name" },
      },
    ],
    outputs: {
      iban_valid: "$steps.iban.outputs.valid",
      vat_valid: "$steps.vat.outputs.valid",
      phone_valid: "$steps.phone.outputs.valid",
      phone_type: "$steps.phone.outputs.kind",
      domain_valid: "$steps.domain.outputs.valid",
      domain: "$steps.domain.outputs.name",
    },
    "x-limitations": [onlyFormChecked],
  },
  {
    workflowId: "contact-check",
    summary: "Contact check",
    description: "Checks an e-mail address and takes its domain apart, and checks a phone number where one is given.",
    inputs: {
      type: "object",
      properties: {
        "email.address": {},
        "phone.number": {},
        "country.code": { description: "Country to read a phone number in that is written in national form (ISO 3166-1 alpha-2)." },
      },
      required: ["email.address"],
    },
    steps: [
      {
        stepId: "email",
        description: "the e-mail address",
        operationId: "$sourceDescriptions.netnames.email.check",
        parameters: [{ name: "email.address", value: "$inputs.email.address" }],
        outputs: {
          valid: "$response.body#/email/valid",
          role: "$response.body#/email/role_account",
          domain: "$response.body#/domain/name",
        },
      },
      {
        stepId: "domain",
        description: "the domain of the e-mail address",
        operationId: "$sourceDescriptions.netnames.domain.parse",
        parameters: [{ name: "domain.name", value: "$steps.email.outputs.domain" }],
        outputs: { suffix: "$response.body#/domain/public_suffix", special: "$response.body#/domain/special_use" },
      },
      phone,
    ],
    outputs: {
      email_valid: "$steps.email.outputs.valid",
      role_account: "$steps.email.outputs.role",
      public_suffix: "$steps.domain.outputs.suffix",
      special_use: "$steps.domain.outputs.special",
      phone_valid: "$steps.phone.outputs.valid",
      phone_type: "$steps.phone.outputs.kind",
    },
    "x-limitations": [onlyFormChecked],
  },
  {
    workflowId: "payment-days",
    summary: "Bank days until a payment",
    description:
      "Checks an IBAN and counts the business days between two dates in the country of its bank: how long a transfer has to be on its way.",
    inputs: {
      type: "object",
      properties: {
        "bank.iban": {},
        "calendar.start_date": { description: "First day, included; today in UTC if not given.", default: "$today" },
        "calendar.end_date": {},
      },
      required: ["bank.iban", "calendar.end_date"],
    },
    steps: [
      iban,
      {
        stepId: "days",
        description: "the business days in the country of the bank",
        operationId: "$sourceDescriptions.holidays.calendar.business_days",
        parameters: [
          { name: "country.code", value: "$steps.iban.outputs.country" },
          { name: "calendar.start_date", value: "$inputs.calendar.start_date" },
          { name: "calendar.end_date", value: "$inputs.calendar.end_date" },
        ],
        outputs: { days: "$response.body#/calendar/business_days", holidays: "$response.body#/calendar/holidays" },
      },
    ],
    outputs: {
      iban_valid: "$steps.iban.outputs.valid",
      business_days: "$steps.days.outputs.days",
      holidays: "$steps.days.outputs.holidays",
    },
    "x-limitations": ["Banks may keep days of their own (TARGET holidays, for one) that are no public holidays."],
  },
]
