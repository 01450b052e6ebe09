import { expect, it } from "@effect/vitest"
import { Effect } from "effect"
import { encodeFunctionData, parseAbi } from "viem"
import { splitPayment, splitterCode } from "../../../../rails/x402/checkout/splitter.ts"
import { type Hex, lowerCase } from "../../../../rails/x402/evm/hex.ts"
import { usdcAddress } from "../../../../rails/x402/sandbox/placeContracts.ts"
import { readSplitter } from "../../../../rails/x402/checkout/makeCheckoutChain.ts"
import { someone } from "../support/authorize.ts"
import { automine, quiet } from "../support/paying.ts"
import { rpcProxy } from "../support/rpcProxy.ts"
import { eventually, mine, queue, reorg, scene } from "../support/settlementScene.ts"
import { checkoutChain, checkoutScene, paysGasless, price, sellerHas, walletDoes } from "./checkoutScene.ts"
import { hostileContracts, newCheckout, payData, splitter, splitterActions } from "./splitterScene.ts"

it.live("a buyer pays by an approval and a transaction, by a permit, or by one signature without ether, and each is proven", () =>
  Effect.scoped(
    Effect.gen(function* () {
      const on = yield* checkoutScene
      const chain = yield* checkoutChain(on)
      const [approved, permitted, gasless] = [newCheckout(), newCheckout(), newCheckout()]
      const from = yield* chain.searchStart

      const first = yield* chain.instructions(approved, on.buyer.address)
      expect(first).toMatchObject({ network: "eip155:84532", chainId: "0x14a34" })
      expect(first.transaction).toHaveLength(2)
      const hashes: Array<Hex> = []
      for (const request of first.transaction) hashes.push(yield* walletDoes(on, on.buyer, request))
      expect(yield* chain.prove(approved, hashes[0]!)).toMatchObject({ _tag: "Pending" })
      const proof = yield* chain.prove(approved, hashes[1]!)
      expect(proof).toMatchObject({ _tag: "Paid", buyer: lowerCase(on.buyer.address), transactionHash: hashes[1], final: false })
      yield* mine(on, 2)
      expect(yield* chain.prove(approved, hashes[1]!)).toMatchObject({ _tag: "Paid", final: true })
      expect(yield* chain.prove(approved, hashes[0]!)).toMatchObject({ _tag: "NotPaid" })
      expect(yield* Effect.flip(chain.instructions(approved, on.buyer.address))).toMatchObject({ _tag: "PaymentRefused" })

      const second = yield* chain.instructions(permitted, on.buyer.address)
      const permit = yield* walletDoes(on, on.buyer, second.permit!)
      const paid = yield* walletDoes(on, on.buyer, yield* chain.permitTransaction(permitted, on.buyer.address, permit))
      expect(yield* chain.prove(permitted, paid)).toMatchObject({ _tag: "Paid" })

      const poor = someone()
      yield* on.mint(poor.address, price)
      expect(yield* chain.proveRelay(gasless, poor.address)).toBeUndefined()
      expect(yield* paysGasless(on, chain, gasless, poor)).toMatchObject({ _tag: "Accepted" })
      const relayed = yield* eventually(chain.proveRelay(gasless, poor.address), (now) => now?._tag === "Paid")
      expect(relayed).toMatchObject({ buyer: lowerCase(poor.address), final: false })
      yield* mine(on, 2)
      expect(yield* chain.proveRelay(gasless, poor.address)).toMatchObject({ final: true })
      expect(yield* Effect.promise(() => on.client.getTransactionCount({ address: poor.address }))).toBe(0)
      for (const checkout of [approved, permitted, gasless]) expect(yield* sellerHas(on, checkout)).toBe(8_800_000n)

      const { nextBlock, payments } = yield* chain.findPayments(from, [])
      expect(payments.map(({ checkout }) => checkout)).toEqual([approved.id, permitted.id, gasless.id])
      const { number } = yield* Effect.promise(() => on.client.getBlock())
      expect(nextBlock).toBe(number - 2n)
      expect(yield* chain.findPayments(number + 50n, [])).toEqual({ payments: [], nextBlock: number + 50n })
    }),
  ),
)

