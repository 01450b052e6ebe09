import { expect, layer } from "@effect/vitest"
import { Effect, Layer } from "effect"
import { randomUUID } from "node:crypto"
import { MerchantId } from "../../../../domain/connect/ids.ts"
import { Marketplaces } from "../../../../domain/connect/Marketplaces.ts"
import { Database } from "../../../../layers/postgres/Database.ts"
import { recordCheckoutEvent, recordMerchantActivated } from "../../../../layers/postgres/connect/recordEvent.ts"
import { prepaidAlone } from "../../../../rails/credits/rail.ts"
import { at, checkoutOf } from "../../../support/checkout.ts"
import { freshDatabase } from "../../../support/database.ts"
import { storage } from "../../../support/gateway.ts"

const database = Layer.unwrap(
  Effect.map(freshDatabase, (location) => storage.pipe(Layer.provideMerge(Layer.mergeAll(Database.layer(location), prepaidAlone)))),
)

layer(database, { excludeTestServices: true })("events of connect", (it) => {
  const newMarketplace = Effect.flatMap(Marketplaces, ({ create }) =>
    create({ name: "Market", feeBasisPoints: 250, wallet: null, rate: 600, webhookUrl: "https://market.example.com/hook" }),
  )
  const stored = Effect.fnUntraced(function* (marketplace: string) {
    const { money: sql } = yield* Database
    return yield* sql<{ event: string; url: string | null; status: string; body: string; reason: string | null; retries: number }>`
      select event, url, status, body, reason, retries_left as retries from connect_event where marketplace = ${marketplace} order by id`
  })

  it.effect("an event is written with the outcome or not at all, once for each outcome, and has the body of the document", () =>
    Effect.gen(function* () {
      const { money: sql } = yield* Database
      const { id } = yield* newMarketplace
      const checkout = checkoutOf(id, "https://frozen.example.com/hook")
      const record = recordCheckoutEvent(sql, checkout, { status: "paid", at })
      yield* Effect.exit(sql.withTransaction(Effect.andThen(record, Effect.fail("the outcome cannot be written"))))
      expect(yield* stored(id)).toEqual([])
      expect([yield* sql.withTransaction(record), yield* record, yield* record]).toEqual([true, false, false])
      yield* recordCheckoutEvent(sql, checkoutOf(id, null), { status: "failed", at })
      const [paid, failed, ...others] = yield* stored(id)
      expect(others).toEqual([])
      expect(paid).toMatchObject({ event: "payment.paid", url: "https://frozen.example.com/hook", status: "pending", retries: 0 })
      expect(failed).toMatchObject({ event: "payment.failed", url: null, status: "skipped", reason: "The marketplace had no webhook URL." })
      expect(JSON.parse(paid!.body)).toEqual({
        id: expect.stringMatching(/^[0-9a-f-]{36}$/),
        event: "payment.paid",
        ts: at / 1000,
        data: {
          payment_id: checkout.id,
          marketplace_id: id,
          merchant_id: checkout.merchant,
          order_ref: "order-1",
          status: "paid",
          amount_minor: 1_000_001,
          currency: "USDC",
          split: { seller_amount_minor: 955_001, marketplace_fee_minor: 25_000, service_fee_minor: 20_000 },
          buyer_address: checkout.buyer,
          tx_hash: checkout.transactionHash,
        },
      })
    }),
  )

  it.effect("the activation of a merchant is one event to the marketplace's current URL, with three retries", () =>
    Effect.gen(function* () {
      const { money: sql } = yield* Database
      const { id } = yield* newMarketplace
      const merchant = { id: MerchantId.make(randomUUID()), marketplace: id, externalSellerId: "seller-1" }
      expect([yield* recordMerchantActivated(sql, merchant, at), yield* recordMerchantActivated(sql, merchant, at)]).toEqual([true, false])
      const [event] = yield* stored(id)
      expect(event).toMatchObject({ event: "merchant.activated", url: "https://market.example.com/hook", retries: 3 })
      expect(JSON.parse(event!.body)).toEqual({
        id: expect.any(String),
        event: "merchant.activated",
        marketplace_id: id,
        merchant_id: merchant.id,
        external_seller_id: "seller-1",
        ts: at / 1000,
      })
    }),
  )
})
