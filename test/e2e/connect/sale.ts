import { expect } from "@effect/vitest"
import { Context, Effect, Layer } from "effect"
import { randomUUID } from "node:crypto"
import { CheckoutChain } from "../../../domain/connect/CheckoutChain.ts"
import { WalletProof } from "../../../domain/connect/WalletProof.ts"
import { fakeCheckoutChain, fakeWalletProof } from "../../support/connect/fakeCheckoutChain.ts"
import { Database } from "../../../layers/postgres/Database.ts"
import { until } from "../../support/until.ts"
import { json, operated } from "../operating/fixture.ts"
import { type Called, callMarketplace } from "./client.ts"

export class FakeChain extends Context.Service<FakeChain, ReturnType<typeof fakeCheckoutChain>["state"]>()(
  "farthing/test/connect/FakeChain",
) {}

/** A gateway whose checkouts are paid on a chain that the test writes. */
export const withFakeChain = () =>
  Layer.unwrap(
    Effect.sync(() => {
      const { chain, state } = fakeCheckoutChain()
      const services = Layer.mergeAll(Layer.succeed(CheckoutChain, chain), Layer.succeed(WalletProof, fakeWalletProof))
      return Layer.merge(Layer.provide(operated(), services), Layer.succeed(FakeChain, state))
    }),
  )

export const wallet = (digits: string) => `0x${digits.repeat(40 / digits.length)}`

export interface Shop {
  readonly marketplace_id: string
  readonly secret_key: string
  readonly publishable_key: string
  readonly merchant_id: string
  readonly seller: string
}

/** A marketplace with a fee of 2.5 % and a wallet. */
export const newMarketplace = (...flags: ReadonlyArray<string>) =>
  json("marketplace", "create", "--name", "Harbour Market", ...(flags.length === 0 ? ["--fee", "250", "--wallet", wallet("a1")] : flags))

/** Proves a wallet for the onboarding of this token, as the page does it. */
export const proveWallet = Effect.fnUntraced(function* (token: string, address: string) {
  const { body } = yield* callMarketplace(undefined, "POST", "/v1/siwe/nonce", { token, address })
  return yield* callMarketplace(undefined, "POST", "/v1/siwe/verify", { token, message: body.message, signature: address.toLowerCase() })
})

/** A marketplace with one active seller. */
export const openShop = Effect.fnUntraced(function* (seller = "seller-7", ...flags: ReadonlyArray<string>) {
  const created = yield* newMarketplace(...flags)
  const { body: link } = yield* callMarketplace(created.secret_key, "POST", "/v1/merchants/onboarding-link", { external_seller_id: seller })
  yield* proveWallet(link.token, wallet("5a"))
  yield* callMarketplace(undefined, "POST", "/v1/merchants/activate", { token: link.token })
  return { ...created, merchant_id: link.merchant_id, seller } as Shop
})

export const lamp = { amount: "10.50", seller_id: "seller-7", product_name: "A lamp", order_ref: "order-4711" }

export const newCheckout = Effect.fnUntraced(function* ({ secret_key, seller }: Shop, more: object = {}) {
  const { body, status } = yield* callMarketplace(secret_key, "POST", "/v1/checkout", { ...lamp, seller_id: seller, ...more })
  if (status !== 201) return yield* Effect.die(new Error(`no checkout: ${status} ${JSON.stringify(body)}`))
  return body as { readonly id: string; readonly url: string } & Record<string, unknown>
})

/** The events of a checkout, in the order in which they were written. */
export const eventsOf = (id: string) =>
  Effect.gen(function* () {
    const { money: sql } = yield* Database
    const rows = yield* sql<{
      event: string
      body: string
    }>`select event, body from connect_event where subject = ${id}::uuid order by created_at, id`
    return rows.map(({ body, event }) => ({ event, data: JSON.parse(body).data }))
  })

/** Moves a checkout back in time, so that its next look is due. */
export const age = (id: string, minutes: number) =>
  Effect.flatMap(
    Database,
    ({ money: sql }) => sql`update checkout set created_at = created_at - make_interval(mins => ${minutes}), next_at = farthing_now(),
      expires_at = expires_at - make_interval(mins => ${minutes}), confirm_by = confirm_by - make_interval(mins => ${minutes}) where id = ${id}`,
  )

export const expectRefused = ({ body, headers, status }: Called, expected: number, code: string) =>
  expect([status, body.error?.code, headers.get("cache-control")]).toEqual([expected, code, "no-store"])

export const newHash = () => `0x${randomUUID().replaceAll("-", "").repeat(2)}`

export const statusOf = (id: string) =>
  Effect.map(callMarketplace(undefined, "GET", `/v1/payments/${id}/status`), ({ body }) => body.status)

/** Read from the database: a page may ask 240 times a minute. */
export const becomes = (id: string, status: string) =>
  Effect.flatMap(Database, ({ money: sql }) =>
    until(Effect.map(sql<{ status: string }>`select status from checkout where id = ${id}`, ([row]) => row!.status === status)),
  )
