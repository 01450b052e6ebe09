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

describe("rules for every imported document", () => {
  it("the examples of every imported operation are valid for its own schemas", () => {
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

  it("the schemas of every imported operation are self-contained, and every validator compiles them", () => {
    for (const operation of operations) {
      const schema = inputSchema(operation)
      assert.notInclude(JSON.stringify(schema), "$ref")
      new Ajv2020({ strict: false, validateFormats: false }).compile(schema)
    }
  })

  it("every imported operation has unique input names and an id of domain and action", () => {
    for (const operation of operations) {
      assert.match(operation.id, /^[a-z0-9_]+\.[A-Za-z0-9_]+$/)
      for (const { input } of variantsOf(operation)) {
        assert.strictEqual(new Set(input.map(({ field }) => field)).size, input.length)
        assert.strictEqual(new Set(input.map(({ native }) => native)).size, input.length)
        for (const { field, slot } of input) assert.match(`${field} ${slot}`, /^[\w-]+\.[\w.-]+ [\w-]+\.[\w.-]+$/)
      }
    }
  })

  it.effect("every imported operation is shown in the catalogue as JSON", () =>
    Effect.gen(function* () {
      for (const source of sources)
        for (const entry of catalogueEntries([source])) yield* Schema.encodeEffect(Schema.toCodecJson(SourceView))(sourceView(entry))
    }),
  )
})
