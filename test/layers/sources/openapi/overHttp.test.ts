import { createServer } from "node:http"
import { assert, layer } from "@effect/vitest"
import { Effect, Layer, Result } from "effect"
import { SourceCompiler } from "../../../../domain/catalogue/ImportedSource.ts"
import { resolveInput } from "../../../../domain/catalogue/resolveInput.ts"
import { Origins } from "../../../../layers/origin/Origins.ts"
import { OpenApiCompiler } from "../../../../layers/sources/openapi/compileSource.ts"
import { fixture } from "./imported.ts"

/** A pet shop server that answers with the request that it got and runs until the test ends. */
const shop = Effect.acquireRelease(
  Effect.callback<{ readonly url: string; readonly close: () => void }>((resume) => {
    const server = createServer((request, response) => {
      let body = ""
      request.on("data", (piece) => (body += piece))
      request.on("end", () => {
        const url = new URL(request.url ?? "", "http://shop")
        const exists = url.pathname.startsWith("/v2/")
        const answer = { id: 1, name: `${request.method} ${request.url}`, headers: request.headers, body }
        response.writeHead(exists ? 200 : 404, { "content-type": "application/json; charset=utf-8" })
        response.end(
          JSON.stringify(
            url.pathname === "/v2/pets/2"
              ? { name: "no id" }
              : url.pathname === "/v2/pets/3"
                ? { ...answer, body: "x".repeat(3_000) }
                : exists
                  ? { ...answer, petId: 1 }
                  : { message: "No such path" },
          ),
        )
      })
    })
    server.listen(0, "127.0.0.1", () => {
      const place = server.address()
      const port = typeof place === "object" ? place?.port : 0
      resume(Effect.succeed({ url: `http://127.0.0.1:${port}`, close: () => server.close() }))
    })
  }),
  ({ close }) => Effect.sync(close),
)

const compile = Effect.fnUntraced(function* (origin: string, allowPrivate: boolean) {
  const compiler = yield* SourceCompiler
  return yield* compiler.compile({ id: "shop", origin, allowPrivate, document: fixture("petshop-2.0.json") })
})

const ask = Effect.fnUntraced(function* (origin: string, id: string, body: Record<string, unknown>) {
  const { source } = yield* compile(origin, true)
  const operation = source.operations.find((one) => one.id === id)
  if (operation === undefined) return yield* Effect.die(id)
  const { values, variant } = yield* Effect.fromResult(resolveInput(operation, body))
  return yield* Effect.result(variant.run(values, 10))
})

const compiler = OpenApiCompiler({ deadlineMs: 5_000, maxBytes: 2_000 }).pipe(Layer.provide(Origins.layer()))

layer(compiler)("an imported operation over HTTP", (it) => {
  it.effect("an imported operation calls its server and delivers the answer", () =>
    Effect.gen(function* () {
      const { url } = yield* shop
      const got = Result.getOrThrow(yield* ask(`${url}/v2`, "pet.getPet", { petId: 1 }))
      const posted = Result.getOrThrow(yield* ask(`${url}/v2`, "order.placeOrder", { petId: 4, quantity: 2 }))
      assert.include(got.data as object, { name: "GET /v2/pets/1", body: "" })
      assert.include(posted.data as object, { name: "POST /v2/orders", body: '{"petId":4,"quantity":2}' })
      assert.include(JSON.stringify(posted.data), '"content-type":"application/json"')
    }),
  )

  it.effect("an imported operation reports a refusal, an invalid answer and a too large answer as different failures", () =>
    Effect.gen(function* () {
      const { url } = yield* shop
      const failed = (address: string, petId: number) =>
        Effect.map(ask(address, "pet.getPet", { petId }), (result) =>
          Result.match(result, { onFailure: ({ code, message }) => `${code}: ${message}`, onSuccess: () => "delivered" }),
        )
      assert.strictEqual(yield* failed(`${url}/v3`, 1), "source_error: The source answered 404: No such path.")
      assert.include(yield* failed(`${url}/v2`, 2), 'the document lacks the member "id"')
      assert.match(yield* failed(`${url}/v2`, 3), /^source_error: .*more than 2000 bytes/)
    }),
  )

  it.effect("an imported operation is not offered if its address may not be called", () =>
    Effect.gen(function* () {
      const { url } = yield* shop
      for (const origin of [url, "https://169.254.169.254/latest", "http://api.example.com", "https://a:b@api.example.com", "nonsense"])
        assert.match((yield* Effect.flip(compile(origin, false))).message, /^The API's address must /, origin)
      const { source, warnings } = yield* compile("https://api.example.com/v2", false)
      assert.lengthOf(source.operations, 4)
      assert.match(warnings.join(), /picture is skipped: its request body is multipart/)
    }),
  )
})
