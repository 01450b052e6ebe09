import { describe, expect, it } from "@effect/vitest"
import { Effect } from "effect"
import { accountKey } from "../../../domain/ledger/state.ts"
import { emptyAccount } from "../../../domain/ledger/accounts.ts"
import { TopupStore } from "../../../rails/credits/topups/TopupStore.ts"
import { refreshTopup } from "../../../rails/credits/topups/checkout.ts"
import { topupPayment } from "../../../rails/credits/topups/payments.ts"
import { World } from "../sepa/simulation/World.ts"
import { topupOf } from "../sepa/support/samples.ts"

const cent = 10_000n

/** A top-up of 25 USD that was just written down, in a world where an organisation has prepaid credits. */
const unopened = Effect.fnUntraced(function* (seed: number) {
  const world = new World(seed)
  yield* world.open
  yield* world.registerWebhooks
  const { organisation } = world
  world.books.accounts.set(accountKey(organisation, "credits"), emptyAccount(organisation, "credits", "credits"))
  const { id } = topupOf(organisation)
  yield* world.as(Effect.flatMap(TopupStore, (store) => store.add(topupOf(organisation, { id, createdAt: world.now }))))
  return { world, id, topup: () => world.sepa.topups.get(id)! }
})

/** The same with its page open. */
const opened = Effect.fnUntraced(function* (seed: number) {
  const { id, topup, world } = yield* unopened(seed)
  const { organisation } = world
  const refresh = Effect.suspend(() => Effect.asVoid(refreshTopup(world.sepa.topups.get(id)!)))
  yield* world.as(refresh)
  const credits = () => world.books.accounts.get(accountKey(organisation, "credits"))!
  const pay = (number: string) => world.emulator.pay(world.sepa.topups.get(id)!.session!, { number })
  const chargeOf = () => world.emulator.state.all("charge").at(-1)!.id
  return { world, id, refresh, credits, pay, chargeOf, topup }
})

