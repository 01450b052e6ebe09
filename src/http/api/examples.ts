import { facilitated } from "./facilitatorExample.ts"
import { sepa, topup } from "./sepaExamples.ts"
import { type MicroUsd, microUsd, toMoney } from "../../../domain/money/Money.ts"
import { askAnswerExamples, askRequestExamples } from "./askExamples.ts"

const usd = (micro: number) => toMoney(microUsd(BigInt(micro)) as MicroUsd)

/** What the extra members of refusals look like. */
const extras: Readonly<Record<string, unknown>> = {
  required_scope: "sources:execute",
  limit: "monthly",
  required: usd(2_000),
  available: usd(500),
  field: "bank.iban",
  expected: ["bank.iban"],
  missing: ["bank.iban"],
  schema: { type: "object", properties: { "bank.iban": { type: "string" } }, required: ["bank.iban"], additionalProperties: false },
  operations: ["bank.validate_iban", "bank.iban_format", "bank.validate_bic"],
  sources: ["almanac", "ephemeris"],
  retry_after_ms: 1000,
}

/** An envelope of a code as it is answered, with the extra members that its schema has. */
export const refusalExample = (code: string, message: string, members: ReadonlyArray<string>) => ({
  error: {
    code,
    message,
    ...Object.fromEntries(members.filter((member) => member in extras).map((member) => [member, extras[member]])),
  },
})

const inputs = { iban: "DE89370400440532013000" }

/** Bodies that requests may have, by operation. */
export const requestExamples: Readonly<Record<string, unknown>> = {
  "calls.execute": inputs,
  "calls.executeV2": inputs,
  "calls.runSource": { operation: "bank.validate_iban", input: inputs, max_spend: 0.01 },
  ...askRequestExamples,
  "facilitator.verify": facilitated,
  "facilitator.settle": facilitated,
  "preflight.call": { input: inputs, calls: 10 },
  "preflight.relay": { method: "POST", path: "/notifications/send", calls: 10 },
  "sepa.mandate": { success_url: "https://shop.example/done", cancel_url: "https://shop.example/back" },
  "topups.open": { amount: 25, success_url: "https://shop.example/done", cancel_url: "https://shop.example/back" },
}

const id = "0199f0a4-7c1e-7b7a-9d51-3f0c2a6b8e01"
const run = {
  id: "0199f0a4-7c1e-7b7a-9d51-3f0c2a6b8e02",
  status: "completed",
  answer: null,
  data: { bank: { iban: "DE89370400440532013000", valid: true } },
  results: [{ result_ref: id, source: { provider: "Farthing", name: "Bank check" }, data: { bank: { valid: true } } }],
  usage: {
    sources: [{ source_id: "bank-check", operation: "bank.validate_iban", calls: 1, cost: usd(2_000) }],
    cost: usd(2_000),
    held: usd(0),
  },
  balance: { remaining: usd(24_998_000) },
  errors: [],
}
const limits = {
  per_request: usd(50_000),
  monthly: usd(10_000_000),
  daily: null,
  month_spent: usd(2_000),
  month_remaining: usd(9_998_000),
  month_start: "2026-11-01T00:00:00.000Z",
}

/** The run object where it is not an answer of 200. */
export const runExamples: Readonly<Record<string, unknown>> = {
  "202": {
    ...run,
    status: "running",
    data: undefined,
    results: [],
    usage: { sources: [], cost: usd(0), held: usd(2_000) },
    retry_after_ms: 1000,
  },
  "502": {
    ...run,
    status: "failed",
    data: undefined,
    results: [],
    usage: { sources: [], cost: usd(0), held: usd(0) },
    errors: [{ code: "source_timeout", message: "The source did not answer within 60 s." }],
    error: { code: "source_timeout", message: "The source did not answer within 60 s." },
  },
}

const iban = { field: "bank.iban", required: true, schema: { type: "string", description: "IBAN in any case.", "x-slot": "bank.iban" } }
const operation = {
  id: "bank.validate_iban",
  name: "Validate an IBAN",
  input: [iban],
  output: ["bank.iban", "bank.valid"],
  pricing: { model: "per_call", price: usd(2_000) },
  freshness_seconds: 2_592_000,
  source_id: "bank-check",
  variants: [],
}
const source = {
  name: "Bank check",
  description: "Checks bank identifiers.",
  category: "finance",
  tags: ["iban"],
  sectors: ["banking"],
}
const paid = {
  id,
  kind: "call",
  status: "settled",
  rail: "credits",
  amount: usd(2_000),
  amount_minor: 2_000,
  currency: "USD",
  currency_decimals: 6,
  split: { payee: "Farthing", publisher: usd(1_960), platform_fee: usd(40) },
  run_id: run.id,
  order_ref: null,
  key_id: id,
  source_id: "bank-check",
  operation: "bank.validate_iban",
  network: null,
  buyer_address: null,
  tx_hash: null,
  block_number: null,
  stripe: {},
  attempts: [{ rail: "credits", outcome: "selected", reason: "cheapest rail that covers the call", at: "2026-11-21T12:00:00.000Z" }],
  events: [
    { type: "reserved", at: "2026-11-21T12:00:00.000Z", data: { amount: usd(2_000), rail: "credits" } },
    { type: "captured", at: "2026-11-21T12:00:00.020Z", data: { amount: usd(2_000) } },
  ],
  transfers: [
    { debit: "buyer:credits", credit: "payee:Farthing", amount: usd(1_960), at: "2026-11-21T12:00:00.020Z" },
    { debit: "buyer:credits", credit: "platform:fees", amount: usd(40), at: "2026-11-21T12:00:00.020Z" },
  ],
  created_at: "2026-11-21T12:00:00.000Z",
  settled_at: "2026-11-21T12:00:00.020Z",
  last_error: null,
}
const verdict = {
  slug: "notifications-api",
  operation: "POST /notifications/send",
  method: "POST",
  price: usd(2_000),
  total: usd(20_000),
  rail: "credits",
  would_succeed: true,
  reason_if_not: null,
  rails: [{ rail: "credits", viable: true, cost: usd(20_000), gaps: [] }],
  spent_after: usd(22_000),
  limits,
  valid_until: "2026-11-21T12:00:30.000Z",
}

