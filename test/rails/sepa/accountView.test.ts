import { expect, it } from "@effect/vitest"
import { Effect } from "effect"
import { accountKey } from "../../../domain/ledger/state.ts"
import { microUsd } from "../../../domain/money/Money.ts"
import { accountView } from "../../../rails/sepa/accountView.ts"
import { resumedText } from "../../../rails/sepa/commands.ts"
import type { SepaServices } from "../../../rails/sepa/jobs.ts"
import { makeSepaAdmin } from "../../../rails/sepa/SepaAdmin.ts"
import { writtenOffOf } from "../../../rails/sepa/store/Debtor.ts"
import { endMandate } from "../../../rails/sepa/mandates/endMandate.ts"
import { quietly } from "./simulation/quietly.ts"
import { beginning } from "./support/life.ts"

/** A debit that was taken back and is made again with a new mandate, before the end of the month, so that no fee is debited. */
const madeAgain = Effect.gen(function* () {
  const life = yield* beginning(60)
  const { charge, claimed, emulator, newMandate, pass, world } = life
  yield* pass(15)
  const dispute = emulator.dispute(charge())
  yield* pass(2)
  yield* newMandate
  yield* pass(2)
  const second = () => claimed()[1]!
  expect(second().status).toBe("processing")
  const win = Effect.suspend(() => {
    emulator.moveDisputedFunds(dispute.id, "reinstated")
    return world.deliverWebhooks
  })
  const view = world.as(accountView(world.organisation))
  const posted = () => world.books.accounts.get(accountKey(world.organisation, "sepa"))!.posted
  return { ...life, posted, second, view, win }
})

it("a debit that is not needed, because the dispute of an earlier one was won, is owed and collected by nothing", () =>
  quietly(
    Effect.gen(function* () {
      const { pass, posted, second, view, win, world } = yield* madeAgain
      expect(yield* view).toMatchObject({ inFlight: second().micro, outstanding: -posted() - second().micro, next: { id: second().id } })
      // Stripe takes a debit that the bank has already no more back.
      yield* pass(3)
      yield* world.buy(2, 1_000_000)
      yield* win
      expect(second()).toMatchObject({ status: "processing", voidedAt: world.now })
      const during = yield* view
      expect(during).toMatchObject({ inFlight: 0n, outstanding: -posted() })
      expect(during.next?.id ?? null, "the next debit is not the one that is not needed").toBeNull()
      yield* pass(18)
      expect(second()).toMatchObject({ status: "succeeded", refundedCents: second().cents })
      const after = yield* view
      expect(after.outstanding + after.inFlight, "what the ledger has").toBe(-posted())
    }),
  ))

it("what a debit that is not needed was paid for reduces nothing that is owed until it is refunded", () =>
  quietly(
    Effect.gen(function* () {
      const { first, posted, second, view, win, world } = yield* madeAgain
      yield* win
      const { outstanding } = yield* view
      const { books, organisation, sepa } = world
      // Paid and booked, and the refund is not made yet.
      sepa.collections.set(second().id, { ...second(), status: "succeeded", booked: "succeeded" })
      const key = accountKey(organisation, "sepa")
      books.accounts.set(key, { ...books.accounts.get(key)!, posted: microUsd(posted() + first.micro) })
      expect((yield* view).outstanding).toBe(outstanding)
    }),
  ))

it("a debit that is owed again is announced for when the debit on its way has ended, and an ended mandate asks for a new one", () =>
  quietly(
    Effect.gen(function* () {
      const { claimed, emulator, newMandate, pass, world } = yield* beginning(61)
      yield* pass(15)
      const messages = Effect.map(world.as(accountView(world.organisation)), ({ gaps }) => gaps.map(({ message }) => message).join(" "))
      yield* world.buy(10, 4_000_000)
      yield* pass(8)
      expect([...world.sepa.collections.values()].at(-1)).toMatchObject({ status: "processing", attempt: 1 })
      emulator.dispute(claimed()[0]!.charge!)
      yield* world.deliverWebhooks
      yield* newMandate
      expect(claimed()).toHaveLength(1)
      expect(yield* messages).toContain("With the new mandate it is announced again after the debit on its way has ended.")
      yield* pass(18)
      expect(claimed()).toMatchObject([{}, { status: "processing" }])
      expect(yield* messages).toContain("Calls are accepted again once it has succeeded.")
      yield* world.as(endMandate(world.organisation, "buyer"))
      expect(yield* messages).toContain(
        "The mandate is ended: calls are accepted again once the debit has succeeded and a new mandate is given (POST /v1/me/sepa/mandate).",
      )
      expect(yield* messages).not.toContain("Calls are accepted again once it has succeeded.")
    }),
  ))

it("a subscription is inactive and renews at no time while no fee accrues, because the mandate is not valid or the rail is suspended", () =>
  quietly(
    Effect.gen(function* () {
      const { emulator, first, giveUp, mandate, newMandate, pass, world } = yield* beginning(62, "account_closed")
      const view = world.as(accountView(world.organisation))
      const state = Effect.map(view, ({ renewsAt, subscription }) => [subscription, renewsAt])
      expect(yield* state).toEqual(["active", Date.UTC(2029, 1, 1)])
      yield* pass(18)
      expect(world.sepa.collections.get(first.id)).toMatchObject({ status: "failed", remedy: "mandate" })
      expect(yield* state).toEqual(["inactive", null])
      yield* giveUp
      emulator.setMandate(mandate(), "inactive")
      yield* pass(1)
      const admin = makeSepaAdmin(yield* world.as(Effect.context<SepaServices>()), noReports)
      const gaps = yield* admin.resume(world.organisation)
      expect(gaps.map(({ code }) => code)).toEqual(["mandate_inactive"])
      expect(resumedText(world.organisation, gaps), "a dead mandate cannot be resumed").toContain(
        "Give a new one: POST /v1/me/sepa/mandate.",
      )
      expect(yield* state).toEqual(["inactive", null])
      const { lost } = yield* admin.endMandate(world.organisation, { by: "ada", reason: "gone" })
      expect((yield* view).debtor?.remainder).toMatchObject({ micro: lost, booked: true })
      expect(writtenOffOf((yield* view).debtor!.remainder), "the same amount under the same name").toBe(lost)
      yield* newMandate
      expect(yield* state).toMatchObject(["active", expect.any(Number)])
      expect(yield* admin.resume(world.organisation)).toEqual([])
      expect(resumedText(world.organisation, [])).toContain("may buy on the rail sepa again")
    }),
  ))

const noReports = { keepRate: () => Effect.void, payouts: () => Effect.die("not read"), receivables: Effect.succeed([]) }

it("the forecast at the end of a month is what is debited: its fee and the calls", () =>
  quietly(
    Effect.gen(function* () {
      const { pass, world } = yield* beginning(62)
      yield* pass(30)
      while (new Date(world.now).getUTCDate() !== 26) yield* pass(1)
      yield* world.buy(2, 1_000_000)
      const before = world.sepa.collections.size
      const { next } = yield* world.as(accountView(world.organisation))
      expect(next).toMatchObject({ status: "planned", reason: "month_end" })
      while (new Date(world.now).getUTCDate() !== 2) yield* pass(1)
      const made = [...world.sepa.collections.values()].slice(before)
      expect(made.map(({ cents, reason }) => [cents, reason])).toEqual([[next!.cents, "month_end"]])
    }),
  ))
