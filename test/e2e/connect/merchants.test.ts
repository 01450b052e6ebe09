import { expect, layer } from "@effect/vitest"
import { Effect } from "effect"
import { Database } from "../../../layers/postgres/Database.ts"
import { splitter } from "../../support/connect/fakeCheckoutChain.ts"
import { json, why } from "../operating/fixture.ts"
import { callMarketplace } from "./client.ts"
import { expectRefused, lamp, newMarketplace, proveWallet, wallet, withFakeChain } from "./sale.ts"

const post = (path: string, body: object, key?: string) => callMarketplace(key, "POST", path, body)

const linkFor = (key: string, external_seller_id = "seller-7") =>
  Effect.map(post("/v1/merchants/onboarding-link", { external_seller_id }, key), ({ body }) => body)
const profile = { display_name: "Lamps of Lyon", email: "shop@lamps.example", website: "https://lamps.example", country: "FR" }

layer(withFakeChain(), { excludeTestServices: true })("merchants", (it) => {
  it.effect("a second link continues the onboarding of the same seller, and the first activation alone is an event", () =>
    Effect.gen(function* () {
      const { secret_key } = yield* newMarketplace()
      const first = yield* linkFor(secret_key)
      expect(first.url).toMatch(/\/onboarding#[\w-]{43}$/)
      expect(Date.parse(first.expires_at) - Date.now()).toBeGreaterThan(29 * 60_000)
      expect((yield* post("/v1/merchants/onboarding/profile", { token: first.token, ...profile })).body.profile).toEqual(profile)
      expectRefused(yield* post("/v1/merchants/activate", { token: first.token }), 409, "wallet_required")
      const second = yield* linkFor(secret_key)
      expect([second.merchant_id, second.token === first.token]).toEqual([first.merchant_id, false])
      expect((yield* post("/v1/merchants/onboarding/verify", { token: second.token })).body).toMatchObject({
        profile,
        wallet_verified: false,
        status: "draft",
      })
      expect((yield* proveWallet(second.token, wallet("5a"))).body).toMatchObject({ wallet_verified: true, status: "draft" })
      for (const { token } of [second, first]) expect((yield* post("/v1/merchants/activate", { token })).body.status).toBe("active")
      const { money: sql } = yield* Database
      expect(yield* sql`select event from connect_event where subject = ${first.merchant_id}::uuid`).toEqual([
        { event: "merchant.activated" },
      ])
    }),
  )

  it.effect("a nonce proves one wallet once, for the page that it was given to, and never the contract that pays", () =>
    Effect.gen(function* () {
      const { secret_key } = yield* newMarketplace()
      const { token } = yield* linkFor(secret_key)
      const nonce = (address: string) => Effect.map(post("/v1/siwe/nonce", { token, address }), ({ body }) => body)
      const verify = (message: string, signature: string, of = token) => post("/v1/siwe/verify", { token: of, message, signature })
      const { message } = yield* nonce(wallet("5a"))
      expectRefused(yield* verify(message, wallet("66")), 400, "invalid_signature")
      // A refused attempt leaves the nonce; a proof uses it up.
      expect((yield* verify(message, wallet("5a"))).status).toBe(200)
      expectRefused(yield* verify(message, wallet("5a")), 400, "invalid_signature")
      const other = yield* linkFor(secret_key, "seller-8")
      const again = yield* nonce(wallet("5a"))
      expectRefused(yield* verify(again.message, wallet("5a"), other.token), 400, "invalid_signature")
      expect((yield* verify(again.message, wallet("5a"))).status).toBe(200)
      expectRefused(yield* verify((yield* nonce(splitter)).message, splitter), 409, "seller_not_payable")
      const foreign = (yield* nonce(wallet("5a"))).message.replace(/^\S+/, "evil.example")
      expectRefused(yield* verify(foreign, wallet("5a")), 400, "invalid_signature")
      expectRefused(yield* post("/v1/siwe/nonce", { token, address: "0x12" }), 400, "invalid_request")
    }),
  )

  it.effect("an unknown token and one that is older than 30 minutes have codes of their own on every step", () =>
    Effect.gen(function* () {
      const { secret_key } = yield* newMarketplace()
      const { token } = yield* linkFor(secret_key)
      const { money: sql } = yield* Database
      yield* sql`update onboarding set expires_at = farthing_now()`
      const steps = [
        ["/v1/merchants/onboarding/verify", {}],
        ["/v1/merchants/onboarding/profile", profile],
        ["/v1/siwe/nonce", { address: wallet("5a") }],
        ["/v1/siwe/verify", { message: "Nonce: 0123456789", signature: "0x00" }],
        ["/v1/merchants/activate", {}],
      ] as const
      for (const [path, body] of steps) {
        expectRefused(yield* post(path, { token, ...body }), 410, "link_expired")
        expectRefused(yield* post(path, { token: "none", ...body }), 404, "invalid_link")
      }
      expectRefused(yield* post("/v1/merchants/onboarding/profile", { token, ...profile, email: "none" }), 400, "invalid_request")
    }),
  )

  it.effect("a publishable key begins a seller and never touches one that a server named: it is paid under its id only", () =>
    Effect.gen(function* () {
      const { marketplace_id, publishable_key, secret_key } = yield* newMarketplace()
      const start = (body: object, key = publishable_key) => post("/v1/connect/embed/start", body, key)
      expectRefused(yield* start({}, secret_key), 401, "invalid_api_key")
      const named = yield* linkFor(secret_key)
      expectRefused(yield* start({ external_seller_id: "seller-7" }), 409, "seller_exists")
      const { body: embedded } = yield* start({ external_seller_id: "seller-9" })
      expect(embedded).toMatchObject({ marketplace_id, marketplace_name: "Harbour Market", status: "draft" })
      yield* proveWallet(embedded.session, wallet("ee"))
      expectRefused(yield* start({ external_seller_id: "seller-9" }), 409, "seller_exists")
      const sell = (seller_id: string) => post("/v1/checkout", { ...lamp, seller_id }, secret_key)
      expectRefused(yield* sell("seller-9"), 409, "seller_not_payable")
      expect((yield* sell(embedded.merchant_id)).status).toBe(201)
      // The name that a page took is the server's to give.
      const taken = yield* linkFor(secret_key, "seller-9")
      expect([taken.merchant_id === embedded.merchant_id, taken.status]).toEqual([false, "draft"])
      expectRefused(yield* sell("seller-9"), 409, "seller_not_payable")
      expect(named.merchant_id).not.toBe(embedded.merchant_id)
    }),
  )

  it.effect("an operator lists sellers with their wallets and suspends one, with a line in the log", () =>
    Effect.gen(function* () {
      const { marketplace_id, secret_key } = yield* newMarketplace()
      const link = yield* linkFor(secret_key)
      yield* proveWallet(link.token, wallet("5a"))
      const { merchants } = yield* json("merchant", "list", "--marketplace", marketplace_id)
      expect(merchants).toMatchObject([
        { merchant_id: link.merchant_id, wallet: wallet("5a"), status: "draft", external_seller_id: "seller-7" },
      ])
      expect(yield* json("merchant", "suspend", link.merchant_id, ...why)).toMatchObject({ status: "suspended" })
      const read = yield* callMarketplace(secret_key, "GET", "/v1/merchants?status=suspended")
      expect(read.body.merchants).toMatchObject([{ merchant_id: link.merchant_id, payable: false, wallet_verified: true }])
      expect(JSON.stringify(read.body)).not.toContain(wallet("5a"))
      expect(yield* json("merchant", "resume", link.merchant_id, ...why)).toMatchObject({ status: "draft" })
      const { entries } = yield* json("log", "--limit", "5")
      expect(entries.map(({ action }: { action: string }) => action)).toEqual(
        expect.arrayContaining(["merchant suspend", "merchant resume"]),
      )
    }),
  )
})
