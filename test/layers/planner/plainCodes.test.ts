import { assert, it } from "@effect/vitest"
import { plansAt } from "./plansAt.ts"

const { draftOf, planOf } = plansAt(Date.UTC(2026, 10, 28, 4))

it.each([
  ["Which regional registry does 196.25.1.1 fall under?", ["ip.purpose"]],
  ["is 021000021 a real bank routing number", ["id.validate_number"]],
  ["is container CSQU3054383 a valid number", ["id.validate_number"]],
  ["is this AFM right: 094014201", ["id.validate_number"]],
  ["Can a hostname contain an underscore, for example srv_mail01.example.ch", ["domain.parse"]],
  ["IATA code of Wilson Airport Nairobi", ["airport.lookup"]],
] as const)("a plain question about a code is planned with nothing unread: %s", (question, operations) => {
  const { steps, unread } = planOf(question)
  assert.deepStrictEqual([steps.map(({ operation }) => operation), unread], [[...operations], undefined])
})

it("where a container is has no answer, however valid its number", () =>
  assert.strictEqual(draftOf("Where is container CSQU3054383 right now")._tag, "Unsupported"))