/** Answers of 200, by operation. */
export const answerExamples: Readonly<Record<string, unknown>> = {
  ...askAnswerExamples,
  "calls.execute": run,
  "calls.executeV2": run,
  "calls.runSource": run,
  "runs.read": run,
  "runs.cancel": { ...run, status: "cancelled", data: undefined, results: [], usage: { sources: [], cost: usd(0), held: usd(0) } },
  "sepa.read": sepa,
  "sepa.mandate": { url: "https://checkout.stripe.com/c/setup/cs_test_a1", expires_at: "2026-11-22T12:00:00.000Z" },
  "topups.read": topup,
  "stripe.webhook": { received: true, new: true },
  "billing.balance": {
    organisation_id: "5f0c2a6b-8e01-4b7a-9d51-0199f0a47c1e",
    balance: { available: usd(24_998_000) },
    key: { id, name: "production", scopes: ["sources:read", "sources:execute"], expires_at: "2027-11-21T00:00:00.000Z" },
    limits,
  },
  "billing.usage": {
    key_id: id,
    organisation_id: "5f0c2a6b-8e01-4b7a-9d51-0199f0a47c1e",
    month_start: limits.month_start,
    month_spent: limits.month_spent,
    charges: [
      {
        id,
        status: "charged",
        cost: usd(2_000),
        created_at: "2026-11-21T12:00:00.000Z",
        source_id: "bank-check",
        operation: "bank.validate_iban",
        name: "Validate an IBAN",
        run_id: run.id,
      },
    ],
  },
  "billing.me": {
    identity: {
      type: "organisation_key",
      organisation_id: "5f0c2a6b-8e01-4b7a-9d51-0199f0a47c1e",
      key_id: id,
      name: "production",
      scopes: ["sources:execute"],
      expires_at: "2027-11-21T00:00:00.000Z",
    },
    plan: { id: "pay_as_you_go", name: "Pay as you go", status: "active" },
    balance: { available: usd(24_998_000), held: usd(0) },
    rails: [
      {
        rail: "credits",
        enabled: true,
        ready: true,
        reason: null,
        daily_cap: null,
        spent_today: usd(2_000),
        fee: { buyer: usd(0), publisher_basis_points: 200 },
      },
    ],
    default_rail: "credits",
  },
  "billing.payments": { payments: [paid], next_cursor: null },
  "billing.payment": paid,
  "sources.list": {
    protocol_version: "2.0.0",
    sources: [
      { slug: "bank-check", ...source, capabilities: ["validate"], input_types: ["bank.iban"], endpoint_count: 1, available_in_v2: true },
    ],
    total: 1,
    catalog_total: 21,
    offset: 0,
    next_offset: null,
    categories: ["finance"],
    tags: ["iban"],
    sectors: ["banking"],
    capabilities: ["validate"],
  },
  "sources.source": {
    id: "bank-check",
    ...source,
    jurisdiction: "worldwide",
    operations: [operation],
    logo_url: "data:image/svg+xml,…",
    sources: ["bank-check"],
  },
  "sources.endpoints": {
    protocol_version: "2.0.0",
    source_id: "bank-check",
    endpoints: [
      {
        ...operation,
        endpoint_id: "validate_iban",
        description: "Checks country, length, format and check digits.",
        examples: ["Check the IBAN DE89370400440532013000"],
      },
    ],
    total: 1,
    offset: 0,
    next_offset: null,
  },
  "preflight.call": { ...verdict, slug: "bank-check", operation: "bank.validate_iban" },
  "preflight.relay": verdict,
  "public.healthz": { status: "pass" },
  "public.readyz": { status: "pass" },
  "public.status": {
    status: "pass",
    reasons: [],
    gateway: { available: true, version: "2.0.0", uptime_seconds: 86_400 },
    database: { ping_ms: 0.4 },
    traffic_7d: { calls: 120_000, paid_calls: 118_400, success_rate: 0.9991, p95_ms: 20 },
    listings: { active: 2 },
    rails: [{ rail: "credits", status: "pass" }],
    checked_at: "2026-11-21T12:00:00.000Z",
  },
}
