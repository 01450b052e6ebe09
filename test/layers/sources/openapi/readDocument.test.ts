import { createServer } from "node:http"
import { mkdtempSync, rmSync, statSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { assert, describe, it } from "@effect/vitest"
import { Effect, Result } from "effect"
import { documentText, readDocument } from "../../../../layers/sources/openapi/readDocument.ts"
import { fixture, imported, line, withOperation } from "./imported.ts"

const fixtures = ["petshop-2.0.json", "parcels-3.0.yaml", "stations-3.1.json", "broken.yaml"]
const why = (text: string) => Result.match(readDocument(text), { onFailure: ({ message }) => message, onSuccess: () => "read" })

describe("readDocument", () => {
  it("a document written and read again is the same document", () => {
    for (const name of fixtures) {
      const { document } = Result.getOrThrow(readDocument(fixture(name)))
      const text = Result.getOrThrow(documentText(document))
      assert.deepEqual(Result.getOrThrow(readDocument(text)).document, document, name)
    }
  })

  it("a text that is not a document is refused with the reason", () => {
    assert.match(why(""), /not an object|neither JSON nor YAML/)
    assert.match(why("[]"), /not an object/)
    assert.match(why('{"openapi": "3.1.0"'), /not JSON/)
    assert.match(why("a: [b"), /neither JSON nor YAML/)
    assert.match(why("title: x"), /no openapi or swagger version/)
    assert.match(why('{"openapi": "4.0.0", "paths": {"/a": {}}}'), /4\.0\.0; versions 2\.0, 3\.0 and 3\.1/)
    assert.match(why('{"swagger": "1.2", "paths": {"/a": {}}}'), /1\.2; versions/)
    assert.match(why('{"openapi": "3.1.0"}'), /no paths/)
    assert.strictEqual(why('\uFEFF{"openapi": "3.1.0", "paths": {"/a": {}}}'), "read")
    assert.strictEqual(why("swagger: 2.0\npaths: {/a: {}}"), "read")
  })
})

describe("documents with faults", () => {
  it.effect("a document with faults is imported in part, each skipped part is named, and nothing outside the document is read", () =>
    Effect.gen(function* () {
      let fetched = 0
      const canary = createServer((_, response) => response.end(String(fetched++)))
      yield* Effect.callback<void>((resume) => void canary.listen(0, "127.0.0.1", () => resume(Effect.void)))
      const place = canary.address()
      const folder = mkdtempSync(join(tmpdir(), "canary-"))
      const file = join(folder, "schemas.json")
      writeFileSync(file, JSON.stringify({ x: { type: "integer" } }))
      const untouched = statSync(file).atimeMs
      const port = typeof place === "object" ? String(place?.port) : ""
      const source = imported(fixture("broken.yaml").replaceAll("CANARY_FILE", file).replaceAll("CANARY", port))
      yield* source.ask("h.loose", { q: "not an integer" })
      canary.close()
      assert.strictEqual(fetched, 0)
      assert.strictEqual(statSync(file).atimeMs, untouched)
      rmSync(folder, { recursive: true })

      const outside = source.read.join("\n")
      assert.include(outside, `http://127.0.0.1:${port}/parameters.json#/x leads out of the document and is not followed`)
      assert.include(outside, `file://${file} leads out`)
      assert.sameMembers(
        source.source.operations.map(({ id }) => id),
        ["a.get_a", "x.same", "x.same_2", "d.get_d", "h.loose", "m.under", "p.odd"],
      )
      for (const [endpoint, reason] of [
        ["GET /c is called x.same_2", "another operation is x.same"],
        ["GET /e", "one of its parameters leads nowhere"],
        ["GET /f", "one of its parameters leads nowhere"],
        ["GET /g", "request body leads nowhere"],
        ["/i is skipped", "leads nowhere"],
        ["POST /j", "request body is application/xml"],
        ["GET /k", "price_micro_usd is ignored"],
        ["GET /k is skipped", "it has no price. Give it x-gateway.price_micro_usd"],
        ["GET /l", "server of its own"],
        ["GET /n/../o", "path is not a plain one"],
        ["The document", "x-gateway.pricing is ignored"],
        ["The document", "x-gateway.colour means nothing"],
      ])
        assert.isTrue(
          source.warnings.some((warning) => warning.startsWith(endpoint ?? "-") && warning.includes(reason ?? "-")),
          `${endpoint} ${reason}`,
        )
    }),
  )

  it.effect("a document cannot direct a request to another host or path", () =>
    Effect.gen(function* () {
      const source = imported(fixture("broken.yaml"))
      yield* source.ask("m.under")
      yield* source.ask("d.get_d", { q: { any: ["thing"] } })
      assert.deepEqual(source.requests.map(line), ["GET /beta/m", "GET /v1/d?any=%5B%22thing%22%5D"])
    }),
  )

  it("names of a document are kept apart from the names that every object inherits", () => {
    const text = JSON.stringify(
      withOperation(
        {
          parameters: ["constructor", "__proto__", "toString"].map((name) => ({ name, in: "query", schema: { type: "string" } })),
          responses: { 200: { $ref: "#/components/responses/constructor" } },
          tags: ["__proto__"],
        },
        { components: { schemas: {} } },
      ),
    ).replace('"schemas":{}', '"schemas":{"__proto__":{"polluted":true}},"__proto__":{"polluted":true}')
    const source = imported(text)
    assert.deepEqual(
      source.operation("proto.ask").input.map(({ field, native }) => `${field} ${native}`),
      ["proto.constructor constructor", "proto.proto __proto__", "proto.toString toString"],
    )
    assert.notInclude(JSON.stringify(source.document), "polluted")
    assert.isUndefined(Reflect.get({}, "polluted"))
  })
})
