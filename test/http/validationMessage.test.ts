import { expect, it } from "@effect/vitest"
import { Schema } from "effect"
import { invalidBody } from "../../rails/http/body.ts"
import { AskBody } from "../../src/http/asks/api.ts"

const messageFor = (body: unknown, schema: Schema.Codec<unknown, unknown> = AskBody) => {
  const decoded = Schema.decodeUnknownResult(schema, { onExcessProperty: "error" })(body)
  return decoded._tag === "Failure" ? invalidBody(decoded.failure as unknown as Schema.SchemaError).message : undefined
}

it("the message for an invalid body names the member by its whole path and says what to do", () => {
  expect(messageFor({ workflow: { slug: "airport-sun" } })).toBe('The member "workflow.input" is missing. Send it.')
  expect(messageFor({ workflow: { slug: "airport-sun", input: {}, more: 1 } })).toBe('This route has no member "workflow.more". Remove it.')
  expect(messageFor({ workflow: { slug: 1, input: {} } })).toBe("workflow.slug: Expected string.")
  expect(messageFor({ question: "Why?", more: 1 })).toBe('This route has no member "more". Remove it.')
  expect(messageFor({ workflow: "airport-sun" })).toBe("workflow: Expected object.")
  const Scopes = Schema.Struct({ scopes: Schema.NonEmptyArray(Schema.String) })
  expect(messageFor({ scopes: [] }, Scopes)).toBe('The member "scopes" is empty. Send at least one item.')
})

it("a question is measured in characters, not in the units of its encoding", () => {
  expect(messageFor({ question: "😀".repeat(4_000) })).toBeUndefined()
  expect(messageFor({ question: "😀".repeat(4_001) })).toContain("4000")
})
