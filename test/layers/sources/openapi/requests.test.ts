import { assert, describe, it } from "@effect/vitest"
import { Effect, Result } from "effect"
import { resolveInput } from "../../../../domain/catalogue/resolveInput.ts"
import { fixture, imported, line, withOperation } from "./imported.ts"

/** The request that an operation of a fixture makes of these inputs. */
const requestLines = (file: string, id: string, body: Record<string, unknown>) =>
  Effect.gen(function* () {
    const source = imported(fixture(file))
    yield* Effect.result(source.ask(id, body))
    return source.requests.map(line)
  })

const refused = (source: ReturnType<typeof imported>, id: string, body: Record<string, unknown>): string =>
  Result.match(resolveInput(source.operation(id), body), {
    onFailure: (error) => `${error.field}: ${error.message}`,
    onSuccess: () => "fits",
  })

describe("requests of an imported operation", () => {
  it.effect("the parameters of a 2.0 document are sent in the style of each", () =>
    Effect.gen(function* () {
      assert.deepEqual(
        yield* requestLines("petshop-2.0.json", "pet.findPets", {
          status: ["a b", "c&d"],
          sizes: [1, 2],
          colours: ["red", "blue"],
          words: ["one", "two"],
          cells: ["x", "y"],
        }),
        ["GET /v1/pets?status=a%20b&status=c%26d&sizes=1,2&colours=red%7Cblue&words=one%20two&cells=x%09y"],
      )
      assert.deepEqual(yield* requestLines("petshop-2.0.json", "pet.getPet", { petId: 7 }), ["GET /v1/pets/7"])
    }),
  )

  it.effect("the bodies of a 2.0 document are sent as JSON, and a form is sent as a form", () =>
    Effect.gen(function* () {
      assert.deepEqual(yield* requestLines("petshop-2.0.json", "order.placeOrder", { petId: 3, quantity: 2, gift: null }), [
        'POST /v1/orders | content-type: application/json | {"petId":3,"quantity":2,"gift":null}',
      ])
      assert.deepEqual(
        yield* requestLines("petshop-2.0.json", "pet.renamePet", { petId: 3, name: "Ü & Co", status: "sold", notes: ["a", "b"] }),
        ["POST /v1/pets/3 | content-type: application/x-www-form-urlencoded | name=%C3%9C%20%26%20Co&status=sold&notes=a&notes=b"],
      )
    }),
  )

  it.effect("objects, headers, reserved characters and JSON parameters are written as OpenAPI 3.0 defines", () =>
    Effect.gen(function* () {
      assert.deepEqual(
        yield* requestLines("parcels-3.0.yaml", "parcel.track", {
          code: "RR 1/2",
          filter: { from: "x=y", kinds: ["a", "b"] },
          "X-Trace": [1, 2],
          where: "a/b?c=d&e+f#g[h]",
          box: { w: 1 },
        }),
        [
          "GET /v1/parcels/RR%201%2F2?filter%5Bfrom%5D=x%3Dy&filter%5Bkinds%5D%5B0%5D=a&filter%5Bkinds%5D%5B1%5D=b" +
            "&where=a/b?c=d%26e%2Bf%23g%5Bh%5D&box=%7B%22w%22%3A1%7D | X-Trace: 1,2",
        ],
      )
      assert.deepEqual(
        yield* requestLines("parcels-3.0.yaml", "labels.labels", { sizes: [1, 2], kinds: ["a", "b"], where: { x: "1", "y/z": 2 } }),
        ["GET /v1/labels/;sizes=1;sizes=2/.a,b/x=1,y%2Fz=2.pdf"],
      )
    }),
  )

  it.effect("an optional body is sent only when it is given, and then whole", () =>
    Effect.gen(function* () {
      assert.deepEqual(yield* requestLines("parcels-3.0.yaml", "quote.makeQuote", {}), ["POST /v1/quotes"])
      assert.deepEqual(yield* requestLines("parcels-3.0.yaml", "quote.makeQuote", { grams: 5, to: null, contents: ["x"] }), [
        'POST /v1/quotes | content-type: application/json | {"grams":5,"to":null,"contents":["x"]}',
      ])
      const source = imported(fixture("parcels-3.0.yaml"))
      assert.match(refused(source, "quote.makeQuote", { grams: 5 }), /^quote\.to: .*needed together with quote\.grams/)
    }),
  )

  it.effect("a request accepts the declared media type, and has the gateway's User-Agent unless the caller sets one", () =>
    Effect.gen(function* () {
      const promising = (type: string, more: object = {}) =>
        withOperation({ ...more, responses: { 200: { description: "ok", content: { [type]: { schema: {} } } } } })
      const headers = Effect.fnUntraced(function* (document: object, body: Record<string, unknown> = {}) {
        const source = imported(document)
        yield* Effect.result(source.ask("thing.ask", body))
        return source.requests.flatMap(({ headers }) => headers.map((header) => header.join(": ")))
      })
      assert.deepEqual(yield* headers(promising("application/json; charset=utf-8")), ["accept: application/json", "user-agent: farthing/2"])
      assert.deepEqual(yield* headers(promising("application/vnd.x+json")), [
        "accept: application/vnd.x+json, application/json;q=0.9",
        "user-agent: farthing/2",
      ])
      const agent = { parameters: [{ name: "User-Agent", in: "header", schema: { type: "string" } }] }
      assert.deepEqual(yield* headers(promising("text/csv", agent), { "User-Agent": "me" }), ["accept: text/*", "User-Agent: me"])
    }),
  )

  it.effect("parameters are collected from every level of the document", () =>
    Effect.gen(function* () {
      const parameters = [{ $ref: "#/x-shared/a~1b%20c/1" }, { $ref: "#/components/parameters/again" }]
      const shared = {
        "x-shared": {
          "a/b c": [
            { name: "p", in: "query" },
            { name: "q", in: "query" },
          ],
        },
      }
      const components = { parameters: { again: { $ref: "#/components/parameters/last" }, last: { name: "r", in: "query" } } }
      const source = imported(withOperation({ parameters }, { ...shared, components }))
      yield* source.ask("thing.ask", { q: 1, r: 2 })
      assert.deepEqual(source.requests.map(line), ["GET /v1/things?q=1&r=2"])
    }),
  )

  it.effect("a body that is not an object is sent as the one field `body`", () =>
    Effect.gen(function* () {
      const source = imported(
        withOperation(
          { requestBody: { required: true, content: { "application/json": { schema: { type: "array" } } } } },
          {},
          "/t",
          "post",
        ),
      )
      yield* source.ask("thing.ask", { body: [1, { a: 2 }] })
      assert.deepEqual(source.requests.map(line), ['POST /v1/t | content-type: application/json | [1,{"a":2}]'])
    }),
  )
})

