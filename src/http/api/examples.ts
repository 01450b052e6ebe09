import { type MicroUsd, microUsd, toMoney } from "../../../domain/Money.ts"

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
  "preflight.call": { input: inputs, calls: 10 },
  "preflight.relay": { method: "POST", path: "/notifications/send", calls: 10 },
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

/** Answers of 200, by operation. */
export const answerExamples: Readonly<Record<string, unknown>> = {
  "calls.execute": run,
  "calls.executeV2": run,
  "calls.runSource": run,
  "runs.read": run,
  "runs.cancel": { ...run, status: "cancelled", data: undefined, results: [], usage: { sources: [], cost: usd(0), held: usd(0) } },
  "billing.balance": {
    organisation_id: "5f0c2a6b-8e01-4b7a-9d51-0199f0a47c1e",
    balance: { available: usd(24_998_000) },
    key: { id, name: "production", scopes: ["sources:read", "sources:execute"], expires_at: "2027-11-21T00:00:00.000Z" },
    limits,
  },
  "preflight.relay": {
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
  },
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
