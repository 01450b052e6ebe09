import { expect, it } from "@effect/vitest"
import { Effect } from "effect"
import { privateKeyToAccount } from "viem/accounts"
import { authorize, someone } from "../support/authorize.ts"
import { automine, dropped, inABlock, included, lookup, paying, quiet, settle, submit } from "../support/paying.ts"
import { authorizations, balance, eventually, mine, queue } from "../support/settlementScene.ts"
import { Settlements } from "../../../../rails/x402/settlement/Settlements.ts"

it.live("a nonce that was used on chain for another payment is rejected once its block is final", () =>
  Effect.scoped(
    Effect.gen(function* () {
      const { on, one, payee, payer } = yield* paying()
      const other = someone()
      yield* on.gas(other.address)
      const elsewhere = yield* Effect.promise(() => authorize(on, payer, { to: other.address, value: one.value, nonce: one.nonce }))
      const [less] = yield* authorizations(on, payer, payee, 10_000n, 1)
      const cheaper = yield* Effect.promise(() => authorize(on, payer, { to: payee, value: 9_999n, nonce: less!.nonce }))
      for (const used of [elsewhere, cheaper]) yield* inABlock(on, yield* submit(on, other, used))
      yield* Effect.gen(function* () {
        for (const authorization of [one, less!]) expect(yield* lookup(authorization)).toMatchObject({ _tag: "Pending" })
        yield* mine(on, 3)
        for (const authorization of [one, less!]) {
          expect(yield* lookup(authorization)).toMatchObject({ _tag: "Rejected", reason: "invalid_exact_evm_nonce_already_used" })
        }
        expect(yield* lookup(cheaper)).toMatchObject({ _tag: "Included", final: true })
      }).pipe(Effect.provide(queue(on)), quiet)
    }),
  ),
)

it.live("an authorization pays for one call, and its settlement for another is rejected as duplicate_settlement", () =>
  Effect.scoped(
    Effect.gen(function* () {
      const { on, one, payee } = yield* paying()
      yield* Effect.gen(function* () {
        const { lookup: ask, settle: for_ } = yield* Settlements
        expect(yield* settle(one)).toMatchObject({ _tag: "Included" })
        const spent = { _tag: "Rejected", reason: "duplicate_settlement" }
        expect(yield* for_(one, "another", 1_000)).toMatchObject(spent)
        expect(yield* ask(one, "another")).toMatchObject(spent)
        expect(yield* settle(one)).toMatchObject({ _tag: "Included" })
        expect(yield* balance(on, payee)).toBe(10_000n)
      }).pipe(Effect.provide(queue(on)))
    }),
  ),
)

it.live("a settlement becomes final although more blocks passed unread than one query covers", () =>
  Effect.scoped(
    Effect.gen(function* () {
      const { on, one, payee } = yield* paying()
      const blocksPerQuery = 20
      yield* settle(one).pipe(Effect.provide(queue(on, { blocksPerQuery })))
      yield* mine(on, 50)
      yield* Effect.gen(function* () {
        yield* eventually(lookup(one), (now) => now?._tag === "Included" && now.final)
        yield* eventually(
          Effect.sync(() => on.outcomes.get("ref")),
          (outcomes) => outcomes !== undefined,
        )
        expect(yield* balance(on, payee)).toBe(10_000n)
      }).pipe(Effect.provide(queue(on, { blocksPerQuery })))
    }),
  ),
)

it.live("4,500 authorizations that the token refuses do not delay another payment", () =>
  Effect.scoped(
    Effect.gen(function* () {
      const { on, one } = yield* paying()
      yield* Effect.gen(function* () {
        yield* on.sql`insert into rail_x402.settlement
            (network, asset, payer, nonce, payee, value, valid_after, valid_before, signature, gas, reference, since_block, reason, message, not_before, created_at)
          select ${on.network.caip2}, ${on.asset.address.toLowerCase()}, ${`0x${"ab".repeat(20)}`}, '0x' || lpad(to_hex(n), 64, '0'),
            ${`0x${"cd".repeat(20)}`}, 1, 0, 1e30, '0x00', 400000, 'them', 0, 'refused', 'refused', now() + interval '1 hour', now() - interval '1 hour'
          from generate_series(1, 4500) n`
        expect(yield* settle(one)).toMatchObject({ _tag: "Included" })
      }).pipe(Effect.provide(queue(on)))
    }),
  ),
)

it.live("a settlement whose nonce slot is lost in a reorganisation takes another slot", () =>
  Effect.scoped(
    Effect.gen(function* () {
      const { on, one, payee } = yield* paying()
      yield* automine(on, false)
      yield* Effect.andThen(settle(one, 200), dropped(on, one)).pipe(Effect.provide(queue(on)))
      // Its nonce was used up, by something that moved nothing.
      yield* automine(on, true)
      const gasAccount = privateKeyToAccount(on.gasKeys[0]!)
      yield* inABlock(on, yield* Effect.promise(() => on.client.sendTransaction({ account: gasAccount, to: gasAccount.address, nonce: 0 })))
      yield* on.sql`update rail_x402.slot set consumed_block = 1`
      yield* included(one).pipe(Effect.provide(queue(on)))
      expect(yield* balance(on, payee)).toBe(10_000n)
    }),
  ).pipe(quiet),
)
