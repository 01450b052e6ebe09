import { assert, describe, it } from "@effect/vitest"
import { Effect, Fiber, Layer, Queue } from "effect"
import { TestClock } from "effect/testing"
import { type Webhook, WebhookSender } from "../../../domain/WebhookSender.ts"
import { Resolver } from "../../../layers/origin/Resolver.ts"
import { webhookSender, webhookSenderNoDeps } from "../../../layers/webhooks/webhookSender.ts"
import { ok, testOrigin, unreachable } from "../origin/testOrigin.ts"

const sandbox = webhookSender({ allowLoopback: true })
const body = Buffer.from('{"id":"evt_1","event":"payment.paid"}')
const event = (url: string): Webhook => ({ url, headers: [["x-service-event", "payment.paid"]], body })
const send = (url: string) => Effect.flatMap(WebhookSender, (sender) => sender.send(event(url)))

describe("the sender of webhooks", () => {
  it.effect("it posts headers and body as they are to path and query of the URL, each event over a connection of its own", () =>
    Effect.gen(function* () {
      const receiver = yield* testOrigin((socket) => socket.write(ok))
      const first = yield* send(`${receiver.origin}/hooks/?shop=1&b=%20`)
      yield* send(receiver.origin)
      const last = yield* send(`http://localhost:${receiver.port}`)
      assert.deepEqual([first, last], [
        { _tag: "Delivered", status: 200 },
        { _tag: "Delivered", status: 200 },
      ] as const)
      const text = yield* Queue.take(receiver.requests)
      assert.match(text, /^POST \/hooks\/\?shop=1&b=%20 HTTP\/1\.1\r\n/)
      assert.match(text, /\r\nx-service-event: payment\.paid\r\n/)
      assert.isTrue(text.endsWith(`\r\n\r\n${body.toString()}`))
      assert.match(yield* Queue.take(receiver.requests), /^POST \/ HTTP\/1\.1\r\n/)
      yield* Queue.takeN(receiver.closed, 3)
      assert.deepEqual([receiver.connections(), receiver.open()], [3, 0])
    }).pipe(Effect.provide(sandbox)),
  )

  const answers: ReadonlyArray<readonly [answer: string, result: object]> = [
    ["HTTP/1.1 204 No Content\r\n\r\n", { _tag: "Delivered", status: 204 }],
    ["HTTP/1.1 500 Oops\r\nContent-Length: 0\r\n\r\n", { _tag: "Refused", status: 500 }],
    ["HTTP/1.1 410 Gone\r\nContent-Length: 0\r\n\r\n", { _tag: "Refused", status: 410 }],
    ["HTTP/1.1 302 Found\r\nLocation: /elsewhere\r\nContent-Length: 0\r\n\r\n", { _tag: "Refused", status: 302 }],
    [`HTTP/1.1 200 OK\r\nContent-Length: 9000000\r\n\r\n${"a".repeat(100_000)}`, { _tag: "Delivered", status: 200 }],
    ["220 mail.example ESMTP\r\n", { _tag: "Unknown", reason: "The receiver answered with something that is not valid HTTP." }],
  ]
  for (const [answer, result] of answers) {
    it.effect(`an answer that begins with "${answer.slice(0, 20).trim()}" is ${JSON.stringify(result)}, after one request`, () =>
      Effect.gen(function* () {
        const receiver = yield* testOrigin((socket) => socket.write(answer))
        assert.deepEqual<object>(yield* send(receiver.origin), result)
        yield* Queue.take(receiver.closed)
        assert.deepEqual([receiver.connections(), yield* Queue.size(receiver.requests)], [1, 1])
      }).pipe(Effect.provide(sandbox)),
    )
  }

  it.effect("a receiver that resets the connection may have read the event, and one that cannot be reached has not", () =>
    Effect.gen(function* () {
      const receiver = yield* testOrigin((socket) => socket.resetAndDestroy())
      const unknown = { _tag: "Unknown", reason: "The receiver closed the connection without an answer." } as const
      assert.deepEqual(yield* send(receiver.origin), unknown)
      assert.strictEqual(receiver.connections(), 1)
      assert.deepEqual(yield* send(unreachable.origin), { _tag: "NotSent", reason: "The receiver could not be reached." })
    }).pipe(Effect.provide(sandbox)),
  )

  it.effect("a receiver that stalls before its answer is given up after five seconds, and the connection is closed", () =>
    Effect.gen(function* () {
      const receiver = yield* testOrigin(() => undefined)
      const call = yield* Effect.forkChild(send(receiver.origin))
      yield* Queue.take(receiver.requests)
      yield* TestClock.adjust("5 seconds")
      assert.deepEqual(yield* Fiber.join(call), { _tag: "Unknown", reason: "The receiver did not answer within 5 s." })
      yield* Queue.take(receiver.closed)
    }).pipe(Effect.provide(sandbox)),
  )

  it.effect("a receiver that stalls within its body has the event: it ends after five seconds with the status", () =>
    Effect.gen(function* () {
      const receiver = yield* testOrigin((socket) => socket.write("HTTP/1.1 202 Accepted\r\nContent-Length: 9\r\n\r\nfour"))
      const call = yield* Effect.forkChild(send(receiver.origin))
      yield* Queue.take(receiver.requests)
      // The timer of the body begins with the headers, and no event of the test shows that they were read.
      yield* Effect.repeat(TestClock.adjust("1 second"), { until: () => call.pollUnsafe() !== undefined })
      assert.deepEqual(yield* Fiber.join(call), { _tag: "Delivered", status: 202 })
      yield* Queue.take(receiver.closed)
    }).pipe(Effect.provide(sandbox)),
  )

  it.effect("a receiver gets each event, however many of those before it failed", () =>
    Effect.gen(function* () {
      const receiver = yield* testOrigin((socket, _request, nth) => (nth < 12 ? socket.resetAndDestroy() : socket.write(ok)))
      const results = yield* Effect.forEach(Array.from({ length: 13 }), () => send(receiver.origin))
      assert.deepEqual(results.map(({ _tag }) => _tag).slice(-2), ["Unknown", "Delivered"])
    }).pipe(Effect.provide(sandbox)),
  )

  it.effect("a public name that resolves to a private address gets nothing, in the sandbox too", () =>
    Effect.gen(function* () {
      const receiver = yield* testOrigin((socket) => socket.write(ok))
      for (const allowLoopback of [true, false]) {
        const result = yield* send(`https://hooks.example.com:${receiver.port}/in`).pipe(
          Effect.provide(
            Layer.provide(
              webhookSenderNoDeps({ allowLoopback }),
              Layer.succeed(Resolver, () => Promise.resolve(["127.0.0.1"])),
            ),
          ),
        )
        assert.deepEqual(result, { _tag: "NotSent", reason: "The receiver is not at a public address." })
      }
      assert.strictEqual(receiver.connections(), 0)
    }),
  )

  it.effect("outside a sandbox a URL stored earlier with plain HTTP is not posted to", () =>
    Effect.gen(function* () {
      const receiver = yield* testOrigin((socket) => socket.write(ok))
      const result = yield* send(receiver.origin)
      assert.deepEqual(result, { _tag: "NotSent", reason: "The URL must not be at a private address." })
      assert.strictEqual(receiver.connections(), 0)
    }).pipe(Effect.provide(webhookSender({ allowLoopback: false }))),
  )
})