describe("inputs of an imported operation", () => {
  const file = imported(withOperation({}, {}, "/files/{name}/of/{owner}.json"))

  it("an input never leaves its path segment", () => {
    for (const name of [".", "..", "", "..."])
      assert.match(refused(file, "thing.ask", { name, owner: "x" }), /^thing\.name: .*neither empty nor only dots/, JSON.stringify(name))
  })

  it.effect("an input is encoded so that a URL parser reads the intended path", () =>
    Effect.gen(function* () {
      for (const name of [
        "../../admin",
        "..\\..\\admin",
        "a?b=c",
        "a#b",
        "%2e%2e",
        "%2F..",
        ";x=y",
        "a\r\nHost: b",
        "\u0000",
        "é/",
        "\ud800",
        "..;",
      ]) {
        const source = imported(withOperation({}, {}, "/files/{name}/of/{owner}.json"))
        yield* source.ask("thing.ask", { name, owner: ".." })
        const { pathname, search } = new URL(source.requests[0]?.path ?? "", "https://api.example.com")
        assert.strictEqual(search, "")
        assert.match(pathname, /^\/v1\/files\/[^/]+\/of\/\.\.\.json$/, name)
        assert.strictEqual(decodeURIComponent(pathname.split("/")[3] ?? ""), name.toWellFormed())
      }
    }),
  )

  it("an input never breaks out of its header", () => {
    const source = imported(withOperation({ parameters: [{ name: "X-Kind", in: "header", schema: { type: "string" } }] }))
    assert.match(refused(source, "thing.ask", { "X-Kind": "a\r\nX-Other: b" }), /^thing\.X_Kind: .*printable/)
    assert.strictEqual(refused(source, "thing.ask", { "X-Kind": "a b" }), "fits")
    assert.match(refused(source, "thing.ask", { "X-Kind": "a".repeat(5_000) }), /too long/)
  })

  it("an input cannot make the address longer than the limit", () => {
    const source = imported(withOperation({ parameters: [{ name: "q", in: "query", schema: { type: "string" } }] }))
    assert.match(refused(source, "thing.ask", { q: "a".repeat(9_000) }), /address/)
  })

  it("an input is never a credential, a cookie or a header of the gateway", () => {
    const names = [
      "Authorization",
      "Cookie",
      "Host",
      "Connection",
      "X-Payment-Rail",
      "PAYMENT-SIGNATURE",
      "Idempotency-Key",
      "X-Api-Key",
      "Accept",
    ]
    const headers = names.map((name) => ({ name, in: "header", required: true, schema: { type: "string" } }))
    const queries = ["api_key", "access_token", "pass"].map((name) => ({ name, in: "query", required: true, schema: {} }))
    const cookie = { name: "session", in: "cookie", required: true, schema: {} }
    const secured = { components: { securitySchemes: { k: { type: "apiKey", in: "query", name: "PASS" } } } }
    const source = imported(withOperation({ parameters: [...headers, ...queries, cookie, { name: "q", in: "query" }] }, secured))
    assert.deepEqual(
      source.operation("thing.ask").input.map(({ native }) => native),
      ["q"],
    )
    for (const name of ["Authorization", "X-Payment-Rail", "session", "pass"])
      assert.isTrue(
        source.warnings.some((warning) => warning.includes(`parameter ${name} is not for a buyer`)),
        name,
      )
    assert.isTrue(source.warnings.some((warning) => warning.includes("credentials (k)")))
  })

  it("an input that its schema refuses is refused before anything is sent", () => {
    const source = imported(fixture("petshop-2.0.json"))
    assert.match(refused(source, "pet.getPet", { petId: "7" }), /^pet\.petId: /)
    assert.match(refused(source, "pet.getPet", {}), /^pet\.petId: /)
    assert.match(refused(source, "pet.renamePet", { petId: 1, name: "a", status: "lost" }), /^pet\.status: /)
    assert.match(refused(source, "pet.renamePet", { petId: 1 }), /^pet\.name: /)
    assert.match(refused(source, "order.placeOrder", { petId: 0 }), /^order\.petId: /)
    assert.match(refused(source, "order.placeOrder", { petId: 1, quantity: 0 }), /^order\.quantity: /)
    assert.match(refused(source, "order.placeOrder", { petId: 1, id: 4 }), /^id: /)
    assert.strictEqual(refused(source, "order.placeOrder", { petId: 1, gift: null }), "fits")
    const stations = imported(fixture("stations-3.1.json"))
    assert.match(refused(stations, "station.list", { near: [1] }), /^station\.near: /)
    assert.match(refused(stations, "station.list", { near: [1, 2], kind: "taf" }), /^station\.kind: /)
    assert.strictEqual(refused(stations, "station.list", { near: [1, 2.5], kind: null }), "fits")
  })

  it("an input may be null or of several types in every notation that a schema has for it", () => {
    const S = { type: "object", required: ["a"], properties: { a: { type: "string" } } }
    const fits = (schema: object, q: unknown) =>
      refused(
        imported(withOperation({ parameters: [{ name: "q", in: "query", schema }] }, { components: { schemas: { S } } })),
        "thing.ask",
        { q },
      )
    const ref = { $ref: "#/components/schemas/S" }
    assert.match(fits(ref, null), /^thing\.q: /)
    assert.match(fits({ ...ref, required: ["b"] }, { a: "x" }), /^thing\.q: /)
    assert.match(fits({ ...ref, required: ["b"] }, { b: "x" }), /^thing\.q: /)
    assert.strictEqual(fits({ ...ref, required: ["b"] }, { a: "x", b: "x" }), "fits")
    for (const schema of [{ ...ref, nullable: true }, { allOf: [ref], "x-nullable": true }, { anyOf: [ref, { type: "null" }] }]) {
      assert.strictEqual(fits(schema, null), "fits")
      assert.strictEqual(fits(schema, { a: "x" }), "fits")
      assert.match(fits(schema, {}), /^thing\.q: /)
    }
    const both = { anyOf: [{ type: "string" }, { type: "integer" }], oneOf: [{ type: "integer" }, { type: "number" }] }
    assert.strictEqual(fits(both, 3), "fits")
    for (const wrong of ["x", 2.5]) assert.match(fits(both, wrong), /^thing\.q: /)
  })

  it("an input is validated even if Effect has no codec for its schema", () => {
    const schema = { type: "object", required: ["a"], not: { type: "array" }, properties: { a: { enum: [{ b: 1 }, 2] } } }
    const source = imported(withOperation({ parameters: [{ name: "q", in: "query", schema }] }))
    assert.match(refused(source, "thing.ask", { q: {} }), /^thing\.q: .*lacks the member "a"/)
    assert.match(refused(source, "thing.ask", { q: { a: 3 } }), /^thing\.q: .*\/a must be one of/)
    assert.strictEqual(refused(source, "thing.ask", { q: { a: { b: 1 } } }), "fits")
  })
})
