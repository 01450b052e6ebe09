import { assert, describe, it } from "@effect/vitest"
import { builtinEntries } from "./catalogue.ts"
import { plansAt } from "./plansAt.ts"

const { draftOf, planOf } = plansAt(Date.UTC(2026, 10, 21, 9))
/** What a plan says that it does not do. */
const leftOf = (question: string) =>
  planOf(question).limitations.flatMap((text) => /^(?:No step of the plan uses|No source answers) "(.*)"\.$/u.exec(text)?.[1] ?? [])

describe("a measure in several units", () => {
  const inputsOf = (question: string) =>
    planOf(question).steps.map(({ input }) => Object.values(input).map((binding) => "value" in binding && binding.value))

  it("a measure in several units is converted as its sum", () => {
    assert.deepStrictEqual(inputsOf("How many cm is 6 feet 2 inches?"), [[74, "in", "cm"]])
    assert.deepStrictEqual(inputsOf("1 hour 20 minutes in seconds"), [[80, "min", "seconds"]])
    assert.deepStrictEqual(leftOf("How many cm is 6 feet 2 inches?"), [])
  })

  it("a limitation says that it was read as one amount if it may be a list", () => {
    assert.include(planOf("6 feet and 2 inches in metres").limitations, `"6 feet and 2 inches" was read as one amount, 74 in.`)
  })
})

describe('"that" and "it" refer to the amount of the preceding statement', () => {
  it.each([
    ["I weigh 70 kg, what is that in pounds?", [70, "kg", "pounds"]],
    ["I weigh 70 kg. How much is it in stone?", [70, "kg", "stone"]],
    ["My room is 20 square metres, what is this in square feet?", [20, "square metres", "square feet"]],
  ] as const)("the reference is resolved: %s", (question, inputs) => {
    const { goals, limitations, steps } = planOf(question)
    assert.deepStrictEqual(
      steps.map(({ input }) => Object.values(input).map((binding) => "value" in binding && binding.value)),
      [[...inputs]],
    )
    assert.deepStrictEqual([goals.map(({ text }) => text), limitations], [[question], []])
  })

  it.each([
    "I ran 10 km and 5 miles, what is that in metres?",
    "I have 5 kg of gold, what is it worth in pounds?",
    "My dog eats 2 cups a day, what is that in grams?",
  ])("that and it are not bought with the amount if there are several amounts, or if the unit is of another kind: %s", (question) => {
    const draft = draftOf(question)
    assert.isTrue(draft._tag !== "Planned" || draft.plan.unread !== undefined)
  })
})

describe("a greeting", () => {
  it.each([
    "Good day, could you check sales@github.com",
    "Dear team, is sales@github.com a valid address?",
    "Good morning! sales@github.com ok?",
  ])("requests nothing: %s", (question) =>
    assert.deepStrictEqual(
      planOf(question).steps.map(({ operation }) => operation),
      ["email.check"],
    ),
  )
})

