import { expect, it } from "@effect/vitest"
import { Effect } from "effect"
import { SqlClient } from "effect/sql/SqlClient"
import { pruneSettlements } from "../../../../rails/x402/jobs.ts"
import { automine, lookup, paying, quiet, sentHash, settle } from "../support/paying.ts"
import { authorizations, eventually, mine, queue } from "../support/settlementScene.ts"

it.live("pruning deletes old settlements whose outcome is published, with nonce and transactions, and keeps open or recent ones", () =>
  Effect.scoped(
    Effect.gen(function* () {
      const { on, one, payee, payer } = yield* paying()
      const [young, open] = yield* authorizations(on, payer, payee, 10_000n, 2)
      yield* Effect.gen(function* () {
        yield* settle(one)
        yield* settle(young!)
        // The chain keeps growing: a settlement that was read between two blocks is read again with the next one.
        const goOn = mine(on, 5)
        const final = on.sql<{ n: number }>`select count(*)::int as n from rail_x402.settlement where announced and state = 'final'`
        yield* eventually(Effect.andThen(goOn, final), ([row]) => row?.n === 2)
        const done = on.sql<{ n: number }>`select count(*)::int as n from rail_x402.slot where done`
        yield* eventually(Effect.andThen(goOn, done), ([row]) => row?.n === 2)
        yield* automine(on, false)
        yield* settle(open!, 200)
        yield* sentHash(open!)

        const prune = Effect.provideService(pruneSettlements, SqlClient, on.sql)
        expect(yield* prune).toBe(0)
        yield* on.sql`update rail_x402.settlement set created_at = created_at - interval '31 days' where nonce <> ${young!.nonce}`
        yield* on.sql`update rail_x402.sending set signed_at = signed_at - interval '31 days'
          where gas_nonce <> (select gas_nonce from rail_x402.settlement where nonce = ${young!.nonce})`
        expect(yield* prune).toBe(2)
        expect(yield* prune).toBe(0)
        const kept = yield* on.sql<{ nonce: string }>`select nonce from rail_x402.settlement`
        expect(kept.map(({ nonce }) => nonce).sort()).toEqual([young!.nonce, open!.nonce].sort())
        expect(yield* on.sql`select from rail_x402.slot`).toHaveLength(2)
        expect(yield* on.sql`select from rail_x402.sending`).toHaveLength(2)
        // The chain still knows it, and what was forgotten is paid no second time.
        expect(yield* lookup(one)).toMatchObject({ _tag: "Included", final: true })
        yield* automine(on, true)
        yield* mine(on, 1)
        yield* eventually(lookup(open!), (now) => now?._tag === "Included")
      }).pipe(Effect.provide(queue(on, { bumpAfterMs: 1e12 })), quiet)
    }),
  ),
)
