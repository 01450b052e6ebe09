import { expect, it } from "@effect/vitest"
import { Context, Effect, Layer, Redacted } from "effect"
import { SqlClient } from "effect/sql/SqlClient"
import { generatePrivateKey, privateKeyToAccount } from "viem/accounts"
import type { ChainPayout } from "../../../../domain/publishing/PayoutChain.ts"
import { type Hex, lowerCase } from "../../../../rails/x402/evm/hex.ts"
import { makePayoutChain } from "../../../../rails/x402/payouts/makePayoutChain.ts"
import { usdcAddress } from "../../../../rails/x402/sandbox/placeContracts.ts"
import { someone } from "../support/authorize.ts"
import { quiet } from "../support/paying.ts"
import { balance, eventually, mine, queue, reorg, scene, type Scene } from "../support/settlementScene.ts"

const treasury = someone().address

/** Payouts over the scene's queue, for as long as the test lives. */
const payoutsOver = Effect.fnUntraced(function* (on: Scene, keys: ReadonlyArray<Hex>) {
  const context = yield* Layer.build(queue(on, { rebroadcastAfterMs: 50 }))
  const all = Context.add(context, SqlClient, on.sql)
  return yield* Effect.forEach(keys, (key) =>
    Effect.provide(makePayoutChain(Redacted.make(key), { "the wallet that calls are paid to": treasury }), all),
  )
})

const payoutOf = (over: Partial<ChainPayout> = {}): ChainPayout => ({
  id: `p-${someone().address}`,
  wallet: someone().address,
  amount: 1_000_000n,
  approvedAt: Date.now(),
  ...over,
})

it.live(
  "a payout is paid once however often it is requested, also after its wallet's key was replaced, and is final at the confirmations",
  () =>
    Effect.scoped(
      Effect.gen(function* () {
        const on = yield* scene(2)
        const [key, laterKey] = [generatePrivateKey(), generatePrivateKey()]
        for (const each of [key, laterKey]) yield* on.mint(privateKeyToAccount(each).address, 5_000_000n)
        const [payouts, later] = yield* payoutsOver(on, [key, laterKey])
        const payout = payoutOf()
        expect(payouts!.wallet).toBe(lowerCase(privateKeyToAccount(key).address))
        expect(yield* payouts!.lookup(payout)).toEqual({ _tag: "Unknown" })
        yield* Effect.forEach(Array.from({ length: 20 }), () => payouts!.pay(payout), { concurrency: "unbounded" })
        const settled = yield* eventually(payouts!.lookup(payout), ({ _tag }) => _tag === "Settled")
        expect(settled).toMatchObject({ final: false, transactionHash: expect.stringMatching(/^0x[0-9a-f]{64}$/) })
        expect(yield* later!.pay(payout)).toMatchObject({ _tag: "Settled" })
        expect(yield* later!.lookup(payout)).toMatchObject({ _tag: "Settled" })
        yield* mine(on, 3)
        yield* eventually(payouts!.lookup(payout), (now) => now._tag === "Settled" && now.final)
        expect(yield* payouts!.pay(payout)).toMatchObject({ _tag: "Settled", final: true })
        expect(yield* balance(on, payout.wallet as Hex)).toBe(1_000_000n)
        expect(yield* payouts!.balance).toBe(4_000_000n)
        // A database that has lost its rows: the chain knows the nonce.
        yield* on.sql`delete from rail_x402.settlement`
        expect(yield* payouts!.lookup(payout)).toMatchObject({ _tag: "Settled", final: true })
        expect(yield* payouts!.pay(payout)).toMatchObject({ _tag: "Settled" })
        expect(yield* balance(on, payout.wallet as Hex)).toBe(1_000_000n)
        for (const changed of [{ amount: 2_000_000n }, { wallet: someone().address }]) {
          const fresh = payoutOf()
          yield* payouts!.pay(fresh)
          expect(yield* Effect.flip(payouts!.pay({ ...fresh, ...changed }))).toMatchObject({
            message: expect.stringContaining("is not paid again"),
          })
        }
      }),
    ),
)

it.live("a payout is not handed over without the money for it, and no wallet of the gateway is paid", () =>
  Effect.scoped(
    Effect.gen(function* () {
      const on = yield* scene(1)
      const key = generatePrivateKey()
      const [payouts] = yield* payoutsOver(on, [key])
      const payout = payoutOf()
      expect(yield* Effect.flip(payouts!.pay(payout))).toMatchObject({
        _tag: "Unavailable",
        message: expect.stringContaining("fund the wallet"),
      })
      expect(yield* payouts!.lookup(payout)).toEqual({ _tag: "Unknown" })
      yield* on.mint(privateKeyToAccount(key).address, 5_000_000n)
      for (const wallet of [treasury, usdcAddress, payouts!.wallet, `0x${"00".repeat(20)}`, "0x1"]) {
        expect(yield* payouts!.pay(payoutOf({ wallet }))).toMatchObject({ _tag: "Refused" })
      }
      expect(yield* payouts!.pay(payoutOf({ amount: 0n }))).toMatchObject({ _tag: "Refused" })
      expect(yield* on.sql`select from rail_x402.settlement`).toHaveLength(0)
      expect(yield* payouts!.pay(payout)).toMatchObject({ _tag: "Pending" })
      yield* eventually(payouts!.lookup(payout), ({ _tag }) => _tag === "Settled")
    }),
  ),
)

it.live("a payout that a reorg removes is sent again, and one that expired unpaid is refused", () =>
  Effect.scoped(
    Effect.gen(function* () {
      const on = yield* scene(1)
      const key = generatePrivateKey()
      yield* on.mint(privateKeyToAccount(key).address, 5_000_000n)
      yield* mine(on, 3)
      const [payouts] = yield* payoutsOver(on, [key])
      const payout = payoutOf()
      yield* payouts!.pay(payout)
      yield* eventually(payouts!.lookup(payout), ({ _tag }) => _tag === "Settled")
      yield* Effect.promise(() => on.client.setAutomine(false))
      yield* reorg(on, 1)
      yield* eventually(payouts!.lookup(payout), ({ _tag }) => _tag === "Pending")
      yield* Effect.promise(() => on.client.setAutomine(true))
      yield* mine(on, 1)
      yield* eventually(payouts!.lookup(payout), ({ _tag }) => _tag === "Settled")
      expect(yield* balance(on, payout.wallet as Hex)).toBe(1_000_000n)
      const late = payoutOf({ approvedAt: Date.now() - 40 * 86_400_000 })
      yield* payouts!.pay(late)
      yield* mine(on, 3)
      yield* eventually(payouts!.lookup(late), ({ _tag }) => _tag === "Refused")
      expect(yield* balance(on, late.wallet as Hex)).toBe(0n)
    }),
  ).pipe(quiet),
)