describe("the URL of a webhook", () => {
  const problems = (allowLoopback: boolean, urls: ReadonlyArray<string>) =>
    Effect.provide(
      Effect.map(WebhookSender, ({ urlProblem }) => urls.map(urlProblem)),
      webhookSender({ allowLoopback }),
    )

  it.effect("it is https to a public host, with any query, and in a sandbox also plain HTTP to the same machine", () =>
    Effect.gen(function* () {
      const always = ["https://shop.example.com/hooks?token=a/b", "https://shop.example.com:8443"]
      const local = ["http://127.0.0.1:9000/in?x=1", "http://localhost:9000", "http://[::1]:9000/", "https://localhost/"]
      assert.deepEqual(
        yield* problems(true, [...always, ...local]),
        [...always, ...local].map(() => undefined),
      )
      assert.deepEqual(yield* problems(false, always), [undefined, undefined])
      assert.isTrue((yield* problems(false, local)).every((problem) => problem !== undefined))
    }),
  )

  it.effect("other URLs are refused with the rule that they break", () =>
    Effect.gen(function* () {
      const wrong: ReadonlyArray<readonly [url: string, problem: string]> = [
        ["shop.example.com/hooks", "must begin with https:// and a host name"],
        ["http://shop.example.com/", "must use https"],
        ["https://10.0.0.1/", "must not be at a private address"],
        ["http://169.254.169.254/latest", "must not be at a private address"],
        ["https://shop/", "must have a public host name"],
        ["https://ada:secret@shop.example.com/", "must not contain a user name"],
        ["https://shop.example.com/#x", "must not contain a fragment"],
        ["https://shop.example.com/?a= b", "must not contain spaces, quotes, angle brackets, backslashes or invisible characters"],
        ['https://"shop.example.com"/', "must not contain spaces, quotes, angle brackets, backslashes or invisible characters"],
        ["https://'shop.example.com'/", "must have a host name of letters, digits, hyphens and dots"],
        ["https:shop.example.com", "must begin with https:// and a host name"],
        [`https://shop.example.com/?${"a".repeat(2_048)}`, "must be at most 2048 characters"],
      ]
      const urls = wrong.map(([url]) => url)
      assert.deepEqual(
        yield* problems(true, urls),
        wrong.map(([, problem]) => problem),
      )
    }),
  )
})
