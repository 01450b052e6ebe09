import { expect, layer } from "@effect/vitest"
import { Context, Effect, Layer, Redacted } from "effect"
import { microUsd } from "../../../../domain/money/Money.ts"
import { Chain } from "../../../../rails/x402/evm/Chain.ts"
import { rpcChain } from "../../../../rails/x402/evm/rpcChain.ts"
import { sandboxAsset, sandboxNetwork } from "../../../../rails/x402/settings.ts"
import { compareWallets } from "../../../../rails/x402/wallets/compareWallets.ts"
import { run } from "../../../support/ledger/commands.ts"
import { callOf } from "../../../support/ledger/LedgerFixture.ts"
import { Owner } from "../../../support/ledger/postgresLedgerFixture.ts"
import { x402Scene, X402Scene } from "../rail/fixture.ts"
import { rpcProxy } from "../support/rpcProxy.ts"
import { bought, funded, lookedThrough, until } from "./wallets.ts"

layer(x402Scene(), { excludeTestServices: true })("comparing wallets with the chain", (it) => {
  it.effect("a difference between ledger and chain is reported once it lasts for three comparisons", () =>
    Effect.gen(function* () {
      const { balance, context, quiet } = yield* X402Scene
      const { buyer, wallet } = yield* funded(3_000n)
      const call = yield* bought(buyer)
      yield* until(balance(wallet), (left) => left === 2_300n)
      yield* quiet
      yield* until(callOf(call), ({ settlement }) => settlement === "settled")
      yield* lookedThrough
      const compare = Effect.provide(compareWallets(0), context)
      const differences = () => Effect.map(compare, (all) => all?.filter(({ wallet: { address } }) => address === wallet))
      for (const _ of [1, 2, 3]) expect(yield* differences()).toEqual([])
      yield* run({
        _tag: "Post",
        organisation: buyer.organisation,
        ref: "mistake",
        transfers: [{ debit: "outside:nowhere", credit: "buyer:x402", amount: microUsd(5n) }],
      })
      expect(yield* differences()).toEqual([])
      expect(yield* differences()).toEqual([])
      expect(yield* differences()).toMatchObject([{ difference: -5n }])
    }),
  )

  it.effect("one of two nodes compares the wallets, with four requests to the chain for 200 of them", () =>
    Effect.gen(function* () {
      const { chain, context } = yield* X402Scene
      const owner = yield* Owner
      const { buyer, wallet } = yield* funded(3_000n)
      yield* run({
        _tag: "Post",
        organisation: buyer.organisation,
        ref: "mistake",
        transfers: [{ debit: "outside:nowhere", credit: "buyer:x402", amount: microUsd(9n) }],
      })
      yield* owner`delete from rail_x402.wallet`
      yield* owner`insert into rail_x402.wallet (org, address) values (${buyer.organisation}, ${wallet})`
      yield* owner`insert into rail_x402.wallet (org, address)
        select gen_random_uuid(), '0x' || lpad(to_hex(n), 40, '0') from generate_series(1, 249) as n`
      yield* lookedThrough
      const methods: Array<string> = []
      const proxy = yield* rpcProxy(chain.url)
      proxy.fate = (names) => (methods.push(...names), "pass")
      const urls = Effect.sync(() => [Redacted.make(proxy.url)])
      const counted = Context.get(yield* Layer.build(rpcChain({ network: sandboxNetwork, asset: sandboxAsset, urls })), Chain)
      const compare = (everyMs: number) => Effect.provide(compareWallets(everyMs), Context.add(context, Chain, counted))
      const found = [{ wallet: { address: wallet }, difference: -9n }]

      yield* owner`delete from rail_x402.comparison`
      const both = yield* Effect.all([compare(60_000), compare(60_000)], { concurrency: 2 })
      expect(both.filter((reported) => reported !== undefined)).toEqual([[]])
      expect(yield* compare(60_000), "the round of this minute is done").toBeUndefined()
      const ofTheNode = ["eth_chainId", "eth_getCode"]
      const ofAPage = ["eth_getBlockByNumber", "eth_call", "eth_getLogs", "eth_getLogs"]
      expect([...new Set(methods)].sort()).toEqual([...new Set([...ofTheNode, ...ofAPage])].sort())
      expect(methods.filter((method) => !ofTheNode.includes(method))).toHaveLength(2 * ofAPage.length)

      expect(yield* compare(0)).toEqual([])
      expect(yield* compare(0), "the third round, whichever nodes had the others").toMatchObject(found)
      const multicall = { address: "0xcA11bde05977b3631167028862bE2a173976CA11" } as const
      const bytecode = (yield* Effect.promise(() => chain.client.getCode(multicall)))!
      yield* Effect.promise(() => chain.client.setCode({ ...multicall, bytecode: "0x" }))
      proxy.requests = 0
      expect(yield* compare(0), "without Multicall3").toMatchObject(found)
      expect(proxy.requests, "250 balances in batches of 50, and what both pages need").toBeLessThanOrEqual(12)
      yield* Effect.promise(() => chain.client.setCode({ ...multicall, bytecode }))
    }),
  )
})
