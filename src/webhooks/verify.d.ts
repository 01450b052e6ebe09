/** What a receiver got, and the secret that it shares with the gateway. */
export interface WebhookInput {
  /** The request's body as it came. A body that was parsed and written again does not verify. */
  readonly body: Uint8Array | string
  /** The header `x-service-signature`. */
  readonly signature: unknown
  /** The webhook secret, or during a rotation both. */
  readonly secret: string | ReadonlyArray<string>
  /** The header `x-service-event`. When it is passed, it must name the event of the body. */
  readonly eventName?: unknown
}

export interface TimedWebhookInput extends WebhookInput {
  /** Seconds since 1970. Default: now. */
  readonly now?: number
  /** How far the signature's time may be from `now`. Default: 300. */
  readonly toleranceSeconds?: number
}

/** Amounts are in millionths of USDC. Confirm the payment with `GET /v1/payments/{payment_id}` before you deliver. */
export interface PaymentWebhook {
  readonly id: string
  readonly event: "payment.paid" | "payment.failed" | "payment.cancelled"
  readonly ts: number
  readonly data: {
    readonly payment_id: string
    readonly marketplace_id: string
    readonly merchant_id: string
    readonly order_ref: string | null
    readonly status: "paid" | "failed" | "cancelled"
    readonly amount_minor: number
    readonly currency: string
    readonly split: {
      readonly seller_amount_minor: number
      readonly marketplace_fee_minor: number
      readonly service_fee_minor: number
    }
    readonly buyer_address: string | null
    readonly tx_hash: string | null
  }
}

/** What `POST /v1/marketplaces/me/webhook/test` sends. */
export interface TestWebhook {
  readonly id: string
  readonly event: "webhook.test"
  readonly ts: number
  readonly data: { readonly marketplace_id: string }
}

export interface MerchantWebhook {
  readonly id: string
  readonly event: "merchant.activated"
  readonly marketplace_id: string
  readonly merchant_id: string
  readonly external_seller_id: string
  readonly ts: number
}

/** The notice of a direct debit, for the organisation that pays it. `amount_minor` is in cents. */
export interface NoticeWebhook {
  readonly id: string
  readonly event: "debit.announced"
  readonly ts: number
  readonly data: {
    readonly collection_id: string
    readonly organisation_id: string
    readonly amount_minor: number
    readonly currency: "EUR"
    readonly debit_on: string
    readonly creditor_id: string | null
    readonly creditor_name: string | null
    readonly mandate_reference: string
    readonly iban_last4: string
    readonly reference: string
    readonly lines_url: string
    readonly calls_url: string
  }
}

/** An alert for an organisation. `data` has what it is about beside these members; amounts are micro-USD as text. */
export interface AlertWebhook {
  readonly id: string
  readonly event: "alert.limit_reached" | "alert.balance_low" | "alert.debit_failed" | "alert.auto_topup_disabled"
  readonly ts: number
  readonly data: {
    readonly alert_id: string
    readonly organisation_id: string
    readonly message: string
    readonly action: string
    readonly [member: string]: unknown
  }
}

/** A debit that was announced is not needed: an earlier one for the same amount, `paid_by_collection_id`, is paid after all. */
export interface WithdrawalWebhook {
  readonly id: string
  readonly event: "debit.withdrawn"
  readonly ts: number
  readonly data: Omit<NoticeWebhook["data"], "creditor_id" | "creditor_name"> & { readonly paid_by_collection_id: string | null }
}

export type WebhookRefusal =
  | "malformed_signature"
  | "outside_tolerance"
  | "wrong_signature"
  | "malformed_body"
  | "wrong_event"
  | "no_secret"
  | "malformed_input"

export type Verified<Event> = { readonly ok: true; readonly event: Event } | { readonly ok: false; readonly reason: WebhookRefusal }

/** Verifies `payment.*` and `webhook.test`. It never throws, and refuses `merchant.activated`. */
export declare const verifyPaymentWebhook: (input: TimedWebhookInput) => Verified<PaymentWebhook | TestWebhook>

/** Verifies `debit.announced`, `debit.withdrawn` and `alert.*`. It never throws, and refuses all other events. */
export declare const verifyNoticeWebhook: (input: TimedWebhookInput) => Verified<NoticeWebhook | WithdrawalWebhook | AlertWebhook>

/** Verifies `merchant.activated`. It never throws, and refuses all other events. */
export declare const verifyMerchantWebhook: (input: WebhookInput) => Verified<MerchantWebhook>
