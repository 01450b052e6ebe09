import { describe, expect, it } from "@effect/vitest"
import { Effect } from "effect"
import { accountKey } from "../../../../domain/ledger/state.ts"
import { endMandate } from "../../../../rails/sepa/mandates/endMandate.ts"
import type { Collection } from "../../../../rails/sepa/store/Collection.ts"
import { holdsInTheEnd } from "../simulation/invariants.ts"
import { quietly } from "../simulation/quietly.ts"
import { bankIsLedger, beginning, type Life, paidPercent } from "../support/life.ts"

interface End {
  /** The debits of the claim. */
  readonly debits: ReadonlyArray<Collection["status"]>
  readonly calls: "settled" | "pending" | "failed"
  readonly account: "active" | "suspended"
  readonly paid?: number
}

const paid: End = { debits: ["succeeded"], calls: "settled", account: "active", paid: 100 }
const again: End = { ...paid, debits: ["failed", "succeeded"] }
const lost: End = { debits: ["failed"], calls: "failed", account: "suspended", paid: 0 }

const lives: Readonly<Record<string, readonly [live: (life: Life) => Effect.Effect<unknown, unknown>, end: End, code?: string]>> = {
  "is paid": [({ pass }) => pass(20), paid],
  "fails for lack of money and is retried": [({ pass }) => pass(40), again, "insufficient_funds"],
  "fails for lack of money twice, and is collected with a new mandate": [
    ({ emulator, mandate, newMandate, pass }) =>
      Effect.gen(function* () {
        emulator.failNextDebit(mandate(), "insufficient_funds")
        yield* pass(25)
        yield* newMandate
        yield* pass(22)
      }),
    { ...paid, debits: ["failed", "failed", "succeeded"] },
    "insufficient_funds",
  ],
  "fails at the bank and is collected with a new mandate": [
    ({ emulator, mandate, newMandate, pass }) =>
      Effect.gen(function* () {
        emulator.revokeAtBank(mandate())
        yield* pass(14)
        yield* newMandate
        yield* pass(20)
      }),
    again,
  ],
  "fails at the bank and is given up": [
    ({ emulator, giveUp, mandate, pass }) =>
      Effect.gen(function* () {
        emulator.revokeAtBank(mandate())
        yield* pass(14)
        yield* giveUp
        yield* pass(5)
      }),
    lost,
  ],
  "fails late with a bank's reason and is retried without a new mandate": [
    ({ charge, emulator, pass }) =>
      Effect.gen(function* () {
        yield* pass(18)
        emulator.dispute(charge(), { reason: "insufficient_funds" })
        yield* pass(25)
      }),
    { ...paid, debits: ["disputed", "succeeded"] },
  ],
  "is taken back and stays owed": [
    ({ charge, emulator, pass }) =>
      Effect.gen(function* () {
        yield* pass(18)
        emulator.dispute(charge(), { endsMandate: true })
        yield* pass(25)
      }),
    { debits: ["disputed"], calls: "pending", account: "suspended", paid: 0 },
  ],
  "is taken back and collected with a new mandate": [
    ({ charge, emulator, newMandate, pass }) =>
      Effect.gen(function* () {
        yield* pass(18)
        emulator.dispute(charge())
        yield* pass(2)
        yield* newMandate
        yield* pass(24)
      }),
    { ...paid, debits: ["disputed", "succeeded"] },
  ],
  "is taken back, and the dispute is won": [
    ({ charge, emulator, pass }) =>
      Effect.gen(function* () {
        yield* pass(18)
        const { id } = emulator.dispute(charge())
        yield* pass(2)
        emulator.moveDisputedFunds(id, "reinstated")
        yield* pass(2)
      }),
    paid,
  ],
  "is taken back, collected again, and then the dispute is won: the second is refunded": [
    ({ charge, emulator, newMandate, pass }) =>
      Effect.gen(function* () {
        yield* pass(18)
        const { id } = emulator.dispute(charge())
        yield* pass(2)
        yield* newMandate
        yield* pass(20)
        emulator.moveDisputedFunds(id, "reinstated")
        yield* pass(6)
      }),
    { ...paid, debits: ["succeeded", "succeeded"] },
  ],
  "is taken back, claimed again, and then the dispute is won: the second is cancelled": [
    ({ charge, emulator, newMandate, pass }) =>
      Effect.gen(function* () {
        // Before the end of the month, so that no debit of the fee is on its way.
        yield* pass(15)
        const { id } = emulator.dispute(charge())
        yield* pass(2)
        yield* newMandate
        emulator.moveDisputedFunds(id, "reinstated")
        yield* pass(3)
      }),
    { ...paid, debits: ["succeeded", "failed"] },
  ],
  "has a dispute that was prevented": [
    ({ charge, emulator, pass }) =>
      Effect.gen(function* () {
        yield* pass(18)
        emulator.dispute(charge(), { status: "prevented" })
        yield* pass(2)
      }),
    paid,
  ],
  "has an inquiry that becomes a dispute": [
    ({ charge, emulator, pass }) =>
      Effect.gen(function* () {
        yield* pass(18)
        const { id } = emulator.dispute(charge(), { status: "inquiry" })
        yield* pass(2)
        emulator.moveDisputedFunds(id, "withdrawn")
        yield* pass(2)
      }),
    { debits: ["disputed"], calls: "pending", account: "suspended", paid: 0 },
  ],
  "is refunded in part by the operator": [
    ({ charge, emulator, pass }) =>
      Effect.gen(function* () {
        yield* pass(18)
        emulator.refund(charge(), 123)
        yield* pass(6)
      }),
    { debits: ["succeeded"], calls: "settled", account: "active" },
  ],
  "is refunded in whole by the operator": [
    ({ charge, emulator, pass }) =>
      Effect.gen(function* () {
        yield* pass(18)
        emulator.refund(charge())
        yield* pass(6)
      }),
    { ...paid, paid: 0 },
  ],
  "is taken back and given up, and then its money comes back": [
    ({ charge, emulator, giveUp, newMandate, pass }) =>
      Effect.gen(function* () {
        yield* pass(18)
        const { id } = emulator.dispute(charge())
        yield* pass(2)
        yield* giveUp
        yield* newMandate
        emulator.moveDisputedFunds(id, "reinstated")
        yield* pass(3)
      }),
    paid,
  ],
  "is taken back and given up at its second failure, and then the first dispute is won": [
    ({ charge, claimed, emulator, giveUp, mandate, newMandate, pass }) =>
      Effect.gen(function* () {
        yield* pass(18)
        const { id } = emulator.dispute(charge())
        yield* pass(2)
        yield* newMandate
        emulator.revokeAtBank(mandate())
        yield* pass(30)
        yield* giveUp
        expect(claimed().map(({ status, writtenOffAt }) => [status, writtenOffAt !== null])).toEqual([
          ["disputed", false],
          ["failed", true],
        ])
        emulator.moveDisputedFunds(id, "reinstated")
        yield* newMandate
        yield* pass(3)
      }),
    { ...paid, debits: ["succeeded", "failed"] },
  ],
  "is paid although its mandate was replaced meanwhile": [({ newMandate, pass }) => Effect.andThen(newMandate, pass(20)), paid],
  "is paid although the buyer ended the mandate": [
    ({ pass, world }) => Effect.andThen(world.as(endMandate(world.organisation, "buyer")), pass(25)),
    { ...paid, account: "suspended" },
  ],
  "is cancelled by the operator and made again": [({ cancel, pass }) => Effect.andThen(cancel, pass(35)), again],
}

describe("a debit that", () => {
  it.each(Object.entries(lives))("%s ends with the ledger equal to Stripe's balance", (_, [live, end, code]) =>
    quietly(
      Effect.gen(function* () {
        const life = yield* beginning(50, code)
        yield* live(life)
        const { claimed, world } = life
        const claim = claimed()
        const calls = new Set(world.calls.map(({ settlement }) => settlement))
        expect({
          debits: claim.map(({ status }) => status),
          calls: [...calls].join(", "),
          account: world.books.accounts.get(accountKey(world.organisation, "sepa"))?.status,
          paid: paidPercent(life),
        }).toMatchObject(end)
        // The fees of Stripe are read every hour.
        world.advance(3_600_000)
        yield* world.work
        bankIsLedger(life)
        holdsInTheEnd(world)
      }),
    ),
  )
})
