import { assert, describe, it } from "@effect/vitest"
import { Effect, Queue } from "effect"
import { answering, client, exchange, failure, unreachable, testOrigin, to } from "./testOrigin.ts"

const whole = "HTTP/1.1 200 OK\r\nContent-Length: 4\r\n\r\nfour"
const brokeOff = "source_error: The origin did not complete its answer."
const notHttp = "source_error: The origin answered with something that is not valid HTTP."
const silent = "source_error: The origin closed the connection without an answer."
const late = "source_timeout: The origin did not answer within 0.3 s."
const large = "source_error: The origin answered with more than 1000 bytes."

/** The behaviour of an origin, and the failure that the buyer gets. */
const ends: ReadonlyArray<readonly [name: string, does: Parameters<typeof testOrigin>[0], hears: string]> = [
  ["resets before its answer", (socket) => socket.resetAndDestroy(), silent],
  ["closes before its answer", (socket) => socket.end(), silent],
  ["only sends a 1xx response", (socket) => socket.end("HTTP/1.1 103 Early Hints\r\nLink: </a>\r\n\r\n"), silent],
  ["resets within its headers", (socket) => socket.write("HTTP/1.1 200 OK\r\nX-A", () => socket.resetAndDestroy()), silent],
  ["closes within its headers", (socket) => socket.end("HTTP/1.1 200 OK\r\nX-A"), silent],
  ["closes within a body of known length", (socket) => socket.end("HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\nfour"), brokeOff],
  [
    "closes within a body of known length after Connection: close",
    (socket) => socket.end(closing("Content-Length: 9\r\n\r\nfour")),
    brokeOff,
  ],
  ["resets within a body of known length", (socket) => reset(socket, "HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\nfour"), brokeOff],
  ["resets within a body that ends with the connection", (socket) => reset(socket, closing("\r\nfour")), brokeOff],
  ["closes within chunks", (socket) => socket.end("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n4\r\nfour\r\n"), brokeOff],
  [
    "closes within chunks after Connection: close",
    (socket) => socket.end(closing("Transfer-Encoding: chunked\r\n\r\n4\r\nfour\r\n")),
    brokeOff,
  ],
  ["sends garbage", (socket) => socket.write("\0\x01\x02 not at all\r\n\r\n"), notHttp],
  ["speaks another protocol", (socket) => socket.write("220 mail.example ESMTP\r\n"), notHttp],
  ["sends a status without a number", (socket) => socket.write("HTTP/1.1 OK\r\n\r\n"), notHttp],
  ["sends a header with a forbidden name", (socket) => socket.write("HTTP/1.1 200 OK\r\nX A: b\r\n\r\n"), notHttp],
  ["folds a header", (socket) => socket.write("HTTP/1.1 200 OK\r\nX-A: b\r\n c\r\nContent-Length: 0\r\n\r\n"), notHttp],
  ["declares two lengths", (socket) => socket.write(`HTTP/1.1 200 OK\r\nContent-Length: 4\r\nContent-Length: 5\r\n\r\nfour`), notHttp],
  [
    "declares a length and chunks",
    (socket) => socket.write("HTTP/1.1 200 OK\r\nContent-Length: 4\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n"),
    notHttp,
  ],
  ["declares a negative length", (socket) => socket.write("HTTP/1.1 200 OK\r\nContent-Length: -4\r\n\r\nfour"), notHttp],
  [
    "sends a chunk whose length is not a number",
    (socket) => socket.write("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\nfour\r\n"),
    brokeOff,
  ],
  [
    "sends a chunk longer than its declared length",
    (socket) => socket.write("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n2\r\nfour\r\n0\r\n\r\n"),
    brokeOff,
  ],
  ["declares too much", (socket) => socket.write("HTTP/1.1 200 OK\r\nContent-Length: 1001\r\n\r\n"), large],
  [
    "sends too much in chunks",
    (socket) => socket.write(`HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n3e9\r\n${"a".repeat(1_001)}`),
    large,
  ],
  ["sends too much in a body that ends with the connection", (socket) => socket.write(closing(`\r\n${"a".repeat(1_001)}`)), large],
  [
    "changes the protocol without a request",
    (socket) => socket.write("HTTP/1.1 101 Go\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n"),
    silent,
  ],
]

