import { expect, layer } from "@effect/vitest"
import { Context, Effect, Result } from "effect"
import { privateKeyToAccount } from "viem/accounts"
import { Ledger } from "../../../../domain/ledger/Ledger.ts"
import { type MicroUsd, microUsd } from "../../../../domain/money/Money.ts"
import { referenceOf } from "../../../../rails/x402/callRecords.ts"
import { Settlements } from "../../../../rails/x402/settlement/Settlements.ts"
import { authorizationFor, payFromWallets } from "../../../../rails/x402/wallets/payFromWallets.ts"
import { openDemoWallets } from "../../../../rails/x402/sandbox/openDemoWallets.ts"
import { fingerprintOf } from "../../../../rails/x402/wallets/derivedSigner.ts"
import { sandboxMaster } from "../../../../rails/x402/settings.ts"
import { Signer } from "../../../../rails/x402/wallets/Signer.ts"
import { type ChainNode, ChainNodes } from "../../../../rails/x402/evm/ChainNodes.ts"
import { creditDeposits, rescanDeposits } from "../../../../rails/x402/wallets/deposits.ts"
import { Wallets } from "../../../../rails/x402/wallets/Wallets.ts"
import { type Buyer, openBuyer, usd } from "../../../support/ledger/commands.ts"
import { accountOf, callOf } from "../../../support/ledger/LedgerFixture.ts"
import { FakeSource, orderOf, pay } from "../../../support/ledger/paidCalls.ts"
import { Owner } from "../../../support/ledger/postgresLedgerFixture.ts"
import { bought, buy, funded, lookedThrough, until, walletOf } from "./wallets.ts"
import { settingsOf, treasury, x402Scene, X402Scene } from "../rail/fixture.ts"

const { terms } = settingsOf({})

/** The address of a wallet that no node searches for yet. */
const unstoredAddress = Effect.fnUntraced(function* ({ organisation }: Buyer) {
  const { context } = yield* X402Scene
  return yield* Context.get(context, Signer).addressOf(organisation, fingerprintOf(sandboxMaster))
})

