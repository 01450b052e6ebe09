import { expect, it } from "@effect/vitest"
import { Effect } from "effect"
import { parseAbi } from "viem"
import { usdcAddress } from "../../../../rails/x402/sandbox/placeContracts.ts"
import { authorize, someone } from "../support/authorize.ts"
import { automine, dropped, inABlock, included, lookup, paying, quiet, sentHash, settle, submit } from "../support/paying.ts"
import { rpcProxy } from "../support/rpcProxy.ts"
import { authorizations, balance, eventually, mine, queue, reorg } from "../support/settlementScene.ts"

it.live("a payment whose RPC node dies after accepting the transaction is pending and then included once", () =>
  Effect.scoped(
    Effect.gen(function* () {
      const { on, one, payee } = yield* paying()
      const proxy = yield* rpcProxy(on.url)
      let dead = false
      proxy.fate = (methods) => {
        if (dead) return "refuse"
        dead = methods.includes("eth_sendRawTransaction")
        return dead ? "lose the answer" : "pass"
      }
      yield* Effect.gen(function* () {
        const settled = yield* settle(one, 1_000)
        expect(settled._tag).toBe("Pending")
        yield* eventually(
          Effect.sync(() => dead),
          (is) => is,
        )
        expect((yield* lookup(one))?._tag).toBe("Pending")
        proxy.fate = () => "pass"
        yield* included(one)
        expect(yield* balance(on, payee)).toBe(10_000n)
        expect(yield* on.sql`select from rail_x402.slot`).toHaveLength(1)
      }).pipe(Effect.provide(queue(on, { urls: () => [proxy.url] })), quiet)
    }),
  ),
)

it.live("a transaction that the RPC node dropped is broadcast again", () =>
  Effect.scoped(
    Effect.gen(function* () {
      const { on, one, payee } = yield* paying()
      yield* automine(on, false)
      // This one offers nothing again before long: the block that is mined without it is seen.
      const hash = yield* Effect.gen(function* () {
        yield* settle(one, 300)
        const lost = yield* dropped(on, one)
        yield* mine(on, 1)
        expect(yield* balance(on, payee)).toBe(0n)
        return lost
      }).pipe(Effect.provide(queue(on)))
      yield* Effect.gen(function* () {
        yield* automine(on, true)
        expect(yield* included(one)).toMatchObject({ hash })
        expect(yield* balance(on, payee)).toBe(10_000n)
      }).pipe(Effect.provide(queue(on, { rebroadcastAfterMs: 100 })))
    }),
  ).pipe(quiet),
)

it.live("an authorization whose block is reorganised is included again, and its outcome is published once it is final", () =>
  Effect.scoped(
    Effect.gen(function* () {
      const { on, one, payee } = yield* paying()
      yield* Effect.gen(function* () {
        const settled = yield* settle(one)
        yield* mine(on, 1)
        yield* automine(on, false)
        yield* reorg(on, 2)
        expect(yield* balance(on, payee)).toBe(0n)
        yield* eventually(lookup(one), (now) => now?._tag === "Pending")
        expect(on.outcomes.size).toBe(0)
        yield* automine(on, true)
        const again = yield* included(one)
        expect(yield* balance(on, payee)).toBe(10_000n)
        yield* mine(on, 3)
        yield* eventually(
          Effect.sync(() => on.outcomes.get("ref")),
          (outcomes) => outcomes !== undefined,
        )
        expect(on.outcomes.get("ref")).toMatchObject([{ _tag: "Included", final: true }])
        expect(settled._tag).toBe("Included")
        expect(again?._tag).toBe("Included")
      }).pipe(Effect.provide(queue(on, { rebroadcastAfterMs: 50 })), quiet)
    }),
  ),
)

