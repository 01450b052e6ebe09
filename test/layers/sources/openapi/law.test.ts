import { Ajv2020 } from "ajv/dist/2020.js"
import { assert, describe, it } from "@effect/vitest"
import { Effect, Result, Schema } from "effect"
import { catalogueEntries } from "../../../../domain/catalogue/Catalogue.ts"
import { inputSchema } from "../../../../domain/catalogue/resolveInput.ts"
import { variantsOf } from "../../../../domain/catalogue/Source.ts"
import { SourceView, sourceView } from "../../../../domain/catalogue/views.ts"
import { fixture, imported } from "./imported.ts"

const sources = ["petshop-2.0.json", "parcels-3.0.yaml", "stations-3.1.json", "broken.yaml"].map((name) => imported(fixture(name)).source)
const operations = sources.flatMap((source) => source.operations)

describe("what is imported", () => {
  it("has examples that its own schemas take", () => {
    let examples = 0
    for (const field of operations.flatMap(variantsOf).flatMap(({ input }) => input)) {
      const { examples: given = [] } = field.jsonSchema
      for (const example of Array.isArray(given) ? given : [given]) {
        examples++
        assert.isTrue(Result.isSuccess(Schema.decodeUnknownResult(field.schema)(example)), field.field)
      }
      assert.strictEqual(field.jsonSchema["x-slot"], field.slot)
    }
    assert.strictEqual(examples, 4)
  })

  it("shows schemas that stand by themselves and every validator takes", () => {
    for (const operation of operations) {
      const schema = inputSchema(operation)
      assert.notInclude(JSON.stringify(schema), "$ref")
      new Ajv2020({ strict: false, validateFormats: false }).compile(schema)
    }
  })

  it("has inputs of one name each, and ids of domain and action", () => {
    for (const operation of operations) {
      assert.match(operation.id, /^[a-z0-9_]+\.[A-Za-z0-9_]+$/)
      for (const { input } of variantsOf(operation)) {
        assert.strictEqual(new Set(input.map(({ field }) => field)).size, input.length)
        assert.strictEqual(new Set(input.map(({ native }) => native)).size, input.length)
        for (const { field, slot } of input) assert.match(`${field} ${slot}`, /^[\w-]+\.[\w.-]+ [\w-]+\.[\w.-]+$/)
      }
    }
  })

  it.effect("shows itself in the catalogue as JSON", () =>
    Effect.gen(function* () {
      for (const source of sources)
        for (const entry of catalogueEntries([source])) yield* Schema.encodeEffect(Schema.toCodecJson(SourceView))(sourceView(entry))
    }),
  )
})
