import { expect, it } from "@effect/vitest"
import { Context, Effect, Fiber, Layer, Redacted } from "effect"
import { parseGwei } from "viem"
import { Chain } from "../../../../rails/x402/evm/Chain.ts"
import { type Hex } from "../../../../rails/x402/evm/hex.ts"
import { rpcChain } from "../../../../rails/x402/evm/rpcChain.ts"
import { transferCall } from "../../../../rails/x402/evm/contracts.ts"
import { authorize, someone } from "../support/authorize.ts"
import { waitUntilMined } from "../../../../rails/x402/sandbox/placeContracts.ts"
import { rpcProxy } from "../support/rpcProxy.ts"
import { until } from "../../../support/until.ts"
import { type TestChain, testChain } from "../support/testChain.ts"

const over = (of: TestChain, urls: ReadonlyArray<string>, network = of.network) =>
  Effect.map(
    Layer.build(rpcChain({ network, asset: of.asset, urls: Effect.succeed(urls.map((url) => Redacted.make(url))), timeoutMs: 20_000 })),
    (context) => Context.get(context, Chain),
  )

it.live("the chain client reads the chain's state and reports why a call would be reverted", () =>
  Effect.scoped(
    Effect.gen(function* () {
      const on = yield* testChain
      const chain = yield* over(on, [on.url])
      const [payer, payee, relayer] = [someone(), someone(), someone()]
      yield* on.gas(relayer.address)
      const one = yield* Effect.promise(() => authorize(on, payer, { to: payee.address, value: 10n }))
      const call = { to: on.asset.address, data: transferCall(one) }
      expect(yield* chain.simulate(call)).toMatchObject({ _tag: "Reverted", reason: "ERC20: transfer amount exceeds balance" })
      yield* on.mint(payer.address, 10n)
      expect((yield* chain.simulate(call))._tag).toBe("Succeeded")
      expect(yield* chain.balanceOf(payer.address)).toBe(10n)
      expect(yield* chain.codeAt(payer.address)).toBe("0x")
      expect(yield* chain.gasBalance(relayer.address)).toBe(10n ** 19n)

      const before = yield* chain.head
      const hash = yield* Effect.promise(() => on.client.sendTransaction({ account: relayer, ...call }))
      yield* Effect.promise(() => waitUntilMined(on.client, hash, "it was reverted"))
      const receipt = yield* chain.receipt(hash)
      expect(receipt).toMatchObject({ hash, succeeded: true, blockNumber: before.number + 1n })
      const logs = yield* chain.logs({ fromBlock: before.number, toBlock: before.number + 1n, topics: [null, null, [one.nonce]] })
      expect(logs.map((log) => [log.hash, log.blockNumber])).toEqual([[hash, before.number + 1n]])
      expect(yield* chain.authorizationUsed(one.from, one.nonce)).toBe(true)
      expect(yield* chain.authorizationUsed(one.from, one.nonce, before.number)).toBe(false)
      expect(yield* chain.transactionCounts(relayer.address)).toEqual({ mined: 1, pending: 1 })
      expect((yield* chain.block(before.number))?.hash).toBe(before.hash)
      expect(yield* chain.block(before.number + 100n)).toBeUndefined()
      expect(yield* chain.receipt(one.nonce)).toBeUndefined()
    }),
  ),
)

