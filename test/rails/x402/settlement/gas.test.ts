import { expect, it } from "@effect/vitest"
import { Effect } from "effect"
import { type Hex, parseAbi } from "viem"
import { type PrivateKeyAccount, privateKeyToAccount } from "viem/accounts"
import { minter, usdcAddress } from "../../../../rails/x402/sandbox/placeContracts.ts"
import { automine, dropped, inABlock, included, lookup, paying, quiet, settle } from "../support/paying.ts"
import { facilitatorReference } from "../../../../rails/x402/settlement/gasShares.ts"
import { Settlements } from "../../../../rails/x402/settlement/Settlements.ts"
import { usualFee } from "../../../../rails/x402/settlement/transactions.ts"
import { authorize, someone } from "../support/authorize.ts"
import { authorizations, balance, eventually, mine, queue, type Scene } from "../support/settlementScene.ts"
import { factory, walletOf } from "../verify/wallets.ts"

it.live("an authorization whose gas nonce was used by another transaction gets another nonce, and later payments do not wait", () =>
  Effect.scoped(
    Effect.gen(function* () {
      const { on, one, payee, payer } = yield* paying()
      const key = privateKeyToAccount(on.gasKeys[0]!)
      yield* automine(on, false)
      yield* Effect.gen(function* () {
        yield* settle(one, 200)
        yield* dropped(on, one)
        for (const nonce of [0, 1]) {
          yield* Effect.promise(() => on.client.sendTransaction({ account: key, to: key.address, nonce, gas: 21_000n }))
        }
        yield* mine(on, 1)
        yield* automine(on, true)
        yield* included(one)
        const [next] = yield* authorizations(on, payer, payee, 10_000n, 1)
        expect(yield* settle(next!)).toMatchObject({ _tag: "Included" })
        expect(yield* balance(on, payee)).toBe(20_000n)
      }).pipe(Effect.provide(queue(on, { rebroadcastAfterMs: 60_000 })), quiet)
    }),
  ),
)

it.live("a gas key without a balance sends nothing while the others do, and sends again once it is funded", () =>
  Effect.scoped(
    Effect.gen(function* () {
      const { on, payee, payer } = yield* paying(2)
      const dry = privateKeyToAccount(on.gasKeys[0]!).address
      yield* Effect.promise(() => on.client.setBalance({ address: dry, value: 0n }))
      const all = yield* authorizations(on, payer, payee, 10_000n, 10)
      yield* Effect.gen(function* () {
        yield* Effect.forEach(all, (one) => settle(one, 500), { concurrency: "unbounded" })
        const paid = yield* eventually(balance(on, payee), (now) => now >= 50_000n)
        expect(paid).toBeLessThan(100_000n)
        yield* on.gas(dry)
        for (const one of all) yield* included(one)
        expect(yield* balance(on, payee)).toBe(100_000n)
      }).pipe(Effect.provide(queue(on, { rebroadcastAfterMs: 100 })), quiet)
    }),
  ),
)

/** Wei per gas that the queue signs for until the next block. */
const maxFee = ({ client }: Scene) =>
  Effect.promise(async () => {
    const { baseFeePerGas } = await client.getFeeHistory({ blockCount: 1, rewardPercentiles: [] })
    return usualFee({ baseFee: baseFeePerGas.at(-1)!, tip: await client.estimateMaxPriorityFeePerGas() }).maxFee
  })

const obstacle = Effect.flatMap(Settlements, (it) => it.blockedReason("ref"))

it.live(
  "beyond today's gas budget or the fee cap no transaction is signed, the authorization waits, and what a receipt did not use is given back",
  () =>
    Effect.scoped(
      Effect.gen(function* () {
        const { on, one, payee } = yield* paying()
        for (const limit of [{ maxWeiPerDay: 1_000n }, { maxWeiPerTransaction: 1_000n }]) {
          yield* Effect.gen(function* () {
            expect(yield* obstacle).toContain("gas")
            expect(yield* settle(one, 300)).toMatchObject({ _tag: "Pending", hash: null })
            expect(yield* on.sql`select from rail_x402.sending`).toHaveLength(0)
          }).pipe(Effect.provide(queue(on, limit)), quiet)
        }
        yield* Effect.gen(function* () {
          expect(yield* obstacle).toBeUndefined()
          yield* included(one)
          expect(yield* balance(on, payee)).toBe(10_000n)
          // The gas that the receipt shows counts, and the rest of what was committed is given back.
          const [row] = yield* on.sql<{ hash: Hex }>`select hash from rail_x402.settlement`
          const { effectiveGasPrice, gasUsed } = yield* Effect.promise(() => on.client.getTransactionReceipt({ hash: row!.hash }))
          const committed = on.sql<{ committed: string }>`select sum(committed)::text as committed from rail_x402.gas_day`
          yield* eventually(committed, ([day]) => day?.committed === String(gasUsed * effectiveGasPrice))
        }).pipe(Effect.provide(queue(on)))
      }),
    ),
)

