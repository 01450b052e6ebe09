import { assert, describe, it } from "@effect/vitest"
import { plansAt } from "./plansAt.ts"

const { draftOf, planOf } = plansAt(Date.UTC(2026, 10, 21, 9))
/** What the question says for a field, step by step. */
const valuesOf = (question: string, name: string): ReadonlyArray<unknown> =>
  planOf(question).steps.flatMap(({ input }) => {
    const binding = input[name]
    return binding?._tag === "Value" ? [binding.value] : []
  })

describe("a part that names only values requests the same for them", () => {
  for (const [question, name, values] of [
    ["What is the VAT rate in France? And in Spain?", "country.code", ["FR", "ES"]],
    ["ISO code and number of decimals for the money of Djibouti, and the same for Oman pls", "country.code", ["DJ", "OM"]],
    ["How many characters does a Portuguese IBAN have, and a Norwegian one?", "country.code", ["PT", "NO"]],
    ["whats the normal VAT in Hungary now, and is it the same in Romania?", "country.code", ["HU", "RO"]],
    ["which currency has Denmark, is it different from Sweden", "country.code", ["DK", "SE"]],
    ["What is the capital of Kenya? Same for Tanzania and Uganda.", "country.code", ["KE", "TZ", "UG"]],
    ["What time is it in Tokyo now, what about Sydney?", "time.zone", ["Asia/Tokyo", "Australia/Sydney"]],
    ["How many business days are there in December 2026 in Germany and how many in Austria?", "country.code", ["DE", "AT"]],
    ["Convert 45 psi to bar, same for 60 psi and 80 psi", "unit.value", [45, 60, 80]],
    ["is 100.64.12.7 a public address or reserved? same question for 172.20.5.1", "ip.address", ["100.64.12.7", "172.20.5.1"]],
    ["Which country does the .io domain belong to, and .ai?", "country.top_level_domain", [".io", ".ai"]],
    ["Is 185.60.216.35 public? What about 10.1.1.1?", "ip.address", ["185.60.216.35", "10.1.1.1"]],
    [
      "We call a factory in Shanghai. If it is 9am on 1 December 2026 in Lagos, what time is it there, and in Mumbai?",
      "place.name",
      ["Shanghai", "Mumbai"],
    ],
    // The region, although a city has the name too, and behind a year.
    [
      "How many working days between 1 December 2026 and 15 January 2027 in Bavaria, and how many in Berlin?",
      "region.code",
      ["DE-BY", "DE-BE"],
    ],
    ["public holidays in Bavaria 2027, and in Saxony?", "region.code", ["DE-BY", "DE-SN"]],
    // With a year of its own, and of a request that has values alone beside its first word.
    ["VAT rate in France 2020 and in Spain 2020", "country.code", ["FR", "ES"]],
    ["When's Thanksgiving in Canada 2027 and in the US 2027", "country.code", ["CA", "US"]],
    ["how many working days in March 2027 in France and in April 2027 in Spain", "calendar.start_date", ["2027-03-01", "2027-04-01"]],
    // The word before the value says which of two it replaces.
    ["How far is it from Lisbon to Madrid? And from Porto?", "route.from_place", ["Lisbon", "Porto"]],
    ["How far is it from Lisbon to Madrid? And to Seville?", "route.to_place", ["Madrid", "Seville"]],
    // Both ends of a period are replaced.
    [
      "How many days from 1 March 2027 to 31 May 2027, and from 1 June 2027 to 31 August 2027?",
      "calendar.end_date",
      ["2027-05-31", "2027-08-31"],
    ],
  ] as const)
    it(question, () => {
      assert.deepStrictEqual(valuesOf(question, name), values)
      assert.isUndefined(planOf(question).unread)
    })

  it("with the region of its country", () => {
    assert.deepStrictEqual(valuesOf("Is 11 November a public holiday in Ontario? In Alberta?", "region.code"), ["CA-ON", "CA-AB"])
  })

  it("and two periods are two calls", () => {
    const question = "business days in Spain 1 to 15 March 2027 and 16 to 31 March 2027"
    assert.deepStrictEqual(valuesOf(question, "calendar.start_date"), ["2027-03-01", "2027-03-16"])
    assert.deepStrictEqual(valuesOf(question, "calendar.end_date"), ["2027-03-15", "2027-03-31"])
  })
})

it("a second country is named as unread where no step takes it, also by its initials", () =>
  assert.deepStrictEqual(planOf("Thanksgiving in Canada 2027 and the US 2027").unread, ["the US 2027"]))

describe("a part with another word requests something else", () => {
  for (const question of [
    // A town proposes an answer, and is no other country.
    "What is the capital of Australia? Sydney?",
    "What is the VAT rate in France? But not in Corsica.",
    "What is the VAT rate in France? And books in Spain?",
  ])
    it(question, () => {
      const draft = draftOf(question)
      if (draft._tag === "Planned")
        assert.strictEqual(new Set(draft.plan.steps.map(({ operation }) => operation)).size, draft.plan.steps.length)
    })
})

describe("cities side by side", () => {
  it("are several places, unless one has the whole name", () => {
    assert.deepStrictEqual(valuesOf("time difference London New York on 15 March 2027", "time.to"), ["America/New_York"])
    assert.deepStrictEqual(valuesOf("distance Paris Madrid", "route.to_place"), ["Madrid"])
    assert.deepStrictEqual(valuesOf("time difference Buenos Aires Los Angeles", "time.to"), ["America/Los_Angeles"])
    assert.deepStrictEqual(valuesOf("sunset in Paris Texas", "place.name"), ["Paris, Texas"])
  })
})

describe("abbreviations of cities", () => {
  it("are places where no code is meant", () => {
    assert.deepStrictEqual(valuesOf("3 December 2026 15:00 Berlin - local time in NYC, Sao Paulo, Tokyo?", "place.name"), ["NYC"])
    assert.deepStrictEqual(valuesOf("local time in LA and NYC now", "place.name"), ["LA", "NYC"])
    assert.deepStrictEqual(valuesOf("local time in New Orleans, LA", "place.name"), ["New Orleans, LA"])
  })
})
