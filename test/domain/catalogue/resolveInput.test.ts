import { assert, describe, it } from "@effect/vitest"
import { Result, Schema } from "effect"
import { inputSchema, resolveInput } from "../../../domain/catalogue/resolveInput.ts"
import { microUsd } from "../../../domain/money/Money.ts"
import { byCountry, weather } from "./sample.ts"

const accepted = (body: Record<string, unknown>) => Result.getOrThrow(resolveInput(weather, body)).values
const refused = (body: Record<string, unknown>) => {
  const result = resolveInput(weather, body)
  assert.isTrue(Result.isFailure(result), JSON.stringify(body))
  return Result.getOrThrow(Result.flip(result))
}

describe("resolveInput", () => {
  it("resolveInput accepts an input by its dotted name, native name or last segment, and decodes it under its dotted name", () => {
    const expected = { "airport.code": "LHR", "weather.day": 12 }
    assert.deepEqual(accepted({ "airport.code": "LHR", "weather.day": "12" }), expected)
    assert.deepEqual(accepted({ iata: "LHR", day: "12" }), expected)
    assert.deepEqual(accepted({ iata: "LHR", "weather.day": "12", units: "metric" }), { ...expected, "weather.units": "metric" })
  })

  it("resolveInput prefers an exact native name to another input's last segment", () => {
    // `code` is the native name of country.code and also how airport.code ends.
    assert.deepEqual(accepted({ iata: "CDG", day: "1", code: "FR" }), { "airport.code": "CDG", "weather.day": 1, "country.code": "FR" })
  })

  it("resolveInput refuses a last segment that two inputs share", () => {
    const operation = { ...weather, input: weather.input.map((field) => ({ ...field, native: `native-${field.field}` })) }
    const result = Result.flip(resolveInput(operation, { code: "LHR", day: "1" }))
    const refusal = Result.getOrThrow(result)
    assert.strictEqual(refusal.field, "code")
    assert.include(refusal.message, "airport.code or country.code")
  })

  it("resolveInput refuses an unknown input and also names the missing inputs", () => {
    const refusal = refused({ "airport.code": "LHR", dya: "12" })
    assert.deepEqual([refusal.field, refusal.missing], ["dya", ["weather.day"]])
    assert.deepEqual(refusal.expected, ["airport.code", "country.code", "weather.day", "weather.units"])
    assert.deepEqual(refusal.schema, inputSchema(weather))
    assert.include(refusal.message, "weather.day")
  })

  it("resolveInput refuses the same input twice under any of its names", () => {
    const refusal = refused({ iata: "LHR", "weather.day": "1", "airport.code": "LHR" })
    assert.strictEqual(refusal.field, "airport.code")
    assert.include(refusal.message, '"iata" and "airport.code"')
  })

  it("resolveInput refuses missing inputs with the first of them as the field and an example to send", () => {
    const refusal = refused({})
    assert.deepEqual([refusal.field, refusal.missing], ["airport.code", ["airport.code", "weather.day"]])
    assert.include(refusal.message, '"airport.code": "LHR"')
  })

  it("resolveInput refuses malformed inputs, null and wrong types with the rule that they break", () => {
    for (const value of ["lhr", "LHRX", "", null, 7, ["LHR"], { toString: "LHR" }, true]) {
      const refusal = refused({ iata: value, day: "1" })
      assert.deepEqual([refusal.field, refusal.missing], ["airport.code", []])
      assert.include(refusal.message, "airport.code is malformed")
    }
    assert.strictEqual(refused({ iata: "LHR", day: "x" }).field, "weather.day")
    assert.include(refused({ iata: "LHR", day: "1", units: "si" }).message, '"metric" | "imperial"')
  })

  it("resolveInput refuses inputs that contradict each other", () => {
    const refusal = refused({ iata: "CDG", day: "60", code: "FR" })
    assert.strictEqual(refusal.field, "weather.day")
    assert.include(refusal.message, "France ends in February")
  })

  it("resolveInput treats names that every object inherits as unknown, and pollutes no prototype", () => {
    for (const name of ["__proto__", "constructor", "toString", "hasOwnProperty", "prototype"]) {
      const body = JSON.parse(`{"iata":"LHR","day":"1","${name}":{"polluted":true}}`)
      assert.strictEqual(refused(body).field, name)
    }
    assert.notProperty({}, "polluted")
    // An inherited value is not sent.
    assert.deepEqual(refused(Object.create({ iata: "LHR", day: "1" })).missing, ["airport.code", "weather.day"])
  })

  it("resolveInput repeats at most 100 characters of the caller's text, without control characters", () => {
    const hostile = `a\u0000b\u001b[31m\n\u202e\ud800${"x".repeat(60_000)}`
    for (const refusal of [refused({ [hostile]: 1 }), refused({ iata: hostile, day: "1" })]) {
      assert.isBelow(refusal.message.length, 500)
      assert.isAtMost(refusal.field.length, 101)
      assert.notMatch(refusal.message + refusal.field, /[\p{Cc}\p{Cf}]/u)
      assert.isTrue(refusal.message.isWellFormed())
    }
  })

  it("resolveInput bounds the length of a schema's own messages", () => {
    const colours = Schema.Literals(Array.from({ length: 500 }, (_, index) => `colour-${index}`))
    const input = weather.input.map((field) => (field.field === "airport.code" ? { ...field, schema: colours } : field))
    const refusal = Result.getOrThrow(Result.flip(resolveInput({ ...weather, input }, { iata: "LHR", day: "1" })))
    assert.include(refusal.message, "colour-0")
    assert.isBelow(refusal.message.length, 300)
  })

  it("resolveInput answers the error envelope with exactly the documented fields", () => {
    const { error } = refused({}).toEnvelope()
    assert.sameMembers(Object.keys(error), ["code", "message", "field", "expected", "missing", "schema"])
    assert.strictEqual(error.code, "invalid_source_input")
    assert.strictEqual(refused({}).status, 422)
    assert.deepEqual(JSON.parse(JSON.stringify(error)), error)
  })

  it("resolveInput knows the inputs of an operation that was copied with another price", () => {
    const dearer = { ...weather, pricing: { model: "per_call", price: microUsd(9n) } } as const
    assert.deepEqual(Result.getOrThrow(resolveInput(dearer, { iata: "LHR", day: "2" })).values, { "airport.code": "LHR", "weather.day": 2 })
    assert.isTrue(Result.isFailure(resolveInput(dearer, { iata: "CDG", day: "60", code: "FR" })))
  })

  it("the whole input of an operation is described as a JSON Schema object", () => {
    const schema = inputSchema(weather)
    assert.deepEqual(schema.required, ["airport.code", "weather.day"])
    assert.isFalse(schema.additionalProperties)
    assert.deepEqual(Object.keys(schema.properties ?? {}), ["airport.code", "country.code", "weather.day", "weather.units"])
  })
})

