import { expect, layer } from "@effect/vitest"
import { Duration, Effect } from "effect"
import { newBuyer } from "../../support/gateway.ts"
import { type RawClient, openClient, openSockets } from "../../support/hostile/wire.ts"
import { expectCleanAudit, creditsPosition } from "../../support/ledger/assertions.ts"
import { request, bodyOf, bytesOf, tableDigests, RefusalFixture, refusalFixture } from "../../support/refusals/fixture.ts"
import { prices } from "../../support/refusals/market.ts"
import { until } from "../../support/until.ts"

const patience = { headersMs: 2_000, requestMs: 3_500, checkMs: 50, silenceMs: 6_000, keepAliveMs: 1_500 }
/** In any case: the longest wait and what the machine needs. */
const boundMs = 30_000

const paid = (secret: string, token: string) => bytesOf({ secret, body: { token } }).toString("latin1")
const memory = () => process.memoryUsage().heapUsed + process.memoryUsage().external
const untilClosed = ({ isClosed }: RawClient) => Effect.map(Effect.timed(until(Effect.sync(isClosed))), ([took]) => Duration.toMillis(took))

interface Case {
  readonly named: string
  readonly acts: (client: RawClient, request: string) => void
  /** What it may hear before the end: nothing, or this; that it is late, where the gateway itself looked late. */
  readonly status?: number
}

/** None of these gives the gateway a whole request. */
const unfinished: ReadonlyArray<Case> = [
  { named: "connects and says nothing", acts: () => {}, status: 408 },
  { named: "says one line and no more", acts: ({ send: say }) => say("POST / HTTP/1.1\r\n"), status: 408 },
  { named: "drips its headers", acts: ({ drip }, request) => drip(request, 20), status: 408 },
  {
    named: "says all but the last line end of its headers",
    acts: ({ send: say }, request) => say(request.slice(0, request.indexOf("\r\n\r\n"))),
    status: 408,
  },
  {
    named: "says its headers and no body",
    acts: ({ send: say }, request) => say(request.slice(0, request.indexOf("\r\n\r\n") + 4)),
    status: 408,
  },
  {
    named: "drips its body",
    acts: ({ drip, send: say }, request) => {
      say(request.slice(0, request.indexOf("\r\n\r\n") + 4))
      drip(request.slice(request.indexOf("\r\n\r\n") + 4), 200)
    },
    status: 408,
  },
  {
    named: "drips chunks for ever",
    acts: ({ drip, send: say }, request) => {
      say(request.slice(0, request.indexOf("\r\n\r\n") + 4).replace(/Content-Length: \d+/, "Transfer-Encoding: chunked"))
      drip("1\r\n{\r\n".repeat(1_000), 5)
    },
    status: 408,
  },
  { named: "connects and says goodbye", acts: ({ socket }) => socket.end() },
  { named: "says goodbye within its headers", acts: ({ socket }, request) => socket.end(request.slice(0, 40)), status: 400 },
  { named: "says goodbye within its body", acts: ({ socket }, request) => socket.end(request.slice(0, -1)), status: 400 },
  { named: "breaks off within its body", acts: ({ send: say, socket }, request) => (say(request.slice(0, -1)), socket.resetAndDestroy()) },
]

