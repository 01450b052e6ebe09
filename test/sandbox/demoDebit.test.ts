import { expect, it } from "@effect/vitest"
import { Result } from "effect"
import { endedPeriods, feeFor, periodOf } from "../../rails/sepa/fees.ts"
import { minCents } from "../../rails/sepa/settings.ts"
import { parseDuration } from "../../src/cli/output.ts"
import { welcomeSepa } from "../../src/sandbox/demo.ts"

it("the jump that the first start prints ends with a debit, whatever day it is", () => {
  const ms = Result.getOrThrow(parseDuration(/sandbox advance (\S+)/.exec(welcomeSepa("http://127.0.0.1:8402"))![1]!))
  const [from, to] = [Date.parse("2026-01-01T12:00:00Z"), Date.parse("2029-12-31T12:00:00Z")]
  const days = Array.from({ length: (to - from) / 86_400_000 + 1 }, (_, day) => from + day * 86_400_000)
  const carriedOver = days.filter((start) => {
    const usable = [{ from: start, to: null }]
    const fees = endedPeriods(periodOf(start), start + ms, 24).map((period) => feeFor(period, 900n, usable, start + ms))
    return fees.reduce((sum, cents) => sum + cents, 0n) < minCents
  })
  expect(carriedOver.map((start) => new Date(start).toISOString())).toEqual([])
})
