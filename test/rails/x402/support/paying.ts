import { Effect, Logger } from "effect"
import type { PrivateKeyAccount } from "viem/accounts"
import type { Hex } from "../../../../rails/x402/evm/hex.ts"
import { usdcAddress, waitUntilMined } from "../../../../rails/x402/sandbox/placeContracts.ts"
import { Settlements } from "../../../../rails/x402/settlement/Settlements.ts"
import type { Authorization } from "../../../../rails/x402/evm/authorization.ts"
import { transferCall } from "../../../../rails/x402/evm/contracts.ts"
import { someone } from "./authorize.ts"
import { authorizations, eventually, scene, type Scene } from "./settlementScene.ts"

/** A buyer with money, a payee, and one authorization between them. */
export const paying = Effect.fnUntraced(function* (keys = 1, money = 1_000_000n) {
  const on = yield* scene(keys)
  const [payer, payee] = [someone(), someone()]
  if (money > 0n) yield* on.mint(payer.address, money)
  const [one] = yield* authorizations(on, payer, payee.address, 10_000n, 1)
  return { on, payer, payee: payee.address, one: one! }
})

/** What goes wrong here is meant to. */
export const quiet = Effect.provide(Logger.layer([]))
export const automine = (on: Scene, enabled: boolean) => Effect.promise(() => on.client.setAutomine(enabled))
/** As anybody can who has seen it. It waits in the pool until a block is mined. */
export const submit = (on: Scene, by: PrivateKeyAccount, one: Authorization) =>
  Effect.promise(() => on.client.sendTransaction({ account: by, to: usdcAddress, data: transferCall(one) }))
/** A node answers as soon as it has a transaction, and mines it a moment later. */
export const inABlock = (on: Scene, hash: Hex) =>
  Effect.as(
    Effect.promise(() => waitUntilMined(on.client, hash, "it was reverted")),
    hash,
  )
export const lookup = (one: Authorization) => Effect.flatMap(Settlements, (it) => it.lookup(one, "ref"))
export const settle = (one: Authorization, waitMs = 60_000) => Effect.flatMap(Settlements, (it) => it.settle(one, "ref", waitMs))
export const included = (one: Authorization) => eventually(lookup(one), (now) => now?._tag === "Included")
/** Of the transaction that waits for its block. */
export const sentHash = (one: Authorization) =>
  Effect.map(
    eventually(lookup(one), (now) => now?._tag === "Pending" && now.hash !== null),
    (now) => (now?._tag === "Pending" && now.hash) || "0x",
  )
/** Once the node has the transaction of the authorization, it loses it. */
export const dropped = Effect.fnUntraced(function* (on: Scene, one: Authorization) {
  const hash = yield* sentHash(one)
  const has = Effect.promise(() =>
    on.client.getTransaction({ hash }).then(
      () => true,
      () => false,
    ),
  )
  yield* eventually(has, (there) => there)
  yield* Effect.promise(() => on.client.dropTransaction({ hash }))
  return hash
})
