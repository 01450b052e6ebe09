import { expect, layer } from "@effect/vitest"
import { Effect } from "effect"
import { Database } from "../../../layers/postgres/Database.ts"
import { paidBy } from "../../support/connect/fakeCheckoutChain.ts"
import { callMarketplace } from "./client.ts"
import {
  age,
  becomes,
  eventsOf,
  expectRefused,
  FakeChain,
  newCheckout,
  newHash,
  openShop,
  statusOf,
  wallet,
  withFakeChain,
} from "./sale.ts"

const buyer = wallet("b0")

layer(withFakeChain(), { excludeTestServices: true })("claims of transactions", (it) => {
  it.effect("a presented transaction pays when the chain proves it, and writes one event", () =>
    Effect.gen(function* () {
      const [shop, chain] = [yield* openShop(), yield* FakeChain]
      const { id } = yield* newCheckout(shop)
      const prepared = yield* callMarketplace(undefined, "POST", `/v1/payments/${id}/prepare`, { buyer })
      expect([prepared.status, prepared.body.network, prepared.body.permit]).toEqual([200, "eip155:84532", null])
      const tx_hash = newHash()
      const claimed = yield* callMarketplace(undefined, "POST", `/v1/payments/${id}/pay`, { tx_hash })
      expect([claimed.status, claimed.body.status]).toEqual([200, "confirming"])
      expect([claimed.body.tx_hash, claimed.body.presented_tx_hash]).toEqual([null, tx_hash])
      expect((yield* callMarketplace(shop.secret_key, "GET", `/v1/payments/${id}`)).body).toMatchObject({
        tx_hash: null,
        buyer_address: null,
      })
      expectRefused(yield* callMarketplace(undefined, "POST", `/v1/payments/${id}/cancel`), 409, "not_cancellable")
      expectRefused(yield* callMarketplace(undefined, "POST", `/v1/payments/${id}/prepare`, { buyer }), 409, "payment_in_progress")
      chain.proofs.set(`${id} ${tx_hash}`, paidBy(tx_hash))
      yield* becomes(id, "paid")
      expect(yield* eventsOf(id)).toMatchObject([
        { event: "payment.paid", data: { payment_id: id, tx_hash, status: "paid", order_ref: "order-4711" } },
      ])
      const payment = yield* callMarketplace(shop.secret_key, "GET", `/v1/payments/${id}`)
      expect(payment.body).toMatchObject({ status: "paid", tx_hash, block_number: 12, split: { seller_amount_minor: 10_027_500 } })
      expectRefused(yield* callMarketplace(undefined, "POST", `/v1/payments/${id}/prepare`, { buyer }), 409, "already_paid")
      expectRefused(yield* callMarketplace(undefined, "POST", `/v1/payments/${id}/pay`, { tx_hash: newHash() }), 409, "already_paid")
      const second = yield* newCheckout(shop)
      expectRefused(yield* callMarketplace(undefined, "POST", `/v1/payments/${second.id}/pay`, { tx_hash }), 409, "transaction_used")
      expect(yield* statusOf(second.id)).toBe("pending")
    }),
  )

  it.effect("a hash that no node knows for a minute is given up: it is in no event, and the checkout can be prepared and cancelled", () =>
    Effect.gen(function* () {
      const [shop, chain] = [yield* openShop(), yield* FakeChain]
      const { money: sql } = yield* Database
      const [open, late] = [yield* newCheckout(shop), yield* newCheckout(shop)]
      for (const { id } of [open, late]) {
        const tx_hash = newHash()
        chain.proofs.set(`${id} ${tx_hash}`, { _tag: "Unknown", reason: "No node knows it." })
        yield* callMarketplace(undefined, "POST", `/v1/payments/${id}/pay`, { tx_hash })
      }
      expectRefused(yield* callMarketplace(undefined, "POST", `/v1/payments/${open.id}/cancel`), 409, "not_cancellable")
      yield* sql`update checkout set confirm_by = confirm_by - interval '1 minute', next_at = farthing_now() where id = ${open.id}`
      yield* becomes(open.id, "failed")
      expect((yield* callMarketplace(undefined, "POST", `/v1/payments/${open.id}/prepare`, { buyer })).status).toBe(200)
      expect((yield* callMarketplace(undefined, "POST", `/v1/payments/${open.id}/cancel`)).body.status).toBe("cancelled")
      yield* age(late.id, 25)
      yield* becomes(late.id, "expired")
      expect((yield* eventsOf(late.id)).map(({ data, event }) => [event, data.tx_hash, data.buyer_address])).toEqual([
        ["payment.failed", null, null],
      ])
    }),
  )

  it.effect("a forged transaction fails, the buyer pays again, and the failure is no event", () =>
    Effect.gen(function* () {
      const [shop, chain] = [yield* openShop(), yield* FakeChain]
      const { id } = yield* newCheckout(shop)
      const [forged, real] = [newHash(), newHash()]
      chain.proofs.set(`${id} ${forged}`, { _tag: "NotPaid", reason: "The transaction pays another wallet." })
      chain.proofs.set(`${id} ${real}`, paidBy(real))
      yield* callMarketplace(undefined, "POST", `/v1/payments/${id}/pay`, { tx_hash: forged })
      yield* becomes(id, "failed")
      expect((yield* callMarketplace(undefined, "GET", `/v1/session/${id}`)).body.message).toContain("pays another wallet")
      yield* callMarketplace(undefined, "POST", `/v1/payments/${id}/pay`, { tx_hash: real })
      yield* becomes(id, "paid")
      expect((yield* eventsOf(id)).map(({ event }) => event)).toEqual(["payment.paid"])
    }),
  )
})