layer(refusalFixture({}, patience), { excludeTestServices: true })("slow clients", (it) => {
  it.effect.each(unfinished)("a client that $named is gone in bounded time, and nothing was bought", ({ acts, status }) =>
    Effect.gen(function* () {
      const { port, served } = yield* RefusalFixture
      const { secret } = yield* newBuyer()
      const [before, sockets] = [yield* tableDigests, openSockets()]
      yield* Effect.scoped(
        Effect.gen(function* () {
          const client = yield* openClient(port)
          acts(client, paid(secret, "unfinished"))
          expect(yield* untilClosed(client)).toBeLessThan(boundMs)
          for (const received of client.statuses()) expect([status, 408]).toContain(received)
          if (status === 408) expect(client.statuses()).toEqual([408])
        }),
      )
      yield* until(Effect.sync(() => openSockets() <= sockets))
      expect(served).not.toContain("unfinished")
      expect(yield* tableDigests).toEqual(before)
    }),
  )

  it.effect("an idle connection is closed after its last answer", () =>
    Effect.gen(function* () {
      const { port } = yield* RefusalFixture
      const client = yield* openClient(port)
      client.send(bytesOf({ method: "GET", path: "/healthz" }))
      expect(yield* untilClosed(client)).toBeLessThan(boundMs)
      expect(client.statuses()).toEqual([200])
    }),
  )

  it.effect("a client that sends requests and never reads is disconnected, and its unread answers are dropped", () =>
    Effect.gen(function* () {
      const { port } = yield* RefusalFixture
      // Idle connections of earlier tests would end in between and be mistaken for the end of this connection.
      yield* until(Effect.sync(() => openSockets() === 0))
      const sockets = openSockets()
      yield* Effect.scoped(
        Effect.gen(function* () {
          const client = yield* openClient(port)
          yield* until(Effect.sync(() => openSockets() === sockets + 2))
          client.socket.pause()
          const kept = memory()
          client.send(bytesOf({ method: "GET", path: "/openapi.json" }).toString("latin1").repeat(2_000))
          // The client reads nothing: only the state of the gateway's end shows the close.
          let most = 0
          const ended = Effect.sync(() => {
            most = Math.max(most, memory() - kept)
            return openSockets() <= sockets + 1
          })
          const [took] = yield* Effect.timed(until(ended))
          expect(Duration.toMillis(took)).toBeGreaterThan(patience.headersMs / 2)
          expect(Duration.toMillis(took)).toBeLessThan(boundMs)
          expect(most).toBeLessThan(64 * 1024 * 1024)
        }),
      )
      yield* until(Effect.sync(() => openSockets() <= sockets))
      expect((yield* request({ method: "GET", path: "/healthz" })).status).toBe(200)
    }),
  )

  it.effect("a client that reads slowly receives the whole answer", () =>
    Effect.gen(function* () {
      const { port } = yield* RefusalFixture
      const client = yield* openClient(port)
      client.send(bytesOf({ method: "GET", path: "/openapi.json", headers: [["Connection", "close"]] }))
      const toggle = setInterval(() => (client.socket.isPaused() ? client.socket.resume() : client.socket.pause()), 20)
      yield* Effect.ensuring(
        untilClosed(client),
        Effect.sync(() => clearInterval(toggle)),
      )
      expect(client.statuses()).toEqual([200])
    }),
  )

  it.effect("a connection without any traffic is closed while its call runs, and the call continues", () =>
    Effect.gen(function* () {
      const { counter, port, served } = yield* RefusalFixture
      const { organisation, secret } = yield* newBuyer()
      const client = yield* openClient(port)
      client.send(bytesOf({ secret, path: "/v1/execute/market/goods.slow", body: { token: "silent" } }))
      yield* until(Effect.sync(() => served.includes("silent")))
      const took = yield* untilClosed(client)
      expect([took > patience.silenceMs / 2, took < boundMs, client.statuses()]).toEqual([true, true, []])
      yield* counter.open
      yield* until(Effect.map(creditsPosition(organisation), ({ captured }) => captured === 1))
      yield* counter.close
    }),
  )

  it.effect("300 slow connections do not keep another client from buying", () =>
    Effect.gen(function* () {
      const { port } = yield* RefusalFixture
      const { secret } = yield* newBuyer()
      const sockets = openSockets()
      yield* Effect.scoped(
        Effect.gen(function* () {
          const clients = yield* Effect.all(
            Array.from({ length: 300 }, () => openClient(port)),
            { concurrency: 50 },
          )
          for (const client of clients) client.drip(paid(secret, "slowloris"), 50)
          for (let i = 0; i < 10; i++) expect((yield* request({ secret })).status).toBe(200)
          yield* until(Effect.sync(() => clients.every((client) => client.isClosed())))
        }),
      )
      yield* until(Effect.sync(() => openSockets() <= sockets))
    }),
  )

  const leaving = [
    ["hangs up", ({ socket }: RawClient) => socket.destroy()],
    ["breaks off", ({ socket }: RawClient) => socket.resetAndDestroy()],
    ["says goodbye", ({ socket }: RawClient) => socket.end()],
  ] as const
  it.effect.each(leaving)("a client that %s while its call runs has bought it once, and finds it where it left it", ([how, leave]) =>
    Effect.gen(function* () {
      const { counter, port, served } = yield* RefusalFixture
      const { organisation, secret } = yield* newBuyer()
      const client = yield* openClient(port)
      const headers = [["Idempotency-Key", how.replace(" ", "-")]] as const
      const options = { secret, path: "/v1/execute/market/goods.slow", body: { token: how }, headers }
      client.send(bytesOf(options))
      yield* until(Effect.sync(() => served.includes(how)))
      leave(client)
      expect(yield* creditsPosition(organisation)).toMatchObject({ held: prices.slow, open: 1 })
      yield* counter.open
      yield* until(Effect.map(creditsPosition(organisation), ({ open }) => open === 0))
      yield* counter.close
      expect(yield* creditsPosition(organisation)).toEqual({
        posted: 25_000_000 - prices.slow,
        held: 0,
        open: 0,
        captured: 1,
        released: 0,
        reserved: 0,
      })
      const again = yield* request(options)
      expect([again.status, again.header("x-idempotent-replay"), bodyOf(again)["data"]]).toEqual([200, "true", { goods: { token: how } }])
      expect(served.filter((token) => token === how).length).toBe(1)
    }),
  )

  it.effect("the audit finds no violation after all slow clients", () => expectCleanAudit)
})