it.live("the chain client distinguishes the RPC node's answers to a raw transaction", () =>
  Effect.scoped(
    Effect.gen(function* () {
      const on = yield* testChain
      const chain = yield* over(on, [on.url])
      const [rich, poor] = [someone(), someone()]
      yield* on.gas(rich.address)
      const raw = (account: typeof rich, nonce: number, gwei: string): Promise<Hex> =>
        account.signTransaction({
          type: "eip1559",
          chainId: on.network.chainId,
          nonce,
          to: rich.address,
          gas: 21_000n,
          maxFeePerGas: parseGwei(gwei),
          maxPriorityFeePerGas: parseGwei("1"),
        })
      const broadcast = (sent: Promise<Hex>) =>
        Effect.flatMap(
          Effect.promise(() => sent),
          (text) => chain.broadcast(text),
        )
      yield* Effect.promise(() => on.client.setAutomine(false))
      const first = raw(rich, 0, "20")
      expect((yield* broadcast(first))._tag).toBe("Accepted")
      expect((yield* broadcast(first))._tag).toBe("AlreadyKnown")
      expect(yield* broadcast(raw(rich, 0, "10"))).toMatchObject({ _tag: "Refused", reason: "underpriced" })
      expect((yield* broadcast(raw(rich, 0, "40")))._tag).toBe("Accepted")
      expect(yield* broadcast(raw(poor, 0, "20"))).toMatchObject({ _tag: "Refused", reason: "insufficient_funds" })
      yield* Effect.promise(() => on.client.mine({ blocks: 1 }))
      expect(yield* broadcast(raw(rich, 0, "99"))).toMatchObject({ _tag: "Refused", reason: "nonce_too_low" })
    }),
  ),
)

it.live("an RPC node that fails or answers nonsense is skipped for the next one and not called for a while", () =>
  Effect.scoped(
    Effect.gen(function* () {
      const on = yield* testChain
      const broken = yield* rpcProxy(on.url)
      const fates = ["refuse", { status: 500, body: "no" }, { status: 200, body: "<html>" }, { status: 429, body: "{}" }] as const
      const chain = yield* over(on, [broken.url, on.url])
      for (const fate of fates) {
        broken.fate = () => fate
        expect(yield* chain.gasBalance(on.asset.address)).toBe(0n)
      }
      for (let i = 0; i < 10; i++) yield* chain.gasBalance(on.asset.address)
      // The node is tried again now and then: most requests go past it.
      const leftAlone = Effect.gen(function* () {
        const before = broken.requests
        yield* chain.gasBalance(on.asset.address)
        return broken.requests === before
      })
      yield* until(leftAlone)

      const alone = yield* over(on, [broken.url])
      broken.fate = () => "refuse"
      expect((yield* Effect.flip(alone.head))._tag).toBe("ChainUnavailable")
      expect((yield* Effect.flip(alone.head)).message).not.toContain(broken.url)
    }),
  ),
)

it.live("while one request probes an RPC node that hangs, the next node answers the others at once", () =>
  Effect.scoped(
    Effect.gen(function* () {
      const on = yield* testChain
      const hanging = yield* rpcProxy(on.url)
      const chain = yield* over(on, [hanging.url, on.url])
      const ask = chain.gasBalance(on.asset.address)
      const isSent = Effect.gen(function* () {
        const before = hanging.requests
        const asking = yield* Effect.forkScoped(ask)
        yield* Effect.race(Fiber.join(asking), until(Effect.sync(() => hanging.requests > before)))
        return hanging.requests > before
      })
      hanging.fate = () => "refuse"
      // Its circuit is open once a request goes past it.
      yield* until(Effect.map(isSent, (sent) => !sent))
      hanging.fate = () => "hang"
      // The first request after a while is the probe, and waits for its time-out.
      yield* until(isSent)
      expect(yield* Effect.timeout(Effect.all([ask, ask, ask], { concurrency: 3 }), "2 seconds")).toEqual([0n, 0n, 0n])
    }),
  ),
)

it.live("an RPC node of another chain or without the token is not used", () =>
  Effect.scoped(
    Effect.gen(function* () {
      const on = yield* testChain
      const elsewhere = yield* over(on, [on.url], { chainId: 8453, caip2: "eip155:8453", v1: "base" })
      expect((yield* Effect.flip(elsewhere.head)).message).toContain("not 8453")
      const tokenless = yield* over({ ...on, asset: { ...on.asset, address: someone().address } }, [on.url])
      expect((yield* Effect.flip(tokenless.balanceOf(on.asset.address))).message).toContain("no token")
    }),
  ),
)
