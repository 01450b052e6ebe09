import { expect, it } from "@effect/vitest"
import { Context, Effect, Layer, Redacted } from "effect"
import { SqlClient } from "effect/sql/SqlClient"
import { fileURLToPath } from "node:url"
import { generatePrivateKey, privateKeyToAccount } from "viem/accounts"
import type { Hex } from "../../../../rails/x402/evm/hex.ts"
import { makePayoutChain } from "../../../../rails/x402/payouts/makePayoutChain.ts"
import type { Step } from "../../../../rails/x402/settlement/SettlementQueue.ts"
import { spawnNode } from "../../../support/cluster/gatewayProcess.ts"
import { someone } from "../support/authorize.ts"
import { quiet } from "../support/paying.ts"
import { balance, eventually, mine, queue } from "../support/settlementScene.ts"
import { checkoutChain, checkoutScene, sellerHas, walletDoes } from "./checkoutScene.ts"
import { checkoutOf, type MortalConfig, paidOut } from "./mortalRelay.ts"
import { newCheckout } from "./splitterScene.ts"

const main = fileURLToPath(new URL("mortalRelay.ts", import.meta.url))
const steps: ReadonlyArray<Step> = ["stored", "signed", "committed", "broadcast", "included"]

it.live.each(steps)("after kill -9 at %s another node finishes the relayed checkout and the payout, each once", (at) =>
  Effect.scoped(
    Effect.gen(function* () {
      const on = yield* checkoutScene
      const { expiresAt, id, marketplace, wallets } = newCheckout()
      const members = { id, marketplace, wallets, expiresAt }
      const checkout = checkoutOf(members)
      const payoutKey = generatePrivateKey()
      yield* on.mint(privateKeyToAccount(payoutKey).address, 5n * paidOut)
      const payout = { id: checkout.id, wallet: someone().address, approvedAt: Date.now() }
      const signature = yield* Effect.scoped(
        Effect.flatMap(checkoutChain(on), (chain) =>
          Effect.flatMap(chain.instructions(checkout, on.buyer.address), ({ gasless }) => walletDoes(on, on.buyer, gasless)),
        ),
      )
      const config: MortalConfig = {
        at,
        chain: on.url,
        database: on.owner,
        gasKey: on.gasKeys[0]!,
        checkout: members,
        buyer: on.buyer.address,
        signature,
        payoutKey,
        payout,
      }
      const mortal = yield* spawnNode([main, JSON.stringify(config)], /^ready (http:\S+)$/)
      expect((yield* Effect.timeout(mortal.ended, "1 minute")).signal).toBe("SIGKILL")

      const chain = yield* checkoutChain(on, { rebroadcastAfterMs: 50 })
      const context = Context.add(yield* Layer.build(queue(on, { rebroadcastAfterMs: 50 })), SqlClient, on.sql)
      const payouts = yield* Effect.provide(makePayoutChain(Redacted.make(payoutKey), {}), context)
      const paid = { ...payout, amount: paidOut }
      // What was stored continues by itself; the caller of what was not stored repeats it. Repeating harms nothing.
      expect(yield* chain.relay(checkout, on.buyer.address, signature)).toMatchObject({ _tag: "Accepted" })
      yield* payouts.pay(paid)
      yield* eventually(chain.proveRelay(checkout, on.buyer.address), (now) => now?._tag === "Paid")
      yield* eventually(payouts.lookup(paid), ({ _tag }) => _tag === "Settled")
      yield* mine(on, 3)
      expect(yield* chain.proveRelay(checkout, on.buyer.address)).toMatchObject({ _tag: "Paid", final: true })
      expect(yield* sellerHas(on, checkout)).toBe(8_800_000n)
      expect(yield* balance(on, payout.wallet as Hex)).toBe(paidOut)
      expect(yield* payouts.balance).toBe(4n * paidOut)
    }),
  ).pipe(quiet),
)
