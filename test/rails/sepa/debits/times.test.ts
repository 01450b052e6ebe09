import { expect, it } from "@effect/vitest"
import { Effect } from "effect"
import { dayMs } from "../../../../domain/time.ts"
import { quietly } from "../simulation/quietly.ts"
import { beginning } from "../support/life.ts"

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
