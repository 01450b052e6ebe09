import { expect, it } from "@effect/vitest"
import { Deferred, Effect } from "effect"
import type { Hex } from "../../../../rails/x402/evm/hex.ts"
import { Settlements } from "../../../../rails/x402/settlement/Settlements.ts"
import { reopenNonceSlots } from "../../../../rails/x402/store/nonceSlots.ts"
import { someone } from "../support/authorize.ts"
import { authorizations, balance, eventually, mine, queue, scene } from "../support/settlementScene.ts"

it.live("an authorization moves its money once, its outcome is published when final, and every lookup answers the same", () =>
  Effect.scoped(
    Effect.gen(function* () {
      const on = yield* scene()
      const [payer, payee] = [someone(), someone()]
      yield* on.mint(payer.address, 1_000_000n)
      const [one] = yield* authorizations(on, payer, payee.address, 10_001n, 1)
      yield* Effect.gen(function* () {
        const { lookup, settle } = yield* Settlements
        expect(yield* lookup(one!, "ref-1")).toBeUndefined()
        const settled = yield* settle(one!, "ref-1", 60_000)
        expect(settled).toMatchObject({ _tag: "Included", final: false, confirmations: 1 })
        expect(yield* balance(on, payee.address)).toBe(10_001n)
        if (settled._tag !== "Included") throw new Error("not included")
        const receipt = yield* Effect.promise(() => on.client.getTransactionReceipt({ hash: settled.hash }))
        expect(receipt.logs.find(({ logIndex }) => logIndex === settled.logIndex)?.topics[2]).toContain(
          payee.address.slice(2).toLowerCase(),
        )

        yield* mine(on, 2)
        yield* eventually(
          Effect.sync(() => on.outcomes.get("ref-1")),
          (outcomes) => outcomes !== undefined,
        )
        expect(on.outcomes.get("ref-1")).toMatchObject([{ _tag: "Included", final: true, hash: settled.hash }])
        expect(yield* settle(one!, "ref-1", 60_000)).toMatchObject({ _tag: "Included", final: true, hash: settled.hash })
        expect(yield* lookup(one!, "ref-1")).toMatchObject({ _tag: "Included", final: true, hash: settled.hash })
        expect(yield* balance(on, payee.address)).toBe(10_001n)
      }).pipe(Effect.provide(queue(on)))
    }),
  ),
)

it.live("an outcome that its call has recorded already is not published again, and one that no call recorded is", () =>
  Effect.scoped(
    Effect.gen(function* () {
      const on = yield* scene()
      const [payer, payee] = [someone(), someone()]
      yield* on.mint(payer.address, 1_000_000n)
      const [one, other] = yield* authorizations(on, payer, payee.address, 10_000n, 2)
      const recorded = (references: ReadonlyArray<string>) => Effect.succeed(new Set(references.filter((name) => name === "recorded")))
      yield* Effect.gen(function* () {
        const { settle } = yield* Settlements
        yield* Effect.all([settle(one!, "recorded", 60_000), settle(other!, "unrecorded", 60_000)], { concurrency: 2 })
        yield* mine(on, 3)
        const unannounced = on.sql`select from rail_x402.settlement where not announced`
        yield* eventually(unannounced, (rows) => rows.length === 0)
        expect([...on.outcomes.keys()]).toEqual(["unrecorded"])
      }).pipe(Effect.provide(queue(on, { recorded })))
    }),
  ),
)

it.live("nonce slots are open again for the gas keys that the chain has fewer transactions of, and for no other", () =>
  Effect.scoped(
    Effect.gen(function* () {
      const on = yield* scene()
      const [payer, payee] = [someone(), someone()]
      yield* on.mint(payer.address, 1_000_000n)
      const all = yield* authorizations(on, payer, payee.address, 10_000n, 8)
      yield* Effect.gen(function* () {
        const { settle } = yield* Settlements
        yield* Effect.forEach(all, (one, i) => settle(one, `ref-${i}`, 60_000), { concurrency: "unbounded" })
        // A slot counts its confirmations from the block in which the watcher sees it used, which may be the newest one.
        const oneBlockOn = Effect.andThen(mine(on, 1), on.sql`select from rail_x402.slot where not done`)
        yield* eventually(oneBlockOn, (rows) => rows.length === 0)
      }).pipe(Effect.provide(queue(on)))
      const openSlots = on.sql<{
        key: Hex
        nonce: bigint
      }>`select gas_key as key, gas_nonce as nonce from rail_x402.slot where consumed_block is null`
      yield* reopenNonceSlots(on.sql, on.network.caip2, [])
      expect(yield* openSlots).toEqual([])
      const [{ key, nonce }] = (yield* on.sql<{
        key: Hex
        nonce: bigint
      }>`select gas_key as key, max(gas_nonce) as nonce from rail_x402.slot group by 1`) as [{ key: Hex; nonce: bigint }]
      yield* reopenNonceSlots(on.sql, on.network.caip2, [{ gasKey: key, nonce: Number(nonce) }])
      expect(yield* openSlots).toEqual([{ key, nonce }])
    }),
  ),
)

