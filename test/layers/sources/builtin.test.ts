import { assert, layer } from "@effect/vitest"
import { Effect, Result, Schema } from "effect"
import { inputSchema, resolveInput } from "../../../domain/catalogue/resolveInput.ts"
import { Sources } from "../../../domain/catalogue/Source.ts"
import { toDecimal } from "../../../domain/Money.ts"
import { SourceList, sourceList, SourceView, sourceView } from "../../../domain/catalogue/views.ts"
import { layer as builtin } from "../../../layers/sources/builtin.ts"
import { at } from "./call.ts"

const operations = Effect.map(Sources, (sources) =>
  sources.flatMap((source) => source.operations.map((operation) => ({ source, operation }))),
)

const decodeExamples = Schema.decodeUnknownEffect(Schema.NonEmptyArray(Schema.Json))

layer(builtin)("built-in sources", (it) => {
  it.effect("have the ids and prices of the price list", () =>
    Effect.gen(function* () {
      const prices = (yield* operations).map(({ source, operation }) =>
        [source.id, operation.id, toDecimal(operation.pricing.price)].join(" "),
      )
      assert.deepEqual(prices, [
        "bank-check bank.validate_iban 0.002",
        "bank-check bank.iban_format 0.001",
        "bank-check bank.validate_bic 0.001",
        "holidays calendar.public_holidays 0.002",
        "holidays calendar.is_holiday 0.001",
        "holidays calendar.business_days 0.003",
        "telecom phone.lookup 0.0015",
      ])
    }),
  )

  it.effect("describe every input, with examples that their own schema takes", () =>
    Effect.gen(function* () {
      for (const { operation } of yield* operations) {
        assert.isAtLeast(operation.examples.length, 4, operation.id)
        for (const field of operation.input) {
          assert.isString(field.jsonSchema.description, field.field)
          const examples = yield* decodeExamples(field.jsonSchema.examples)
          for (const example of examples) assert.isTrue(Result.isSuccess(Schema.decodeResult(field.schema)(example)), field.field)
        }
      }
    }),
  )

  it.effect("answer their examples with JSON in which every output is found at its own path", () =>
    Effect.gen(function* () {
      for (const { operation } of yield* operations) {
        const required = operation.input.filter((field) => field.required)
        const body = yield* Effect.forEach(required, ({ field, jsonSchema }) =>
          Effect.map(decodeExamples(jsonSchema.examples), ([example]) => [field, example] as const),
        )
        const input = yield* Effect.fromResult(resolveInput(operation, Object.fromEntries(body)))
        const answer = yield* operation.run(input, 10)
        assert.strictEqual(answer.documents, 1)
        assert.deepEqual(JSON.parse(JSON.stringify(answer.data)), answer.data)
        for (const output of operation.output) assert.notStrictEqual(at(answer.data, output), undefined, `${operation.id}: ${output}`)
        assert.sameMembers([...operation.output], [...pathsOf(answer.data)], operation.id)
      }
    }),
  )

  it.effect("say where they come from", () =>
    Effect.gen(function* () {
      const sources = yield* Sources
      for (const source of sources) {
        assert.match(source.attribution, /MIT|CC BY-SA/)
        assert.match(source.logoUrl, /^data:image\/svg\+xml,/)
        assert.isTrue(URL.canParse(source.logoUrl) && URL.canParse(source.sourceUrl))
      }
      assert.match(sources.find((source) => source.id === "holidays")?.attribution ?? "", /CC BY-SA 3\.0/)
    }),
  )

  it.effect("show themselves in the catalogue as JSON, whose schemas stand by themselves", () =>
    Effect.gen(function* () {
      const sources = yield* Sources
      yield* Schema.encodeEffect(Schema.toCodecJson(SourceList))(sourceList(sources, { offset: 0, limit: 50 }))
      for (const source of sources) yield* Schema.encodeEffect(Schema.toCodecJson(SourceView))(sourceView(source))
      for (const { operation } of yield* operations) assert.notInclude(JSON.stringify(inputSchema(operation)), "$ref")
    }),
  )
})

/** `a.b` of every member of a document's two upper levels. */
const pathsOf = (document: unknown): ReadonlyArray<string> =>
  Object.entries(Object(document)).flatMap(([domain, facts]) => Object.keys(Object(facts)).map((fact) => `${domain}.${fact}`))
