import { expect, layer } from "@effect/vitest"
import { Deferred, Effect, Fiber, Queue } from "effect"
import type { IncomingMessage } from "node:http"
import { newBuyer } from "../../support/gateway.ts"
import { expectCleanAudit, creditsPosition } from "../../support/ledger/assertions.ts"
import { listingAt } from "../../support/relay/fixture.ts"
import { sendRaw, summaryOf } from "../../support/relay/rawClient.ts"
import { relayGateway } from "../../support/relay/gateway.ts"
import { type OriginBehavior, listAll } from "../../support/relay/expectations.ts"
import { testOrigin } from "../../layers/origin/testOrigin.ts"

const ok = "HTTP/1.1 200 OK\r\n"
const chunked = `${ok}Transfer-Encoding: chunked\r\n\r\n`

type Socket = Parameters<OriginBehavior>[0]
interface Break {
  readonly text: string
  readonly after: (socket: Socket) => void
}
const then = (text: string, after: Break["after"]): Break => ({ text, after })

/** What an origin does after its headers and the first bytes were sent on and the buyer has them. */
const breaks: ReadonlyArray<readonly [name: string, does: Break]> = [
  ["resets within a known length", then(`${ok}Content-Length: 100\r\n\r\nhalf`, (socket) => socket.resetAndDestroy())],
  ["closes within a known length", then(`${ok}Content-Length: 100\r\n\r\nhalf`, (socket) => socket.end())],
  ["resets within chunks", then(`${chunked}4\r\nhalf\r\n`, (socket) => socket.resetAndDestroy())],
  ["closes within chunks", then(`${chunked}4\r\nhalf\r\n`, (socket) => socket.end())],
  ["resets what only the end ends", then(`${ok}Connection: close\r\n\r\nhalf`, (socket) => socket.resetAndDestroy())],
  ["sends nonsense for a chunk", then(`${chunked}4\r\nhalf\r\n`, (socket) => socket.write("zz\r\n"))],
  ["is silent for too long", then(`${chunked}4\r\nhalf\r\n`, () => undefined)],
]

const health = (slug: string) => ({ path: `/${slug}/health` })

