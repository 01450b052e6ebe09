import { expect, it } from "vitest"
import { readQuestion } from "../../../layers/planner/deterministic.ts"
import { builtinEntries } from "./catalogue.ts"

const read = (question: string) =>
  readQuestion(question, { given: {}, limit: 10, catalogue: builtinEntries, now: Date.UTC(2026, 10, 21, 9), withoutFallbacks: true })

/** The longest question that is accepted, of one text over and over. */
const filled = (text: string) => text.repeat(Math.ceil(4_000 / text.length)).slice(0, 4_000)

/** Milliseconds of processor time to read a question: the least of up to eight times, since other processes disturb the caches. */
const costOf = (question: string, enough = 0): number => {
  let least = Infinity
  for (let times = 0; times < 8 && least > enough; times++) {
    const before = process.cpuUsage()
    read(question)
    const { system, user } = process.cpuUsage(before)
    least = Math.min(least, (system + user) / 1_000)
  }
  return least
}

const texts = [
  "Paris, ",
  "A, ",
  "Paris and ",
  "Jan 1 ",
  "5 km ",
  "Monday ",
  "VAT ",
  "US, ",
  "USD ",
  "UTC+1 ",
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
  "CPF 1 ",
  "+49 30, ",
  "10.0.0.0/8 ",
  "unix 1700000000 ",
  "easter ",
  ",and ",
  "**1A",
  // Each cost 0.6 to 5 s where cities side by side, initials and misspelt words were looked up in all ways.
  "New York ",
  "SA ",
  "x",
  "Zxqvb. ",
]

it("a question of 4,000 pathological characters costs at most five times the processor time of a plain one of that length", () => {
  const plain = filled("What is the capital of Japan and when does the sun rise in Oslo, please tell me? ")
  for (let times = 0; times < 5; times++) read(plain)
  // Half a dozen kinds of lists of hundreds of names cost 120 to 230 ms where a plain question costs 50 to 100 ms.
  const allowed = Math.max(50, 5 * costOf(plain))
  // Lists of hundreds of names cost 9 s when every pair of mentions was compared, and 110 ms when each word was compared with each mention.
  const dear = texts.flatMap((text) => {
    const ms = costOf(filled(text), allowed)
    return ms > allowed ? [{ text, ms }] : []
  })
  expect(dear).toEqual([])
})

it("joints between two values cost no more with their number", () => {
  const joined = (count: number) => `When does the sun set tomorrow in Paris${",and".repeat(count)} x London?`
  // Of a text that is three times as long, it is at most that much more; if each joint were read for each other one, it would be nine times.
  expect(costOf(joined(900), 50)).toBeLessThan(Math.max(50, 4 * costOf(joined(300))))
})
