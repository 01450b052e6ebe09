export const marketplaceExample = {
  id: "0d0b2a8e-6c5c-4a5f-9d43-1f0a3c1f7b11",
  name: "Harbour Market",
  status: "active",
  fee_basis_points: 250,
  has_wallet: true,
  webhook_url: "https://market.example.com/hooks/farthing",
  rate_per_minute: 600,
  created_at: "2026-11-22T09:00:00.000Z",
}

export const keyExample = {
  key_id: "5f0c7a1e-2b3d-4c6f-8a90-1e2d3c4b5a69",
  kind: "secret" as const,
  name: "first",
  prefix: "frt_mk_8Qz1",
  created_at: "2026-11-22T09:00:00.000Z",
  last_used_at: "2026-11-22T09:04:00.000Z",
  revoked_at: null,
}

export const webhookExample = { url: marketplaceExample.webhook_url, has_secret: true, new_secret_signs_from: null }

const id = "019ab0c2-5d3e-7a10-8c1f-2b7d9e4f6a01"
const subject = "019ab0c1-1f2a-7c44-9a3b-6d5e4f3a2b10"

export const eventExample = {
  id,
  event: "payment.paid",
  subject_id: subject,
  status: "failed",
  reason: "The receiver answered 500.",
  url: marketplaceExample.webhook_url,
  attempts: 1,
  next_attempt_at: null,
  delivered_at: null,
  created_at: "2026-11-22T09:04:00.000Z",
}

export const eventDetailExample = {
  ...eventExample,
  body: JSON.stringify({
    id,
    event: "payment.paid",
    ts: 1_795_338_240,
    data: {
      payment_id: subject,
      marketplace_id: marketplaceExample.id,
      merchant_id: "5a1c7c5e-2a6b-4e8d-8f0a-9b3c2d1e4f50",
      order_ref: "order-1",
      status: "paid",
      amount_minor: 25_000_000,
      currency: "USDC",
      split: { seller_amount_minor: 23_875_000, marketplace_fee_minor: 625_000, service_fee_minor: 500_000 },
      buyer_address: "0x7a3f0c1d2e4b5a69788796a5b4c3d2e1f0123456",
      tx_hash: `0x${"ab".repeat(32)}`,
    },
  }),
  deliveries: [
    {
      attempt: 1,
      by_hand: false,
      url: marketplaceExample.webhook_url,
      status: "failed",
      http_status: 500,
      reason: "The receiver answered 500.",
      started_at: "2026-11-22T09:04:00.100Z",
      ended_at: "2026-11-22T09:04:00.200Z",
    },
  ],
}

export const testExample = { event_id: id, status: "delivered", http_status: 200, reason: null }
