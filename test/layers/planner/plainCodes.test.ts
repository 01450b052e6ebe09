import { assert, it } from "@effect/vitest"
import { plansAt } from "./plansAt.ts"

const { draftOf, planOf } = plansAt(Date.UTC(2026, 10, 28, 4))

it.each([
  ["institution behind BCEELULL", ["bank.validate_bic"]],
  ["kcblkenx bank and city", ["bank.validate_bic"]],
  ["NHS number 943 476 5919 valid?", ["id.validate_number"]],
  ["Whose SWIFT code is TBCBGE22?", ["bank.validate_bic"]],
  ["area code 416 canada", ["country.of_code"]],
  ["is the number +55 11 91234-5678 correct format", ["phone.lookup"]],
  ["which country is +351 291", ["country.of_code"]],
  ["area code 85 in Brazil", ["country.of_code"]],
  ["435 is the area code of which state", ["country.of_code"]],
  ["Our freight broker's number begins with 956, which US state is that area code in?", ["country.of_code"]],
  ["what area is 435 phone area code", ["country.of_code"]],
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

it("an area code with its trunk zero is no code by itself, however it is requested", () =>
  assert.include(draftOf("0341 is the area code of what town?"), { _tag: "Unsupported" }))

it("where a container is has no answer, however valid its number", () =>
  assert.strictEqual(draftOf("Where is container CSQU3054383 right now")._tag, "Unsupported"))
