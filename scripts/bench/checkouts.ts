import { Effect, Layer, Redacted } from "effect"
import * as Reactivity from "effect/reactivity/Reactivity"
import { SqlClient } from "effect/sql/SqlClient"
import { generatePrivateKey, privateKeyToAccount } from "viem/accounts"
import { connect, type DatabaseLocation } from "../../layers/postgres/connection.ts"
import { makeCheckoutChain } from "../../rails/x402/checkout/makeCheckoutChain.ts"
import { splitterDeployment } from "../../rails/x402/checkout/splitter.ts"
import { gaslessRequest } from "../../rails/x402/checkout/walletRequests.ts"
import { ChainNodes } from "../../rails/x402/evm/ChainNodes.ts"
import { rpcChain } from "../../rails/x402/evm/rpcChain.ts"
import { mintUsdc } from "../../rails/x402/sandbox/sandboxChain.ts"
import { sandboxAsset as asset, sandboxNetwork as network } from "../../rails/x402/settings.ts"
import { settlementsLayer } from "../../rails/x402/settlement/makeSettlements.ts"
import { newCheckout } from "../../test/support/checkout.ts"
import { benchChain } from "./benchChain.ts"

const count = 1_000
const amount = 1_000_000n
const pollMs = 500

const wallet = () => privateKeyToAccount(generatePrivateKey()).address.toLowerCase()

/** Checkouts per second that are paid without gas by one signature: checked, relayed, in a block, and proven by the receipt, at one confirmation. */
export const confirmedCheckouts = Effect.fnUntraced(function* (location: DatabaseLocation) {
  const { gasKeys, url } = yield* benchChain
  const sql = yield* connect(location, { maxConnections: 8 }).pipe(Effect.provide(Reactivity.layer))
  for (const table of ["watch", "watched", "settlement", "slot", "sending"]) yield* sql.unsafe(`delete from rail_x402.${table}`)
  const options = { network, asset, urls: Effect.succeed([Redacted.make(url)]) }
  const queue = settlementsLayer({
    gasKeys: gasKeys.map((key) => Redacted.make(key)),
    confirmations: 1,
    onOutcome: () => Effect.void,
    pollMs: 50,
    maxInFlight: 64,
    maxWeiPerDay: 10n ** 21n,
  }).pipe(Layer.provideMerge(Layer.merge(rpcChain(options), ChainNodes.layer(options))), Layer.provide(Layer.succeed(SqlClient, sql)))
  const context = yield* Layer.build(queue)
  const terms = { factories: [], serviceWallet: "0x00000000000000000000000000000000000005e1", terms: { confirmations: 1 } } as const
  const chain = yield* Effect.provide(makeCheckoutChain(terms, splitterDeployment.address), context)

  const buyer = privateKeyToAccount(generatePrivateKey())
  yield* mintUsdc(url, buyer.address, amount * BigInt(count))
  // One marketplace, whose share of the gas pays for all.
  const { marketplace } = newCheckout()
  const wallets = { seller: wallet(), marketplace: wallet(), service: terms.serviceWallet }
  const checkouts = Array.from({ length: count }, () => newCheckout({ marketplace, wallets }, amount))
  // Signing is the buyer's work.
  const signed = yield* Effect.forEach(checkouts, (checkout) =>
    Effect.promise(async () => {
      const { params } = gaslessRequest({ network, asset, splitter: splitterDeployment.address }, checkout, buyer.address)
      const { EIP712Domain: _, ...types } = JSON.parse(String(params[1])).types
      return { checkout, signature: await buyer.signTypedData({ ...JSON.parse(String(params[1])), types }) }
    }),
  )
  const startedAt = performance.now()
  const paid = yield* Effect.forEach(
    signed,
    Effect.fnUntraced(function* ({ checkout, signature }) {
      const answer = yield* chain.relay(checkout, buyer.address, signature)
      if (answer._tag === "Refused") return yield* Effect.die(new Error(answer.reason))
      for (;;) {
        const proof = yield* chain.proveRelay(checkout, buyer.address)
        if (proof?._tag === "Paid") return proof.transactionHash
        yield* Effect.sleep(pollMs)
      }
    }),
    { concurrency: count },
  )
  const perSecond = (count * 1000) / (performance.now() - startedAt)
  const { payments } = yield* chain.findPayments(0n, [])
  if (new Set(paid).size !== count || payments.length !== count) return yield* Effect.die(new Error("a checkout was not paid exactly once"))
  return { concurrent_checkouts: count, confirmed_per_s: perSecond }
})
