import { expect, layer } from "@effect/vitest"
import { Effect, Layer } from "effect"
import { randomUUID } from "node:crypto"
import { ConnectEvents, EventQueue } from "../../../../domain/connect/ConnectEvents.ts"
import { MerchantId } from "../../../../domain/connect/ids.ts"
import { Marketplaces } from "../../../../domain/connect/Marketplaces.ts"
import { NodeId } from "../../../../domain/money/ids.ts"
import { dayMs } from "../../../../domain/time.ts"
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

  it.effect("of nodes that claim at the same moment no two get the same event, and none more than the free places of a marketplace", () =>
    Effect.gen(function* () {
      const { money: sql } = yield* Database
      const queue = yield* EventQueue
      const [one, two] = [yield* newMarketplace, yield* newMarketplace]
      for (const { id } of [one, two])
        for (let i = 0; i < 30; i++) yield* recordCheckoutEvent(sql, checkoutOf(id, "https://a.example.com/"), { status: "paid", at })
      const busy = new Map([[two.id, 3]])
      const nodes = Array.from({ length: 6 }, () => NodeId.make(randomUUID()))
      const claims = yield* Effect.forEach(nodes, (node) => queue.claim(node, busy, { each: 4, all: 100 }), { concurrency: "unbounded" })
      const ofBoth = claims.map((events) => events.filter(({ marketplace }) => marketplace === one.id || marketplace === two.id))
      const ids = ofBoth.flat().map(({ id }) => id)
      expect(new Set(ids).size).toBe(ids.length)
      for (const events of ofBoth) {
        expect(events.filter(({ marketplace }) => marketplace === one.id).length).toBeLessThanOrEqual(4)
        expect(events.filter(({ marketplace }) => marketplace === two.id).length).toBeLessThanOrEqual(1)
      }
      // Nodes that another one kept waiting may have skipped what it locked; what is due is claimed later.
      expect((yield* queue.claim(nodes[0]!, new Map(), { each: 4, all: 3 })).length).toBe(3)
    }),
  )

  it.effect("what a living node sends stays with it, a dead node's event becomes unknown, and a late outcome replaces that", () =>
    Effect.gen(function* () {
      const { money: sql } = yield* Database
      const queue = yield* EventQueue
      const { find, redeliver } = yield* ConnectEvents
      const [alive, dead] = [NodeId.make(randomUUID()), NodeId.make(randomUUID())]
      yield* sql`insert into node (id) values (${alive})`
      const claimOne = Effect.fnUntraced(function* (node: NodeId) {
        const { id } = yield* newMarketplace
        yield* sql`update connect_event set due_at = null, status = 'failed' where due_at is not null`
        yield* recordCheckoutEvent(sql, checkoutOf(id, "https://a.example.com/"), { status: "paid", at })
        return (yield* queue.claim(node, new Map(), { each: 1, all: 1 }))[0]!
      })
      const [kept, lost] = [yield* claimOne(alive), yield* claimOne(dead)]
      yield* queue.endAbandoned(60_000)
      expect([(yield* find(null, kept.id)).status, (yield* find(null, lost.id)).status]).toEqual(["sending", "unknown"])
      const delivered = { status: "delivered", httpStatus: 200, reason: null, retryAfterMs: null } as const
      yield* queue.finish(lost, delivered)
      expect(yield* find(null, lost.id)).toMatchObject({ status: "delivered", reason: null, deliveries: [{ status: "delivered" }] })
      // Once it is sent again, the outcome of the attempt before changes the attempt alone.
      const again = yield* claimOne(dead)
      yield* queue.endAbandoned(60_000)
      yield* redeliver(null, again.id)
      yield* queue.finish(again, delivered)
      expect(yield* find(null, again.id)).toMatchObject({ status: "pending", deliveries: [{ status: "delivered" }] })
    }),
  )

  it.effect(
    "an event that was delivered stays so when a node dies or the receiver refuses it later, and requests before an attempt are one attempt",
    () =>
      Effect.gen(function* () {
        const { money: sql } = yield* Database
        const queue = yield* EventQueue
        const { find, redeliver } = yield* ConnectEvents
        const { id } = yield* newMarketplace
        const node = NodeId.make(randomUUID())
        const claim = Effect.map(queue.claim(node, new Map(), { each: 100, all: 100 }), (all) => all.find((one) => one.marketplace === id)!)
        yield* recordMerchantActivated(sql, { id: MerchantId.make(randomUUID()), marketplace: id, externalSellerId: "seller-2" }, at)
        const first = yield* claim
        yield* queue.finish(first, { status: "delivered", httpStatus: 200, reason: null, retryAfterMs: null })
        const deliveredAt = (yield* find(id, first.id)).deliveredAt
        expect(deliveredAt).not.toBeNull()
        for (const end of [
          (attempt: typeof first) =>
            queue.finish(attempt, { status: "failed", httpStatus: 500, reason: "It answered 500.", retryAfterMs: 60_000 }),
          () => queue.endAbandoned(0),
        ]) {
          yield* Effect.all([redeliver(id, first.id), redeliver(id, first.id), redeliver(id, first.id)], { concurrency: 3 })
          expect(yield* find(id, first.id)).toMatchObject({ status: "pending", deliveredAt })
          yield* end(yield* claim)
          expect(yield* find(id, first.id)).toMatchObject({ status: "delivered", reason: null, nextAttemptAt: null, deliveredAt })
        }
        expect((yield* find(id, first.id)).deliveries.map(({ byHand, status }) => [byHand, status])).toEqual([
          [false, "delivered"],
          [true, "failed"],
          [true, "unknown"],
        ])
      }),
  )

  it.effect("after 90 days an event is deleted, unless it is still to be sent", () =>
    Effect.gen(function* () {
      const { money: sql } = yield* Database
      const queue = yield* EventQueue
      const { id } = yield* newMarketplace
      for (const url of [null, "https://a.example.com/"]) yield* recordCheckoutEvent(sql, checkoutOf(id, url), { status: "paid", at })
      yield* sql`update connect_event set created_at = created_at - interval '89 days' where marketplace = ${id}`
      yield* queue.deleteOlder(90 * dayMs)
      expect(yield* stored(id)).toHaveLength(2)
      yield* sql`update connect_event set created_at = created_at - interval '2 days' where marketplace = ${id}`
      yield* queue.deleteOlder(90 * dayMs)
      expect((yield* stored(id)).map(({ status }) => status)).toEqual(["pending"])
    }),
  )
})
