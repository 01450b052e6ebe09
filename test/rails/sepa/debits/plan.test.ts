import { describe, expect, it } from "@effect/vitest"
import { microUsd } from "../../../../domain/money/Money.ts"
import { plan } from "../../../../rails/sepa/debits/plan.ts"
import { type Line } from "../../../../rails/sepa/store/Collection.ts"
import { centsOf, microOf } from "../../../../rails/sepa/rates.ts"
import { Dice } from "../../../domain/ledger/model/Dice.ts"

const rate = { num: 10_000n, den: 10_870n, source: "test", at: 0 }
const maxCents = 1_000_000n
const line = (amount: number | bigint, id = String(amount)): Line => ({ id, amount: microUsd(BigInt(amount)) })
const sumOf = (lines: ReadonlyArray<Line>) => lines.reduce((total, { amount }) => total + amount, 0n)

describe("what a debit claims", () => {
  it("a debit is rounded down to cents, and the remainder is carried over", () => {
    // 1 USD at 1.0870 USD for a euro is 91.99… cents.
    const planned = plan({ lines: [line(1_000_000)], carry: microUsd(0n), rate, maxCents })
    expect(planned).toMatchObject({ cents: 91n, micro: 989_170n, carry: 10_830n })
    expect(plan({ lines: [line(40)], carry: microUsd(1_000_000n), rate, maxCents })).toMatchObject({
      cents: 92n,
      micro: 1_000_040n,
      carry: 0n,
    })
  })

  it("an amount below 0.50 EUR is not claimed and is carried over", () => {
    expect(plan({ lines: [line(microOf(50n, rate) - 1n)], carry: microUsd(0n), rate, maxCents })).toBeUndefined()
    expect(plan({ lines: [line(microOf(50n, rate))], carry: microUsd(0n), rate, maxCents })).toMatchObject({ cents: 50n, carry: 0n })
    expect(plan({ lines: [], carry: microUsd(0n), rate, maxCents })).toBeUndefined()
  })

  it("a debit is at most 10,000 EUR, later lines wait, and a line that is larger by itself is claimed in parts", () => {
    const half = microOf(600_000n, rate)
    const planned = plan({ lines: [line(half, "a"), line(half, "b"), line(1, "c")], carry: microUsd(0n), rate, maxCents })
    expect(planned).toMatchObject({ cents: 600_000n, covers: [{ id: "a" }], carry: 0n })
    const huge = plan({ lines: [line(microOf(2_500_000n, rate), "huge"), line(1, "next")], carry: microUsd(0n), rate, maxCents })!
    expect(huge).toMatchObject({ cents: maxCents, covers: [{ id: "huge" }], carry: microOf(2_500_000n, rate) - microOf(maxCents, rate) })
    expect(plan({ lines: [line(1, "next")], carry: huge.carry, rate, maxCents })).toMatchObject({ cents: maxCents })
    const behind = [line(microOf(10n, rate), "small"), line(microOf(2_500_000n, rate), "huge")]
    expect(plan({ lines: behind, carry: microUsd(0n), rate, maxCents })).toMatchObject({ cents: maxCents, covers: behind })
  })

  it("debits lose nothing and claim nothing twice, at any rate and for any lines", () => {
    const dice = new Dice(7)
    for (let round = 0; round < 3_000; round++) {
      const rate = { num: BigInt(1 + dice.below(20_000)), den: BigInt(1 + dice.below(20_000)), source: "dice", at: 0 }
      const lines = Array.from({ length: dice.below(12) }, (_, i) => line(dice.below(10 ** dice.below(11)), String(i)))
      const carry = microUsd(BigInt(dice.below(20_000)))
      const planned = plan({ lines, carry, rate, maxCents })
      if (planned === undefined) {
        expect(centsOf(carry + sumOf(lines), rate)).toBeLessThan(50n)
        continue
      }
      const { cents, covers, micro } = planned
      expect(planned.carry).toBe(carry + sumOf(covers) - micro)
      expect(planned.carry).toBeGreaterThanOrEqual(0n)
      expect(cents >= 50n && cents <= maxCents).toBe(true)
      expect(centsOf(micro, rate) >= cents).toBe(true)
      expect(micro).toBe(microOf(cents, rate))
      expect(covers).toEqual(lines.slice(0, covers.length))
      if (cents < maxCents) expect(centsOf(planned.carry + micro, rate)).toBe(cents)
    }
  })
})
