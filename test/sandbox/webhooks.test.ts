import { expect, layer } from "@effect/vitest"
import { Context, Effect, Layer } from "effect"
import { createServer } from "node:http"
import { portOf } from "../../src/sandbox/loopback.ts"
import { ask, freshOrigin } from "./originHarness.ts"

interface Received {
  readonly path: string
  readonly event: string | undefined
  readonly id: string | undefined
  readonly text: string
}

class Origin extends Context.Service<Origin, { readonly url: string; readonly receiver: string; readonly received: Array<Received> }>()(
  "farthing/test/sandbox/WebhooksOrigin",
) {}

/** The origin, and a server on loopback that answers as the last segment of its path says. */
const origin = Layer.effect(
  Origin,
  Effect.gen(function* () {
    const received: Array<Received> = []
    const receiver = yield* Effect.acquireRelease(
      Effect.callback<ReturnType<typeof createServer>>((resume) => {
        const server = createServer((request, response) => {
          let text = ""
          request.setEncoding("utf8").on("data", (piece: string) => (text += piece))
          request.on("end", () => {
            const { "x-webhook-event": event, "x-webhook-id": id } = request.headers
            received.push({ path: request.url ?? "", event: String(event), id: String(id), text })
            response.writeHead(Number(request.url?.split("/").at(-1)), { location: "/redirected/200" }).end("thanks")
          })
        })
        server.listen(0, "127.0.0.1", () => resume(Effect.succeed(server)))
      }),
      (server) => Effect.sync(() => (server.closeAllConnections(), server.close())),
    )
    return { url: (yield* freshOrigin("webhook-service")).origin.baseUrl, receiver: `http://127.0.0.1:${portOf(receiver)}`, received }
  }),
)

layer(origin, { excludeTestServices: true })("the Webhook Service", (it) => {
  it.effect.each([
    ["/a/200", "delivered", 200],
    ["/a/302", "failed", 302],
    ["/a/500", "failed", 500],
  ] as const)("a webhook to %s is %s", ([path, status, response_status]) =>
    Effect.gen(function* () {
      const { receiver, received, url } = yield* Origin
      received.length = 0
      const payload = { n: 1, text: "ä", none: null }
      const reply = yield* ask(url, "POST /notify", { body: { url: `${receiver}${path}`, event: "order.paid", payload } })
      expect(reply).toMatchObject({ status: 200, body: { status, response_status, event: "order.paid", payload, batch_id: null } })
      expect(received).toEqual([{ path, event: "order.paid", id: reply.body["id"], text: JSON.stringify(payload) }])
    }),
  )

  it.effect.each(["https://example.com/hook", "http://10.0.0.1/", "http://[::2]/", "http://localhost.example.com/"])(
    "a webhook to %s is recorded and not sent",
    (to) =>
      Effect.gen(function* () {
        const reply = yield* ask((yield* Origin).url, "POST /notify", { body: { url: to, payload: "text" } })
        expect(reply).toMatchObject({ status: 200, body: { status: "recorded", response_status: null, event: "notify", duration_ms: 0 } })
      }),
  )

  it.effect.each([
    [{ payload: 1 }, 400, "invalid_request"],
    [{ url: "http://127.0.0.1/" }, 400, "invalid_request"],
    [{ url: "http://127.0.0.1/", payload: 1, more: 1 }, 400, "invalid_request"],
    [{ url: "nowhere", payload: 1 }, 422, "invalid_url"],
    [{ url: "file:///etc/passwd", payload: 1 }, 422, "invalid_url"],
    [{ url: "http://me:secret@127.0.0.1/", payload: 1 }, 422, "invalid_url"],
  ] as const)("the request %j is refused with %i %s", ([body, status, code]) =>
    Effect.gen(function* () {
      expect(yield* ask((yield* Origin).url, "POST /notify", { body })).toMatchObject({ status, body: { error: { code } } })
    }),
  )

  it.effect("a batch is answered in its own order, and one bad address stops the whole batch", () =>
    Effect.gen(function* () {
      const { receiver, received, url } = yield* Origin
      received.length = 0
      const to = ["/b/200", "/b/500", "/b/201"].map((path, i) => ({ url: `${receiver}${path}`, payload: i }))
      const notifications = [...to, { url: "https://example.com/", payload: 3 }]
      const reply = yield* ask(url, "POST /batch-notify", { body: { notifications } })
      expect(reply).toMatchObject({ status: 200, body: { total: 4, delivered: 2, failed: 1, recorded: 1 } })
      expect(reply.body["results"]).toMatchObject([
        { status: "delivered", payload: 0, batch_id: reply.body["id"] },
        { status: "failed", payload: 1 },
        { status: "delivered", payload: 2 },
        { status: "recorded", payload: 3 },
      ])
      expect(received.length).toBe(3)
      const refused = yield* ask(url, "POST /batch-notify", { body: { notifications: [...to, { url: "nowhere", payload: 1 }] } })
      expect([refused.status, received.length]).toEqual([422, 3])
      for (const wrong of [[], Array.from({ length: 101 }, () => to[0])]) {
        expect((yield* ask(url, "POST /batch-notify", { body: { notifications: wrong } })).status).toBe(400)
      }
    }),
  )

  it.effect("a webhook to a closed port fails, and the status counts it", () =>
    Effect.gen(function* () {
      const { url } = yield* Origin
      const before = (yield* ask(url, "GET /status")).body["last_24_hours"]! as Record<string, number>
      const reply = yield* ask(url, "POST /notify", { body: { url: "http://127.0.0.1:1/", payload: 1 } })
      expect(reply.body).toMatchObject({ status: "failed", response_status: null })
      const { body, status } = yield* ask(url, "GET /status")
      expect([status, body]).toMatchObject([200, { status: "operational", last_24_hours: { ...before, failed: before["failed"]! + 1 } }])
    }),
  )
})
