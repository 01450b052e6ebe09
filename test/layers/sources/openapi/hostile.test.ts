import { assert, describe, it } from "@effect/vitest"
import { Effect, Result } from "effect"
import { inputSchema, resolveInput } from "../../../../domain/catalogue/resolveInput.ts"
import { validateJson } from "../../../../layers/sources/openapi/validateJson.ts"
import { readDocument } from "../../../../layers/sources/openapi/readDocument.ts"
import { answered, answering, imported, withOperation } from "./imported.ts"

/** Far above what these need here, far below what they would take unbounded. */
const maxCpuMs = 4_000
const maxMegabytes = 800

const cpuMs = () => process.threadCpuUsage().user / 1_000

/** Of this thread's own time, since the machine's may go to others. */
const within = <A>(use: () => A): A => {
  const [begun, before] = [cpuMs(), process.memoryUsage().heapUsed]
  const result = use()
  assert.isBelow(cpuMs() - begun, maxCpuMs)
  assert.isBelow((process.memoryUsage().heapUsed - before) / 1e6, maxMegabytes)
  return result
}

const why = (text: string) =>
  within(() => Result.match(readDocument(text), { onFailure: ({ message }) => message, onSuccess: () => "read" }))

/** Names 0 to n, each schema made of the next one twice. */
const doubling = (n: number, twice: (next: object) => object) =>
  Object.fromEntries(Array.from({ length: n }, (_, i) => [`S${i}`, twice({ $ref: `#/components/schemas/S${(i + 1) % n}` })]))

const taking = (schema: unknown, schemas: object = {}) =>
  imported(withOperation({ parameters: [{ name: "q", in: "query", schema }] }, { components: { schemas } }))

const shownSize = (source: ReturnType<typeof imported>) => within(() => JSON.stringify(inputSchema(source.operation("thing.ask"))).length)

