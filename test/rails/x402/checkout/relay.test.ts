import { expect, it } from "@effect/vitest"
import { Effect } from "effect"
import type { PrivateKeyAccount } from "viem/accounts"
import { type Hex } from "../../../../rails/x402/evm/hex.ts"
import { usdcAddress } from "../../../../rails/x402/sandbox/placeContracts.ts"
import { someone } from "../support/authorize.ts"
import { automine, quiet } from "../support/paying.ts"
import { balance, eventually, mine } from "../support/settlementScene.ts"
import { deploy, walletOf } from "../verify/wallets.ts"
import { checkoutChain, checkoutScene, paysGasless, price, sellerHas, walletDoes } from "./checkoutScene.ts"
import { newCheckout, payData, splitter } from "./splitterScene.ts"

it.live("a signature is relayed only if it is the buyer's for this checkout and would pay it now", () =>
  Effect.scoped(
    Effect.gen(function* () {
      const on = yield* checkoutScene
      const chain = yield* checkoutChain(on)
      const checkout = newCheckout()
      const sign = (of: typeof checkout, by: PrivateKeyAccount) =>
        Effect.flatMap(chain.instructions(of, by.address), ({ gasless }) => walletDoes(on, by, gasless))
      const signature = yield* sign(checkout, on.buyer)
      const relay = (of: typeof checkout, by: string, signed: string) =>
        Effect.map(chain.relay(of, by, signed), (answer) => (answer._tag === "Refused" ? answer.reason : answer._tag))
      expect(yield* relay(newCheckout(), on.buyer.address, signature)).toContain("sign the typed data")
      expect(
        yield* relay({ ...checkout, wallets: { ...checkout.wallets, seller: someone().address } }, on.buyer.address, signature),
      ).toContain("sign")
      expect(yield* relay(checkout, someone().address, signature)).toContain("sign the typed data")
      for (const bad of ["0x", "hello", `0x${"00".repeat(65)}`, `${signature}00`]) {
        expect(yield* relay(checkout, on.buyer.address, bad)).toContain("sign the typed data")
      }
      expect(yield* relay(newCheckout({ expiresAt: Date.now() - 700_000 }), on.buyer.address, signature)).toContain("expired")
      expect(yield* relay(checkout, checkout.wallets.seller, signature)).toContain("is paid by the checkout")
      const moved = newCheckout()
      const early = yield* sign(moved, on.buyer)
      yield* Effect.promise(() => on.write(on.buyer, usdcAddress, "transfer", [someone().address, 100n * price - 1_000_000n] as never))
      expect(yield* relay(moved, on.buyer.address, early)).toContain("has 1.000000 USDC, and the checkout costs 10.000000 USDC")
      expect(yield* Effect.flip(chain.instructions(moved, on.buyer.address))).toMatchObject({
        message: expect.stringContaining("1.000000 USDC"),
      })
      expect(yield* on.sql`select from rail_x402.settlement`).toHaveLength(0)

      // A signature that ends with 0 or 1, as some wallets make it.
      yield* on.mint(on.buyer.address, 100n * price)
      const odd = `${signature.slice(0, -2)}${signature.endsWith("1b") ? "00" : "01"}`
      expect(yield* relay(checkout, on.buyer.address, odd)).toBe("Accepted")
      yield* eventually(chain.proveRelay(checkout, on.buyer.address), (now) => now?._tag === "Paid")
      expect(yield* relay(checkout, on.buyer.address, signature)).toBe("Accepted")
      const late = someone()
      yield* on.mint(late.address, price)
      expect(yield* Effect.flip(chain.instructions(checkout, late.address))).toMatchObject({ message: "This checkout is paid already." })
    }),
  ),
)

