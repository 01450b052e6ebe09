import { expect, it } from "@effect/vitest"
import { Effect } from "effect"
import { included, paying, quiet, settle } from "../support/paying.ts"
import { rpcProxy } from "../support/rpcProxy.ts"
import { authorizations, balance, mine, queue } from "../support/settlementScene.ts"

it.live(
  "settlement continues over the second RPC node while the first fails or accepts a transaction without an answer, and each authorization is paid once",
  () =>
    Effect.scoped(
      Effect.gen(function* () {
        const { on, payee, payer } = yield* paying()
        const [first, second] = [yield* rpcProxy(on.url), yield* rpcProxy(on.url)]
        const [before, lost, during, after] = yield* authorizations(on, payer, payee, 10_000n, 4)
        yield* Effect.gen(function* () {
          expect(yield* settle(before!)).toMatchObject({ _tag: "Included" })
          expect(second.requests, "the preferred one is enough").toBe(0)

          first.fate = (methods) => (methods.includes("eth_sendRawTransaction") ? "lose the answer" : "pass")
          expect(yield* settle(lost!)).toMatchObject({ _tag: "Included" })
          expect(second.requests).toBeGreaterThan(0)

          first.fate = () => "refuse"
          expect(yield* settle(during!)).toMatchObject({ _tag: "Included" })

          first.fate = () => "pass"
          second.fate = () => "refuse"
          expect(yield* settle(after!)).toMatchObject({ _tag: "Included" })
          yield* mine(on, 3)
          for (const one of [before!, lost!, during!, after!]) yield* included(one)
          expect(yield* balance(on, payee)).toBe(40_000n)
          expect(yield* on.sql`select from rail_x402.slot`).toHaveLength(4)
        }).pipe(Effect.provide(queue(on, { urls: () => [first.url, second.url], rebroadcastAfterMs: 500 })), quiet)
      }),
    ),
)