it.live("forged, foreign and reused transactions prove nothing for a checkout", () =>
  Effect.scoped(
    Effect.gen(function* () {
      const on = yield* checkoutScene
      const chain = yield* checkoutChain(on)
      const [checkout, other] = [newCheckout(), newCheckout()]
      const { amount, checkout: id, legs, payment } = splitPayment(on.termsFor(usdcAddress), checkout)
      const contracts = hostileContracts()
      const hashes = yield* Effect.promise(async () => {
        const forger = await on.deploy(on.buyer, contracts.get("Forger")!.bytecode)
        const forge = encodeFunctionData({
          abi: parseAbi(["function forge(bytes16 checkout, address payer, bytes32 payment, address token, uint256 amount)"]),
          args: [id, on.buyer.address, payment, usdcAddress, amount],
        })
        const token = await on.deploy(on.buyer, contracts.get("PlainToken")!.bytecode)
        await on.write(on.buyer, token, "mint", [on.buyer.address, 100n * price] as never)
        for (const spent of [token, usdcAddress] as const) await on.write(on.buyer, spent, "approve", [splitter, 100n * price] as never)
        const transfers = encodeFunctionData({
          abi: parseAbi(["function transfer(address to, uint256 amount)"]),
          args: [legs[0]!.to, amount],
        })
        const sent = [
          await on.send(on.buyer, forger, forge),
          await on.send(on.buyer, splitter, payData([id, token, amount, legs])),
          await on.send(on.buyer, splitter, payData([id, lowerCase(usdcAddress), 1n, [{ to: legs[0]!.to, amount: 1n }]])),
          await on.send(on.buyer, splitter, payData(on.payArgs(usdcAddress, other))),
          await on.send(on.buyer, usdcAddress, transfers),
          await on.send(on.buyer, splitter, payData([id, lowerCase(usdcAddress), 1n, legs]), 300_000n),
        ]
        return sent.map(({ transactionHash }) => transactionHash)
      })
      expect(yield* chain.prove(checkout, hashes.at(-1)!)).toMatchObject({
        _tag: "Pending",
        reason: expect.stringContaining("not final yet"),
      })
      yield* mine(on, 2)
      for (const hash of hashes) expect(yield* chain.prove(checkout, hash)).toMatchObject({ _tag: "NotPaid" })
      expect(yield* chain.prove(checkout, `0x${"12".repeat(32)}`)).toMatchObject({ _tag: "Unknown" })
      expect(yield* chain.prove(checkout, "0x12")).toMatchObject({ _tag: "NotPaid" })
      // A transaction that waits in a node's pool is known.
      yield* automine(on, false)
      const [request] = (yield* chain.instructions(newCheckout(), on.buyer.address)).transaction
      const [{ data, to }] = request!.params as readonly [{ readonly to: Hex; readonly data: Hex }]
      const waiting = yield* Effect.promise(() => on.client.sendTransaction({ account: on.buyer, to, data }))
      expect(yield* chain.prove(checkout, waiting)).toMatchObject({ _tag: "Pending", reason: "The transaction is in no block yet." })
      yield* automine(on, true)
      yield* mine(on, 1)
      // The payments under the same id did not block the true one.
      const { transactionHash } = yield* Effect.promise(() => on.send(on.buyer, splitter, payData(on.payArgs(usdcAddress, checkout))))
      expect(yield* chain.prove(checkout, transactionHash)).toMatchObject({ _tag: "Paid" })
    }),
  ),
)

it.live("a payment that a reorg removes is gone, and the payment by the gateway is sent again", () =>
  Effect.scoped(
    Effect.gen(function* () {
      const on = yield* checkoutScene
      const chain = yield* checkoutChain(on, { rebroadcastAfterMs: 50 })
      const checkout = newCheckout()
      yield* paysGasless(on, chain, checkout, on.buyer)
      const isPaid = eventually(chain.proveRelay(checkout, on.buyer.address), (now) => now?._tag === "Paid")
      const first = yield* isPaid
      if (first?._tag !== "Paid") return expect.fail("not paid")
      yield* automine(on, false)
      yield* reorg(on, 1)
      expect(yield* chain.prove(checkout, first.transactionHash)).not.toMatchObject({ _tag: "Paid" })
      expect(yield* chain.isPaid(checkout)).toBe(false)
      yield* automine(on, true)
      yield* mine(on, 1)
      const second = yield* isPaid
      if (second?._tag !== "Paid") return expect.fail("not paid")
      yield* mine(on, 2)
      expect(yield* chain.prove(checkout, second.transactionHash)).toMatchObject({ _tag: "Paid", final: true })
      expect(yield* chain.isPaid(checkout)).toBe(true)
      expect(yield* sellerHas(on, checkout)).toBe(8_800_000n)
    }),
  ).pipe(quiet),
)

