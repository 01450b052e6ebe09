import { expect, layer } from "@effect/vitest"
import { Cause, Effect } from "effect"
import { Ledger } from "../../../domain/ledger/Ledger.ts"
import { PayoutChain, type PayoutChainShape } from "../../../domain/publishing/PayoutChain.ts"
import { Payouts } from "../../../domain/publishing/Payouts.ts"
import { decidePayout } from "../../../domain/publishing/requestPayout.ts"
import { settlePayouts } from "../../../domain/publishing/settlePayouts.ts"
import { Died, Mortal } from "../../support/mortal.ts"
import { noon, setTime } from "../../support/ledger/LedgerFixture.ts"
import { FakePayoutChain } from "../../support/publishing/fakePayoutChain.ts"
import {
  bought,
  consistent,
  newBuyer,
  publishingFixture,
  requested,
  verifiedPublisher,
  wallet,
  withChain,
} from "../../support/publishing/publishers.ts"

/** One round of a node that dies at a step. True if it did. */
const round = Effect.fnUntraced(function* (mortal: Mortal, chain: PayoutChainShape) {
  const [payouts, ledger] = [yield* Payouts, yield* Ledger]
  const exit = yield* settlePayouts.pipe(
    Effect.provideService(Payouts, mortal.wrap("payouts", payouts)),
    Effect.provideService(Ledger, mortal.wrap("ledger", ledger)),
    Effect.provideService(PayoutChain, {
      ...chain,
      pay: (payout) => mortal.step("chain.pay", chain.pay(payout)),
    }),
    Effect.exit,
  )
  if (exit._tag === "Success") return false
  expect(Cause.squash(exit.cause)).toBeInstanceOf(Died)
  return true
})

layer(publishingFixture, { excludeTestServices: true })("a node that dies while it pays", (it) => {
  it.effect("a payout is paid once and booked once, at whichever step the nodes die", () =>
    Effect.gen(function* () {
      yield* setTime(noon)
      const payouts = yield* Payouts
      const publisher = yield* verifiedPublisher
      const buyer = yield* newBuyer
      const chain = new FakePayoutChain()
      const names = new Set<string>()
      let paid = 0n
      for (const after of [false, true]) {
        for (let [at, died] = [1, true]; died; at++) {
          yield* bought(buyer, publisher, "credits", 1_000)
          const { amount, id } = yield* requested(publisher)
          yield* decidePayout(id, true, "checked")
          // The node dies while it sends, and its successor after the payment is in a block.
          const [sends, books] = [new Mortal(at, after), new Mortal(at, after)]
          died = yield* round(sends, chain.shape)
          yield* withChain(chain)(settlePayouts)
          chain.include(id)
          died = (yield* round(books, chain.shape)) || died
          yield* Effect.all([withChain(chain)(settlePayouts), withChain(chain)(settlePayouts)], { concurrency: 2 })
          paid += amount
          for (const name of [...sends.steps, ...books.steps]) names.add(name)
          expect([at, (yield* payouts.find(null, id)).status, chain.received.get(wallet)]).toEqual([at, "paid", paid])
          expect(yield* consistent(publisher)).toMatchObject({ balance: 0n, inPayout: 0n })
        }
      }
      expect([...names].sort()).toEqual(
        [
          "chain.pay",
          "ledger.execute",
          "payouts.beginSending",
          "payouts.byPayee",
          "payouts.end",
          "payouts.noteProblem",
          "payouts.unfinished",
        ].sort(),
      )
    }),
  )
})
