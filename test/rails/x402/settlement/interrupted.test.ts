import { expect, it } from "@effect/vitest"
import { Context, Deferred, Effect, Exit, Fiber, Layer, Logger, Scope } from "effect"
import { AfterStep, type Step } from "../../../../rails/x402/settlement/SettlementQueue.ts"
import { Settlements } from "../../../../rails/x402/settlement/Settlements.ts"
import { gaslessAuthorization } from "../../../../rails/x402/checkout/relay.ts"
import { gaslessRequest } from "../../../../rails/x402/checkout/walletRequests.ts"
import type { Hex } from "../../../../rails/x402/evm/hex.ts"
import { checkoutReference } from "../../../../rails/x402/settlement/gasShares.ts"
import { walletDoes } from "../checkout/checkoutScene.ts"
import { newCheckout, splitter, splitterActions } from "../checkout/splitterScene.ts"
import { type Authorization } from "../../../../rails/x402/evm/authorization.ts"
import { someone } from "../support/authorize.ts"
import { authorizations, balance, eventually, mine, queue, type Scene, scene } from "../support/settlementScene.ts"

const steps: ReadonlyArray<Step> = ["stored", "signed", "committed", "broadcast", "included", "final", "published"]
const settings = { rebroadcastAfterMs: 50 }

/** A node that reaches a step for the second time, stops there, and is gone. */
const stopAt = Effect.fnUntraced(function* (on: Scene, step: Step, all: ReadonlyArray<Payment>) {
  const reached = yield* Deferred.make<void>()
  let times = 0
  const between = Layer.succeed(AfterStep, (now: Step) =>
    now === step && ++times >= (step === "stored" ? 2 : 1)
      ? Effect.andThen(Deferred.succeed(reached, undefined), Effect.never)
      : Effect.void,
  )
  const scope = yield* Scope.make()
  const context = yield* Scope.provide(Layer.build(Layer.provideMerge(queue(on, settings), between)), scope)
  const { settle } = Context.get(context, Settlements)
  const asking = yield* Effect.forkChild(
    Effect.provide(
      Effect.forEach(all, ({ one, reference }) => settle(one, reference, 60_000), { concurrency: "unbounded" }),
      context,
    ),
  )
  // Confirmations come while it works.
  if (step === "final" || step === "published") {
    yield* Effect.forEach(all, ({ receives, wallet }) => eventually(balance(on, wallet), (paid) => paid === receives), { discard: true })
    yield* mine(on, 3)
  }
  yield* Effect.timeout(Deferred.await(reached), "90 seconds")
  yield* Fiber.interrupt(asking)
  yield* Scope.close(scope, Exit.void)
})

interface Payment {
  readonly one: Authorization
  readonly reference: string
  /** Who is paid, and with how much. */
  readonly wallet: Hex
  readonly receives: bigint
}

/** Two transfers, two payments of checkouts that the gateway relays, and two payouts. */
const payments = Effect.fnUntraced(function* (on: Scene) {
  const payer = someone()
  yield* on.mint(payer.address, 100_000_000n)
  const transfers = (reference: (i: number) => string) =>
    Effect.forEach([1, 2], (i) =>
      Effect.gen(function* () {
        const wallet = someone().address
        const [one] = yield* authorizations(on, payer, wallet, 10_000n, 1)
        return { one: one!, reference: reference(i), wallet, receives: 10_000n } satisfies Payment
      }),
    )
  const relays = yield* Effect.forEach([1, 2], () =>
    Effect.gen(function* () {
      const checkout = newCheckout()
      const terms = { network: on.network, asset: on.asset, splitter }
      const signature = yield* walletDoes(splitterActions(on), payer, gaslessRequest(terms, checkout, payer.address))
      const one = gaslessAuthorization(terms, checkout, payer.address, signature)
      const reference = checkoutReference(checkout.marketplace, checkout.id)
      return { one, reference, wallet: checkout.wallets.seller as Hex, receives: 8_800_000n } satisfies Payment
    }),
  )
  return [...(yield* transfers((i) => `call ${i}`)), ...relays, ...(yield* transfers((i) => `payout:${i}`))]
})

it.live.each(steps)(
  "after a node ends at %s another node finishes calls, checkouts and payouts, and each has moved its money once",
  (step) =>
    Effect.scoped(
      Effect.gen(function* () {
        const on = yield* scene(2)
        const all = yield* payments(on)
        yield* stopAt(on, step, all)
        yield* Effect.gen(function* () {
          const { lookup, settle } = yield* Settlements
          // The stored settlements continue without another request.
          const stored = yield* on.sql<{ count: number }>`select count(*)::int as count from rail_x402.settlement`
          if (step !== "stored") expect(stored[0]?.count).toBe(6)
          else for (const { one, reference } of all) yield* settle(one, reference, 60_000)
          for (const { one, reference } of all) yield* eventually(lookup(one, reference), (now) => now?._tag === "Included")
          for (const { receives, wallet } of all) expect(yield* balance(on, wallet)).toBe(receives)
          expect(yield* balance(on, splitter)).toBe(0n)
          yield* mine(on, 3)
          yield* eventually(
            on.sql<{ n: number }>`select count(*)::int as n from rail_x402.settlement where state = 'final' and announced`,
            ([row]) => row?.n === 6,
          )
          for (const { reference } of all) expect(on.outcomes.get(reference)?.at(-1)).toMatchObject({ _tag: "Included", final: true })
          // Nonces were given out without a gap: the next one goes straight through.
          const next = (yield* payments(on))[0]!
          expect(yield* settle(next.one, "next", 60_000)).toMatchObject({ _tag: "Included" })
        }).pipe(Effect.provide(queue(on, settings)))
      }),
    ).pipe(Effect.provide(Logger.layer([]))),
)

it.live("two nodes that share the gas keys use every gas nonce once although one node leaves halfway", () =>
  Effect.scoped(
    Effect.gen(function* () {
      const on = yield* scene(2)
      const [payer, payee] = [someone(), someone()]
      yield* on.mint(payer.address, 10_000_000n)
      const all = yield* authorizations(on, payer, payee.address, 10_000n, 60)
      const leaves = yield* Scope.make()
      const node = Effect.map(Layer.build(queue(on, settings)), (context) => Context.get(context, Settlements))
      const first = yield* Scope.provide(node, leaves)
      const second = yield* node
      const settling = yield* Effect.forkChild(
        Effect.forEach(all, (one, i) => (i % 2 === 0 ? first : second).settle(one, one.nonce, 60_000), { concurrency: "unbounded" }),
      )
      yield* eventually(on.sql<{ n: number }>`select count(*)::int as n from rail_x402.slot`, ([row]) => (row?.n ?? 0) >= 10)
      yield* Scope.close(leaves, Exit.void)
      for (const one of all) yield* eventually(second.lookup(one, one.nonce), (now) => now?._tag === "Included")
      expect(yield* balance(on, payee.address)).toBe(600_000n)
      yield* Fiber.interrupt(settling)
      const slots = yield* on.sql<{
        n: number
        distinct: number
        span: number
      }>`select count(*)::int as n, count(distinct gas_nonce)::int as distinct,
        (max(gas_nonce) - min(gas_nonce) + 1)::int as span from rail_x402.slot group by gas_key`
      for (const { distinct, n, span } of slots) expect([distinct, span]).toEqual([n, n])
      expect(slots.reduce((sum, { n }) => sum + n, 0)).toBe(60)
    }),
  ).pipe(Effect.provide(Logger.layer([]))),
)