it.live("a transaction whose fee is too low for the current gas price is signed again with the same nonce and a higher fee", () =>
  Effect.scoped(
    Effect.gen(function* () {
      const { on, one, payee } = yield* paying()
      yield* automine(on, false)
      yield* Effect.gen(function* () {
        yield* settle(one, 300)
        const first = yield* sentHash(one)
        const base = (yield* Effect.promise(() => on.client.getBlock())).baseFeePerGas ?? 0n
        const blockAt = (fee: bigint) =>
          Effect.promise(async () => {
            await on.client.setNextBlockBaseFeePerGas({ baseFeePerGas: fee })
            await on.client.mine({ blocks: 1 })
          })
        yield* blockAt(base * 10n)
        expect((yield* lookup(one))?._tag).toBe("Pending")
        // Each of the next blocks is as dear, until the fee has followed.
        const now = yield* eventually(Effect.andThen(blockAt(base * 10n), lookup(one)), (seen) => seen?._tag === "Included")
        expect(now?._tag === "Included" && now.hash !== first).toBe(true)
        expect(yield* balance(on, payee)).toBe(10_000n)
        const slots = yield* on.sql`select from rail_x402.slot`
        expect(slots).toHaveLength(1)
        const fees = yield* on.sql<{ fee: string }>`select max_fee::text as fee from rail_x402.sending order by max_fee`
        for (const [i, { fee }] of fees.entries()) if (i > 0) expect(BigInt(fee) * 8n).toBeGreaterThanOrEqual(BigInt(fees[i - 1]!.fee) * 9n)
      }).pipe(Effect.provide(queue(on, { bumpAfterMs: 300 })), quiet)
    }),
  ),
)

it.live("an authorization that another sender submits first is paid once, by that transaction", () =>
  Effect.scoped(
    Effect.gen(function* () {
      const { on, one, payee, payer } = yield* paying()
      const other = someone()
      yield* on.gas(other.address)
      const theirs = yield* inABlock(on, yield* submit(on, other, one))
      const [second] = yield* authorizations(on, payer, payee, 10_000n, 1)
      yield* Effect.gen(function* () {
        expect(yield* lookup(one), "in one block, which may go").toMatchObject({ _tag: "Pending" })
        expect(yield* settle(one)).toMatchObject({ _tag: "Included", hash: theirs })
        // While ours waits in the pool. It is offered again, and dearer, by the next node alone: theirs is there first.
        yield* automine(on, false)
        yield* settle(second!, 200)
        yield* dropped(on, second!)
        const before = yield* submit(on, other, second!)
        yield* mine(on, 1)
        expect(yield* included(second!)).toMatchObject({ hash: before })
        expect(yield* balance(on, payee)).toBe(20_000n)
      }).pipe(Effect.provide(queue(on)))
      yield* Effect.gen(function* () {
        // The unused nonce slot does not block the slots behind it.
        yield* automine(on, true)
        const [third] = yield* authorizations(on, payer, payee, 10_000n, 1)
        expect(yield* settle(third!)).toMatchObject({ _tag: "Included" })
        expect(yield* balance(on, payee)).toBe(30_000n)
      }).pipe(Effect.provide(queue(on, { rebroadcastAfterMs: 100, bumpAfterMs: 500 })))
    }),
  ).pipe(quiet),
)

it.live("an authorization that expires while it waits is rejected only when a later block is final", () =>
  Effect.scoped(
    Effect.gen(function* () {
      const { on, payee, payer } = yield* paying()
      const { timestamp } = yield* Effect.promise(() => on.client.getBlock())
      const validBefore = timestamp + 600n
      const [one] = yield* authorizations(on, payer, payee, 10_000n, 1, validBefore)
      yield* automine(on, false)
      yield* Effect.gen(function* () {
        yield* settle(one!, 200)
        yield* dropped(on, one!)
        yield* Effect.promise(() => on.client.setNextBlockTimestamp({ timestamp: validBefore + 1n }))
        yield* mine(on, 2)
        yield* eventually(on.sql<{ head: bigint }>`select head from rail_x402.watch`, ([row]) => (row?.head ?? 0n) > 0n)
        yield* Effect.sleep("300 millis")
        expect((yield* lookup(one!))?._tag).toBe("Pending")
        yield* mine(on, 1)
        yield* eventually(lookup(one!), (now) => now?._tag === "Rejected")
        expect(yield* lookup(one!)).toMatchObject({ reason: "invalid_exact_evm_payload_authorization_valid_before" })
        expect(yield* balance(on, payee)).toBe(0n)
        yield* eventually(
          Effect.sync(() => on.outcomes.get("ref")),
          (outcomes) => outcomes !== undefined,
        )
        expect(on.outcomes.get("ref")).toMatchObject([{ _tag: "Rejected" }])
      }).pipe(Effect.provide(queue(on)), quiet)
    }),
  ),
)

