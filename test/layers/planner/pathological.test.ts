import { expect, it } from "vitest"
import { readQuestion } from "../../../layers/planner/deterministic.ts"
import { builtinEntries } from "./catalogue.ts"

const read = (question: string) =>
  readQuestion(question, { given: {}, limit: 10, catalogue: builtinEntries, now: Date.UTC(2026, 10, 21, 9), withoutFallbacks: true })

/** The longest question that is accepted, of one text over and over. */
const filled = (text: string) => text.repeat(Math.ceil(4_000 / text.length)).slice(0, 4_000)

/** Milliseconds of processor time to read a question: the least of three times. */
const costOf = (question: string): number =>
  Math.min(
    ...[1, 2, 3].map(() => {
      const before = process.cpuUsage()
      read(question)
      const { system, user } = process.cpuUsage(before)
      return (system + user) / 1_000
    }),
  )

const texts = [
  "Paris, ",
  "A, ",
  "Paris and ",
  "Jan 1 ",
  "5 km ",
  "Monday ",
  "VAT ",
  "AAA ",
  "1,",
  "%20",
  '"',
  "'",
  "1",
  "A",
  "-",
  "a@",
  "1:",
  "::",
  "(",
  " ",
]

it("a question of 4,000 characters of one pattern costs about as much as a plain one of that length", () => {
  const plain = filled("What is the capital of Japan and when does the sun rise in Oslo, please tell me? ")
  read(plain)
  const allowed = 5 * costOf(plain)
  // Lists of hundreds of names cost 9 s, 100 times a plain question, when every pair of mentions was compared.
  const dear = texts.map((text) => ({ text, times: costOf(filled(text)) })).filter(({ times }) => times > allowed)
  expect(dear).toEqual([])
})
