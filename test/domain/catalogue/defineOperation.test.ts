import { assert, describe, it } from "@effect/vitest"
import { Effect, Schema } from "effect"
import { defineOperation } from "../../../domain/catalogue/defineOperation.ts"
import { zero } from "../../../domain/money/Money.ts"
import { weather } from "./sample.ts"

const field = (name: string) => {
  const match = weather.input.find((input) => input.field === name)
  assert.isDefined(match)
  return match
}
const base = {
  id: "test.run",
  name: "Run",
  description: "",
  output: [],
  pricing: { model: "free", price: zero },
  freshnessSeconds: 0,
  examples: [],
  run: () => Effect.succeed({ data: null, documents: 0 }),
} as const

describe("defineOperation", () => {
  it("defineOperation treats an input as required unless its key is optional", () => {
    assert.deepEqual(
      weather.input.map((input) => input.required),
      [true, false, true, false],
    )
  })

  it("defineOperation uses the last segment of an input as its native name unless the definition has another", () => {
    assert.deepEqual(
      weather.input.map((input) => input.native),
      ["iata", "code", "day", "units"],
    )
  })

  it("defineOperation shows the encoded form as a self-contained JSON Schema with description and examples", () => {
    assert.deepEqual(field("airport.code").jsonSchema, {
      type: "string",
      pattern: "^[A-Z]{3}$",
      description: "IATA code",
      examples: ["LHR"],
      "x-slot": "airport.code",
    })
    assert.deepEqual(field("weather.units").jsonSchema, {
      type: "string",
      enum: ["metric", "imperial"],
      description: "Units",
      examples: ["metric"],
      "x-slot": "weather.units",
    })
  })

  it("defineOperation takes annotations from the decoded side if the encoded side has none, with encoded examples", () => {
    assert.include(field("weather.day").jsonSchema, { type: "string", description: "Day of the year" })
    assert.deepEqual(field("weather.day").jsonSchema.examples, ["42"])
  })

  it("defineOperation inlines identified schemas", () => {
    const Units = Schema.Literals(["m", "ft"]).annotate({ identifier: "Units" })
    const [input] = defineOperation({ ...base, fields: { "a.pair": Schema.Tuple([Units, Units]) } }).input
    assert.notInclude(JSON.stringify(input?.jsonSchema), "$ref")
    assert.include(JSON.stringify(input?.jsonSchema), "ft")
  })

  it("defineOperation refuses an invalid definition when it is loaded", () => {
    assert.throws(
      () => defineOperation({ ...base, fields: { "a.code": Schema.String, "b.code": Schema.String } }),
      /two inputs have the native name code/,
    )
    interface Tree {
      readonly children: ReadonlyArray<Tree>
    }
    const Tree = Schema.Struct({ children: Schema.Array(Schema.suspend((): Schema.Codec<Tree> => Tree)) })
    assert.throws(() => defineOperation({ ...base, fields: { "a.tree": Tree } }), /recursive/)
  })

  it.effect("an operation runs with the decoded input", () =>
    Effect.gen(function* () {
      const answer = yield* weather.run({ "airport.code": "LHR", "weather.day": 40 }, 10)
      assert.deepEqual(answer.data, { weather: { celsius: 43 } })
    }),
  )
})
