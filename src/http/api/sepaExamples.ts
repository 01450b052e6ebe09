import { microUsd, toMoney } from "../../../domain/money/Money.ts"

const id = "0199f0a4-7c1e-7b7a-9d51-3f0c2a6b8e01"
const usd = (micro: number) => toMoney(microUsd(BigInt(micro)))

export const topup = {
  id,
  url: "https://checkout.stripe.com/c/pay/cs_test_a1",
  status: "open",
  amount: usd(25_000_000),
  amount_minor: 2_500,
  currency: "USD",
  reversed: usd(0),
  expires_at: "2026-11-22T12:00:00.000Z",
  created_at: "2026-11-21T12:00:00.000Z",
  paid_at: null,
  credited_at: null,
}

export const sepa = {
  mandate: {
    id: "mandate_1",
    status: "active",
    reference: "FARTHING-37AA6A4ED8F2",
    scheme: "sepa_core",
    iban_last4: "3000",
    accepted_at: "2026-11-01T09:30:00.000Z",
  },
  subscription: { status: "active", renews_at: "2026-12-01T00:00:00.000Z" },
  terms: { threshold_minor: 2_500, currency: "EUR", max_age_days: 7, exposure_cap: usd(54_350_000) },
  ledger: { outstanding: usd(12_002_000), in_flight: usd(0), entries: 6_001, oldest_at: "2026-11-18T08:00:00.000Z" },
  next_collection: {
    id: null,
    status: "planned",
    reason: "age",
    debit_on: "2026-11-29",
    amount_minor: 1_104,
    currency: "EUR",
    estimate: true,
    rate: { eur_per_usd: "10000/10870", source: "operator", at: "2026-11-20T15:00:00.000Z" },
    notice: null,
  },
  last_collection: { id, status: "succeeded", failure_code: null },
  can_spend: true,
  gaps: [],
}
