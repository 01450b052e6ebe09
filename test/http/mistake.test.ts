import { Schema } from "effect"
import { describe, expect, it } from "@effect/vitest"
import { AskBody } from "../../src/http/asks/api.ts"
import { invalidBody } from "../../rails/http/body.ts"

const said = (body: unknown) => {
  const read = Schema.decodeUnknownResult(AskBody, { onExcessProperty: "error" })(body)
  return read._tag === "Failure" ? invalidBody(read.failure as unknown as Schema.SchemaError).message : undefined
}

describe("what is wrong with a body", () => {
  it("is said of the member it is wrong with, however deep that lies", () => {
    expect(said({ workflow: { slug: "airport-sun" } })).toBe('The member "workflow.input" is missing. Send it.')
    expect(said({ workflow: { slug: "airport-sun", input: {}, more: 1 } })).toBe('This route has no member "workflow.more". Remove it.')
    expect(said({ workflow: { slug: 1, input: {} } })).toBe("workflow.slug: Expected string.")
    expect(said({ question: "Why?", more: 1 })).toBe('This route has no member "more". Remove it.')
    expect(said({ workflow: "airport-sun" })).toBe("workflow: Expected object.")
  })
})
