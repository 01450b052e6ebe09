import { NodeRuntime } from "@effect/platform-node"
import { Console, Effect, Layer, Redacted } from "effect"
import * as Reactivity from "effect/reactivity/Reactivity"
import { SqlClient } from "effect/sql/SqlClient"
import { connect, type DatabaseLocation } from "../../../../layers/postgres/connection.ts"
import { splitAmount } from "../../../../domain/connect/split.ts"
import { makeCheckoutChain } from "../../../../rails/x402/checkout/makeCheckoutChain.ts"
import { ChainNodes } from "../../../../rails/x402/evm/ChainNodes.ts"
import type { Hex } from "../../../../rails/x402/evm/hex.ts"
import { rpcChain } from "../../../../rails/x402/evm/rpcChain.ts"
import { makePayoutChain } from "../../../../rails/x402/payouts/makePayoutChain.ts"
import { sandboxAsset as asset, sandboxNetwork as network } from "../../../../rails/x402/settings.ts"
import { settlementsLayer } from "../../../../rails/x402/settlement/makeSettlements.ts"
import { AfterStep, type Step } from "../../../../rails/x402/settlement/SettlementQueue.ts"
import { serviceWallet } from "./checkoutScene.ts"
import { newCheckout, splitter } from "./splitterScene.ts"

/** What the process relays or pays out, and where it dies. */
export interface MortalConfig {
  readonly at: Step
  readonly chain: string
  readonly database: DatabaseLocation
  readonly gasKey: Hex
  /** Members of `newCheckout` that JSON can hold. */
  readonly checkout: Pick<ReturnType<typeof newCheckout>, "id" | "marketplace" | "wallets" | "expiresAt">
  readonly buyer: Hex
  readonly signature: Hex
  readonly payoutKey: Hex
  readonly payout: { readonly id: string; readonly wallet: Hex; readonly approvedAt: number }
}

export const paidOut = 1_000_000n

/** A checkout of 10 USDC with these members. */
export const checkoutOf = (members: MortalConfig["checkout"]) => newCheckout({ ...members, split: splitAmount(10_000_000n, 1_000) })

const main = Effect.gen(function* () {
  const config: MortalConfig = JSON.parse(process.argv[2] ?? "")
  const sql = yield* connect(config.database, { maxConnections: 5 }).pipe(Effect.provide(Reactivity.layer))
  const options = { network, asset, urls: Effect.succeed([Redacted.make(config.chain)]) }
  let times = 0
  // Both payments are stored before the process dies.
  const dies = (step: Step) =>
    Effect.sync(() => void (step === config.at && ++times >= (step === "stored" ? 2 : 1) && process.kill(process.pid, "SIGKILL")))
  const queue = settlementsLayer({
    gasKeys: [Redacted.make(config.gasKey)],
    confirmations: 3,
    pollMs: 20,
    onOutcome: () => Effect.void,
  }).pipe(
    Layer.provideMerge(Layer.merge(rpcChain(options), ChainNodes.layer(options))),
    Layer.provideMerge(Layer.succeed(SqlClient, sql)),
    Layer.provideMerge(Layer.succeed(AfterStep, dies)),
  )
  const context = yield* Layer.build(queue)
  const terms = { serviceWallet, factories: [], terms: { confirmations: 3 } }
  const checkouts = yield* Effect.provide(makeCheckoutChain(terms, splitter), context)
  const payouts = yield* Effect.provide(makePayoutChain(Redacted.make(config.payoutKey), {}), context)
  yield* Console.log("ready http://127.0.0.1:1")
  const relays = checkouts.relay(checkoutOf(config.checkout), config.buyer, config.signature)
  yield* Effect.provide(Effect.all([relays, payouts.pay({ ...config.payout, amount: paidOut })], { concurrency: 2 }), context)
  return yield* Effect.never
})

if (process.argv[1]?.endsWith("mortalRelay.ts") === true) NodeRuntime.runMain(Effect.scoped(main))