describe("a top-up", () => {
  it.effect("is credited once, and reversed once, wherever the gateway dies on the way", () =>
    Effect.gen(function* () {
      for (let step = 1; step <= 30; step++) {
        const { chargeOf, credits, pay, refresh, topup, world } = yield* opened(step)
        pay("4242424242424242")
        yield* world.mortally(refresh, step)
        yield* world.mortally(refresh, 3)
        yield* world.as(refresh)
        expect([credits().posted, topup().status], `died at step ${step}`).toEqual([2_500n * cent, "paid"])
        world.emulator.refund(chargeOf(), 700)
        world.emulator.refund(chargeOf(), 300)
        yield* world.mortally(refresh, step)
        yield* world.as(refresh)
        yield* world.as(refresh)
        expect([credits().posted, topup().status, topup().reversedCents], `died at step ${step}`).toEqual([1_500n * cent, "paid", 1_000n])
      }
    }),
  )

  it.effect("is settled at the date of Stripe's balance transaction, even if we learn of it two days later", () =>
    Effect.gen(function* () {
      const { pay, refresh, topup, world } = yield* opened(3)
      pay("4242424242424242")
      world.advance(2 * 86_400_000)
      yield* world.as(refresh)
      const paidAt = world.emulator.state.all("balance_transaction")[0]!.created * 1000
      expect(world.now - paidAt).toBeGreaterThan(86_400_000)
      expect(topupPayment(topup())).toMatchObject({ status: "settled", settledAt: Math.max(topup().createdAt, paidAt) })
    }),
  )

  it.effect("is credited by no page that was only opened, declined or left to expire", () =>
    Effect.gen(function* () {
      const { credits, pay, refresh, topup, world } = yield* opened(1)
      expect(() => pay("4000000000000002")).toThrow()
      yield* world.as(refresh)
      expect([credits().posted, topup().status]).toEqual([0n, "open"])
      world.advance(25 * 3_600_000)
      yield* world.as(refresh)
      expect([credits().posted, topup().status, topup().url]).toEqual([0n, "expired", null])
    }),
  )

  it.effect("that is disputed after it was spent suspends the credits, until another fills them up", () =>
    Effect.gen(function* () {
      const { chargeOf, credits, pay, refresh, topup, world } = yield* opened(2)
      pay("4242424242424242")
      yield* world.as(refresh)
      const spent = credits()
      world.books.accounts.set(accountKey(world.organisation, "credits"), {
        ...spent,
        posted: (spent.posted - 2_000n * cent) as typeof spent.posted,
      })
      world.emulator.dispute(chargeOf())
      yield* world.deliverWebhooks
      expect([credits().posted, credits().status, topup().status]).toEqual([-2_000n * cent, "suspended", "disputed"])
      yield* world.as(refresh)
      expect(credits().posted).toBe(-2_000n * cent)
      // The dispute is won: the money is back, and with it the account. It is lost after an appeal, and won again.
      const [dispute] = world.emulator.state.all("dispute")
      for (const [to, posted, status, paid] of [
        ["reinstated", 500n, "active", "paid"],
        ["withdrawn", -2_000n, "suspended", "disputed"],
        ["reinstated", 500n, "active", "paid"],
        ["withdrawn", -2_000n, "suspended", "disputed"],
      ] as const) {
        world.emulator.moveDisputedFunds(dispute!.id, to)
        yield* world.deliverWebhooks
        expect([credits().posted, credits().status, topup().status]).toEqual([posted * cent, status, paid])
      }
      // What somebody else suspended is not lifted by reading an old top-up.
      world.books.accounts.set(accountKey(world.organisation, "credits"), { ...credits(), posted: 0n as typeof spent.posted })
      yield* world.as(refresh)
      expect(credits().status).toBe("suspended")
    }),
  )

  it.effect("that is refunded in part and then disputed in full takes back what it brought and no more", () =>
    Effect.gen(function* () {
      for (let step = 1; step <= 20; step++) {
        const { chargeOf, credits, pay, refresh, topup, world } = yield* opened(100 + step)
        pay("4242424242424242")
        yield* world.as(refresh)
        world.emulator.refund(chargeOf(), 500)
        if (step % 2 === 0) yield* world.as(refresh)
        const { id } = world.emulator.dispute(chargeOf())
        yield* world.mortally(refresh, step)
        yield* world.as(refresh)
        expect([credits().posted, topup().reversedCents, topup().status], `died at step ${step}`).toEqual([0n, 2_500n, "disputed"])
        const onCard = world.books.transfers.reduce(
          (sum, { amount, credit, debit }) => sum + (credit === "outside:card" ? amount : 0n) - (debit === "outside:card" ? amount : 0n),
          0n,
        )
        expect(onCard, "Stripe took 5 USD more than was paid").toBe(500n * cent)
        world.emulator.moveDisputedFunds(id, "reinstated")
        yield* world.mortally(refresh, step)
        yield* world.as(refresh)
        expect([credits().posted, topup().reversedCents, topup().status]).toEqual([2_000n * cent, 500n, "paid"])
      }
    }),
  )

  it.effect("is not touched by a dispute that was prevented, is only an inquiry, or has a status of the next release", () =>
    Effect.gen(function* () {
      for (const [seed, status, renamed] of [
        [201, "inquiry", "warning_closed"],
        [202, "prevented", "prevented"],
        [203, "inquiry", "a_status_of_the_next_release"],
      ] as const) {
        const { chargeOf, credits, pay, refresh, topup, world } = yield* opened(seed)
        pay("4242424242424242")
        yield* world.as(refresh)
        const dispute = world.emulator.dispute(chargeOf(), { status })
        world.emulator.state.put("dispute", { ...dispute, status: renamed })
        yield* world.as(refresh)
        expect([credits().posted, topup().status]).toEqual([2_500n * cent, "paid"])
      }
    }),
  )

  it.effect("whose page met a failure that Stripe stored is opened at once and once, or found where it was opened", () =>
    Effect.gen(function* () {
      for (const kind of ["error_after", "error_without_effect"] as const) {
        const { topup, world } = yield* unopened(3)
        world.emulator.addFault({ kind, route: "POST /v1/checkout/sessions" })
        const refresh = Effect.suspend(() => Effect.exit(refreshTopup(topup())))
        yield* world.as(refresh)
        yield* world.as(refresh)
        yield* world.as(refresh)
        expect(topup().session, kind).not.toBeNull()
        expect(
          world.emulator.state.all("session").map(({ id }) => id),
          kind,
        ).toEqual([topup().session])
      }
    }),
  )

  it.effect("whose page could not be opened for a day ends, and is not opened later", () =>
    Effect.gen(function* () {
      const { topup, world } = yield* unopened(4)
      world.emulator.addFault({ kind: "drop_before", route: "POST /v1/checkout/sessions", times: 3 })
      const refresh = Effect.suspend(() => Effect.exit(refreshTopup(topup())))
      yield* world.as(refresh)
      expect(topup()).toMatchObject({ status: "open", session: null })
      world.advance(24 * 3_600_000)
      yield* world.as(refresh)
      expect(topup()).toMatchObject({ status: "expired", session: null, failure: null })
      expect(world.emulator.state.all("session")).toEqual([])
    }),
  )

  it.effect("whose payment fails after its page is complete ends with the reason", () =>
    Effect.gen(function* () {
      const { credits, refresh, topup, world } = yield* opened(5)
      const { state } = world.emulator
      expect(() => world.emulator.pay(topup().session!, { number: "4000000000000002" })).toThrow()
      const session = state.get("session", topup().session!)!
      state.put("session", { ...session, status: "complete", payment_status: "unpaid" })
      const intent = state.all("payment_intent").at(-1)!
      state.put("payment_intent", { ...intent, status: "processing" })
      yield* world.as(refresh)
      expect(topup().status, "the payment is on its way").toBe("open")
      state.put("payment_intent", intent)
      yield* world.as(refresh)
      expect(topup()).toMatchObject({ status: "expired", failure: "card_declined", url: null })
      expect(credits().posted).toBe(0n)
    }),
  )

  it.effect("costs the platform what Stripe keeps of it, in the currency of our balance, also where a line appears late", () =>
    Effect.gen(function* () {
      const { chargeOf, pay, refresh, world } = yield* opened(301)
      const fees = () =>
        world.books.transfers.reduce(
          (sum, { amount, credit, debit }) => sum + (debit === "platform:fees" ? amount : 0n) - (credit === "platform:fees" ? amount : 0n),
          0n,
        )
      const hours = (count: number) =>
        Effect.andThen(
          Effect.sync(() => world.advance(count * 3_600_000)),
          world.work,
        )
      pay("4242424242424242")
      yield* world.as(refresh)
      yield* hours(2)
      // 1.5 % of 25 USD and 0.25 USD, rounded up to 0.63 USD.
      expect(fees()).toBe(63n * cent)
      const line = world.emulator.state.all("balance_transaction")[0]!
      const created = Math.floor(world.now / 1000)
      // The same payment on a balance in euros, and a line that appears later: 0.10 EUR at 0.80 EUR for a dollar.
      world.emulator.state.put("balance_transaction", {
        ...line,
        id: "txn_late",
        created,
        amount: 0,
        fee: 10,
        net: -10,
        currency: "eur",
        exchange_rate: 0.8,
      })
      yield* hours(30)
      yield* hours(30)
      expect(fees()).toBe(63n * cent + 125_000n)
      const { id } = world.emulator.dispute(chargeOf())
      yield* hours(2)
      expect(fees(), "20 USD for a dispute").toBe(63n * cent + 125_000n + 2_000n * cent)
      world.emulator.moveDisputedFunds(id, "reinstated")
      yield* hours(2)
      expect(fees()).toBe(63n * cent + 125_000n)
    }),
  )
})
