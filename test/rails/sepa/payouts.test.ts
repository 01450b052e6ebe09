import { expect, it } from "@effect/vitest"
import { Effect } from "effect"
import type { Stripe } from "stripe"
import { Ledger } from "../../../domain/ledger/Ledger.ts"
import { openPage } from "../../../rails/credits/topups/checkout.ts"
import { unpaid } from "../../../rails/credits/topups/Topup.ts"
import { TopupStore } from "../../../rails/credits/topups/TopupStore.ts"
import { collectionReference } from "../../../rails/sepa/store/Collection.ts"
import { type BookedLines, centsOfLine, comparePayouts, payoutBreaks } from "../../../rails/stripe/payouts.ts"
import { quietly } from "./simulation/quietly.ts"
import { World } from "./simulation/World.ts"

const dayMs = 86_400_000

const bookedIn =
  ({ books }: World): BookedLines =>
  (wanted) =>
    Effect.sync(
      () =>
        new Map(
          wanted.map(({ account, line, refs }) => {
            const ofLine = books.transfers.filter(({ ref }) => ref !== null && refs.includes(ref))
            const moved = ofLine.map(({ amount, credit, debit }) => (debit === account ? amount : credit === account ? -amount : 0n))
            return [line, moved.reduce((sum: bigint, amount) => sum + amount, 0n)]
          }),
        ),
    )

const topUp = ({ key, now, organisation }: World, id: string, cents: bigint) =>
  Effect.gen(function* () {
    const [store, ledger] = [yield* TopupStore, yield* Ledger]
    yield* ledger.execute({ _tag: "ConfigureAccount", organisation, account: "credits", rail: "credits", status: "active" })
    const urls = { successUrl: "https://a.example", cancelUrl: "https://b.example" }
    const topup = yield* store.add({ id, organisation, key, idempotency: null, cents, ...urls, ...unpaid, createdAt: now })
    return (yield* openPage(topup!)).session!
  })

it("the payouts of a month with debits, top-ups, disputes, refunds and fees match the ledger line by line, and a changed line is named", () =>
  quietly(
    Effect.gen(function* () {
      const world = new World(11)
      const { emulator } = world
      const begin = world.now
      const pass = Effect.fnUntraced(function* (days: number) {
        for (let day = 0; day < days; day++) {
          world.advance(dayMs)
          yield* world.deliverWebhooks
          yield* world.work
        }
      })
      yield* world.open
      yield* world.registerWebhooks
      yield* world.giveMandate("DE89370400440532013000")
      yield* pass(1)
      for (const [id, cents] of [
        ["00000000-0000-7000-8000-000000000001", 5_000n],
        ["00000000-0000-7000-8000-000000000002", 2_000n],
      ] as const) {
        const session = (yield* world.as(topUp(world, id, cents))) as string
        emulator.pay(session, { number: "4242424242424242" })
      }
      yield* pass(1)
      yield* world.buy(10, 4_000_000)
      yield* pass(25)
      yield* world.buy(10, 4_000_000)
      yield* pass(25)
      const paid = (currency: string) =>
        emulator.state.all("charge").filter((charge) => charge.currency === currency && charge.status === "succeeded")
      const [debits, cards] = [paid("eur"), paid("usd")]
      expect(debits.length).toBeGreaterThan(1)
      expect(cards).toHaveLength(2)
      emulator.refund(debits[0]!.id, 123)
      const disputed = emulator.dispute(debits[1]!.id)
      yield* pass(2)
      emulator.moveDisputedFunds(disputed.id, "reinstated")
      emulator.refund(cards[0]!.id, 700)
      emulator.dispute(cards[1]!.id)
      yield* pass(2)
      emulator.payOut()
      const compare = world.as(comparePayouts(begin, world.now, bookedIn(world))) as Effect.Effect<
        Effect.Success<ReturnType<typeof comparePayouts>>
      >

      const { complete, payouts } = yield* compare
      expect(complete).toBe(true)
      expect(payouts.flatMap(payoutBreaks)).toEqual([])
      expect(payouts.map(({ payout }) => payout.currency).toSorted()).toEqual(["eur", "usd"])
      for (const { payout, sum } of payouts) expect(sum).toBe(payout.amount)
      const [euros, dollars] = ["eur", "usd"].map((currency) => payouts.find(({ payout }) => payout.currency === currency)!.lines)
      expect(euros!.map(({ type }) => type).toSorted()).toEqual([
        "adjustment",
        "adjustment",
        ...paid("eur").map(() => "payment"),
        "payment_refund",
      ])
      expect(dollars!.map(({ type }) => type).toSorted()).toEqual(["adjustment", "charge", "charge", "refund"])
      const ofDebit = [...world.sepa.collections.values()].find(({ charge }) => charge === debits[0]!.id)!.id
      expect(euros!.find(({ source }) => source === debits[0]!.id)).toMatchObject({
        amount: debits[0]!.amount,
        fee: 35,
        payment: { kind: "collection", payment: ofDebit, reference: collectionReference(ofDebit) },
        finding: "matches",
      })

      // One cent of one line, a fee, a payment of somebody else, and a fee of the account itself.
      const line = emulator.state.get("balance_transaction", euros!.find(({ source }) => source === debits[0]!.id)!.id)!
      const findingsUnder = Effect.fnUntraced(function* (change: Partial<Stripe.BalanceTransaction>) {
        emulator.state.put("balance_transaction", { ...line, ...change })
        const changed = yield* compare
        emulator.state.put("balance_transaction", line)
        const breaks = changed.payouts.flatMap(payoutBreaks)
        return { breaks, line: changed.payouts.flatMap(({ lines }) => lines).find(({ id }) => id === line.id)?.finding }
      })
      const cent = yield* findingsUnder({ amount: line.amount + 1, net: line.net + 1 })
      expect(cent.line).toBe("differs")
      expect(cent.breaks).toHaveLength(2)
      expect(cent.breaks[0]).toMatch(/payout po_\w+: \d+ eur cents, its lines are \d+/)
      expect(cent.breaks[1]).toContain(`line ${line.id} (payment ${debits[0]!.id}`)
      expect(cent.breaks[1]).toContain(`of collection ${ofDebit}:`)
      const fee = yield* findingsUnder({ fee: line.fee + 1, amount: line.amount, net: line.net })
      expect([fee.line, fee.breaks.length]).toEqual(["differs", 1])
      expect(yield* findingsUnder({ type: "charge", source: null })).toMatchObject({
        line: "unknown",
        breaks: [expect.stringContaining(line.id)],
      })
      expect(yield* findingsUnder({ type: "stripe_fee", source: null })).toEqual({ line: "account", breaks: [] })
    }),
  ))

it("a line that Stripe converted counts as the amount of its payment if its rate leads to that amount", () => {
  const line = { amount: 4_615, currency: "eur", exchange_rate: 0.923, source: { object: "charge", amount: 5_000, currency: "usd" } }
  const cents = (change: object) => centsOfLine({ ...line, ...change } as unknown as Stripe.BalanceTransaction)
  expect(cents({})).toBe(5_000n)
  expect(cents({ amount: -4_615 })).toBe(-5_000n)
  expect(cents({ amount: 4_715 })).toBe(5_108n)
  expect(cents({ currency: "usd", amount: 5_000, exchange_rate: null })).toBe(5_000n)
})