it.live("200 concurrent authorizations over four gas keys are all included, and ledger and chain agree", () =>
  Effect.scoped(
    Effect.gen(function* () {
      const on = yield* scene(4)
      const [payer, payee] = [someone(), someone()]
      yield* on.mint(payer.address, 10_000_000n)
      const all = yield* authorizations(on, payer, payee.address, 10_000n, 200)
      yield* Effect.gen(function* () {
        const { settle } = yield* Settlements
        const settled = yield* Effect.forEach(all, (one, i) => settle(one, `ref-${i}`, 120_000), { concurrency: "unbounded" })
        expect(settled.filter(({ _tag }) => _tag !== "Included")).toEqual([])
        expect(new Set(settled.map((one) => (one._tag === "Included" ? one.hash : "")))).toHaveLength(200)
        expect(yield* balance(on, payee.address)).toBe(2_000_000n)
        yield* mine(on, 3)
        yield* eventually(
          Effect.sync(() => on.outcomes.size),
          (size) => size === 200,
        )
        const rows = yield* on.sql`select state, count(*)::int as count, sum(value)::text as sum from rail_x402.settlement group by state`
        expect(rows).toEqual([{ state: "final", count: 200, sum: "2000000" }])
      }).pipe(Effect.provide(queue(on)))
    }),
  ),
)

it.live("one authorization that is settled 50 times at once is one transfer", () =>
  Effect.scoped(
    Effect.gen(function* () {
      const on = yield* scene()
      const [payer, payee] = [someone(), someone()]
      yield* on.mint(payer.address, 1_000_000n)
      const [one] = yield* authorizations(on, payer, payee.address, 10_000n, 1)
      yield* Effect.gen(function* () {
        const { settle } = yield* Settlements
        const settled = yield* Effect.forEach(Array.from({ length: 50 }), () => settle(one!, "ref", 60_000), { concurrency: "unbounded" })
        expect(new Set(settled.map((s) => (s._tag === "Included" ? s.hash : s._tag)))).toHaveLength(1)
        expect(settled[0]?._tag).toBe("Included")
        expect(yield* balance(on, payee.address)).toBe(10_000n)
        expect(yield* on.sql`select from rail_x402.slot`).toHaveLength(1)
      }).pipe(Effect.provide(queue(on)))
    }),
  ),
)

it.live("while the ledger does not take an outcome, other authorizations are still sent, included and final", () =>
  Effect.scoped(
    Effect.gen(function* () {
      const on = yield* scene()
      const [payer, payee] = [someone(), someone()]
      yield* on.mint(payer.address, 1_000_000n)
      const [first, second] = yield* authorizations(on, payer, payee.address, 10_000n, 2)
      const hanging = yield* Deferred.make<void>()
      const onOutcome = () => Effect.andThen(Deferred.succeed(hanging, undefined), Effect.never)
      yield* Effect.gen(function* () {
        const { lookup, settle } = yield* Settlements
        yield* settle(first!, "first", 60_000)
        yield* mine(on, 3)
        yield* Deferred.await(hanging)
        // A round that waited for the ledger would be given up after 30 s.
        expect(yield* settle(second!, "second", 15_000)).toMatchObject({ _tag: "Included", final: false })
        yield* mine(on, 3)
        yield* eventually(lookup(second!, "second"), (seen) => seen?._tag === "Included" && seen.final)
      }).pipe(Effect.provide(queue(on, { onOutcome })))
    }),
  ),
)
