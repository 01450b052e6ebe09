import { expect, layer as suite } from "@effect/vitest"
import { Deferred, Effect, Fiber, type Layer, Result, Schedule } from "effect"
import type { Call } from "../../domain/ledger/state.ts"
import type { Ledger } from "../../domain/ledger/Ledger.ts"
import type { MicroUsd } from "../../domain/money/Money.ts"
import type { Rail } from "../../domain/rail/Rail.ts"
import { accountOf, callOf, type LedgerFixture, noon, rowsOf, setTime } from "../support/ledger/LedgerFixture.ts"
import { type Buyer, captureOf, deliverOf, document, newNode, reserved, reserveOf, run, usd } from "../support/ledger/commands.ts"
import { type Means, RailFixture } from "./RailFixture.ts"
import { FakeSource, reconcileAll, MortalNode, orderOf, pay, payAsMortalNode, reconcileAs } from "../support/ledger/paidCalls.ts"

type Books = Ledger | LedgerFixture

const isExempt = (means: Means<unknown>): means is { readonly exempt: string } =>
  typeof means === "object" && means !== null && "exempt" in means

/** Runs a law with the means it needs. A rail that is exempt has to say why. */
const withMeans = <A, E, R>(means: Means<A>, law: (means: A) => Effect.Effect<void, E, R>) =>
  isExempt(means) ? Effect.sync(() => expect(means.exempt.length, "an exemption carries its reason").toBeGreaterThan(20)) : law(means)

const quote = { max: usd(1000), payee: "Registry Ltd", priceId: null }

const fund = ({ payment, rail }: RailFixture["Service"], buyer: Buyer) => Effect.orDie(rail.offer(buyer, quote, payment()))

/** A call that the rail is to pay for, at the point where the core asks it to. */
const due = Effect.fnUntraced(function* (bench: RailFixture["Service"], amount = quote.max) {
  const buyer = yield* bench.buyer
  const call = yield* reserved(reserveOf(buyer, { options: [yield* fund(bench, buyer)] }))
  return bench.settles === "before_dispatch" ? call : yield* run(deliverOf(call, { amount }))
})

const settledBy = (rail: Rail, call: Call, amount: MicroUsd = call.max) => Effect.result(rail.settle(call, amount))
const tagOf = (result: Result.Result<{ readonly _tag: string }, { readonly _tag: string }>) =>
  Result.isSuccess(result) ? result.success._tag : result.failure._tag

/** Whether the core asks this rail to move money while the call is open. */
const settlesOutside = ({ settles }: RailFixture["Service"]) => settles === "before_answer" || settles === "before_dispatch"