it.live("smart wallets pay by one signature, deployed or not, and only by a factory that is allowed", () =>
  Effect.scoped(
    Effect.gen(function* () {
      const on = yield* checkoutScene
      const chain = yield* checkoutChain(on)
      const owner = someone()
      const [deployed, fresh, strange] = [walletOf(owner.address, 0n), walletOf(owner.address, 1n), walletOf(owner.address, 2n)]
      yield* Effect.promise(async () => {
        await on.client.setBalance({ address: on.buyer.address, value: 10n ** 19n })
        await deploy(on.client, on.buyer, deployed.data)
      })
      for (const { address } of [deployed, fresh, strange]) yield* on.mint(address, price)
      const signedFor = (checkout: ReturnType<typeof newCheckout>, address: Hex) =>
        Effect.flatMap(chain.instructions(checkout, address), ({ gasless }) => walletDoes(on, owner, gasless))
      const [a, b, c] = [newCheckout(), newCheckout(), newCheckout()]
      expect(yield* chain.relay(a, deployed.address, yield* signedFor(a, deployed.address))).toMatchObject({ _tag: "Accepted" })
      expect(yield* chain.relay(b, fresh.address, fresh.wrap(yield* signedFor(b, fresh.address)))).toMatchObject({ _tag: "Accepted" })
      const wrapped = strange.wrap(yield* signedFor(c, strange.address), someone().address)
      expect(yield* chain.relay(c, strange.address, wrapped)).toMatchObject({ reason: expect.stringContaining("not accepted") })
      yield* eventually(chain.proveRelay(a, deployed.address), (now) => now?._tag === "Paid")
      yield* eventually(chain.proveRelay(b, fresh.address), (now) => now?._tag === "Paid")
      expect(yield* sellerHas(on, b)).toBe(8_800_000n)
    }),
  ),
)

it.live("a relayed payment that was paid in another way meanwhile is not sent without end, and is unpaid once it has expired", () =>
  Effect.scoped(
    Effect.gen(function* () {
      const on = yield* checkoutScene
      const chain = yield* checkoutChain(on)
      const { timestamp } = yield* Effect.promise(() => on.client.getBlock())
      const checkout = newCheckout({ expiresAt: Number(timestamp) * 1000 })
      const two = someone()
      yield* on.mint(two.address, price)
      const [first, second] = [yield* chain.instructions(checkout, on.buyer.address), yield* chain.instructions(checkout, two.address)]
      const [a, b] = [yield* walletDoes(on, on.buyer, first.gasless), yield* walletDoes(on, two, second.gasless)]
      yield* automine(on, false)
      yield* Effect.all([chain.relay(checkout, on.buyer.address, a), chain.relay(checkout, two.address, b)], { concurrency: 2 })
      yield* eventually(on.sql`select from rail_x402.sending`, (sent) => sent.length === 2)
      yield* automine(on, true)
      yield* mine(on, 1)
      const states = Effect.all([chain.proveRelay(checkout, on.buyer.address), chain.proveRelay(checkout, two.address)])
      const both = yield* eventually(states, (now) => now.some((one) => one?._tag === "Pending" && one.reason.includes("paid already")))
      expect(both.filter((one) => one?._tag === "Paid")).toHaveLength(1)
      expect(yield* sellerHas(on, checkout)).toBe(8_800_000n)
      expect(yield* on.sql`select from rail_x402.slot`).toHaveLength(2)
      yield* Effect.promise(() => on.client.setNextBlockTimestamp({ timestamp: timestamp + 700n }))
      yield* mine(on, 3)
      const ended = yield* eventually(states, (now) => now.some((one) => one?._tag === "NotPaid"))
      expect(ended.find((one) => one?._tag === "NotPaid")).toMatchObject({ reason: expect.stringContaining("paid already") })
    }),
  ).pipe(quiet),
)

it.live("marketplaces use their own share of the gas, one of them not all, and own calls come first", () =>
  Effect.scoped(
    Effect.gen(function* () {
      const on = yield* checkoutScene
      const { baseFeePerGas } = yield* Effect.promise(() => on.client.getFeeHistory({ blockCount: 1, rewardPercentiles: [] }))
      const tip = yield* Effect.promise(() => on.client.estimateMaxPriorityFeePerGas())
      // Ten relayed payments in all: three for marketplaces together, two for each.
      const maxWeiPerDay = 10n * 600_000n * (baseFeePerGas.at(-1)! * 2n + tip)
      const limits = { maxWeiPerDay, relayGasPercent: 34, marketplaceGasPercent: 23 }
      const chain = yield* checkoutChain(on, limits)
      yield* automine(on, false)
      const [market, other] = [newCheckout(), newCheckout()]
      const checkouts = [market, newCheckout({ marketplace: market.marketplace }), other]
      for (const checkout of checkouts) expect(yield* paysGasless(on, chain, checkout, on.buyer)).toMatchObject({ _tag: "Accepted" })
      yield* eventually(on.sql`select from rail_x402.sending`, (sent) => sent.length === 3)
      for (const marketplace of [market.marketplace, other.marketplace]) {
        expect(yield* paysGasless(on, chain, newCheckout({ marketplace }), on.buyer)).toMatchObject({
          _tag: "Refused",
          reason: expect.stringContaining("Pay with a transaction"),
        })
      }
      yield* mine(on, 1)
      yield* eventually(chain.proveRelay(market, on.buyer.address), (now) => now?._tag === "Paid")
      // What the receipts show was given back.
      const freed = paysGasless(on, chain, newCheckout({ marketplace: market.marketplace }), on.buyer)
      yield* eventually(freed, ({ _tag }) => _tag === "Accepted")
    }),
  ).pipe(quiet),
)

