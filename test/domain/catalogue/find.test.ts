import { assert, describe, it } from "@effect/vitest"
import { Result } from "effect"
import { findOperation, findSource } from "../../../domain/catalogue/find.ts"
import { catalogue, grouped } from "./sample.ts"

const skies = Result.getOrThrow(findSource(catalogue, "skies"))
const operation = (name: string) => Result.getOrThrow(findOperation(skies, name)).operation.id

describe("findSource", () => {
  it("finds by id or name in any case, by id first", () => {
    assert.strictEqual(Result.getOrThrow(findSource(catalogue, "SKIES")).source.id, "skies")
    assert.strictEqual(Result.getOrThrow(findSource(catalogue, " open skies ")).source.id, "skies")
    assert.strictEqual(Result.getOrThrow(findSource(catalogue, "Atlas")).source.id, "atlas")
  })

  it("does not find what is unknown, inherited, or for discovery only", () => {
    for (const name of ["nobody", "", "__proto__", "constructor", "drawer"]) {
      const refusal = Result.getOrThrow(Result.flip(findSource(catalogue, name)))
      assert.deepEqual([refusal.code, refusal.status], ["source_not_found", 404])
      assert.deepEqual(Object.keys(refusal.toEnvelope().error), ["code", "message"])
    }
  })

  it("bounds what it echoes", () => {
    const refusal = Result.getOrThrow(Result.flip(findSource(catalogue, `\u0007${"y".repeat(9_000)}`)))
    assert.isBelow(refusal.message.length, 250)
    assert.notMatch(refusal.message, /\p{Cc}/u)
  })
})

describe("findOperation", () => {
  it("finds by id, by name, and by its endpoint id, in any case", () => {
    assert.strictEqual(operation("weather.at_airport"), "weather.at_airport")
    assert.strictEqual(operation("WEATHER AT AN AIRPORT"), "weather.at_airport")
    assert.strictEqual(operation("At_Airport"), "weather.at_airport")
    assert.strictEqual(operation("tide.now"), "tide.now")
  })

  it("does not guess between two endpoint ids that are the same, and lists what there is", () => {
    const refusal = Result.getOrThrow(Result.flip(findOperation(skies, "now")))
    assert.strictEqual(refusal.status, 404)
    assert.deepEqual(refusal.toEnvelope().error, {
      code: "operation_not_found",
      message: refusal.message,
      operations: ["weather.at_airport", "weather.now", "tide.now"],
    } as never)
  })
})

describe("groups", () => {
  const rain = Result.getOrThrow(findSource(grouped, "rain"))

  it("are found like sources and offer what their members offer", () => {
    assert.deepEqual(
      rain.members.map(({ id }) => id),
      ["gauge", "radar"],
    )
    const soon = Result.getOrThrow(findOperation(rain, "rain.soon"))
    assert.deepEqual([soon.source.id, soon.operation.id], ["radar", "rain.soon"])
    assert.strictEqual(Result.getOrThrow(findOperation(rain, "Rain ever")).source.id, "gauge")
  })

  it("do not choose between members that offer the same operation, by whatever name", () => {
    for (const name of ["rain.today", "RAIN TODAY", "today"]) {
      const refusal = Result.getOrThrow(Result.flip(findOperation(rain, name)))
      assert.strictEqual(refusal.status, 409)
      assert.deepEqual(refusal.toEnvelope().error, {
        code: "ambiguous_operation",
        message: refusal.message,
        sources: ["gauge", "radar"],
      } as never)
    }
    const gauge = Result.getOrThrow(findSource(grouped, "gauge"))
    assert.strictEqual(Result.getOrThrow(findOperation(gauge, "rain.today")).source.id, "gauge")
  })

  it("list each operation once among what they have", () => {
    const refusal = Result.getOrThrow(Result.flip(findOperation(rain, "snow")))
    assert.deepInclude(refusal.toEnvelope().error as object, { operations: ["rain.today", "rain.ever", "rain.soon"] })
  })
})