it.live("nothing is proven while a node does not answer or has other code, and two nodes must agree", () =>
  Effect.scoped(
    Effect.gen(function* () {
      const on = yield* checkoutScene
      const proxy = yield* rpcProxy(on.url)
      const chain = yield* checkoutChain(on, { urls: () => [on.url, proxy.url] })
      const checkout = newCheckout()
      const { transaction } = yield* chain.instructions(checkout, on.buyer.address)
      let hash: Hex = "0x"
      for (const request of transaction) hash = yield* walletDoes(on, on.buyer, request)
      yield* mine(on, 2)
      proxy.fate = () => "refuse"
      expect(yield* Effect.flip(chain.prove(checkout, hash))).toMatchObject({ _tag: "Unavailable" })
      expect(yield* Effect.flip(chain.findPayments(0n, []))).toMatchObject({ _tag: "Unavailable" })
      proxy.fate = () => "pass"
      yield* eventually(
        Effect.option(chain.prove(checkout, hash)),
        (proof) => proof._tag === "Some" && proof.value._tag === "Paid" && proof.value.final,
      )
      const elsewhere = yield* checkoutChain(on, {}, lowerCase(usdcAddress))
      expect(yield* Effect.flip(elsewhere.instructions(checkout, on.buyer.address))).toMatchObject({
        message: expect.stringContaining("is not the splitter"),
      })
    }),
  ).pipe(quiet),
)

it.live("another contract in the settings pays later checkouts, and those from before are paid, proven and found at their own", () =>
  Effect.scoped(
    Effect.gen(function* () {
      const on = yield* checkoutScene
      const later: Hex = `0x${"59".repeat(20)}`
      yield* Effect.promise(() => on.client.setCode({ address: later, bytecode: splitterCode }))
      const [before, after] = [yield* checkoutChain(on), yield* checkoutChain(on, {}, later)]
      expect([before.splitter, after.splitter]).toEqual([splitter, later])
      const [signed, sent, next] = [
        newCheckout({ splitter: before.splitter }),
        newCheckout({ splitter: before.splitter }),
        newCheckout({ splitter: after.splitter }),
      ]
      // What the buyer was given before the change is presented after it.
      const { gasless } = yield* before.instructions(signed, on.buyer.address)
      const { transaction } = yield* before.instructions(sent, on.buyer.address)
      expect(yield* after.relay(signed, on.buyer.address, yield* walletDoes(on, on.buyer, gasless))).toMatchObject({ _tag: "Accepted" })
      yield* eventually(after.proveRelay(signed, on.buyer.address), (now) => now?._tag === "Paid")
      let hash: Hex = "0x"
      for (const request of transaction) hash = yield* walletDoes(on, on.buyer, request)
      expect(yield* after.prove(sent, hash)).toMatchObject({ _tag: "Paid" })
      expect(yield* after.prove({ ...sent, splitter: later }, hash)).not.toMatchObject({ _tag: "Paid" })
      const first = (yield* after.instructions(next, on.buyer.address)).transaction
      expect(first.map(({ params }) => (params[0] as { readonly to: Hex }).to)).toEqual([usdcAddress, later])
      for (const request of first) hash = yield* walletDoes(on, on.buyer, request)
      expect(yield* after.prove(next, hash)).toMatchObject({ _tag: "Paid" })
      for (const checkout of [signed, sent, next]) {
        expect([yield* after.isPaid(checkout), yield* sellerHas(on, checkout)]).toEqual([true, 8_800_000n])
      }
      const found = (splitters: ReadonlyArray<string>) =>
        Effect.map(after.findPayments(0n, splitters), ({ payments }) => payments.map(({ checkout }) => checkout))
      expect(yield* found([splitter, later])).toEqual([signed.id, sent.id, next.id])
      expect(yield* found([])).toEqual([next.id])
    }),
  ).pipe(quiet),
)

it.live("a wallet that cannot be paid is named with its reason", () =>
  Effect.scoped(
    Effect.gen(function* () {
      const on = yield* scene(1)
      const { walletProblem } = yield* checkoutChain(on)
      for (const wallet of [
        `0x${"00".repeat(20)}`,
        usdcAddress,
        splitter,
        splitter.toUpperCase().replace("0X", "0x"),
        "0x12",
        "vitalik.eth",
      ]) {
        expect(walletProblem(wallet)).toBeDefined()
      }
      expect(walletProblem(someone().address)).toBeUndefined()
    }),
  ),
)

it.live("an operator sees whether the splitter is deployed, and the transaction that deploys it", () =>
  Effect.scoped(
    Effect.gen(function* () {
      const on = yield* scene(1)
      const { send } = splitterActions(on)
      const read = Effect.provide(readSplitter(undefined), queue(on))
      const codeAt = (bytecode: Hex) => Effect.promise(() => on.client.setCode({ address: splitter, bytecode }))
      expect(yield* read).toMatchObject({ network: "eip155:84532", address: splitter, code: "deployed" })
      yield* codeAt("0x6001")
      expect(yield* read).toMatchObject({ code: "other" })
      yield* codeAt("0x")
      const { code, deployment } = yield* read
      expect(code).toBe("missing")
      const account = someone()
      yield* Effect.promise(() => send(account, deployment.to, deployment.data))
      expect(yield* read).toMatchObject({ code: "deployed" })
    }),
  ),
)
