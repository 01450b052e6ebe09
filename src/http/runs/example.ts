import { usd } from "../../../rails/http/describe.ts"

export const exampleId = "0199f0a4-7c1e-7b7a-9d51-3f0c2a6b8e01"

export const runExample = {
  id: "0199f0a4-7c1e-7b7a-9d51-3f0c2a6b8e02",
  status: "completed",
  answer: null,
  data: { bank: { iban: "DE89370400440532013000", valid: true } },
  results: [{ result_ref: exampleId, source: { provider: "Farthing", name: "Bank check" }, data: { bank: { valid: true } } }],
  usage: {
    sources: [{ source_id: "bank-check", operation: "bank.validate_iban", calls: 1, cost: usd(2_000), payment_ids: [exampleId] }],
    cost: usd(2_000),
    held: usd(0),
  },
  balance: { remaining: usd(24_998_000) },
  errors: [],
}

/** The run object in the responses that are not a 200. */
export const runExamples = {
  202: {
    ...runExample,
    status: "running",
    data: undefined,
    results: [],
    usage: { sources: [], cost: usd(0), held: usd(2_000) },
    retry_after_ms: 1000,
  },
  502: {
    ...runExample,
    status: "failed",
    data: undefined,
    results: [],
    usage: { sources: [], cost: usd(0), held: usd(0) },
    errors: [{ code: "source_timeout", message: "The source did not answer within 60 s." }],
    error: { code: "source_timeout", message: "The source did not answer within 60 s." },
  },
}
