import type { PgClient } from "@effect/sql-pg"
import { Effect } from "effect"
import { uuidV7Unsafe } from "effect/crypto/SecureRandom"
import type { Checkout } from "../../../domain/connect/Checkout.ts"
import { type CheckoutEvent, checkoutEventOf } from "../../../domain/connect/CheckoutEvent.ts"
import type { MarketplaceId } from "../../../domain/connect/ids.ts"
import type { Merchant } from "../../../domain/connect/Merchant.ts"
import { type MerchantEvent, merchantActivatedOf, merchantActivatedRetries } from "../../../domain/connect/MerchantEvent.ts"

/**
 * Writes the event of a checkout's outcome. Call it inside the transaction that changes the status (`sql.withTransaction`): both are written, or
 * neither. The event is sent to the URL that was frozen with the checkout. A second event for the same outcome is dropped: it answers false. `at` is the
 * time of the outcome by the database's clock (`ms(farthing_now())`).
 */
export const recordCheckoutEvent = (
  sql: PgClient.PgClient,
  checkout: Checkout,
  { at, status }: { readonly at: number; readonly status: CheckoutEvent["data"]["status"] },
) => {
  const { event, id, ...rest } = checkoutEventOf(checkout, { id: uuidV7Unsafe(), at, status })
  return insertEvent(
    sql,
    { marketplace: checkout.marketplace, subject: checkout.id, url: checkout.webhookUrl, retries: 0 },
    { id, event, ...rest },
  )
}

/** The same for a merchant that has finished its onboarding, in the transaction that activates it. It is sent to the marketplace's current URL. */
export const recordMerchantActivated = Effect.fnUntraced(function* (
  sql: PgClient.PgClient,
  merchant: Pick<Merchant, "id" | "marketplace" | "externalSellerId">,
  at: number,
) {
  const [row] = yield* sql<{
    readonly url: string | null
  }>`select webhook_url as url from marketplace where id::text = ${merchant.marketplace}`
  const to = { marketplace: merchant.marketplace, subject: merchant.id, url: row?.url ?? null, retries: merchantActivatedRetries.length }
  return yield* insertEvent(sql, to, merchantActivatedOf(merchant, { id: uuidV7Unsafe(), at }))
})

interface Recipient {
  readonly marketplace: MarketplaceId
  readonly subject: string
  readonly url: string | null
  readonly retries: number
}

/** Without a URL there is nothing to send: the event is in the log as skipped. */
const insertEvent = (sql: PgClient.PgClient, { marketplace, retries, subject, url }: Recipient, body: CheckoutEvent | MerchantEvent) =>
  Effect.map(
    sql`insert into connect_event (marketplace, id, subject, event, url, body, status, reason, retries_left, due_at)
      values (${marketplace}, ${body.id}, ${subject}, ${body.event}, ${url}, ${JSON.stringify(body)}, ${url === null ? "skipped" : "pending"},
        ${url === null ? noWebhookUrl : null}, ${retries}, case when ${url === null}::boolean then null else farthing_now() end)
      on conflict (marketplace, subject, event) do nothing returning id`,
    (rows) => rows.length > 0,
  )

const noWebhookUrl = "The marketplace had no webhook URL."
