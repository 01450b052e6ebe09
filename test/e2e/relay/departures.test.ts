import { expect, layer } from "@effect/vitest"
import { Deferred, Effect, Fiber, Queue } from "effect"
import type { IncomingMessage } from "node:http"
import { testOrigin } from "../../layers/origin/testOrigin.ts"
import { newBuyer } from "../../support/gateway.ts"
import { expectCleanAudit, creditsPosition } from "../../support/ledger/assertions.ts"
import { listingAt, relayFixture } from "../../support/relay/fixture.ts"
import { type OriginBehavior, expectAgreement, listAll } from "../../support/relay/expectations.ts"
import { sendRaw, summaryOf } from "../../support/relay/rawClient.ts"
import { until } from "../../support/until.ts"

/** An origin that answers when the test writes to its socket. */
const held = Effect.fnUntraced(function* (slug: string) {
  const sockets: Array<Parameters<OriginBehavior>[0]> = []
  const origin = yield* testOrigin((socket) => void sockets.push(socket))
  yield* listAll([listingAt(origin.origin, { slug })])
  return { ...origin, last: () => sockets.at(-1)!, connections: () => sockets.length }
})

const whole = "HTTP/1.1 201 Made\r\nX-Own: 1\r\nContent-Length: 4\r\n\r\n\x00\x01\xfe\xff"
const keyed = (slug: string) => ({ method: "POST", path: `/${slug}/parcels`, body: "{}", headers: { "idempotency-key": "once" } })

layer(relayFixture(), { excludeTestServices: true })("a buyer who goes away from a paid call", (it) => {
  for (const [name, before] of [
    ["before the answer", ""],
    ["in the middle of the answer", whole.slice(0, -2)],
  ] as const) {
    it.effect(`${name} has bought the call, and receives its answer with the same Idempotency-Key`, () =>
      Effect.gen(function* () {
        const slug = `left-${before.length}`
        const origin = yield* held(slug)
        const { organisation, secret } = yield* newBuyer()
        const gone = yield* Effect.forkChild(sendRaw(secret, keyed(slug)))
        yield* Queue.take(origin.requests)
        origin.last().write(before, "latin1")
        yield* Fiber.interrupt(gone)
        const meanwhile = yield* sendRaw(secret, keyed(slug))
        expect(summaryOf(meanwhile)).toEqual([409, "request_in_progress", "none"])
        expect(JSON.parse(meanwhile.bytes.toString()).error.retry_after_ms).toBeGreaterThan(0)
        expect([origin.open(), yield* creditsPosition(organisation)]).toMatchObject([1, { held: 2_000, reserved: 1 }])
        origin.last().write(whole.slice(before.length), "latin1")
        yield* until(Effect.map(creditsPosition(organisation), ({ captured }) => captured === 1))
        const again = yield* sendRaw(secret, keyed(slug))
        expect(summaryOf(again)).toEqual([201, null, "charged"])
        expect([again.bytes.toString("latin1"), again.header("x-own"), again.header("x-idempotent-replay")]).toEqual([
          "\x00\x01\xfe\xff",
          "1",
          "true",
        ])
        expect(origin.connections()).toBe(1)
        expect((yield* expectAgreement({ organisation, secret }, [again])).charged).toBe(1)
      }),
    )
  }

  it.effect("a buyer who disconnects before the origin fails pays nothing, and the same Idempotency-Key buys anew", () =>
    Effect.gen(function* () {
      const origin = yield* held("failing")
      const { organisation, secret } = yield* newBuyer()
      const gone = yield* Effect.forkChild(sendRaw(secret, keyed("failing")))
      yield* Queue.take(origin.requests)
      yield* Fiber.interrupt(gone)
      origin.last().resetAndDestroy()
      yield* until(Effect.map(creditsPosition(organisation), ({ released }) => released === 1))
      const again = yield* Effect.forkChild(sendRaw(secret, keyed("failing")))
      yield* Queue.take(origin.requests)
      origin.last().write(whole, "latin1")
      const bought = yield* Fiber.join(again)
      expect([...summaryOf(bought), bought.header("x-idempotent-replay")]).toEqual([201, null, "charged", null])
      expect((yield* expectAgreement({ organisation, secret }, [bought])).calls.length).toBe(2)
      yield* expectCleanAudit
    }),
  )

  it.effect("a buyer who reads slowly has bought the call and receives the whole answer", () =>
    Effect.gen(function* () {
      // A step of the ledger that takes 3 s is answered 503: a busy machine may take them for 8 MiB.
      const size = 2 * 1024 * 1024
      const body = "0123456789abcdef".repeat(size / 16)
      const origin = yield* testOrigin((socket) => void socket.write(`HTTP/1.1 200 OK\r\nContent-Length: ${size}\r\n\r\n${body}`))
      yield* listAll([listingAt(origin.origin, { slug: "slowly", maxAnswerBytes: size })])
      const buyer = yield* newBuyer()
      const first = Deferred.makeUnsafe<IncomingMessage>()
      const pausing = (_: Buffer, answer: IncomingMessage) => {
        if (Deferred.isDoneUnsafe(first)) return
        answer.pause()
        Deferred.doneUnsafe(first, Effect.succeed(answer))
      }
      const reader = yield* Effect.forkChild(sendRaw(buyer.secret, { path: "/slowly/parcels", onPiece: pausing }))
      const answer = yield* Deferred.await(first)
      expect(yield* creditsPosition(buyer.organisation)).toMatchObject({ captured: 1, held: 0 })
      answer.resume()
      const got = yield* Fiber.join(reader)
      expect([got.status, got.whole, got.bytes.equals(Buffer.from(body))]).toEqual([200, true, true])
      yield* expectAgreement(buyer, [got])
    }),
  )
})