const closing = (rest: string) => `HTTP/1.1 200 OK\r\nConnection: close\r\n${rest}`

/** Once the bytes have been read by the other side, so that the reset does not overtake them. */
const reset = (socket: Parameters<Parameters<typeof testOrigin>[0]>[0], text: string) => {
  socket.write(text, () => setTimeout(() => socket.resetAndDestroy(), 50))
}

describe("faulty origins", () => {
  for (const [name, does, hears] of ends) {
    it.effect(`an origin that ${name} fails the request and leaves no connection open`, () =>
      Effect.gen(function* () {
        const origin = yield* testOrigin(does)
        assert.strictEqual(yield* failure(exchange(to(origin))), hears)
        // Nothing of it is left open.
        yield* Queue.take(origin.closed)
        assert.deepEqual([origin.connections(), origin.open()], [1, 0])
      }).pipe(Effect.provide(client())),
    )
  }

  const stalls: ReadonlyArray<readonly [name: string, said: string]> = [
    ["sends nothing", ""],
    ["stops within its headers", "HTTP/1.1 200 OK\r\nX-A: b\r\n"],
    ["stops within its body", "HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\nfour"],
    ["stops within chunks", "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n4\r\nfour\r\n"],
    ["only sends 1xx responses", "HTTP/1.1 103 Early Hints\r\nLink: </a>\r\n\r\n"],
  ]
  for (const [name, reply] of stalls) {
    it.effect(`a request to an origin that ${name} is cancelled at its deadline`, () =>
      Effect.gen(function* () {
        const origin = yield* testOrigin(answering(reply))
        assert.strictEqual(yield* failure(exchange(to(origin, { deadlineMs: 300 }))), late)
        yield* Queue.take(origin.closed)
        assert.strictEqual(origin.open(), 0)
      }).pipe(Effect.provide(client())),
    )
  }

  it.effect("an origin that never ends its headers is cut off", () =>
    Effect.gen(function* () {
      const origin = yield* testOrigin((socket) => {
        socket.write("HTTP/1.1 200 OK\r\n")
        const more = () => void (socket.writable && socket.write(`X-A: ${"a".repeat(1_000)}\r\n`, more))
        more()
      })
      assert.strictEqual(yield* failure(exchange(to(origin))), "source_error: The origin answered with too many headers.")
      yield* Queue.take(origin.closed)
    }).pipe(Effect.provide(client())),
  )

  it.effect("an origin that sends more than it declares is read up to the declared length, and its connection is not used again", () =>
    Effect.gen(function* () {
      const origin = yield* testOrigin((socket, _request, nth) => {
        socket.write(nth === 0 ? `${whole}HTTP/1.1 200 OK\r\nContent-Length: 6\r\n\r\nforged` : whole)
      })
      const first = yield* exchange(to(origin))
      const second = yield* exchange(to(origin))
      assert.deepEqual(
        [first, second].map(({ body }) => Buffer.from(body).toString()),
        ["four", "four"],
      )
      assert.strictEqual(origin.connections(), 2)
    }).pipe(Effect.provide(client())),
  )

  it.effect("the failure of an unreachable origin does not reveal inner addresses", () =>
    Effect.gen(function* () {
      const messages = yield* Effect.forEach([to(unreachable), to({ origin: "http://inner.service:1" })], (request) =>
        failure(exchange(request)),
      )
      assert.deepEqual(
        messages,
        Array.from({ length: 2 }, () => "source_unavailable: The origin could not be reached."),
      )
    }).pipe(Effect.provide(client({}, () => Promise.resolve(["127.0.0.1"])))),
  )
})