describe("hostile documents", () => {
  it("a document that is too large, too deep or repetitive is refused", () => {
    assert.match(why(`{"openapi":"3.1.0","x":"${"a".repeat(5_000_000)}"}`), /larger than 4 MiB/)
    assert.match(why(`{"openapi":"3.1.0","x":${"[".repeat(1_000_000)}${"]".repeat(1_000_000)}}`), /deeper than 100/)
    assert.match(why("- ".repeat(1_000_000)), /neither JSON nor YAML/)
    const lines = Array.from({ length: 12 }, (_, i) => `a${i + 1}: &a${i + 1} [${`*a${i}, `.repeat(10)}]`)
    assert.match(why(`openapi: 3.1.0\na0: &a0 [1]\n${lines.join("\n")}`), /more than 1000000 values/)
    assert.match(why(`openapi: 3.1.0\na: &a ${"x".repeat(1_000_000)}\nb: [${"*a, ".repeat(100_000)}]`), /aliases/)
    assert.match(
      why(`a: &a {${Array.from({ length: 5_000 }, (_, i) => `k${i}: 1`).join(", ")}}\n${"- {<<: *a}\n".repeat(5)}`),
      /neither JSON nor YAML/,
    )
    const merged = Array.from({ length: 2_000 }, (_, i) => `m${i}: {<<: *a}`).join("\n")
    assert.match(why(`a: &a {${Array.from({ length: 5_000 }, (_, i) => `k${i}: 1`).join(", ")}}\n${merged}`), /merge/)
  })

  it("a document with a huge number of keys or aliases is read or refused in bounded time", () => {
    const keys = Array.from({ length: 100_000 }, (_, i) => `k${i}: 1`).join("\n")
    assert.match(why(`openapi: 3.1.0\npaths: {/a: {}}\n${keys}`), /more than 10000 members/)
    const aliases = `b: &b {a: 1}\nc: [${"*b, ".repeat(100_000)}]`
    assert.strictEqual(why(`openapi: 3.1.0\npaths: {/a: {}}\n${aliases}`), "read")
  })

  it("an operation with a huge number of inputs or variants is compiled in bounded time", () => {
    // Names without a letter or digit, which all sanitise to the same one.
    const parameters = Array.from({ length: 60_000 }, (_, i) => ({ name: String.fromCodePoint(0x10000 + i), in: "query" }))
    const many = within(() => imported(withOperation({ parameters })))
    assert.include(many.warnings.join(), "it has more than 500 inputs")
    const variants = Array.from({ length: 50_000 }, () => ({ required: ["a"] }))
    const ways = within(() => imported(withOperation({ "x-gateway": { variants }, parameters: [{ name: "a", in: "query" }] })))
    assert.include(ways.warnings.join(), "x-gateway.variants is ignored")
  })

  it("a 2.0 document whose parts multiply when they are inlined is refused", () => {
    const paths = Object.fromEntries(
      Array.from({ length: 5_000 }, (_, i) => [`/${i}`, { get: { parameters: [{ $ref: "#/parameters/big" }] } }]),
    )
    const big = { name: "q", in: "query", type: "string", enum: Array.from({ length: 5_000 }, (_, i) => `v${i}`) }
    assert.match(why(JSON.stringify({ swagger: "2.0", parameters: { big }, paths })), /values|large texts/)
  })

  it("a document with circular or exploding schemas is shown in a bounded size", () => {
    const ref = { $ref: "#/components/schemas/S0" }
    assert.isBelow(shownSize(taking(ref, { S0: ref })), 1_000)
    assert.isBelow(
      shownSize(taking(ref, { S0: { type: "object", properties: { self: ref, list: { type: "array", items: ref } } } })),
      5_000,
    )
    assert.isBelow(
      shownSize(
        taking(
          ref,
          doubling(60, (next) => ({ type: "object", properties: { a: next, b: next } })),
        ),
      ),
      200_000,
    )
    assert.isBelow(
      shownSize(
        taking(
          ref,
          doubling(60, (next) => ({ allOf: [next, next] })),
        ),
      ),
      200_000,
    )
    assert.isBelow(
      shownSize(
        taking(
          ref,
          doubling(30, (next) => ({ anyOf: [next, next], oneOf: [next, next] })),
        ),
      ),
      200_000,
    )
    assert.isBelow(shownSize(taking({ enum: Array.from({ length: 100_000 }, (_, i) => `value ${i}`) })), 50_000)
    assert.isBelow(shownSize(taking({ enum: ["x".repeat(100_000), "y"] })), 50_000)
    const tree = { type: "object", properties: { self: ref, list: { type: "array", items: ref } } }
    assert.deepInclude(taking(ref, { S0: tree }).operation("thing.ask").input[0]?.jsonSchema, {
      type: "object",
      properties: { self: {}, list: { type: "array", items: {} } },
    })
  })

  it("a pattern of a document with endless backtracking is never run", () => {
    const source = taking({ type: "string", pattern: "^(a+)+$", patternProperties: { "^(a+)+$": {} } })
    within(() => assert.isTrue(Result.isSuccess(resolveInput(source.operation("thing.ask"), { q: `${"a".repeat(60)}!` }))))
    assert.include(JSON.stringify(inputSchema(source.operation("thing.ask"))), "^(a+)+$")
    within(() => validateJson({}, { pattern: "^(a+)+$", patternProperties: { "^(a+)+$": {} } }, `${"a".repeat(60)}!`))
  })

  it.effect("the validation of an answer ends in bounded time", () =>
    Effect.gen(function* () {
      const ref = { $ref: "#/components/schemas/S0" }
      for (const twice of ["allOf", "anyOf", "oneOf"]) {
        const schemas = { ...doubling(25, (next) => ({ [twice]: [next, next] })), S24: { type: twice === "allOf" ? "string" : "integer" } }
        const source = imported({ ...answering(ref), components: { schemas } }, answered('"x"'))
        const begun = cpuMs()
        const { message } = yield* Effect.flip(source.ask("thing.ask"))
        assert.isBelow(cpuMs() - begun, maxCpuMs)
        assert.strictEqual(message, "The source's answer is not what it promises: the document is too large to be checked.")
      }
      const cut = yield* imported(
        {
          ...answering({ $ref: "#/components/schemas/A" }),
          components: { schemas: { A: { allOf: [{ $ref: "#/components/schemas/A" }] } } },
        },
        answered({}),
      ).ask("thing.ask")
      assert.deepEqual(cut.data, {})
      const listed = { enum: Array.from({ length: 50_000 }, (_, i) => i) }
      const many = Array.from({ length: 50_000 }, () => -1)
      assert.strictEqual(within(() => validateJson({}, { items: { anyOf: [listed, true] } }, many))?.reason, "is too large to be checked")
    }),
  )

  it("a document with a huge number of operations is read in part, with few warnings", () => {
    const same = { operationId: "same" }
    const paths = Object.fromEntries(Array.from({ length: 4_000 }, (_, i) => [`/p${i}`, { get: same, put: same, post: same }]))
    const source = within(() => imported({ openapi: "3.1.0", "x-gateway": { price_micro_usd: 1 }, paths }))
    assert.lengthOf(source.source.operations, 10_000)
    assert.isAtMost(source.warnings.length, 1_001)
  })
})
