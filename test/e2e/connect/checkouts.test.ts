import { expect, layer } from "@effect/vitest"
import { Effect } from "effect"
import { randomUUID } from "node:crypto"
import { Database } from "../../../layers/postgres/Database.ts"
import { baseUrl, newBuyer } from "../../support/gateway.ts"
import { paidBy, serviceWallet, splitter } from "../../support/connect/fakeCheckoutChain.ts"
import { until } from "../../support/until.ts"
import { json, why } from "../operating/fixture.ts"
import { type Called, callMarketplace } from "./client.ts"
import {
  age,
  becomes,
  eventsOf,
  expectRefused,
  FakeChain,
  lamp,
  newCheckout,
  newHash,
  newMarketplace,
  openShop,
  statusOf,
  wallet,
  withFakeChain,
} from "./sale.ts"

const buyer = wallet("b0")

layer(withFakeChain(), { excludeTestServices: true })("checkouts", (it) => {
  it.effect("a marketplace creates a checkout whose split adds up, and no answer holds a wallet", () =>
    Effect.gen(function* () {
      const shop = yield* openShop()
      const { body, headers, status } = yield* callMarketplace(shop.secret_key, "POST", "/v1/checkout", lamp)
      expect([status, headers.get("cache-control")]).toEqual([201, "no-store"])
      expect(body).toMatchObject({
        url: `${yield* baseUrl}/pay/${body.id}`,
        status: "pending",
        amount: "10.50",
        amount_minor: 10_500_000,
        currency: "USDC",
        order_ref: "order-4711",
        merchant_id: shop.merchant_id,
        marketplace: { id: shop.marketplace_id, name: "Harbour Market" },
        split: { seller_amount_minor: 10_027_500, marketplace_fee_minor: 262_500, service_fee_minor: 210_000 },
      })
      const answers = [
        body,
        (yield* callMarketplace(undefined, "GET", `/v1/session/${body.id}`)).body,
        (yield* callMarketplace(shop.secret_key, "GET", `/v1/payments/${body.id}`)).body,
        (yield* callMarketplace(shop.secret_key, "GET", "/v1/payments")).body,
        (yield* callMarketplace(shop.secret_key, "GET", `/v1/merchants/${shop.seller}`)).body,
      ]
      for (const one of [wallet("5a"), wallet("a1"), serviceWallet]) expect(JSON.stringify(answers)).not.toContain(one)
      const { money: sql } = yield* Database
      expect(yield* sql`select splitter from checkout where id = ${body.id}`).toEqual([{ splitter }])
      expect(answers[2]).toMatchObject({
        kind: "checkout",
        status: "pending",
        amount: { amount: 10.5 },
        tx_hash: null,
        buyer_address: null,
      })
      expect(answers[3].payments.map((payment: { id: string }) => payment.id)).toEqual([body.id])
    }),
  )

  it.effect("the same Idempotency-Key with the same body answers the same checkout, and with another body 409", () =>
    Effect.gen(function* () {
      const shop = yield* openShop()
      const post = (body: object) =>
        Effect.flatMap(baseUrl, (base) =>
          Effect.promise(async () => {
            const headers = { authorization: `Bearer ${shop.secret_key}`, "content-type": "application/json", "idempotency-key": "k-1" }
            const response = await fetch(`${base}/v1/checkout`, { method: "POST", headers, body: JSON.stringify(body) })
            return { status: response.status, replay: response.headers.get("x-idempotent-replay"), body: JSON.parse(await response.text()) }
          }),
        )
      const many = yield* Effect.all([post(lamp), post(lamp), post(lamp)], { concurrency: 3 })
      expect(new Set(many.map(({ body }) => body.id)).size).toBe(1)
      expect(many.map(({ status }) => status)).toEqual([201, 201, 201])
      expect(many.filter(({ replay }) => replay === "true")).toHaveLength(2)
      const other = yield* post({ ...lamp, amount: "11" })
      expect([other.status, other.body.error.code]).toEqual([409, "idempotency_conflict"])
    }),
  )

  it.effect("every refusal of a creation has its code, and creates nothing", () =>
    Effect.gen(function* () {
      const shop = yield* openShop()
      const create = (change: object, key: string | undefined = shop.secret_key) =>
        callMarketplace(key, "POST", "/v1/checkout", { ...lamp, ...change })
      expectRefused(yield* create({ amount: "1e2" }), 400, "invalid_amount")
      expectRefused(yield* create({ amount: 10.5 }), 400, "invalid_amount")
      expectRefused(yield* create({ product_name: undefined }), 400, "missing_field")
      expectRefused(yield* create({ return_url: "javascript:alert(1)" }), 400, "invalid_url")
      expectRefused(yield* create({ wallet: wallet("5a") }), 400, "invalid_request")
      expectRefused(yield* create({}, shop.publishable_key), 401, "invalid_api_key")
      expectRefused(yield* create({ seller_id: "stranger" }), 404, "unknown_seller")
      const draft = yield* callMarketplace(shop.secret_key, "POST", "/v1/merchants/onboarding-link", { external_seller_id: "draft" })
      expectRefused(yield* create({ seller_id: "draft" }), 409, "seller_not_payable")
      yield* json("merchant", "suspend", shop.merchant_id, ...why)
      expectRefused(yield* create({}), 403, "seller_suspended")
      yield* json("merchant", "resume", shop.merchant_id, ...why)
      expect((yield* create({ seller_id: shop.merchant_id })).status).toBe(201)
      const poor = yield* openShop("seller-7", "--fee", "100")
      expectRefused(yield* create({}, poor.secret_key), 409, "marketplace_wallet_missing")
      yield* json("marketplace", "suspend", shop.marketplace_id, ...why)
      expectRefused(yield* create({}), 403, "marketplace_suspended")
      expect(draft.status).toBe(200)
    }),
  )

  it.effect("a marketplace sees nothing of another one: ids of both kinds answer like missing ones", () =>
    Effect.gen(function* () {
      const [shop, other] = [yield* openShop(), yield* newMarketplace()]
      const { id } = yield* newCheckout(shop)
      const read = (path: string) => callMarketplace(other.secret_key, "GET", path)
      for (const [path, missing, code] of [
        [`/v1/payments/${id}`, `/v1/payments/${randomUUID()}`, "payment_not_found"],
        [`/v1/merchants/${shop.merchant_id}`, `/v1/merchants/${shop.merchant_id.replace(/.$/, "f").replace(/^0/, "1")}`, "unknown_seller"],
      ] as const) {
        const [foreign, none] = [yield* read(path), yield* read(missing)]
        expectRefused(foreign, 404, code)
        const withoutIds = ({ body }: Called) => JSON.stringify(body).replaceAll(/[0-9a-f]{8}-[0-9a-f-]{27}/g, "ID")
        expect(withoutIds(foreign)).toBe(withoutIds(none))
      }
      expect((yield* read("/v1/payments")).body.payments).toEqual([])
      expect((yield* read("/v1/merchants")).body.merchants).toEqual([])
      expectRefused(
        yield* callMarketplace(other.secret_key, "POST", "/v1/checkout", { ...lamp, seller_id: shop.merchant_id }),
        404,
        "unknown_seller",
      )
      const { secret } = yield* newBuyer({ dollars: 0 })
      const ofOrganisation = yield* callMarketplace(secret, "GET", `/v1/payments/${id}`)
      expect([ofOrganisation.status, ofOrganisation.body.error.code]).toEqual([404, "payment_not_found"])
    }),
  )

  it.effect("a signature is relayed; one that is refused moves nothing and leaves the checkout open", () =>
    Effect.gen(function* () {
      const [shop, chain] = [yield* openShop(), yield* FakeChain]
      const { id } = yield* newCheckout(shop)
      expectRefused(
        yield* callMarketplace(undefined, "POST", `/v1/payments/${id}/pay`, { signature: "0x00", buyer }),
        409,
        "payment_refused",
      )
      expect(yield* statusOf(id)).toBe("failed")
      const accepted = yield* callMarketplace(undefined, "POST", `/v1/payments/${id}/pay`, { signature: "0x01", buyer })
      expect([accepted.status, accepted.body.status]).toEqual([200, "confirming"])
      const sent = newHash()
      chain.relays.set(`${id} ${buyer}`, paidBy(sent))
      yield* becomes(id, "paid")
      expect((yield* callMarketplace(shop.secret_key, "GET", `/v1/payments/${id}`)).body.tx_hash).toBe(sent)
    }),
  )

  it.effect("of two signatures at once one is relayed, and the refusal of the other one does not end it", () =>
    Effect.gen(function* () {
      const [shop, chain] = [yield* openShop(), yield* FakeChain]
      for (let i = 0; i < 5; i++) {
        const { id } = yield* newCheckout(shop)
        const sign = (signature: string) => callMarketplace(undefined, "POST", `/v1/payments/${id}/pay`, { signature, buyer })
        const [good, bad] = yield* Effect.all([sign("0x01"), sign("0x00")], { concurrency: 2 })
        expect(["payment_refused", "payment_in_progress"]).toContain(bad.body.error.code)
        if (good.status === 200) expect([yield* statusOf(id), chain.relays.has(`${id} ${buyer}`)]).toEqual(["confirming", true])
        else expect([good.body.error.code, chain.relays.has(`${id} ${buyer}`)]).toEqual(["payment_in_progress", false])
      }
    }),
  )

  it.effect("a payment that was not presented is brought up by the search, also after the checkout has expired or was cancelled", () =>
    Effect.gen(function* () {
      const [shop, chain] = [yield* openShop(), yield* FakeChain]
      const [open, expired, cancelled] = [yield* newCheckout(shop), yield* newCheckout(shop), yield* newCheckout(shop)]
      expect((yield* callMarketplace(undefined, "POST", `/v1/payments/${cancelled.id}/cancel`)).body.status).toBe("cancelled")
      yield* age(expired.id, 25)
      // At once, not only when the next round has stored the state.
      const listed = (status: string) =>
        Effect.map(callMarketplace(shop.secret_key, "GET", `/v1/payments?status=${status}`), ({ body }) =>
          body.payments.map(({ id }: { readonly id: string }) => id),
        )
      expect([yield* listed("expired"), yield* listed("pending")]).toEqual([[expired.id], [open.id]])
      yield* becomes(expired.id, "expired")
      const late = newHash()
      expectRefused(yield* callMarketplace(undefined, "POST", `/v1/payments/${expired.id}/pay`, { tx_hash: late }), 409, "checkout_expired")
      for (const [i, { id }] of [open, expired, cancelled].entries()) {
        const tx = newHash()
        chain.proofs.set(`${id} ${tx}`, paidBy(tx, { logIndex: i }))
        chain.seen.push({ checkout: id, transactionHash: tx })
      }
      chain.seen.push({ checkout: randomUUID(), transactionHash: newHash() })
      for (const { id } of [open, expired, cancelled]) yield* becomes(id, "paid")
      yield* until(Effect.map(eventsOf(expired.id), (all) => all.length === 2))
      expect((yield* eventsOf(expired.id)).map(({ event }) => event)).toEqual(["payment.failed", "payment.paid"])
      expect((yield* eventsOf(cancelled.id)).map(({ event }) => event)).toEqual(["payment.cancelled", "payment.paid"])
    }),
  )

  it.effect("while the chain cannot be read nothing changes, and afterwards the payment counts", () =>
    Effect.gen(function* () {
      const [shop, chain] = [yield* openShop(), yield* FakeChain]
      const { id } = yield* newCheckout(shop)
      const tx = newHash()
      yield* callMarketplace(undefined, "POST", `/v1/payments/${id}/pay`, { tx_hash: tx })
      chain.isDown = true
      chain.proofs.set(`${id} ${tx}`, paidBy(tx))
      yield* age(id, 60)
      const reads = chain.reads
      yield* until(Effect.sync(() => chain.reads > reads + 2))
      expect(yield* statusOf(id)).toBe("confirming")
      const other = yield* newCheckout(shop)
      expectRefused(yield* callMarketplace(undefined, "POST", `/v1/payments/${other.id}/prepare`, { buyer }), 503, "service_unavailable")
      chain.isDown = false
      yield* becomes(id, "paid")
    }),
  )

  it.effect("a payment that the chain removes is taken back, and can be made again", () =>
    Effect.gen(function* () {
      const [shop, chain] = [yield* openShop(), yield* FakeChain]
      const { money: sql } = yield* Database
      const { id } = yield* newCheckout(shop)
      const [first, second] = [newHash(), newHash()]
      chain.proofs.set(`${id} ${first}`, paidBy(first))
      yield* callMarketplace(undefined, "POST", `/v1/payments/${id}/pay`, { tx_hash: first })
      yield* becomes(id, "paid")
      chain.proofs.delete(`${id} ${first}`)
      yield* sql`update checkout set next_at = farthing_now() where id = ${id}`
      yield* becomes(id, "confirming")
      expect(yield* sql`select from checkout_payment where checkout = ${id}`).toEqual([])
      chain.proofs.set(`${id} ${second}`, paidBy(second))
      chain.seen.push({ checkout: id, transactionHash: second })
      yield* becomes(id, "paid")
      expect((yield* eventsOf(id)).map(({ event }) => event)).toEqual(["payment.paid"])
    }),
  )

  it.effect("100 checkouts that are presented at once are each paid once, with one event", () =>
    Effect.gen(function* () {
      const [shop, chain] = [yield* openShop(), yield* FakeChain]
      const all = yield* Effect.forEach(Array.from({ length: 100 }), () => newCheckout(shop), { concurrency: 10 })
      const pay = ({ id }: { readonly id: string }) =>
        Effect.gen(function* () {
          const tx = newHash()
          chain.proofs.set(`${id} ${tx}`, paidBy(tx))
          chain.seen.push({ checkout: id, transactionHash: tx })
          yield* Effect.all(
            [1, 2].map(() => callMarketplace(undefined, "POST", `/v1/payments/${id}/pay`, { tx_hash: tx })),
            { concurrency: 2 },
          )
        })
      // A page's address may make 240 requests a minute, so half of them are only on chain.
      const [presented, unpresented] = [all.slice(0, 50), all.slice(50)]
      yield* Effect.forEach(presented, pay, { concurrency: 20 })
      for (const { id } of unpresented) {
        const tx = newHash()
        chain.proofs.set(`${id} ${tx}`, paidBy(tx))
        chain.seen.push({ checkout: id, transactionHash: tx })
      }
      const { money: sql } = yield* Database
      const paid = Effect.map(
        sql<{ n: number }>`select count(*)::int as n from checkout where status = 'paid' and marketplace = ${shop.marketplace_id}`,
        ([row]) => row!.n === 100,
      )
      yield* until(paid)
      const [row] = yield* sql<{ events: number; payments: number }>`select
        (select count(*)::int from connect_event where marketplace = ${shop.marketplace_id} and event = 'payment.paid') as events,
        (select count(*)::int from checkout_payment p join checkout c on c.id = p.checkout where c.marketplace = ${shop.marketplace_id}) as payments`
      expect(row).toEqual({ events: 100, payments: 100 })
    }),
  )
})