it.live("callers of the facilitator use their shares of the gas budget, one of them not all, and own calls come before theirs", () =>
  Effect.scoped(
    Effect.gen(function* () {
      const { on, payee, payer } = yield* paying(1, 10_000_000n)
      const all = yield* authorizations(on, payer, payee, 10_000n, 9)
      yield* automine(on, false)
      // Two transfers for each caller, four for all of them, and ten in all; each counts with all its gas until it is in a block.
      const maxWeiPerDay = 10n * 150_000n * (yield* maxFee(on))
      yield* Effect.gen(function* () {
        const { blockedReason, settle } = yield* Settlements
        const references = ["a", "a", "a", "b", "b", "c", "c", "own", "own"].map((name) =>
          name === "own" ? name : facilitatorReference(name),
        )
        yield* Effect.forEach(all, (one, i) => settle(one, references[i]!, 0))
        const sent = on.sql<{ reference: string; count: number }>`select reference, count(*)::int as count
          from rail_x402.settlement where state = 'sent' group by reference order by reference`
        const rows = yield* eventually(sent, (rows) => rows.reduce((sum, { count }) => sum + count, 0) >= 6)
        const counts = new Map(rows.map(({ count, reference }) => [reference, count]))
        expect(counts.get("own")).toBe(2)
        expect(counts.get(facilitatorReference("a"))).toBe(2)
        expect(rows.reduce((sum, { count }) => sum + count, 0)).toBe(6)
        expect(yield* blockedReason(facilitatorReference("a"))).toContain("caller")
        expect(yield* blockedReason("own")).toBeUndefined()
        // The blocks show what was really spent: the rest of the budget is free again.
        yield* automine(on, true)
        yield* mine(on, 1)
        for (const [i, one] of all.entries()) {
          yield* eventually(
            Effect.flatMap(Settlements, (it) => it.lookup(one, references[i]!)),
            (now) => now?._tag === "Included",
          )
        }
        expect(yield* balance(on, payee)).toBe(90_000n)
      }).pipe(Effect.provide(queue(on, { maxWeiPerDay, foreignGasPercent: 45, callerGasPercent: 25 })), quiet)
    }),
  ),
)

it.live("the deployment of a wallet for 900,000 gas that today's budget cannot pay does not block the transfers behind it", () =>
  Effect.scoped(
    Effect.gen(function* () {
      const { on, one, payee } = yield* paying()
      const owner = someone()
      const { address, data } = walletOf(owner.address)
      const asWallet = { ...owner, address, signTypedData: owner.signTypedData } as PrivateKeyAccount
      const deploying = yield* Effect.promise(() => authorize(on, asWallet, { to: payee, value: 10_000n }))
      yield* Effect.gen(function* () {
        yield* Effect.flatMap(Settlements, (it) => it.settle({ ...deploying, deploys: { factory, data } }, "deployment", 0))
        expect(yield* settle(one)).toMatchObject({ _tag: "Included" })
        expect(yield* on.sql`select from rail_x402.settlement where reference = 'deployment' and state = 'waiting'`).toHaveLength(1)
      }).pipe(Effect.provide(queue(on, { maxWeiPerDay: 400_000n * (yield* maxFee(on)) })), quiet)
    }),
  ),
)

it.live("a payment of a blacklisted payer is pending with the token's reason, and rejected once it has expired", () =>
  Effect.scoped(
    Effect.gen(function* () {
      const { on, payee, payer } = yield* paying()
      const { timestamp } = yield* Effect.promise(() => on.client.getBlock())
      const [one] = yield* authorizations(on, payer, payee, 10_000n, 1, timestamp + 600n)
      const abi = parseAbi(["function blacklist(address account)"])
      const blacklist = { account: minter, address: usdcAddress, abi, functionName: "blacklist", args: [payer.address] } as const
      yield* inABlock(on, yield* Effect.promise(() => on.client.writeContract(blacklist)))
      yield* Effect.gen(function* () {
        expect(yield* settle(one!)).toMatchObject({ _tag: "Pending", reason: expect.stringContaining("blacklisted") })
        yield* Effect.promise(() => on.client.setNextBlockTimestamp({ timestamp: timestamp + 601n }))
        yield* mine(on, 3)
        expect(yield* eventually(lookup(one!), (now) => now?._tag === "Rejected")).toMatchObject({
          reason: "invalid_exact_evm_transaction_failed",
          message: expect.stringContaining("blacklisted"),
        })
      }).pipe(Effect.provide(queue(on)), quiet)
    }),
  ),
)

it.live("an outcome whose publication failed is published again", () =>
  Effect.scoped(
    Effect.gen(function* () {
      const { on, one } = yield* paying()
      let times = 0
      const onOutcome = () => Effect.suspend(() => (++times < 3 ? Effect.die(new Error("the books are away")) : Effect.void))
      yield* Effect.gen(function* () {
        yield* settle(one)
        const announced = on.sql<{ announced: boolean }>`select announced from rail_x402.settlement`
        yield* eventually(announced, ([row]) => row?.announced === true)
        expect(times).toBe(3)
      }).pipe(Effect.provide(queue(on, { confirmations: 1, onOutcome })), quiet)
    }),
  ),
)
