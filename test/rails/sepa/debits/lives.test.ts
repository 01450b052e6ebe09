import { describe, expect, it } from "@effect/vitest"
import { Effect } from "effect"
import { accountKey } from "../../../../domain/ledger/state.ts"
import { writeOff } from "../../../../rails/sepa/debits/book.ts"
import { endMandate } from "../../../../rails/sepa/mandates/endMandate.ts"
import { microOf } from "../../../../rails/sepa/rates.ts"
import type { Collection } from "../../../../rails/sepa/store/Collection.ts"
import { StripeApi } from "../../../../rails/stripe/StripeApi.ts"
import { holdsInTheEnd } from "../simulation/invariants.ts"
import { quietly } from "../simulation/quietly.ts"
import { World } from "../simulation/World.ts"

const dayMs = 86_400_000
const iban = "DE89370400440532013000"

/** An organisation whose first debit is on its way since today, and fails with `code` if there is one. */
const beginning = Effect.fnUntraced(function* (seed: number, code?: string) {
  const world = new World(seed)
  world.advance(Date.UTC(2029, 0, 8, 9) - world.now)
  yield* world.open
  yield* world.registerWebhooks
  yield* world.giveMandate(iban)
  yield* world.deliverWebhooks
  if (code !== undefined) world.emulator.failNextDebit(world.sepa.debtors.get(world.organisation)!.mandate!.id, code)
  yield* world.buy(10, 4_000_000)
  const pass = Effect.fnUntraced(function* (days: number) {
    for (let day = 0; day < days; day++) {
      world.advance(dayMs)
      yield* world.deliverWebhooks
      yield* world.work
    }
  })
  yield* pass(8)
  const debits = () => [...world.sepa.collections.values()]
  const [first] = debits()
  const claimed = () => debits().filter(({ claim }) => claim === first!.id)
  const { emulator } = world
  const charge = () => emulator.state.all("charge")[0]!.id
  const mandate = () => world.sepa.debtors.get(world.organisation)!.mandate!.id
  const newMandate = Effect.suspend(() => Effect.andThen(world.giveMandate(iban), pass(1)))
  const giveUp = Effect.suspend(() => world.as(writeOff(claimed().at(-1)!.id, { by: "ada", reason: "the buyer is bankrupt" })))
  const cancel = Effect.flatMap(StripeApi, (stripe) => stripe.cancelPaymentIntent(first!.paymentIntent!, { idempotencyKey: "operator" }))
  return { cancel: world.as(cancel), charge, claimed, emulator, first: first!, giveUp, mandate, newMandate, pass, world }
})
type Life = Effect.Success<ReturnType<typeof beginning>>

/** What Stripe's balance has of a debit, in cents, and what the ledger has of it, must be the same to the micro-USD. */
const bankIsLedger = ({ world }: Life) => {
  for (const debit of world.sepa.collections.values()) {
    const prefix = `collection:${debit.id}:`
    const booked = world.books.transfers
      .filter(({ ref }) => ref?.startsWith(prefix) === true)
      .reduce(
        (sum, { amount, credit, debit: from }) => sum + (from === "outside:sepa" ? amount : 0n) - (credit === "outside:sepa" ? amount : 0n),
        0n,
      )
    const lines = linesOf(world, debit)
    const ofLine = (cents: number) => {
      const size = BigInt(Math.abs(cents))
      return BigInt(Math.sign(cents)) * (size === debit.cents ? debit.micro : microOf(size, debit.rate))
    }
    const atStripe = lines.reduce((sum, { amount, fee }) => sum + ofLine(amount) - ofLine(fee), 0n)
    expect(booked, `what the ledger and Stripe have of debit ${debit.id}`).toBe(atStripe)
  }
}

const linesOf = ({ emulator }: World, { charge }: Pick<Collection, "charge">) => {
  const ids = new Set<string | null>([charge])
  for (const refund of emulator.state.all("refund")) if (refund.charge === charge) ids.add(refund.id)
  for (const dispute of emulator.state.all("dispute")) if (dispute.charge === charge) ids.add(dispute.id)
  return emulator.state.all("balance_transaction").filter(({ source }) => ids.has(source as string))
}

/** What the payer has paid for the first claim, in hundredths of its amount. */
const paidPercent = ({ claimed, first, world }: Life): number =>
  Number(
    claimed()
      .flatMap((debit) => linesOf(world, debit))
      .reduce((sum, { amount }) => sum + BigInt(amount), 0n) * 100n,
  ) / Number(first.cents)

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

it("a debit and its calls are settled and taken back at the dates of Stripe's balance transactions, even if we learn of them days later", () =>
  quietly(
    Effect.gen(function* () {
      const { charge, emulator, first, world } = yield* beginning(7)
      const debit = () => world.sepa.collections.get(first.id)!
      const timesOf = (type: string) => new Set(world.books.events.filter((event) => event.type === type).map(({ at }) => at))
      const late = Effect.fnUntraced(function* (days: number) {
        world.advance(days * dayMs)
        yield* world.work
        const lines = world.emulator.state.all("balance_transaction")
        const at = Math.max(...lines.map(({ created }) => created * 1000))
        expect(world.now - at).toBeGreaterThan(3 * dayMs)
        return at
      })
      const paidAt = yield* late(18)
      expect([debit().settledAt, timesOf("settlement.settled")]).toEqual([paidAt, new Set([paidAt])])
      const { id } = emulator.dispute(charge(), { endsMandate: true })
      const takenAt = yield* late(4)
      expect([debit().status, debit().disputedAt, timesOf("settlement.pending")]).toEqual(["disputed", takenAt, new Set([takenAt])])
      emulator.moveDisputedFunds(id, "reinstated")
      const backAt = yield* late(4)
      expect([debit().status, debit().settledAt, timesOf("settlement.settled")]).toEqual(["succeeded", paidAt, new Set([paidAt, backAt])])
    }),
  ))
