import { assert, describe, it } from "@effect/vitest"
import { doubtIn, planMessage } from "../../../domain/ask/doubt.ts"
import type { Plan } from "../../../domain/ask/Plan.ts"
import { plansAt } from "./plansAt.ts"

const { draftOf, planOf } = plansAt(Date.UTC(2026, 10, 23, 9))
const valueOf = (plan: Plan, operation: string, field: string) => {
  const binding = plan.steps.find((step) => step.operation === operation)?.input[field]
  return binding?._tag === "Value" ? binding.value : binding?._tag
}

describe("what an automatic ask buys", () => {
  it.each([
    ["Is Berlin Tegel TXL still open?", "still"],
    ["Is the IBAN DE89 3704 0044 0532 0130 00 in the name of Müller AG valid?", "Müller AG"],
    ["Look up the phone number, not +31 20 123 4567, it's +32 2 123 45 67", "not"],
    ["Is foo@mailinator.com a leaked address?", "leaked"],
    ["capital of wakanda and niger", "wakanda"],
    ["population of Lyon 2030 and Paris", "2030"],
    ["Which countries border the one that pays in NPR?", "border"],
  ])("is nothing while a word that may change the answer is unread: %s", (question, word) => {
    const plan = planOf(question)
    assert.include(plan.unread?.join(" "), word)
    assert.strictEqual(doubtIn(plan)?.code, "unread")
  })

  it.each([
    // A clause without a value of its own is as sure as with the value that it shares.
    ["who owns 196.201.214.200 and what country is it", ["ip.network", "ip.country"]],
    ["ip 49.150.12.7 which country and isp", ["ip.country", "ip.network"]],
    // An operation that takes one value more than the one that the words are closer to.
    ["10 working days after 18 december 2026 for our Northern Ireland office", ["calendar.add_business_days"]],
  ])("is the plan of which every word is read: %s", (question, operations) => {
    const plan = planOf(question)
    assert.deepStrictEqual([plan.steps.map(({ operation }) => operation), doubtIn(plan)], [operations, null])
  })

  it.each([
    // The clocks of the one who asks are those of the other place.
    "What's the time difference between Zurich and Singapore in mid March 2027, and when exactly do our clocks go forward?",
    // A statement before the value requests nothing.
    "customer mail bounced, does the domain acmevalves.com exist?",
  ])("is no plan for a clause that takes one of several values or states something: %s", (question) =>
    assert.isNotNull(doubtIn(planOf(question))),
  )

  it.each([
    "What city is 8.8.8.8 in?",
    "What company has the VAT number DE136695976?",
    "Who owns the domain bbc.co.uk?",
    "who has the SSN 219-09-9999",
    "what's the balance on account DE89370400440532013000",
    "How much traffic does wikipedia.org get",
    "find me a hotel near CDG airport",
    "who are the directors of the company with number 552032534 in France?",
    "A client still writes TXL on his travel request, is that airport even open?",
    "Elevation of Cerro de Pasco?",
    "flight distance from AMS",
    "Transfer 100 euros to DE89370400440532013000",
  ])("is no operation that does not return the kind of fact requested: %s", (question) => {
    const draft = draftOf(question)
    assert.isTrue(draft._tag !== "Planned" || doubtIn(draft.plan) !== null, draft._tag)
  })

  it.each([
    ["Convert 5 kg to metres", "measures length"],
    ["Minus three hundred Celsius in Kelvin", "absolute zero"],
    ["how many kilos are 5 tons", "short ton"],
  ])("is nothing where a value is impossible, and the reason is the message: %s", (question, reason) => {
    const draft = draftOf(question)
    if (draft._tag !== "NeedsInput") return assert.fail(draft._tag)
    assert.include(draft.message, reason)
  })
})

describe("the inputs of a plan", () => {
  it("have the sign that the question states in words", () =>
    assert.strictEqual(valueOf(planOf("What is minus 40 celsius in fahrenheit?"), "unit.convert", "unit.value"), -40))

  it("the place nearest to a time is where its clock is", () => {
    const plan = planOf("What time is it in Tokyo when it is 18:00 at JFK?")
    assert.strictEqual(valueOf(plan, "time.convert", "time.to"), "Asia/Tokyo")
    assert.strictEqual(valueOf(plan, "time.convert", "time.from"), "From")
  })

  it("the place nearest to the later of two times is where the end's clock is, also where the first place is an airport", () => {
    const plan = planOf(
      "Client leaves Guarulhos 23:15 on 30 November and lands in Lisbon at 12:05 on 1 December, both local. How long is the flight?",
    )
    assert.strictEqual(valueOf(plan, "time.elapsed", "time.start_zone"), "From")
    assert.strictEqual(valueOf(plan, "time.elapsed", "time.end_zone"), "Europe/Lisbon")
  })

  it("a zone in the name of the requested fact is no input", () => {
    const inputs = JSON.stringify(planOf("What is the UTC offset in Adelaide?").steps.map(({ input }) => input))
    assert.include(inputs, "Adelaide")
    assert.notInclude(inputs, "UTC")
  })

  it("a country after a town narrows the search for the town", () =>
    assert.strictEqual(valueOf(planOf("coordinates of timbuktu mali"), "place.search", "place.name"), "timbuktu, mali"))

  it("the zone in which the phase of the moon is requested supplies no other operation", () =>
    assert.notStrictEqual(draftOf("call at 10 tomorrow, what time is this for the others?")._tag, "Planned"))
})

describe("spelling", () => {
  it("a typing error in a known name is corrected, and the plan states it", () => {
    const plan = planOf("olso sunrise tomorow")
    assert.strictEqual(valueOf(plan, "place.search", "place.name"), "Oslo")
    assert.strictEqual(valueOf(plan, "sun.times", "date.day"), "2026-11-24")
    assert.includeMembers([...plan.limitations], ['"olso" was read as "Oslo".', '"tomorow" was read as "tomorrow".'])
  })

  it.each([
    ["how much is 15 gallons in litres", "litres"],
    ["how many square metres are 2.5 acres", "square metres"],
  ])("words of English and names are not corrected: %s", (question, unit) =>
    assert.strictEqual(valueOf(planOf(question), "unit.convert", "unit.to"), unit),
  )

  it("the name of a feast in its own language is not corrected to another feast", () => {
    const plan = planOf("Ramazan bayramı 2027 which dates, hotel needs extra staff")
    assert.strictEqual(valueOf(plan, "calendar.feast_date", "feast.name"), "Ramazan bayramı")
  })

  it("a word that nothing knows beside a corrected name keeps the plan waiting", () =>
    assert.deepEqual(planOf("Ramazan pidesi 2027 which dates").unread, ["pidesi"]))

  it("a capitalised word is no misspelt unit", () =>
    assert.strictEqual(valueOf(planOf("population of St. Gallen"), "place.search", "place.name"), "St. Gallen"))

  it("a word of English one keystroke away from a misspelt word is meant where the catalogue has it", () => {
    const factsOf = (question: string) => planOf(question).goals.flatMap(({ facts }) => facts)
    assert.deepStrictEqual(factsOf("dailing code uruguay"), factsOf("dialing code uruguay"))
    assert.include(factsOf("dailing code uruguay"), "country.calling_codes")
  })

  it("a rarer word of English is not corrected to a common one, and a mistyped one is", () => {
    const unread = (question: string) => planMessage(planOf(question)) ?? ""
    assert.include(unread("what is the capital of Peru, footer"), "footer")
    assert.include(unread("what is the capital of Peru, recieving"), "receiving")
  })
})
