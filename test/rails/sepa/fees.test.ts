import { describe, expect, it } from "@effect/vitest"
import { Effect } from "effect"
import { OrganisationId } from "../../../domain/money/ids.ts"
import { accountKey } from "../../../domain/ledger/state.ts"
import { feeFor, withUsability } from "../../../rails/sepa/fees.ts"
import { newDebtor } from "../../../rails/sepa/store/Debtor.ts"
import { isFee } from "../../../rails/sepa/store/SepaStore.ts"
import { World } from "./simulation/World.ts"

const dayMs = 86_400_000
const on = (date: string) => Date.parse(`${date}T12:00:00Z`)
const later = on("2027-01-01")

describe("the monthly fee", () => {
  it("is for the days on which the rail could be used, the first and the last among them", () => {
    const fee = (...usable: ReadonlyArray<readonly [from: string, to: string | null]>) =>
      feeFor(
        "2026-11",
        900n,
        usable.map(([from, to]) => ({ from: on(from), to: to === null ? null : on(to) })),
        later,
      )
    expect(fee(["2026-10-05", null])).toBe(900n)
    expect(fee(["2026-11-10", null]), "21 of 30 days").toBe(630n)
    expect(fee(["2026-10-05", "2026-11-10"]), "10 of 30 days").toBe(300n)
    expect(fee(["2026-11-10", "2026-11-10"], ["2026-11-10", "2026-11-11"]), "a day counts once").toBe(60n)
    expect(fee(["2026-10-05", "2026-10-31"], ["2026-12-01", null]), "not in this month").toBe(0n)
    expect(feeFor("2026-02", 100n, [{ from: on("2026-02-01"), to: on("2026-02-01") }], later), "rounded down").toBe(3n)
  })

  it("counts from the month's beginning for a debtor that an earlier release stored, and forgets months that are booked", () => {
    const debtor = { ...newDebtor(OrganisationId.make("01940000-0000-7000-8000-00000000000a")), feeFrom: "2026-11" }
    const begun = withUsability(debtor, true, on("2026-11-20"))
    expect(begun.usable).toEqual([{ from: Date.parse("2026-11-01T00:00:00Z"), to: null }])
    expect(withUsability(begun, true, later)).toBe(begun)
    const ended = withUsability(begun, false, on("2026-11-25"))
    expect(ended.usable).toEqual([{ from: Date.parse("2026-11-01T00:00:00Z"), to: on("2026-11-25") }])
    expect(withUsability({ ...ended, feeFrom: "2026-12" }, true, on("2026-12-03")).usable).toEqual([{ from: on("2026-12-03"), to: null }])
    expect(withUsability(debtor, false, later).usable).toEqual([])
  })

  it.effect("is debited at the euros that it was fixed at, although the rate moves, and ends with the mandate", () =>
    Effect.gen(function* () {
      const world = new World(31)
      world.advance(Date.UTC(2029, 0, 1) - world.now)
      yield* world.open
      yield* world.registerWebhooks
      yield* world.giveMandate("DE89370400440532013000")
      yield* world.deliverWebhooks
      const fees = () => [...world.sepa.lines.values()].filter(isFee)
      const pass = Effect.fnUntraced(function* (days: number) {
        for (let day = 0; day < days; day++) {
          world.advance(dayMs)
          yield* world.deliverWebhooks
          yield* world.work
        }
      })
      yield* pass(70)
      expect(fees().map(({ cents }) => cents)).toEqual([900n, 900n])
      const debits = [...world.sepa.collections.values()]
      expect(debits.map(({ cents, status }) => [cents, status])).toEqual([
        [900n, "succeeded"],
        [900n, "processing"],
      ])
      expect(new Set(debits.map(({ rate }) => rate.den)).size, "the rate moved").toBe(2)
      yield* pass(11)
      expect(world.books.accounts.get(accountKey(world.organisation, "sepa"))?.posted, "nothing is left over").toBe(0n)

      // The mandate is inactive on 24 March: the month's fee is for 24 of 31 days, and there is no other.
      world.emulator.setMandate(world.sepa.debtors.get(world.organisation)!.mandate!.id, "inactive")
      yield* pass(180)
      expect(fees().map(({ cents }) => cents)).toEqual([900n, 900n, (900n * 24n) / 31n])
    }),
  )

  it.effect("is not for days on which the operator kept the organisation from using the rail", () =>
    Effect.gen(function* () {
      const world = new World(32)
      world.advance(Date.UTC(2029, 0, 1) - world.now)
      yield* world.open
      yield* world.registerWebhooks
      yield* world.giveMandate("DE89370400440532013000")
      yield* world.deliverWebhooks
      const fees = () => [...world.sepa.lines.values()].filter(isFee).map(({ cents, id }) => [id, cents])
      const pass = (days: number) => Effect.sync(() => world.advance(days * dayMs))
      const work = Effect.andThen(world.deliverWebhooks, world.work)
      yield* work
      // Blocked on the 11th; the jobs run again only in February, as after a jump of a sandbox's clock.
      yield* pass(10)
      world.sepa.blocks.set(world.organisation, world.now)
      yield* pass(25)
      yield* work
      expect(fees(), "the first 11 days of January").toEqual([["fee:2029-01", (900n * 11n) / 31n]])
      yield* pass(40)
      yield* work
      expect(fees(), "none for February").toHaveLength(1)
      // It may use the rail again on 17 March.
      world.sepa.blocks.delete(world.organisation)
      yield* pass(0.1)
      yield* work
      yield* pass(20)
      yield* work
      expect(fees().slice(1)).toEqual([["fee:2029-03", (900n * 15n) / 31n]])
    }),
  )
})
