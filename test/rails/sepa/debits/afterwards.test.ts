import { describe, expect, it } from "@effect/vitest"
import { Effect } from "effect"
import { accountKey } from "../../../../domain/ledger/state.ts"
import { learn, look } from "../../../../rails/sepa/debits/submit.ts"
import { writeOff } from "../../../../rails/sepa/debits/book.ts"
import { microOf } from "../../../../rails/sepa/rates.ts"
import { StripeApi } from "../../../../rails/stripe/StripeApi.ts"
import { StripeRefused, StripeUncertain } from "../../../../rails/stripe/StripeFailure.ts"
import { StripeStore } from "../../../../rails/stripe/store.ts"
import { runAllJobs } from "../support/runAllJobs.ts"
import { quietly } from "../simulation/quietly.ts"
import { World } from "../simulation/World.ts"

const dayMs = 86_400_000
const decision = { by: "ada", reason: "the buyer is bankrupt" }

/** An organisation with a mandate. */
const mandated = Effect.fnUntraced(function* (seed: number) {
  const world = new World(seed)
  yield* world.open
  yield* world.registerWebhooks
  yield* world.giveMandate("DE89370400440532013000")
  yield* world.work
  return world
})

/** Calls of some dollars, and the debit that collects them, on its way. */
const debited = Effect.fnUntraced(function* (seed: number) {
  const world = yield* mandated(seed)
  yield* world.buy(10, 4_000_000)
  world.advance(8 * dayMs)
  yield* world.work
  const debit = () => [...world.sepa.collections.values()][0]!
  const account = () => world.books.accounts.get(accountKey(world.organisation, "sepa"))!
  const settlements = () => [...new Set(world.calls.map(({ settlement }) => settlement))]
  const balanceOf = (name: string) =>
    world.books.transfers.reduce(
      (sum, { amount, credit, debit }) => sum + (credit === name ? amount : 0n) - (debit === name ? amount : 0n),
      0n,
    )
  const settled = Effect.gen(function* () {
    world.advance(18 * dayMs)
    yield* world.work
    expect(debit().status).toBe("succeeded")
  })
  const charge = () => world.emulator.state.all("charge")[0]!.id
  return { account, balanceOf, charge, debit, settled, settlements, world }
})

describe("a debit that was refunded at the dashboard", () => {
  it("a refunded debit costs the platform the refund once, and its calls stay paid", () =>
    quietly(
      Effect.gen(function* () {
        const { account, balanceOf, charge, debit, settled, settlements, world } = yield* debited(3)
        yield* settled
        const { micro } = debit()
        const owed = account().posted
        world.emulator.refund(charge(), 100)
        yield* world.deliverWebhooks
        yield* world.deliverWebhooks
        expect(debit()).toMatchObject({ status: "succeeded", refundedCents: 100n })
        world.emulator.refund(charge())
        // The webhook of this refund is lost: the list of refunds contains it.
        for (const { id } of world.emulator.takeDeliveries()) world.emulator.delivered(id, 200)
        world.advance(40 * dayMs)
        yield* world.work
        expect(debit()).toMatchObject({ status: "succeeded", refundedCents: debit().cents })
        // Stripe keeps 0.35 EUR of each debit, and nothing of a refund.
        const kept = microOf(35n, debit().rate)
        expect(
          [balanceOf("outside:sepa_refunded") + micro, balanceOf("outside:sepa") - kept].map((off) => off <= 2n && off >= -2n),
        ).toEqual([true, true])
        expect(settlements()).toEqual(["settled"])
        expect(account().posted, "but for the fees that came due").toBeLessThanOrEqual(owed)
        expect([...world.sepa.collections.values()].filter(({ reason }) => reason === "again")).toEqual([])
      }),
    ))
})

describe("a debit that is written off", () => {
  it("a debit that is written off is booked with its outcome first, so that nothing is credited twice", () =>
    quietly(
      Effect.gen(function* () {
        const { account, charge, debit, settled, settlements, world } = yield* debited(4)
        yield* settled
        const before = account().posted
        world.emulator.dispute(charge())
        // The dispute is learned of, and the gateway dies before the ledger hears of it.
        yield* world.as(Effect.flatMap(look(debit().paymentIntent!), (seen) => learn(debit(), seen)))
        expect([debit().status, debit().booked]).toEqual(["disputed", "new"])
        const given = yield* world.as(writeOff(debit().id, decision))
        expect(given).toMatchObject({ writtenOffBy: "ada", writtenOffFor: decision.reason })
        expect(account().posted).toBe(before)
        expect(settlements()).toEqual(["failed"])
        expect(account().status, "the loss suspends the rail").toBe("suspended")
        expect(yield* world.as(writeOff(debit().id, { ...decision, by: "eve" }))).toMatchObject({ writtenOffBy: "ada" })
        expect(account().posted).toBe(before)
        yield* world.giveMandate("DE89370400440532013000")
        yield* world.deliverWebhooks
        expect(account().status, "a new mandate may buy again").toBe("active")
      }),
    ))

  it("a debit that is processing, paid or unknown is not written off", () =>
    quietly(
      Effect.gen(function* () {
        const { debit, settled, world } = yield* debited(5)
        expect(yield* world.as(writeOff(debit().id, decision))).toMatchObject({ status: "processing", writtenOffAt: null })
        yield* settled
        expect(yield* world.as(writeOff(debit().id, decision))).toMatchObject({ status: "succeeded", writtenOffAt: null })
        expect(yield* world.as(writeOff("01940000-0000-7000-8000-00000000ffff", decision))).toBeUndefined()
      }),
    ))
})