it.live("a hundred checkouts that two buyers each pay at once, one by two relays and one by a transaction, are each paid once", () =>
  Effect.scoped(
    Effect.gen(function* () {
      const on = yield* checkoutScene
      const chain = yield* checkoutChain(on, { rebroadcastAfterMs: 500 })
      const rival = someone()
      yield* on.mint(on.buyer.address, 100n * price)
      yield* on.mint(rival.address, 200n * price)
      yield* Effect.promise(() => on.write(rival, usdcAddress, "approve", [splitter, 200n * price] as never))
      const { marketplace } = newCheckout()
      const checkouts = Array.from({ length: 100 }, () => newCheckout({ marketplace }))
      const signed = yield* Effect.forEach(checkouts, (checkout) =>
        Effect.flatMap(chain.instructions(checkout, on.buyer.address), ({ gasless }) => walletDoes(on, on.buyer, gasless)),
      )
      const relays = Effect.forEach(
        [...checkouts.entries()].flatMap((entry) => [entry, entry]),
        ([i, checkout]) => chain.relay(checkout, on.buyer.address, signed[i]!),
        { concurrency: 32 },
      )
      const fee = { maxFeePerGas: 10n ** 10n, maxPriorityFeePerGas: 2n * 10n ** 9n, gas: 400_000n, type: "eip1559" as const }
      const rivals = yield* Effect.forEach(checkouts.entries(), ([i, checkout]) => {
        const data = payData(on.payArgs(usdcAddress, checkout))
        return Effect.promise(() => rival.signTransaction({ chainId: on.network.chainId, to: splitter, data, nonce: i + 1, ...fee }))
      })
      const broadcast = (serializedTransaction: Hex) => Effect.promise(() => on.client.sendRawTransaction({ serializedTransaction }))
      yield* Effect.all([relays, Effect.forEach(rivals, broadcast, { concurrency: 8 })], { concurrency: 2 })
      const received = Effect.forEach(checkouts, (checkout) => sellerHas(on, checkout), { concurrency: 50 })
      // A node can lose a transaction of its pool, and the later ones of the wallet wait for it: a wallet broadcasts it again.
      const sendNextAgain = Effect.gen(function* () {
        const next = yield* Effect.promise(() => on.client.getTransactionCount({ address: rival.address }))
        const transaction = rivals[next - 1]
        if (transaction !== undefined) yield* Effect.ignoreCause(broadcast(transaction))
      })
      yield* eventually(Effect.andThen(sendNextAgain, received), (amounts) => amounts.every((amount) => amount > 0n))
      yield* eventually(
        on.sql`select from rail_x402.settlement where state in ('waiting', 'sent') and reason is null`,
        ({ length }) => length === 0,
      )
      yield* mine(on, 3)
      expect(new Set(yield* received)).toEqual(new Set([8_800_000n]))
      const left = (yield* balance(on, on.buyer.address)) + (yield* balance(on, rival.address))
      expect(left).toBe(400n * price - 100n * price)
      const { payments } = yield* chain.findPayments(0n, [])
      expect(new Set(payments.map(({ checkout }) => checkout)).size).toBe(100)
      expect(payments).toHaveLength(100)
      const proofs = yield* Effect.forEach(payments, ({ checkout, transactionHash }) =>
        chain.prove(
          checkouts.find(({ id }) => id === checkout)!,
          transactionHash,
        ),
      )
      expect(proofs.every((proof) => proof._tag === "Paid" && proof.final)).toBe(true)
    }),
  ).pipe(quiet),
)