describe("variants of an operation", () => {
  const meant = (body: Record<string, unknown>) => Result.getOrThrow(resolveInput(byCountry, body))
  const wrong = (body: Record<string, unknown>) => Result.getOrThrow(Result.flip(resolveInput(byCountry, body)))

  it("resolveInput selects the variant whose inputs are given", () => {
    assert.strictEqual(meant({ iata: "LHR", day: "2" }).variant.pricing.price, 1_500n)
    const other = meant({ code: "GB", month: 4 })
    assert.strictEqual(other.variant.pricing.price, 9_000n)
    assert.deepEqual(other.values, { "country.code": "GB", "weather.month": 4 })
  })

  it("resolveInput refuses with the reason of the nearest variant and shows all variants", () => {
    assert.deepEqual([wrong({ month: 4 }).field, wrong({ month: 4 }).missing], ["country.code", ["country.code"]])
    assert.strictEqual(wrong({ iata: "LHR" }).field, "weather.day")
    assert.strictEqual(wrong({ code: "G", month: 4 }).field, "country.code")
    const { message, schema } = wrong({ nothing: 1 })
    assert.include(message, "country.code, weather.month")
    assert.lengthOf(Object(schema).anyOf, 2)
  })

  it("resolveInput does not mix the inputs of two variants", () => {
    assert.include(wrong({ iata: "LHR", day: "2", month: 4 }).message, '"month" does not go together with the other inputs.')
    assert.include(wrong({ iata: "LHR", day: "2", colour: 4 }).message, '"colour" is not an input')
  })
})