describe("a debit whose dispute is won", () => {
  /** The second debit of the claim is written down, and sent where `work` is done. */
  const disputedAndClaimedAgain = Effect.fnUntraced(function* (seed: number) {
    const life = yield* debited(seed)
    const { charge, debit, settled, world } = life
    yield* settled
    const owed = life.account().posted
    const { id } = world.emulator.dispute(charge())
    yield* world.deliverWebhooks
    expect([debit().status, life.settlements()]).toEqual(["disputed", ["pending"]])
    yield* world.giveMandate("DE89370400440532013000")
    yield* world.deliverWebhooks
    world.advance(600_000)
    const second = () => [...world.sepa.collections.values()].find(({ attempt }) => attempt === 2)!
    const win = Effect.suspend(() => {
      world.emulator.moveDisputedFunds(id, "reinstated")
      return world.deliverWebhooks
    })
    const paidOnce = () => {
      expect(debit()).toMatchObject({ status: "succeeded", booked: "succeeded", next: null })
      expect(life.account().posted, "nothing but fees is owed").toBeLessThanOrEqual(owed)
      expect(life.settlements()).toEqual(["settled"])
      const unsettled = [...world.sepa.collections.values()].filter((one) => one.reason === "again" && one.voidedAt === null)
      expect(unsettled, "no other debit of the claim counts").toEqual([])
    }
    return { ...life, paidOnce, second, win }
  })

  it("is paid again, and its second debit that was not sent is dropped", () =>
    quietly(
      Effect.gen(function* () {
        const { paidOnce, second, win, world } = yield* disputedAndClaimedAgain(21)
        const noAnswer = new StripeUncertain({ message: "down" })
        yield* world.as(
          Effect.gen(function* () {
            const stripe = yield* StripeApi
            const down = { ...stripe, createPaymentIntent: () => Effect.fail(noAnswer) }
            yield* Effect.provideService(runAllJobs, StripeApi, down)
          }),
        )
        expect(second()).toMatchObject({ status: "new", paymentIntent: null })
        yield* win
        for (let i = 0; i < 9; i++) {
          world.advance(dayMs)
          yield* world.work
        }
        expect(second()).toMatchObject({ status: "failed", failureCode: "not_needed" })
        expect(world.emulator.state.all("payment_intent")).toHaveLength(1)
        paidOnce()
      }),
    ))

  it("is paid again, and its second debit is cancelled while Stripe still has it", () =>
    quietly(
      Effect.gen(function* () {
        const { paidOnce, second, win, world } = yield* disputedAndClaimedAgain(22)
        yield* world.work
        expect(second().status).toBe("processing")
        yield* win
        world.advance(dayMs)
        yield* world.work
        expect(second()).toMatchObject({ status: "failed", failureCode: "canceled" })
        paidOnce()
      }),
    ))

  it("is paid again, and its second debit that the bank has already is refunded", () =>
    quietly(
      Effect.gen(function* () {
        const { balanceOf, debit, paidOnce, second, win, world } = yield* disputedAndClaimedAgain(23)
        yield* world.work
        world.advance(5 * dayMs)
        yield* win
        world.advance(18 * dayMs)
        yield* world.work
        expect(second()).toMatchObject({ status: "succeeded", givenBack: true, refundedCents: second().cents })
        paidOnce()
        const fees = world.emulator.state.all("balance_transaction").reduce((sum, { fee }) => sum + BigInt(fee), 0n)
        const left = -balanceOf("outside:sepa") - debit().micro + microOf(fees, debit().rate)
        expect(left <= 2n && left >= -2n, "the money of one debit, less what Stripe keeps").toBe(true)
      }),
    ))

  it("is no loss any more, even if it was written off before", () =>
    quietly(
      Effect.gen(function* () {
        const { account, balanceOf, charge, debit, settled, settlements, world } = yield* debited(24)
        yield* settled
        const before = account().posted
        const fees = balanceOf("platform:fees")
        const { id } = world.emulator.dispute(charge())
        yield* world.deliverWebhooks
        yield* world.as(writeOff(debit().id, decision))
        expect([settlements(), balanceOf("outside:sepa_written_off")]).toEqual([["failed"], -debit().micro])
        for (const [to, loss, calls] of [
          ["reinstated", 0n, "settled"],
          ["withdrawn", -debit().micro, "failed"],
          ["reinstated", 0n, "settled"],
        ] as const) {
          world.advance(dayMs)
          world.emulator.moveDisputedFunds(id, to)
          yield* world.deliverWebhooks
          expect([settlements(), balanceOf("outside:sepa_written_off"), account().posted]).toEqual([[calls], loss, before])
        }
        expect(yield* world.as(writeOff(debit().id, decision))).toMatchObject({ status: "succeeded" })
        expect(balanceOf("platform:fees"), "the fee of a dispute comes back with its money").toBe(fees)
      }),
    ))
})