/** The laws of the Rail port. Every rail calls this from a small file that is named after its id. */
export const railLaws = <E>(id: string, rail: Layer.Layer<RailFixture | Books, E>) =>
  suite(rail, { excludeTestServices: true })(`the rail ${id}`, (it) => {
    const law = (name: string, proof: (bench: RailFixture["Service"]) => Effect.Effect<void, unknown, Books>) =>
      it.effect(name, () => Effect.flatMap(RailFixture, (bench) => Effect.scoped(proof(bench)) as Effect.Effect<void, unknown, Books>))

    law("a rail has the id of its entry in the registry", ({ rail }) =>
      Effect.sync(() => {
        expect(rail.id).toBe(id)
        expect(rail.description).not.toBe("")
      }),
    )

    law("an offer moves no money, and names the rail, its account and when it settles", (bench) =>
      Effect.gen(function* () {
        const buyer = yield* bench.buyer
        const before = yield* rowsOf(buyer)
        const [proof] = [bench.payment()]
        const first = yield* bench.rail.offer(buyer, quote, proof)
        expect(yield* bench.rail.offer(buyer, quote, proof)).toEqual(first)
        expect(first).toMatchObject({ rail: id, settles: bench.settles })
        expect(first.cost).toBeGreaterThanOrEqual(quote.max)
        expect(yield* rowsOf(buyer)).toEqual(before)
        const call = yield* reserved(reserveOf(buyer, { options: [first] }))
        expect(yield* bench.moved(call)).toBe(0n)
        if (bench.settles === "before_dispatch") expect(first.deposits, "what is not earned must have a place to go").toBeDefined()
      }),
    )

    law("repeated settlement of one call moves the exact amount once", (bench) =>
      Effect.gen(function* () {
        if (!settlesOutside(bench)) return
        const call = yield* due(bench, usd(619))
        const amount = call.deposits ? call.max : usd(619)
        const first = yield* settledBy(bench.rail, call, amount)
        yield* bench.ripen
        expect(tagOf(yield* settledBy(bench.rail, call, amount))).toBe("Settled")
        yield* Effect.forEach([1, 2, 3], () => settledBy(bench.rail, call, amount), { concurrency: "unbounded" })
        expect(["Settled", "Pending"]).toContain(tagOf(first))
        expect(yield* bench.moved(call)).toBe(amount)
      }),
    )

    law("the ledger books exactly the amount that moved", (bench) =>
      Effect.gen(function* () {
        const buyer = yield* bench.buyer
        const source = new FakeSource()
        const before = yield* rowsOf(buyer)
        const { paid } = yield* pay(orderOf(buyer, source, { presented: bench.payment() }), buyer.node, [bench.rail])
        yield* bench.ripen
        if (paid._tag === "Held") yield* reconcileAll(buyer, buyer.node, [bench.rail])
        const { transfers, calls } = yield* rowsOf(buyer)
        const call = calls.find((c) => !before.calls.some((b) => b.id === c.id))!
        expect(call).toMatchObject({ state: "captured", amount: 700n, settlement: bench.settles === "later" ? "pending" : "settled" })
        const of = transfers.filter((transfer) => transfer.call === call.id)
        const sum = (those: typeof of) => those.reduce((total, { amount }) => total + amount, 0n)
        const earned = sum(of.filter(({ credit, debit }) => debit.startsWith("buyer:") && !credit.startsWith("buyer:")))
        const broughtIn = sum(of.filter(({ debit }) => debit.startsWith("outside:")))
        expect(earned).toBe(700n)
        if (bench.settles !== "later") expect(call.deposits ? broughtIn : earned).toBe(yield* bench.moved(call))
      }),
    )

    law("a lookup reports the actual outcome of a payment", (bench) =>
      Effect.gen(function* () {
        if (!settlesOutside(bench)) return
        const call = yield* due(bench)
        yield* settledBy(bench.rail, call)
        yield* bench.ripen
        expect(tagOf(yield* Effect.result(bench.rail.lookup(call)))).toBe("Settled")
        yield* withMeans(bench.refuseNext, (refuseNext) =>
          Effect.gen(function* () {
            const refused = yield* due(bench)
            yield* refuseNext
            expect(tagOf(yield* settledBy(bench.rail, refused))).not.toBe("Settled")
            yield* bench.ripen
            expect(tagOf(yield* Effect.result(bench.rail.lookup(refused)))).toBe("Declined")
            expect(tagOf(yield* settledBy(bench.rail, refused)), "what was declined stays declined").toBe("Declined")
            expect(yield* bench.moved(refused)).toBe(0n)
          }),
        )
      }),
    )

    law("a rail never pays for a call that it has reported as unpaid", (bench) =>
      Effect.gen(function* () {
        if (!settlesOutside(bench)) return
        const call = yield* due(bench)
        yield* Effect.result(bench.rail.lookup(call))
        yield* bench.ripen
        if (tagOf(yield* Effect.result(bench.rail.lookup(call))) !== "Declined") return
        yield* settledBy(bench.rail, call)
        yield* bench.ripen
        expect(yield* bench.moved(call)).toBe(0n)
      }),
    )

    law("an unknown outcome is reported as pending, never as settled, until it is proven", (bench) =>
      withMeans(bench.loseAnswer, (loseAnswer) =>
        Effect.gen(function* () {
          for (const moves of [true, false]) {
            const call = yield* due(bench)
            yield* loseAnswer(moves)
            expect(tagOf(yield* settledBy(bench.rail, call))).toBe("Pending")
            expect(tagOf(yield* Effect.result(bench.rail.lookup(call)))).toBe("Pending")
            yield* bench.ripen
            expect(tagOf(yield* Effect.result(bench.rail.lookup(call)))).toBe(moves ? "Settled" : "Declined")
            expect(yield* bench.moved(call)).toBe(moves ? call.max : 0n)
          }
        }),
      ),
    )

    law("a rail in an outage makes no offer, and settles nothing that it cannot prove", (bench) =>
      withMeans(bench.outage, (outage) =>
        Effect.gen(function* () {
          const buyer = yield* bench.buyer
          const call = settlesOutside(bench) ? yield* due(bench) : undefined
          yield* outage(true)
          expect(yield* Effect.flip(bench.rail.offer(buyer, quote, bench.payment()))).toMatchObject({ _tag: "Unavailable" })
          if (call !== undefined) {
            expect(tagOf(yield* settledBy(bench.rail, call))).toBe("Pending")
            expect(tagOf(yield* Effect.result(bench.rail.lookup(call)))).toBe("Pending")
          }
          yield* outage(false)
          // A rail may leave a chain or a provider that failed alone for a second.
          yield* Effect.retry(
            Effect.suspend(() => bench.rail.offer(buyer, quote, bench.payment())),
            Schedule.spaced("50 millis"),
          )
        }),
      ),
    )

    law("a bad payment is declined and begins no call", (bench) =>
      withMeans(bench.badPayment, (badPayment) =>
        Effect.gen(function* () {
          const buyer = yield* bench.buyer
          const [source, before] = [new FakeSource(), yield* rowsOf(buyer)]
          const order = orderOf(buyer, source, { presented: badPayment })
          const end = yield* Effect.result(pay(order, buyer.node, [bench.rail]))
          if (Result.isSuccess(end)) expect(end.success.paid._tag).toBe("Declined")
          else expect(end.failure).toMatchObject({ status: 402 })
          const { accounts, transfers } = yield* rowsOf(buyer)
          expect({ accounts, transfers }).toEqual({ accounts: before.accounts, transfers: before.transfers })
          if (bench.settles !== "before_answer" || Result.isFailure(end)) expect(source.dispatches).toBe(0)
        }),
      ),
    )

    law("one payment pays for one call", (bench) =>
      withMeans(bench.claims, () =>
        Effect.gen(function* () {
          const buyer = yield* bench.buyer
          const [source, proof] = [new FakeSource(), bench.payment()]
          expect((yield* bench.rail.offer(buyer, quote, proof)).claim).toBeDefined()
          const orders = [1, 2, 3].map(() => orderOf(buyer, source, { presented: proof }))
          const ends = yield* Effect.forEach(orders, (order) => Effect.result(pay(order, buyer.node, [bench.rail])), {
            concurrency: "unbounded",
          })
          expect(ends.filter(Result.isSuccess)).toHaveLength(1)
          expect(source.dispatches).toBeLessThanOrEqual(1)
        }),
      ),
    )

    law("a genuine webhook takes effect once, however often it arrives, and a tampered one is refused", (bench) =>
      withMeans(bench.webhook, ({ genuine, tampered }) =>
        Effect.gen(function* () {
          const call = yield* due(bench)
          yield* run(
            captureOf(call, { body: bench.settles === "before_dispatch" ? document : null, proof: settlesOutside(bench) ? "{}" : null }),
          )
          const before = yield* rowsOf(call)
          expect(yield* tampered(call)).toBe(false)
          expect(yield* rowsOf(call)).toEqual(before)
          expect(yield* genuine(call)).toBe(true)
          const after = yield* rowsOf(call)
          yield* genuine(call)
          expect(yield* rowsOf(call), "a replay is harmless").toEqual(after)
        }),
      ),
    )

    law("a node that dies between any two steps leaves no call open", (bench) =>
      Effect.gen(function* () {
        for (let step = 0, alive = true; alive; step++) {
          yield* setTime(noon)
          const buyer = yield* bench.buyer
          const [source, mortal, heir] = [new FakeSource(), new MortalNode(step), newNode()]
          const before = yield* rowsOf(buyer)
          const fiber = yield* payAsMortalNode(orderOf(buyer, source, { presented: bench.payment() }), buyer.node, [bench.rail], mortal)
          yield* Effect.raceFirst(Deferred.await(mortal.died), Fiber.await(fiber))
          alive = mortal.passed.length > step
          yield* Fiber.interrupt(fiber)
          const dispatches = source.dispatches
          yield* bench.ripen
          yield* setTime(noon + 60_000)
          yield* reconcileAll(buyer, heir, [bench.rail])
          const where = `died ${mortal.passed.at(-1)} (step ${step})`
          const rows = yield* rowsOf(buyer)
          expect(source.dispatches, `${where}: dispatched again`).toBe(dispatches)
          for (const call of rows.calls.filter((c) => !before.calls.some((b) => b.id === c.id))) {
            expect(call.state, where).not.toBe("reserved")
            expect(yield* accountOf(buyer, call.account), where).toMatchObject({ held: 0n, open: 0 })
            if (call.amount > 0n)
              expect(
                rows.results.map((result) => result.call),
                where,
              ).toContain(call.id)
            const due = call.state === "released" ? 0n : call.deposits ? call.max : call.amount
            if (bench.settles !== "later") expect(yield* bench.moved(yield* callOf(call)), where).toBe(due)
          }
          yield* reconcileAs(newNode(), [bench.rail])
          expect(yield* rowsOf(buyer), where).toEqual(rows)
        }
      }).pipe(Effect.scoped, Effect.ensuring(setTime(noon))),
    )
  })
