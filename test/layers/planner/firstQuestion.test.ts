import { expect, it } from "vitest"
import { readQuestion } from "../../../layers/planner/deterministic.ts"
import { builtinEntries } from "./catalogue.ts"

// A file of tests has modules of its own, so nothing was planned in them before.
it("the first ask after a start costs less than 3 s of processor time to plan, its index of the built-in operations included", () => {
  const before = process.cpuUsage()
  const question = "What is the capital of Japan, and when does the sun rise in Oslo?"
  readQuestion(question, { given: {}, limit: 10, catalogue: builtinEntries, now: Date.UTC(2026, 10, 21, 9), withoutFallbacks: true })
  const { system, user } = process.cpuUsage(before)
  expect((system + user) / 1_000).toBeLessThan(3_000)
})