describe("later events of a debit", () => {
  it("an event changes a debit only if it is of its own PaymentIntent and money was taken", () =>
    quietly(
      Effect.gen(function* () {
        const { charge, debit, settled, world } = yield* debited(6)
        const other = { paymentIntent: "pi_another", charge: null, failureCode: "canceled", moves: [], dispute: null } as const
        yield* world.as(learn(debit(), { status: "failed", ...other }))
        expect(debit().status).toBe("processing")
        yield* settled
        const inquiry = world.emulator.dispute(charge(), { status: "inquiry" })
        world.emulator.state.put("dispute", { ...inquiry, status: "a_status_of_the_next_release" })
        yield* world.deliverWebhooks
        expect(debit().status).toBe("succeeded")
        world.emulator.moveDisputedFunds(inquiry.id, "withdrawn")
        yield* world.deliverWebhooks
        expect(debit().status).toBe("disputed")
      }),
    ))

  it("a debit that the operator cancelled at Stripe suspends nothing and is made again with the same mandate", () =>
    quietly(
      Effect.gen(function* () {
        const { account, debit, settlements, world } = yield* debited(9)
        yield* world.as(
          Effect.gen(function* () {
            const stripe = yield* StripeApi
            yield* stripe.cancelPaymentIntent(debit().paymentIntent!, { idempotencyKey: "operator" })
          }),
        )
        yield* world.deliverWebhooks
        expect(debit()).toMatchObject({ status: "failed", failureCode: "canceled", remedy: "time" })
        expect(account().status).toBe("active")
        for (let i = 0; i < 30; i++) {
          world.advance(dayMs)
          yield* world.work
          expect(account().status).toBe("active")
        }
        const [first, second] = [...world.sepa.collections.values()]
        expect([second?.claim, second?.status, second?.mandate]).toEqual([first?.id, "succeeded", first?.mandate])
        expect(settlements()).toEqual(["settled"])
      }),
    ))

  it("a refusal that is the platform's fault leaves the payer's account active", () =>
    quietly(
      Effect.gen(function* () {
        const world = yield* mandated(7)
        yield* world.buy(10, 4_000_000)
        world.advance(8 * dayMs)
        const wrongAccount = new StripeRefused({ message: "No such customer", status: 400, code: "resource_missing", param: "customer" })
        const refusing = Effect.gen(function* () {
          const stripe = yield* StripeApi
          yield* Effect.provideService(runAllJobs, StripeApi, { ...stripe, createPaymentIntent: () => Effect.fail(wrongAccount) })
        })
        yield* world.as(refusing)
        const debit = () => [...world.sepa.collections.values()][0]!
        expect(debit().status).toBe("new")
        expect(world.books.accounts.get(accountKey(world.organisation, "sepa"))?.status).toBe("active")
        // After the pause that follows a failure.
        world.advance(60_000)
        yield* world.work
        expect(debit().status).toBe("processing")
      }),
    ))

  it("events are read completely from a list of several pages", () =>
    quietly(
      Effect.gen(function* () {
        const world = yield* mandated(8)
        const { mandate } = world.sepa.debtors.get(world.organisation)!
        for (let i = 0; i < 6; i++) {
          world.advance(60_000)
          world.emulator.setMandate(mandate!.id, i % 2 === 0 ? "inactive" : "active")
        }
        world.advance(3_600_000)
        const followed = new Set<string>()
        const inParts = Effect.gen(function* () {
          const stripe = yield* StripeApi
          const store = yield* StripeStore
          const few: typeof stripe = { ...stripe, events: (filter) => stripe.events(filter, 2) }
          yield* runAllJobs.pipe(
            Effect.provideService(StripeApi, few),
            Effect.provideService(StripeStore, { ...store, markHandled: (id) => (followed.add(id), store.markHandled(id)) }),
          )
        })
        yield* world.as(inParts)
        expect(followed.size).toBeGreaterThan(4)
        expect(world.sepa.jobRuns.get("events")?.mark).not.toBeNull()
      }),
    ))
})
