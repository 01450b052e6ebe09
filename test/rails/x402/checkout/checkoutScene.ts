import { Effect, Layer, Redacted } from "effect"
import type { PrivateKeyAccount } from "viem/accounts"
import type { CheckoutChainShape, WalletRequest } from "../../../../domain/connect/CheckoutChain.ts"
import { makeCheckoutChain } from "../../../../rails/x402/checkout/makeCheckoutChain.ts"
import { ChainNodes } from "../../../../rails/x402/evm/ChainNodes.ts"
import type { Hex } from "../../../../rails/x402/evm/hex.ts"
import { someone } from "../support/authorize.ts"
import { balance, queue, scene, type Scene } from "../support/settlementScene.ts"
import { factory } from "../verify/wallets.ts"
import { newCheckout, splitter, splitterActions, type SplitterScene } from "./splitterScene.ts"

export const price = 10_000_000n

/** A chain, a queue with funded gas keys, and a buyer with 1,000 USDC. */
export const checkoutScene = Effect.gen(function* () {
  const on = yield* scene(2)
  const actions = splitterActions(on)
  const buyer = someone()
  yield* on.mint(buyer.address, 100n * price)
  return { ...on, ...actions, buyer }
})
export const sellerHas = (on: Scene, checkout: ReturnType<typeof newCheckout>) => balance(on, checkout.wallets.seller as Hex)

export const serviceWallet: Hex = `0x${"5e".repeat(20)}`

/** Checkouts over the scene's queue, at 3 confirmations. `urls`: of the nodes that answer. */
export const checkoutChain = (on: Scene, options: Parameters<typeof queue>[1] = {}, address: Hex = splitter) => {
  const { urls = () => [on.url], ...others } = options
  const nodes = ChainNodes.layer({
    network: on.network,
    asset: on.asset,
    urls: Effect.sync(() => urls().map((url) => Redacted.make(url))),
    timeoutMs: 20_000,
  })
  // Built in the test's scope, in which the queue works.
  return Effect.flatMap(Layer.build(Layer.merge(queue(on, { urls, ...others }), nodes)), (context) =>
    Effect.provide(makeCheckoutChain({ serviceWallet, factories: [factory], terms: { confirmations: 3 } }, address), context),
  )
}

/** What the buyer's wallet answers to a request: the hash of its transaction, once it is in a block, or its signature. */
export const walletDoes = (on: SplitterScene, account: PrivateKeyAccount, request: WalletRequest): Effect.Effect<Hex> =>
  Effect.promise(async () => {
    if (request.method === "eth_sendTransaction") {
      const [{ data, to }] = request.params as readonly [{ readonly to: Hex; readonly data: Hex }]
      return (await on.send(account, to, data)).transactionHash
    }
    const [, text] = request.params as readonly [Hex, string]
    const { EIP712Domain: _, ...types } = JSON.parse(text).types
    return account.signTypedData({ ...JSON.parse(text), types })
  })

/** The buyer signs, and the gateway relays. */
export const paysGasless = Effect.fnUntraced(function* (
  on: SplitterScene,
  { instructions, relay }: Pick<CheckoutChainShape, "instructions" | "relay">,
  checkout: Parameters<CheckoutChainShape["relay"]>[0],
  buyer: PrivateKeyAccount,
) {
  const { gasless } = yield* instructions(checkout, buyer.address)
  return yield* relay(checkout, buyer.address, yield* walletDoes(on, buyer, gasless))
})
