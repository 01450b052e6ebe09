import { describe, expect, it } from "@effect/vitest"
import { Effect, Logger } from "effect"
import { accountKey } from "../../../../domain/ledger/state.ts"
import { learn } from "../../../../rails/sepa/debits/submit.ts"
import { writeOff } from "../../../../rails/sepa/debits/book.ts"
import { StripeApi } from "../../../../rails/stripe/StripeApi.ts"
import { StripeRefused } from "../../../../rails/stripe/StripeFailure.ts"
import { handleDispute } from "../../../../rails/stripe/events.ts"
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
        expect([balanceOf("outside:sepa_refunded") + micro, balanceOf("outside:sepa")].map((off) => off <= 2n && off >= -2n)).toEqual([
          true,
          true,
        ])
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
        const seen = { status: "succeeded", paymentIntent: debit().paymentIntent, charge: charge(), failureCode: null } as const
        yield* world.as(learn(debit(), { ...seen, dispute: { id: "du_1", feeCents: 1_500n } }))
        expect([debit().status, debit().booked]).toEqual(["disputed", "succeeded"])
        const given = yield* world.as(writeOff(debit().id, decision))
        expect(given).toMatchObject({ writtenOffBy: "ada", writtenOffFor: decision.reason })
        expect(account().posted).toBe(before)
        expect(settlements()).toEqual(["failed"])
        expect(yield* world.as(writeOff(debit().id, { ...decision, by: "eve" }))).toMatchObject({ writtenOffBy: "ada" })
        expect(account().posted).toBe(before)
        expect(world.sepa.debtors.get(world.organisation)?.trusted).toBe(false)
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

describe("later events of a debit", () => {
  it("an event changes a debit only if it is of its own PaymentIntent and money was taken", () =>
    quietly(
      Effect.gen(function* () {
        const { charge, debit, settled, world } = yield* debited(6)
        const other = { status: "failed", paymentIntent: "pi_another", charge: null, failureCode: "canceled", dispute: null } as const
        yield* world.as(learn(debit(), other))
        expect(debit().status).toBe("processing")
        yield* settled
        world.emulator.dispute(charge())
        const [dispute] = world.emulator.state.all("dispute")
        world.emulator.state.put("dispute", { ...dispute!, status: "won" })
        yield* world.deliverWebhooks
        expect(debit().status).toBe("succeeded")
      }),
    ))

  it("a dispute that is won after it was booked as lost is logged for the operator, so that the payer is not debited twice", () => {
    const messages: Array<string> = []
    const listening = Logger.layer([Logger.make(({ logLevel, message }) => void messages.push(`${logLevel} ${String(message)}`))])
    return quietly(
      Effect.gen(function* () {
        const { charge, debit, settled, world } = yield* debited(8)
        yield* settled
        world.emulator.dispute(charge())
        yield* world.deliverWebhooks
        expect(debit().status).toBe("disputed")
        const [lost] = world.emulator.state.all("dispute")
        yield* world.as(handleDispute(lost!)).pipe(Effect.provide(listening))
        expect(messages).toEqual([])
        const won = world.emulator.state.put("dispute", { ...lost!, status: "won" })
        yield* world.as(handleDispute(won)).pipe(Effect.provide(listening))
        expect(messages).toEqual([expect.stringMatching(new RegExp(`^Error .*debit ${debit().id} .*sepa write-off ${debit().id} `))])
      }),
    )
  })

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
