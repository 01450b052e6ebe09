import { expect, it } from "vitest"
import { readQuestion } from "../../../layers/planner/deterministic.ts"
import { builtinEntries } from "./catalogue.ts"

const processorTimeOf = (question: string): number => {
  const before = process.cpuUsage()
  readQuestion(question, { given: {}, limit: 10, catalogue: builtinEntries, now: Date.UTC(2026, 10, 21, 9), withoutFallbacks: true })
  const { system, user } = process.cpuUsage(before)
  return (system + user) / 1_000
}

// A file of tests has modules of its own, so nothing was planned in them before. Later questions on the same machine are the measure: milliseconds differ from one to another.
it("the first ask after a start costs less processor time than 200 later ones, its index of the built-in operations included", () => {
  const first = processorTimeOf("What is the capital of Japan, and when does the sun rise in Oslo?")
  let later = 0
  for (let number = 1; number <= 200; number++)
    later += processorTimeOf(`What is the capital of Peru, and when does the sun rise in Oslo, ask ${number}?`)
  expect(first).toBeLessThan(later)
})
