import { expect, it } from "@effect/vitest"
import { Effect } from "effect"
import { rateWarning, Rates } from "../../../../rails/sepa/rates.ts"
import { runAllJobs } from "../support/runAllJobs.ts"
import { quietly } from "../simulation/quietly.ts"
import { World } from "../simulation/World.ts"

const dayMs = 86_400_000

it("with a rate that is too old no new debit is claimed, a warning precedes it, and debits with a fixed rate are claimed again", () =>
  quietly(
    Effect.gen(function* () {
      const world = new World(9)
      yield* world.open
      yield* world.registerWebhooks
      yield* world.giveMandate("DE89370400440532013000")
      yield* world.work
      let at = world.now
      const rates = { usdToEur: Effect.sync(() => ({ num: 10_000n, den: 10_870n, source: "ECB", at })) }
      const atRate = Effect.provideService(Rates, rates)
      const concern = Effect.suspend(() => world.as(atRate(rateWarning(world.now))))
      const debits = () => [...world.sepa.collections.values()]
      yield* world.buy(10, 4_000_000)
      expect(yield* concern).toBeUndefined()
      world.advance(4 * dayMs)
      expect(yield* concern).toContain("4 days old. At more than 7")
      world.advance(35 * dayMs)
      expect(yield* concern).toContain("39 days old: nothing new is collected")
      yield* world.as(atRate(runAllJobs))
      expect([debits(), [...world.sepa.lines.values()]], "no debit, and no fee in dollars either").toEqual([[], []])

      at = world.now
      world.advance(dayMs)
      yield* world.as(atRate(runAllJobs))
      expect(debits()).toMatchObject([{ status: "processing", rate: { at } }])
      expect([...world.sepa.lines.keys()].filter((id) => id.includes("fee:")).length).toBeGreaterThan(0)

      const [{ cents }] = debits() as [ReturnType<typeof debits>[number]]
      world.emulator.state.put("payment_intent", {
        ...world.emulator.state.all("payment_intent")[0]!,
        status: "requires_payment_method",
        last_payment_error: { type: "card_error", code: "insufficient_funds" },
      })
      world.advance(3 * 3_600_000)
      yield* world.as(atRate(runAllJobs))
      world.advance(20 * dayMs)
      yield* world.as(atRate(runAllJobs))
      expect(debits().map((debit) => debit.reason)).toContain("again")
      expect(debits().find(({ reason }) => reason === "again")?.cents).toBe(cents)
    }),
  ))