layer(x402Scene(), { excludeTestServices: true })("managed wallets", (it) => {
  it.effect("a deposit is credited exactly once, after the required confirmations, even if several nodes read it", () =>
    Effect.gen(function* () {
      const { chain, mine, context } = yield* X402Scene
      const buyer = yield* openBuyer({ credits: 0 })
      const wallet = yield* walletOf(buyer)
      yield* chain.mint(wallet, 40_000n)
      yield* Effect.provide(creditDeposits(terms), context)
      expect(yield* accountOf(buyer, "x402"), "one confirmation is not two").toBeUndefined()
      yield* mine(1)
      yield* until(accountOf(buyer, "x402"), (account) => account?.posted === 40_000n)
      yield* chain.mint(wallet, 2n)
      yield* mine(1)
      yield* Effect.all(
        [1, 2, 3].map(() => Effect.provide(creditDeposits(terms), context)),
        { concurrency: 3 },
      )
      yield* until(accountOf(buyer, "x402"), (account) => account.posted === 40_002n)
    }),
  )

  it.effect("a deposit from before the first scan is credited by the first scan", () =>
    Effect.gen(function* () {
      const { chain, mine } = yield* X402Scene
      const owner = yield* Owner
      const buyer = yield* openBuyer({ credits: 0 })
      const address = yield* unstoredAddress(buyer)
      yield* chain.mint(address, 7_000n)
      yield* mine(5)
      yield* lookedThrough
      expect(yield* walletOf(buyer)).toBe(address)
      yield* owner`delete from rail_x402.watched`
      yield* until(accountOf(buyer, "x402"), (account) => account?.posted === 7_000n)
    }),
  )

  it.effect("a deposit that the search missed is credited by a rescan, once, and only if both nodes have it in the same block", () =>
    Effect.gen(function* () {
      const { chain, mine, context } = yield* X402Scene
      const buyer = yield* openBuyer({ credits: 0 })
      const address = yield* unstoredAddress(buyer)
      yield* chain.mint(address, 8_000n)
      yield* mine(5)
      yield* lookedThrough
      expect(yield* walletOf(buyer)).toBe(address)
      const [node] = yield* Context.get(context, ChainNodes).all
      const rescan = (...nodes: ReadonlyArray<ChainNode>) =>
        rescanDeposits(terms, 0n, undefined).pipe(
          Effect.provide(Context.add(context, ChainNodes, ChainNodes.of({ all: Effect.succeed(nodes) }))),
        )
      const noLogs: ChainNode = { ...node!, logs: () => Effect.succeed([]) }
      const noBlocks: ChainNode = { ...noLogs, block: () => Effect.undefined }
      const otherBranch: ChainNode = {
        ...node!,
        block: (number) => Effect.map(node!.block(number), (block) => block && { ...block, hash: `0x${"1".repeat(64)}` }),
      }
      for (const wrong of [[node!, noLogs], [node!, noBlocks], [node!, otherBranch], [otherBranch], [noBlocks]]) {
        expect((yield* Effect.flip(rescan(...wrong))).message).toContain("the nodes do not agree")
      }
      expect(yield* accountOf(buyer, "x402")).toBeUndefined()
      expect((yield* rescan(node!, node!)).credited).toBe(1)
      expect((yield* rescan(node!)).credited).toBe(0)
      expect((yield* accountOf(buyer, "x402"))?.posted).toBe(8_000n)
    }),
  )

  it.effect("a rescan that begins beyond the newest final block, or ends before it begins, is refused and searches nothing", () =>
    Effect.gen(function* () {
      const { context } = yield* X402Scene
      const rescan = (first: bigint, last?: bigint) => Effect.provide(rescanDeposits(terms, first, last), context)
      const { to: final } = yield* rescan(0n, 0n).pipe(Effect.andThen(rescan(0n)))
      const beyond = yield* Effect.flip(rescan(final + 1_000_000n))
      expect(beyond.message).toMatch(
        new RegExp(`^Block ${final + 1_000_000n} is beyond the newest final block, \\d+: no block was searched\\.`),
      )
      expect((yield* Effect.flip(rescan(3n, 2n))).message).toMatch(/^--to 2 is before --from 3: no block was searched\./)
      expect((yield* rescan(final)).to).toBeGreaterThanOrEqual(final)
    }),
  )

  it.effect("a captured call is paid from the wallet on chain, proven, and finally settled", () =>
    Effect.gen(function* () {
      const { balance, mine, quiet, rail } = yield* X402Scene
      const { buyer, wallet } = yield* funded(10_000n)
      const before = yield* balance(treasury)
      const call = yield* bought(buyer)
      expect(call).toMatchObject({ rail: "x402", settles: "later", settlement: "pending", amount: 700n })
      yield* until(balance(wallet), (left) => left === 9_300n)
      yield* mine(2)
      yield* quiet
      const settled = yield* until(callOf(call), ({ settlement }) => settlement === "settled")
      expect(JSON.parse(settled.proof!)).toMatchObject({ payer: wallet, payee: treasury.toLowerCase(), amount: "700" })
      expect(yield* balance(treasury)).toBe(before + 700n)
      const details = yield* rail.details!(settled)
      expect(details).toMatchObject({
        network: "eip155:84532",
        buyerAddress: wallet,
        txHash: expect.stringMatching(/^0x/),
        more: { log_index: expect.any(Number) },
      })
      expect((yield* accountOf(buyer, "x402")).posted).toBe(9_300n)
    }),
  )

  it.effect("concurrent calls never overspend a wallet, and calls beyond its balance are refused with insufficient_balance", () =>
    Effect.gen(function* () {
      const { balance, quiet } = yield* X402Scene
      const { buyer, wallet } = yield* funded(2_500n)
      const ends = yield* Effect.forEach(Array.from({ length: 12 }), () => Effect.result(buy(buyer)), { concurrency: "unbounded" })
      // Each holds 1,000 and costs 700: three fit, one after another as holds are freed; never more than the money.
      const delivered = ends.filter(Result.isSuccess).length
      expect(delivered).toBeGreaterThan(0)
      expect(delivered).toBeLessThanOrEqual(3)
      for (const end of ends) if (Result.isFailure(end)) expect(end.failure).toMatchObject({ code: "insufficient_balance" })
      yield* until(balance(wallet), (left) => left === 2_500n - 700n * BigInt(delivered))
      yield* quiet
      expect((yield* accountOf(buyer, "x402")).posted).toBe(2_500n - 700n * BigInt(delivered))
    }),
  )

  it.effect("a call that is handed to settlement several times is paid once, and the chain refuses a second payment", () =>
    Effect.gen(function* () {
      const { balance, chain, context, quiet } = yield* X402Scene
      const { buyer, wallet } = yield* funded(5_000n)
      const call = yield* bought(buyer)
      const again = () => Effect.provide(payFromWallets(terms, new Set()), context)
      yield* Effect.all(Array.from({ length: 5 }, again), { concurrency: 5 })
      yield* until(balance(wallet), (left) => left === 4_300n)
      yield* quiet
      const settled = yield* until(callOf(call), ({ settlement }) => settlement === "settled")
      const authorization = yield* Effect.provide(authorizationFor(terms, { ...settled, settlement: "pending" }), context)
      const settlement = yield* Effect.provide(
        Effect.flatMap(Settlements, ({ settle }) => settle(authorization, referenceOf(settled, authorization), 0)),
        context,
      )
      expect(settlement).toMatchObject({ _tag: "Included", final: true })
      const used = yield* Effect.promise(() =>
        chain.client.readContract({
          address: chain.asset.address,
          abi: [
            {
              type: "function",
              name: "authorizationState",
              stateMutability: "view",
              inputs: [{ type: "address" }, { type: "bytes32" }],
              outputs: [{ type: "bool" }],
            },
          ],
          functionName: "authorizationState",
          args: [wallet, authorization.nonce],
        }),
      )
      expect(used).toBe(true)
      expect(yield* balance(wallet)).toBe(4_300n)
    }),
  )

  it.effect("demo wallets that are opened again after a failure halfway have the announced balance", () =>
    Effect.gen(function* () {
      const { balance, chain, context } = yield* X402Scene
      const { buyer, wallet } = yield* funded(1n)
      const failing = new Set(["watch", "check"])
      const once = (what: string) => Effect.suspend(() => (failing.delete(what) ? Effect.fail({ message: what }) : Effect.void))
      const watch = Effect.andThen(once("watch"), Effect.provide(creditDeposits(terms), context))
      const wallets = yield* Effect.provide(Wallets, context)
      const url = Effect.succeed(chain.url)
      const open = openDemoWallets({ wallets, url, confirmations: terms.confirmations, creditDeposits: watch, check: once("check") })
      const { address, buyerKey } = yield* Effect.retry(open(buyer.organisation), { times: 2 })
      expect([failing.size, address]).toEqual([0, wallet])
      expect((yield* accountOf(buyer, "x402")).posted).toBe(25_000_000n)
      for (const owner of [wallet, privateKeyToAccount(buyerKey).address]) expect(yield* balance(owner)).toBe(25_000_000n)
    }),
  )

  it.effect("a call whose handover to the queue failed is handed over again by the same node", () =>
    Effect.gen(function* () {
      const { balance, context, quiet } = yield* X402Scene
      const owner = yield* Owner
      const { buyer, wallet } = yield* funded(5_000n)
      const handedOver = new Set<string>()
      const pass = Effect.provide(payFromWallets(terms, handedOver), context)
      const call = yield* Effect.acquireUseRelease(
        owner`alter table rail_x402.settlement rename to settlement_away`,
        () => Effect.tap(bought(buyer), () => Effect.flatMap(pass, (handed) => Effect.sync(() => expect(handed).toBe(0)))),
        () => Effect.orDie(owner`alter table rail_x402.settlement_away rename to settlement`),
      )
      expect(handedOver.has(call.id)).toBe(false)
      // The rail's own work has met the outage, too.
      yield* until(balance(wallet), (left) => left === 4_300n)
      yield* quiet
      yield* until(callOf(call), ({ settlement }) => settlement === "settled")
    }),
  )

  it.effect("a wallet call that cost nothing is settled without the chain", () =>
    Effect.gen(function* () {
      const { rail } = yield* X402Scene
      const { buyer, wallet } = yield* funded(5_000n)
      const source = new FakeSource()
      source.answers = Effect.succeed({ body: "{}", amount: usd(0) })
      const { paid } = yield* pay(orderOf(buyer, source), buyer.node, [rail])
      if (paid._tag !== "Delivered") return yield* Effect.die(new Error(paid._tag))
      yield* until(callOf(paid.closed.call), ({ settlement }) => settlement === "settled")
      const { balance } = yield* X402Scene
      expect(yield* balance(wallet)).toBe(5_000n)
    }),
  )

  it.effect("an organisation whose signer is the caller pays from no wallet and receives payment_required", () =>
    Effect.gen(function* () {
      const { context, rail } = yield* X402Scene
      const { buyer } = yield* funded(3_000n)
      yield* Effect.provide(
        Effect.flatMap(Wallets, ({ setSigner }) => setSigner(buyer.organisation, "caller")),
        context,
      )
      const gapOf = (max: MicroUsd) =>
        Effect.flip(rail.offer({ organisation: buyer.organisation, key: buyer.key }, { max, payee: "", priceId: null }, undefined))
      expect(yield* gapOf(usd(1))).toMatchObject({ _tag: "Gap", code: "payment_required" })
      // No payment that the caller could sign covers it.
      expect(yield* gapOf(microUsd(6_000_000n))).toMatchObject({ _tag: "Gap", code: "above_exposure_cap" })
      expect(yield* rail.identity!({ organisation: buyer.organisation, key: null })).toEqual({ network: "eip155:84532" })
    }),
  )

  it.effect("a call above the wallet's transfer limit is not accepted", () =>
    Effect.gen(function* () {
      const { rail } = yield* X402Scene
      const { buyer } = yield* funded(3_000n)
      const fund = (max: bigint) =>
        rail.offer({ organisation: buyer.organisation, key: buyer.key }, { max: microUsd(max), payee: "", priceId: null }, undefined)
      expect(yield* fund(terms.maxPerTransfer)).toMatchObject({ account: "x402" })
      expect(yield* Effect.flip(fund(terms.maxPerTransfer + 1n))).toMatchObject({ _tag: "Gap", code: "above_transfer_limit" })
    }),
  )

  it.effect("a wallet without money pays for nothing, and the call is not left open on the x402 rail", () =>
    Effect.gen(function* () {
      const { rail } = yield* X402Scene
      const buyer = yield* openBuyer({ credits: 0 })
      expect(yield* Effect.flip(buy(buyer))).toMatchObject({ code: "insufficient_balance" })
      expect(yield* Effect.flatMap(Ledger, (ledger) => ledger.unsettled({ rail: rail.id, organisation: buyer.organisation }, 10))).toEqual(
        [],
      )
    }),
  )
})
