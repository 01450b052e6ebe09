import { assert, describe, it } from "@effect/vitest"
import { Effect, Fiber } from "effect"
import { operationIndexOf, prepareIndex } from "../../../domain/planning/match/OperationIndex.ts"
import type { MentionExtractor } from "../../../domain/planning/read/Mention.ts"
import { extract } from "../../../layers/planner/extract/extract.ts"
import { sourceOf } from "../../../scripts/eval/suites.ts"
import { field, operation, planningOf } from "./untyped.ts"

const source = sourceOf("imported", [
  operation("shop.create_database", "Create database", "Creates a database with a name.", [
    field("db", "database_name", "string", "The name of the database to create"),
  ]),
  operation("shop.hypotenuse", "Hypotenuse", "Calculates the hypotenuse of a right triangle from the lengths of its two sides.", [
    field("geo", "side1", "number", "Length of one side"),
    field("geo", "side2", "number", "Length of the other side"),
  ]),
  operation("travel.find_train", "Find train", "Finds trains to a city on a day.", [
    field("train", "city", "string", "The city, in the format of 'City, State', such as 'Berkeley, CA'"),
    field("train", "departure_date", "string", "Day of departure, in the format MM/DD/YYYY"),
    field("train", "departure_time", "string", "Time of departure, in 24-hour format HH:MM"),
  ]),
  operation("bank.future_value", "Future value", "Calculates the future value of an investment.", [
    field("bank", "interest_rate", "number", "The annual interest rate as a decimal, e.g. 0.07"),
    field("bank", "years", "integer", "The years for which it is invested"),
  ]),
  operation("pets.pet_care", "Pet care", "How to care for a pet.", [
    field("pets", "animal_type", "string", "The type of pet (e.g., dog, cat, rabbit)"),
  ]),
  operation("mail.send", "Send mail", "Sends a mail with a subject.", [
    field("mail", "to_address", "string", "The email address of the recipient"),
    field("mail", "subject", "string", "The subject of the mail"),
  ]),
  operation("money.convert", "Convert money", "Converts an amount of money.", [
    field("money", "amount", "number", "The amount"),
    { ...field("money", "currency", "string", "The currency of the amount"), jsonSchema: { type: "string", enum: ["USD", "EUR"] } },
  ]),
  operation("sky.weather", "City weather", "The weather of a city.", [field("sky", "city", "string", "The name of the city")]),
])

const { callsOf, read } = planningOf(source)

describe("operations with untyped inputs", () => {
  it("inputs that differ by a number take their values in the order of the question", () =>
    assert.deepStrictEqual(callsOf("Calculate the hypotenuse of a right triangle with sides of 12 and 5."), [["shop.hypotenuse", [12, 5]]]))

  it("values are spelt as the input's description spells them", () => {
    assert.deepStrictEqual(callsOf("Find a train to San Francisco on 2023-05-14, departure time 2:30 PM."), [
      ["travel.find_train", ["San Francisco, CA", "05/14/2023", "14:30"]],
    ])
    assert.deepStrictEqual(callsOf("Calculate the future value of an investment at an annual interest rate of 5% for 7 years."), [
      ["bank.future_value", [0.05, 7]],
    ])
    assert.deepStrictEqual(callsOf("Tell me about pet care for rabbits."), [["pets.pet_care", ["rabbit"]]])
  })

  it("an address of mail is the address in the question, not the name beside it", () =>
    assert.deepStrictEqual(callsOf("Send a mail to Andy at andy@example.com with the subject 'Sales Forecast'."), [
      ["mail.send", ["andy@example.com", "Sales Forecast"]],
    ]))

  it("a choice that is a code is named by what it stands for", () =>
    assert.deepStrictEqual(callsOf("Convert an amount of money of 250 in euros."), [["money.convert", ["EUR", 250]]]))

  it("a list with and makes one call for each member, a name with a comma makes one call", () => {
    assert.sameDeepMembers(
      [...callsOf("What is the weather in the city of Lisbon, Porto and Faro?")],
      [
        ["sky.weather", ["Lisbon"]],
        ["sky.weather", ["Porto"]],
        ["sky.weather", ["Faro"]],
      ],
    )
    assert.strictEqual(callsOf("What is the weather in the city of Denver, Colorado?").length, 1)
  })

  it("a sentence that only announces a request makes no call", () =>
    assert.deepStrictEqual(callsOf("I need some information on the weather for a pet. First, tell me about pet care for cats."), [
      ["pets.pet_care", ["cat"]],
    ]))

  it("a sentence that adds details to a request makes no second call", () =>
    assert.deepStrictEqual(callsOf("I need help with my project. Please create a new database. The database name should be 'orders'."), [
      ["shop.create_database", ["orders"]],
    ]))

  it("a question about an unknown subject is unsupported", () =>
    assert.strictEqual(read("Who won the tennis match in Paris last night?")._tag, "Unsupported"))
})

describe("the index of a new catalogue", () => {
  const withExamples = ["a", "b", "c", "d"].map((name) => ({
    ...operation(`new.${name}`, name, "New.", []),
    examples: [`example ${name}`],
  }))
  const fresh = sourceOf("fresh", withExamples)
  const entries = [{ source: fresh, members: [fresh] }]

  it.effect("is built one operation at a time with other work in between, and each operation is read once by all who wait for it", () =>
    Effect.gen(function* () {
      const events: Array<string> = []
      const counting: MentionExtractor = Object.assign(() => [], {
        known: {
          words: new Set<string>(),
          units: new Set<string>(),
          places: new Set<string>(),
          isName: () => false,
          isEnglish: () => false,
        },
        tagged: () => [],
        isTown: () => false,
        isEnglish: () => false,
        described: (text: string) => {
          events.push(text)
          return []
        },
      })
      const otherWork = yield* Effect.sync(() => events.push("other")).pipe(
        Effect.andThen(Effect.yieldNow),
        Effect.forever,
        Effect.forkChild,
      )
      yield* Effect.all([prepareIndex(entries, counting), prepareIndex(entries, counting)], { concurrency: 2 })
      yield* Fiber.interrupt(otherWork)
      const reads = events.filter((event) => event !== "other")
      assert.sameMembers(reads, ["example a", "example b", "example c", "example d"])
      assert.deepStrictEqual(
        operationIndexOf(entries, counting).operations.map(({ id }) => id),
        withExamples.map(({ id }) => id),
      )
      // Two builders read at most one operation each before the other work has its turn.
      const runs = events
        .join(" ")
        .split("other")
        .map((run) => run.split("example").length - 1)
      assert.isAtMost(Math.max(...runs), 2)
    }),
  )

  it("each operation of a source is read equally often, however many others the source has", () => {
    /** How often the names of the operations are read for each operation. */
    const readsPerOperation = (count: number) => {
      let reads = 0
      const counted = Array.from({ length: count }, (_, place) =>
        Object.defineProperty(
          operation(`shop.find_${place}`, "", "Finds a thing.", [field("shop", "name", "string", "Its name")]),
          "name",
          {
            get: () => {
              reads++
              return "Find thing"
            },
          },
        ),
      )
      const large = { ...sourceOf("large", counted), tags: ["shop", "thing"] }
      operationIndexOf([{ source: large, members: [large] }], extract)
      return reads / count
    }
    assert.strictEqual(readsPerOperation(200), readsPerOperation(20))
  })
})
