import { assert, describe, it } from "@effect/vitest"
import { Result } from "effect"
import { findOperation, findSource } from "../../../domain/catalogue/find.ts"
import { catalogue, grouped } from "./sample.ts"

const skies = Result.getOrThrow(findSource(catalogue, "skies"))
const operation = (name: string) => Result.getOrThrow(findOperation(skies, name)).operation.id

describe("findSource", () => {
  it("findSource finds a source by id or name in any case, by id first", () => {
    assert.strictEqual(Result.getOrThrow(findSource(catalogue, "SKIES")).source.id, "skies")
    assert.strictEqual(Result.getOrThrow(findSource(catalogue, " open skies ")).source.id, "skies")
    assert.strictEqual(Result.getOrThrow(findSource(catalogue, "Atlas")).source.id, "atlas")
  })

  it("findSource does not find unknown names, inherited names or discovery-only sources", () => {
    for (const name of ["nobody", "", "__proto__", "constructor", "drawer"]) {
      const refusal = Result.getOrThrow(Result.flip(findSource(catalogue, name)))
      assert.deepEqual([refusal.code, refusal.status], ["source_not_found", 404])
      assert.deepEqual(Object.keys(refusal.toEnvelope().error), ["code", "message"])
    }
  })

  it("findSource bounds the text that it repeats", () => {
    const refusal = Result.getOrThrow(Result.flip(findSource(catalogue, `\u0007${"y".repeat(9_000)}`)))
    assert.isBelow(refusal.message.length, 250)
    assert.notMatch(refusal.message, /\p{Cc}/u)
  })
})

describe("findOperation", () => {
  it("findOperation finds an operation by id, name and endpoint id in any case", () => {
    assert.strictEqual(operation("weather.at_airport"), "weather.at_airport")
    assert.strictEqual(operation("WEATHER AT AN AIRPORT"), "weather.at_airport")
    assert.strictEqual(operation("At_Airport"), "weather.at_airport")
    assert.strictEqual(operation("tide.now"), "tide.now")
  })

  it("findOperation refuses an endpoint id that two operations share and lists the candidates", () => {
    const refusal = Result.getOrThrow(Result.flip(findOperation(skies, "now")))
    assert.strictEqual(refusal.status, 404)
    assert.deepEqual(refusal.toEnvelope().error, {
      code: "operation_not_found",
      message: refusal.message,
      operations: ["weather.at_airport", "weather.now", "tide.now"],
    } as never)
  })
})

describe("groups of sources", () => {
  const rain = Result.getOrThrow(findSource(grouped, "rain"))

  it("a group is found like a source and offers the operations of its members", () => {
    assert.deepEqual(
      rain.members.map(({ id }) => id),
      ["gauge", "radar"],
    )
    const soon = Result.getOrThrow(findOperation(rain, "rain.soon"))
    assert.deepEqual([soon.source.id, soon.operation.id], ["radar", "rain.soon"])
    assert.strictEqual(Result.getOrThrow(findOperation(rain, "Rain ever")).source.id, "gauge")
  })

  it("a group does not choose between two members that offer the same operation under any of its names", () => {
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

  it("a group lists each operation once", () => {
    const refusal = Result.getOrThrow(Result.flip(findOperation(rain, "snow")))
    assert.deepInclude(refusal.toEnvelope().error as object, { operations: ["rain.today", "rain.ever", "rain.soon"] })
  })
})