layer(relayGateway({ origins: { idleMs: 5_000 } }), { excludeTestServices: true })("a free endpoint", (it) => {
  it.effect("a streamed answer breaks off where its origin breaks off, and never ends cleanly", () =>
    Effect.gen(function* () {
      const sockets: Array<Socket> = []
      const origins = yield* Effect.forEach(breaks, ([, { text }], i) => testOrigin((socket) => void (sockets[i] = socket).write(text)))
      yield* listAll(origins.map(({ origin }, i) => listingAt(origin, { slug: `breaks-${i}` })))
      const { organisation, secret } = yield* newBuyer()
      const heard = breaks.map(([, { after }], i) => ({ ...health(`breaks-${i}`), onPiece: () => after(sockets[i]!) }))
      const answers = yield* Effect.forEach(heard, (asking) => sendRaw(secret, asking), { concurrency: "unbounded" })
      expect(answers.map(({ bytes, status, whole }, i) => [breaks[i]![0], status, bytes.toString(), whole])).toEqual(
        breaks.map(([name]) => [name, 200, "half", false]),
      )
      yield* Effect.forEach(origins, ({ closed }) => Queue.take(closed))
      expect(origins.map(({ open }) => open())).toEqual(breaks.map(() => 0))
      expect(yield* creditsPosition(organisation)).toMatchObject({ posted: 25_000_000, held: 0, captured: 0, released: 0 })
    }),
  )

  it.effect("a streamed answer may be larger than a paid one", () =>
    Effect.gen(function* () {
      const large = "a".repeat(100_000)
      const origin = yield* testOrigin((socket) => void socket.end(`${ok}Content-Length: ${large.length}\r\n\r\n${large}`))
      yield* listAll([listingAt(origin.origin, { slug: "large", maxAnswerBytes: 1_000 })])
      const { secret } = yield* newBuyer()
      const { bytes, status, whole } = yield* sendRaw(secret, health("large"))
      expect([status, bytes.length, whole]).toEqual([200, large.length, true])
    }),
  )

  it.effect("an origin that fails before its headers is answered in the envelope, and moves no money", () =>
    Effect.gen(function* () {
      const does: ReadonlyArray<readonly [OriginBehavior, number, string]> = [
        [(socket) => socket.resetAndDestroy(), 502, "source_error"],
        [(socket) => void socket.write("nothing of HTTP\r\n\r\n"), 502, "source_error"],
        [(socket) => void socket.write("HTTP/1.1 999 Odd\r\nContent-Length: 0\r\n\r\n"), 502, "source_error"],
      ]
      const origins = yield* Effect.forEach(does, ([how]) => testOrigin(how))
      yield* listAll(origins.map(({ origin }, i) => listingAt(origin, { slug: `fails-${i}` })))
      const { secret } = yield* newBuyer()
      for (const [i, [, status, code]] of does.entries()) {
        expect([i, ...summaryOf(yield* sendRaw(secret, health(`fails-${i}`)))]).toEqual([i, status, code, "none"])
      }
    }),
  )

  it.effect("a streamed answer whose buyer disconnects closes the connection to its origin", () =>
    Effect.gen(function* () {
      const origin = yield* testOrigin((socket) => {
        socket.write(`${chunked}4\r\nfour\r\n`)
        const more = setInterval(() => socket.write("4\r\nmore\r\n"), 20)
        socket.on("close", () => clearInterval(more))
      })
      yield* listAll([listingAt(origin.origin, { slug: "endless" })])
      const { secret } = yield* newBuyer()
      const heard = Deferred.makeUnsafe<void>()
      const reading = sendRaw(secret, { ...health("endless"), onPiece: () => Deferred.doneUnsafe(heard, Effect.void) })
      const buyer = yield* Effect.forkChild(reading)
      yield* Deferred.await(heard)
      expect([origin.connections(), origin.open()]).toEqual([1, 1])
      yield* Fiber.interrupt(buyer)
      yield* Queue.take(origin.closed)
      expect(origin.open()).toBe(0)
      yield* expectCleanAudit
    }),
  )

  it.effect("a free call whose buyer disconnects before the answer closes the connection to its origin", () =>
    Effect.gen(function* () {
      const origin = yield* testOrigin(() => undefined)
      yield* listAll([listingAt(origin.origin, { slug: "silent" })])
      const { secret } = yield* newBuyer()
      const buyer = yield* Effect.forkChild(sendRaw(secret, health("silent")))
      yield* Queue.take(origin.requests)
      yield* Fiber.interrupt(buyer)
      yield* Queue.take(origin.closed)
      expect(origin.open()).toBe(0)
    }),
  )

  it.effect("a streamed answer counts as an executing request until it ends, and its place is free afterwards", () =>
    Effect.gen(function* () {
      const sockets: Array<Socket> = []
      const origin = yield* testOrigin((socket) => {
        sockets.push(socket)
        socket.write(`${chunked}4\r\nfour\r\n`)
      })
      yield* listAll([listingAt(origin.origin, { slug: "held" })])
      const { secret } = yield* newBuyer({ concurrency: 1 })
      const heard = Deferred.makeUnsafe<void>()
      const first = yield* Effect.forkChild(sendRaw(secret, { ...health("held"), onPiece: () => Deferred.doneUnsafe(heard, Effect.void) }))
      yield* Deferred.await(heard)
      expect(summaryOf(yield* sendRaw(secret, health("held")))).toEqual([429, "rate_limit_exceeded", "none"])
      sockets[0]!.write("0\r\n\r\n")
      expect((yield* Fiber.join(first)).whole).toBe(true)
      const next = yield* Effect.forkChild(sendRaw(secret, { ...health("held"), onPiece: () => sockets[1]!.write("0\r\n\r\n") }))
      expect((yield* Fiber.join(next)).status).toBe(200)
    }),
  )

  it.effect("a streamed answer is read from its origin no faster than its buyer reads", () =>
    Effect.gen(function* () {
      const total = 64 * 1024 * 1024
      let sent = 0
      const origin = yield* testOrigin((socket) => {
        socket.write(`${ok}Content-Length: ${total}\r\n\r\n`)
        const piece = "a".repeat(64 * 1024)
        const more = () => {
          while (sent < total && socket.writable && socket.write(piece)) sent += piece.length
          if (sent < total) socket.once("drain", more)
        }
        more()
      })
      yield* listAll([listingAt(origin.origin, { slug: "large", maxAnswerBytes: total })])
      const { secret } = yield* newBuyer()
      const held = Deferred.makeUnsafe<void>()
      const pausing = (_: Buffer, answer: IncomingMessage) => {
        answer.pause()
        Deferred.doneUnsafe(held, Effect.void)
      }
      const buyer = yield* Effect.forkChild(sendRaw(secret, { ...health("large"), onPiece: pausing }))
      yield* Deferred.await(held)
      let before = -1
      const standsStill = Effect.sync(() => before === (before = sent))
      yield* Effect.repeat(Effect.delay(standsStill, "100 millis"), { until: (still) => still })
      expect(sent).toBeLessThan(total / 2)
      yield* Fiber.interrupt(buyer)
      yield* Queue.take(origin.closed)
    }),
  )
})
