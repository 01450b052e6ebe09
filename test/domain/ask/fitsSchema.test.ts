import { describe, expect, it } from "vitest"
import { fitsSchema } from "../../../domain/ask/continuation.ts"

describe("whether a value fits a schema", () => {
  it("types and bounds are checked at every depth", () => {
    const schema = { type: "array", items: { type: "string", minLength: 2 }, "x-slot": "tag" }
    expect([fitsSchema(schema, ["ab"]), fitsSchema(schema, ["a"]), fitsSchema(schema, "ab")]).toEqual([true, false, false])
    expect([fitsSchema({ enum: ["a", "b"] }, "a"), fitsSchema({ enum: ["a", "b"] }, "c")]).toEqual([true, false])
    const object = { type: "object", properties: { pattern: { type: "integer" } }, required: ["pattern"] }
    expect([fitsSchema(object, { pattern: 1 }), fitsSchema(object, { pattern: "1" }), fitsSchema(object, {})]).toEqual([true, false, false])
  })

  it("a schema that cannot be read accepts everything", () => {
    expect(fitsSchema({ $ref: "#/elsewhere" }, 1)).toBe(true)
  })

  it("patterns, which may take exponential time, are ignored at every depth; all else is checked", () => {
    const slow = { type: "string", pattern: "^(a+)+$" }
    const text = `${"a".repeat(40)}!`
    for (const [schema, value] of [
      [slow, text],
      [{ type: "array", items: slow }, [text]],
      [{ type: "object", properties: { x: slow } }, { x: text }],
    ] as const)
      expect(fitsSchema(schema, value)).toBe(true)
    expect(fitsSchema({ type: "array", items: slow }, [1])).toBe(false)
  }, 5_000)
})