it.live(
  "a payment without balance is pending with that reason, paid once money arrives, and rejected with that reason if it never does",
  () =>
    Effect.scoped(
      Effect.gen(function* () {
        const { on, one, payee, payer } = yield* paying(1, 0n)
        const { timestamp } = yield* Effect.promise(() => on.client.getBlock())
        const poor = someone()
        const [never] = yield* authorizations(on, poor, payee, 10_000n, 1, timestamp + 600n)
        yield* Effect.gen(function* () {
          expect(yield* settle(one)).toMatchObject({ _tag: "Pending", reason: expect.stringContaining("exceeds balance") })
          expect(yield* settle(never!)).toMatchObject({ _tag: "Pending", reason: expect.stringContaining("exceeds balance") })
          yield* on.mint(payer.address, 10_000n)
          yield* included(one)
          expect(yield* balance(on, payee)).toBe(10_000n)
          yield* Effect.promise(() => on.client.setNextBlockTimestamp({ timestamp: timestamp + 601n }))
          yield* mine(on, 3)
          expect(yield* eventually(lookup(never!), (now) => now?._tag === "Rejected")).toMatchObject({
            reason: "invalid_exact_evm_insufficient_balance",
          })
        }).pipe(Effect.provide(queue(on)), quiet)
      }),
    ),
)

it.live("an authorization that its payer cancels or whose nonce pays another payee is rejected once that is final", () =>
  Effect.scoped(
    Effect.gen(function* () {
      const { on, one, payee, payer } = yield* paying()
      const other = someone()
      yield* on.gas(other.address)
      const twice = yield* Effect.promise(() => authorize(on, payer, { to: other.address, value: 10_000n, nonce: one.nonce }))
      yield* inABlock(on, yield* submit(on, other, twice))
      const [gone] = yield* authorizations(on, payer, payee, 10_000n, 1)
      const types = {
        CancelAuthorization: [
          { name: "authorizer", type: "address" },
          { name: "nonce", type: "bytes32" },
        ],
      } as const
      const domain = { name: "USDC", version: "2", chainId: 84_532, verifyingContract: on.asset.address }
      const message = { authorizer: payer.address, nonce: gone!.nonce }
      const signature = yield* Effect.promise(() => payer.signTypedData({ domain, types, primaryType: "CancelAuthorization", message }))
      const cancelled = yield* Effect.promise(() =>
        on.client.writeContract({
          account: other,
          address: usdcAddress,
          abi: parseAbi(["function cancelAuthorization(address authorizer, bytes32 nonce, bytes signature)"]),
          functionName: "cancelAuthorization",
          args: [payer.address, gone!.nonce, signature],
        }),
      )
      yield* inABlock(on, cancelled)
      yield* Effect.gen(function* () {
        yield* settle(one, 500)
        yield* settle(gone!, 500)
        yield* mine(on, 3)
        for (const no of [one, gone!]) {
          const settlement = yield* eventually(lookup(no), (now) => now?._tag === "Rejected")
          expect(settlement).toMatchObject({ reason: "invalid_exact_evm_nonce_already_used" })
        }
        expect(yield* balance(on, payee)).toBe(0n)
      }).pipe(Effect.provide(queue(on)), quiet)
    }),
  ),
)
