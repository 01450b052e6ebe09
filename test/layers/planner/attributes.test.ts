import { assert, describe, it } from "@effect/vitest"
import { plansAt } from "./plansAt.ts"

const { planOf } = plansAt(Date.UTC(2026, 10, 27, 9))

const operationsOf = (question: string) => planOf(question).steps.map(({ operation }) => operation)
const factsOf = (question: string) => planOf(question).goals.flatMap(({ facts }) => facts)

describe("a noun in a list of requested things", () => {
  it.each([
    ["What is the area and the capital of Iceland?", ["country.area_km2", "country.capital"]],
    ["What is the internet domain of Switzerland and the calling code?", ["country.calling_codes", "country.top_level_domains"]],
    ["capital of Burkina Faso and the countries around it", ["country.capital", "country.neighbours"]],
    ["does GB29NWBK60161331926819 pass the check digits?", ["bank.valid", "bank.check_digits"]],
    ["Where is Saigon and how many people live there?", ["country.name", "geo.latitude", "place.population"]],
    ["When is Labour Day in Germany and what weekday is it?", ["holiday.dates", "holiday.weekday"]],
  ])("is stated: %s", (question, facts) => {
    const stated = factsOf(question)
    for (const fact of facts) assert.isTrue(stated.includes(fact), `${fact} in ${stated.join(", ")}`)
  })

  it.each([
    ["What is the calling code and the currency of Croatia?", ["country.profile"]],
    ["Country and calling code for IP 200.160.2.3", ["ip.country", "country.profile"]],
    ["Greece: VAT prefix, dialing code, currency", ["country.profile", "tax.vat_format"]],
    ["Is 0112038-9 a valid Finnish business ID and what would the VAT number be?", ["company.validate_number", "tax.vat_of_company"]],
  ])("gets a step of its own where the other steps do not answer it: %s", (question, operations) =>
    assert.deepEqual(operationsOf(question), operations),
  )

  it.each([
    ["NIP 526-025-09-95 write it as EU VAT number and confirm check digit", "VAT number"],
    // The place is not one that another step takes.
    ["Lagos in the Algarve, Saturday 18 September 2027: sunset and the moon phase that evening?", "sunset"],
  ])("is named, and the plan waits, where no step can answer it: %s", (question, noun) =>
    assert.isTrue(planOf(question).unread?.includes(noun), planOf(question).unread?.join(", ")),
  )
})

describe("a clause about the answer of the clause before", () => {
  it.each([
    ["Terms are 45 days from today. What date is that, and does it fall on a weekend?", ["calendar.add_days"]],
    ["Invoice dated 24 Nov 2026, 60 days term. Due date, and does it fall on a weekend?", ["calendar.add_days"]],
  ])("is answered by the same step where that states it: %s", (question, operations) => {
    assert.deepEqual(operationsOf(question), operations)
    assert.isTrue(factsOf(question).includes("calendar.is_weekend"))
  })

  it.each([
    ["10 working days after 18 December 2026 in New Zealand, and what week number is that?", "calendar.weekday", "/calendar/business_day"],
    [
      "Invoice of 14 September 2026, terms 30 days. What is the due date and is it a working day in Poland?",
      "calendar.is_holiday",
      "/calendar/due_date",
    ],
    [
      "10 business days after 1 December 2026 in Italy, which day is it and is that day a holiday in France?",
      "calendar.is_holiday",
      "/calendar/business_day",
    ],
    ["When is Easter Monday 2027 and is it a public holiday in England?", "calendar.is_holiday", "/feast/date"],
  ])("takes the day of that answer where another step answers it: %s", (question, operation, pointer) => {
    const { steps, unread } = planOf(question)
    const last = steps.at(-1)!
    assert.isUndefined(unread)
    assert.deepEqual([steps.length, last.operation, last.input["calendar.date"]], [2, operation, { _tag: "From", step: 0, pointer }])
  })

  it("is of no other thing: when a contract ends is not the day after it", () =>
    assert.deepEqual(
      planOf("Contract starts 1 February 2027 and runs 90 days. When does it end and is that date a bank holiday in England?").unread,
      ["end"],
    ))
})

it("an abbreviation of a time zone is an airport at an end of a route", () =>
  assert.deepEqual(operationsOf("IST to ALA in nautical miles"), ["airport.distance"]))

it("the day of the week and the day of the year are facts of their own", () => {
  assert.deepEqual(factsOf("what day of the week is 3 June 2027"), ["calendar.weekday"])
  assert.deepEqual(factsOf("What day of the year is 23 August 2027?"), ["calendar.day_of_year"])
})

it.each(["Is this IBAN ok and which bank is it? DE89 3704 0044 0532 0130 00", "DE89370400440532013000: which bank, and is it valid?"])(
  "the verdict is stated beside other facts that are requested: %s",
  (question) => {
    const facts = factsOf(question)
    assert.isTrue(facts.includes("bank.valid"), facts.join(", "))
    assert.isTrue(
      facts.some((fact) => /bank\.(?:name|bank)/u.test(fact)),
      facts.join(", "),
    )
  },
)

it("`when` requests the day, and not the ends of the range that it is in", () => {
  assert.deepEqual(factsOf("when is Easter 2027"), ["feast.date"])
  assert.isFalse(factsOf("when is the full moon in December 2026").some((fact) => /(?:start|end)_date$/u.test(fact)))
})

it("notes are no answer by themselves: what a note says requests none", () =>
  assert.notInclude(factsOf("The delivery note says 2,650 lb, how many kilograms is that?"), "unit.notes"))