describe("a list of questions is split", () => {
  const operations = (question: string) => planOf(question).steps.map(({ operation }) => operation)
  const convert = "unit.convert"

  it.each([
    ["12 stone to kg and 5 ft 3 in to cm", [convert, convert]],
    ["5 miles to km, 70 kg to pounds, 3 ounces to grams", [convert, convert, convert]],
    ["5 miles to km; 70 kg to pounds", [convert, convert]],
    ["5 miles to km as well as 70 kg to pounds", [convert, convert]],
    ["5 miles to km plus 70 kg to pounds", [convert, convert]],
    ["convert 5 miles to km, and 10 lb 3 oz to kg; also 1 hour 20 minutes to seconds", [convert, convert, convert]],
    ["capital of Japan, currency of Brazil, neighbours of Laos", ["country.profile", "currency.of_country", "country.neighbours"]],
    ["capital of Japan; currency of Brazil", ["country.profile", "currency.of_country"]],
    ["capital of Japan as well as currency of Brazil", ["country.profile", "currency.of_country"]],
    ["capital of Japan plus the currency of Brazil", ["country.profile", "currency.of_country"]],
    ["Bolivia's capital, Peru's currency", ["country.profile", "currency.of_country"]],
    ["capital of Japan, and also its public holidays in 2027", ["country.profile", "calendar.public_holidays"]],
    ["capital of Bolivia plus Peru", ["country.profile", "country.profile"]],
    ["flight distance from JFK to LHR, SIN to SYD", ["airport.distance", "airport.distance"]],
    ["sunset in Oslo, moon phase tomorrow", ["place.search", "sun.times", "moon.phase"]],
    [
      "Is 25 December 2026 a holiday in Germany, in Spain and in Italy?",
      ["calendar.is_holiday", "calendar.is_holiday", "calendar.is_holiday"],
    ],
    [
      "check these: DE89370400440532013000, sales@github.com, +44 20 7183 8750, 8.8.8.8",
      ["bank.validate_iban", "email.check", "phone.lookup", "ip.country"],
    ],
  ] as const)("the question is split: %s", (question, expected) => {
    assert.deepStrictEqual(operations(question), [...expected])
    assert.deepStrictEqual(leftOf(question), [])
  })

  it("each part of a split question has its own values", () => {
    const inputs = planOf("12 stone to kg, 5 ft 3 in to cm as well as 70 F to C").steps.map(({ input }) => input)
    assert.deepStrictEqual(
      inputs.map((input) => Object.values(input).flatMap((binding) => ("value" in binding ? [binding.value] : []))),
      [
        [12, "stone", "kg"],
        [63, "in", "cm"],
        [70, "F", "C"],
      ],
    )
  })

  it.each([
    ["If it is 9:30am on 23 November 2026 in Tokyo, what time is it in London?", ["time.convert"]],
    ["sunset in Springfield, Illinois on 4 July 2027", ["place.search", "sun.times"]],
    ["Date and time of the autumn equinox 2026", ["sky.seasons"]],
    ["What is the flight distance between SIN and SYD in nautical miles?", ["airport.distance"]],
    ["capital, currency and neighbours of Japan", ["country.profile"]],
    ["Is my IBAN GB29NWBK60161331926819 ok, I got it from john@example.com", ["bank.validate_iban"]],
  ] as const)("one question is not split: %s", (question, expected) => assert.deepStrictEqual(operations(question), [...expected]))

  it("a statement with a date requests nothing by itself, and may be what the next sentence refers to", () => {
    assert.deepStrictEqual(operations("My order was placed on 3 August 2026. What is the capital of Peru?"), ["country.profile"])
    assert.deepStrictEqual(operations("Our meeting is on 3 August 2026. Which weekday is that?"), ["calendar.weekday"])
  })

  it("a part that is not understood does not change the plan for the other parts", () => {
    for (const question of ["currency of Japan; also the share ticker of Apple", "currency of Japan and the share ticker of Apple"]) {
      assert.deepStrictEqual(operations(question), ["currency.of_country"])
      assert.deepStrictEqual(leftOf(question), ["the share ticker of Apple"])
    }
  })
})

describe("parts of a question that a plan does not use", () => {
  it.each([
    ["what is the capital of Japan, and who is the president of France?", ["who is the president of France"]],
    ["capital of Japan and coal output of Kenya", ["coal output of Kenya"]],
    ["capital of Japan and the weather in Paris", ["the weather in Paris"]],
    ["convert 10 miles to km and 3 bananas to apples", ["3 bananas to apples"]],
    ["convert 3 kg to lb and 4 m", ["4 m"]],
    ["is 5 May 2027 a holiday in Germany or in Narnia", ["Narnia"]],
    ["what is the currency of Japan on 5 May 2027", ["on 5 May 2027"]],
    ["IBAN GB29NWBK60161331926819, VAT FR40303265045 and the weather in Paris", ["the weather in Paris"]],
    ["Validate BIC DEUTDEFF500 plus tell me the exchange rate", ["tell me the exchange rate"]],
    [
      "my iban GB29NWBK60161331926819 was refused by the bank, is it valid, and what is the fee for SEPA transfers",
      ["what is the fee for SEPA transfers"],
    ],
  ] as const)("are named in the limitations: %s", (question, left) => assert.deepStrictEqual(leftOf(question), [...left]))

  it.each([
    "Somebody gave us DE88 3704 0044 0532 0130 00 as their bank account. Is the number correct?",
    "new supplier: VAT IT00743110157, IBAN IT60X0542811101000000123456. both correct?",
    "A supplier mailed us BE68539007547035 for payments, pls check it before we wire money",
    "When is sunset at Keflavik airport (KEF) on 2026-06-21?",
    "Which public holidays does the country of Haneda airport, HND, have in 2026?",
    "Which airports with scheduled flights are near Girona (Spain)?",
    "Is the IP 133.1.1.1 Japanese?",
    "What is Japan's capital and the currency of Japan?",
  ])("a plan that uses every part of its question names no unused part: %s", (question) => assert.deepStrictEqual(leftOf(question), []))

  it("few example questions of the operations have unused parts", () => {
    const examples = builtinEntries.flatMap(({ source }) => source.operations.flatMap((operation) => operation.examples))
    const noted = examples.filter((example) => {
      const draft = draftOf(example)
      return draft._tag === "Planned" && draft.plan.limitations.some((text) => text.startsWith("No step"))
    })
    assert.isBelow(noted.length / examples.length, 0.02, noted.join("\n"))
  })
})

it("each question of a clause requests its own facts: the next of one is no next of the other", () => {
  const [goal] = planOf("Is 8 December 2026 a holiday in Colombia, and what is the next working day?").goals
  assert.deepEqual(goal?.facts.toSorted(), ["calendar.holidays", "calendar.next_business_day"])
})
