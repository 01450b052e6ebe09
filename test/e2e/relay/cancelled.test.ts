import { expect, layer } from "@effect/vitest"
import { Deferred, Effect, Fiber } from "effect"
import type { ServerResponse } from "node:http"
import { newBuyer } from "../../support/gateway.ts"
import { until } from "../../support/until.ts"
import { creditsPosition } from "../../support/ledger/assertions.ts"
import { echoing, relayRequest, RelayFixture, relayFixture } from "../../support/relay/fixture.ts"

const untouched = { posted: 25_000_000, held: 0, open: 0, captured: 0 }
const code = (text: string): string => JSON.parse(text).error.code

layer(relayFixture(), { excludeTestServices: true })("cancelling a relayed request", (it) => {
  /** A relayed request that its origin does not answer yet, and the run that it began. */
  const waiting = Effect.fnUntraced(function* (secret: string, method: string) {
    const { answerWith } = yield* RelayFixture
    const arrived = Deferred.makeUnsafe<ServerResponse>()
    yield* answerWith((_, response) => Deferred.doneUnsafe(arrived, Effect.succeed(response)))
    const asking = yield* Effect.forkChild(
      relayRequest(secret, method, "/parcels/parcels", { headers: { "idempotency-key": `cancelled ${method}`.replace(" ", "-") } }),
    )
    const response = yield* Deferred.await(arrived)
    const { payments } = JSON.parse((yield* relayRequest(secret, "GET", "/v1/payments")).text)
    return { asking, response, run: String(payments[0].run_id) }
  })
  const cancel = (secret: string, run: string) =>
    Effect.map(relayRequest(secret, "POST", `/v2/runs/${run}/cancel`), ({ moved, status, text }) => ({
      status,
      moved,
      body: JSON.parse(text),
    }))

  it.effect("a cancelled look-up is answered run_cancelled at once, its money is released, and its answer is withheld", () =>
    Effect.gen(function* () {
      const { answerWith } = yield* RelayFixture
      const { organisation, secret } = yield* newBuyer()
      const { asking, run } = yield* waiting(secret, "GET")
      const cancelled = yield* cancel(secret, run)
      expect([cancelled.status, cancelled.body.status, cancelled.moved]).toEqual([200, "cancelled", "none"])
      const reply = yield* Fiber.join(asking)
      expect([reply.status, code(reply.text), reply.moved]).toEqual([409, "run_cancelled", "none"])
      yield* answerWith(echoing)
      const again = yield* relayRequest(secret, "GET", "/parcels/parcels", { headers: { "idempotency-key": "cancelled-GET" } })
      expect([again.status, code(again.text)]).toEqual([409, "run_cancelled"])
      expect(yield* creditsPosition(organisation)).toMatchObject({ ...untouched, released: 1 })
    }),
  )

  it.effect("a cancelled request that may have had an effect is waited for and charged, and the cancellation says so", () =>
    Effect.gen(function* () {
      const { answerWith } = yield* RelayFixture
      const { organisation, secret } = yield* newBuyer()
      const { asking, response, run } = yield* waiting(secret, "POST")
      const cancelling = yield* Effect.forkChild(cancel(secret, run))
      const read = Effect.map(relayRequest(secret, "GET", `/v2/runs/${run}`), ({ text }) => JSON.parse(text))
      yield* until(Effect.map(read, ({ status }) => status === "cancelled"))
      expect((yield* read).message).toContain("It has not ended yet: its money is held")
      response.writeHead(201).end("made")
      const reply = yield* Fiber.join(asking)
      expect([reply.status, reply.text, reply.moved]).toEqual([201, "made", "charged"])
      const { body, moved } = yield* Fiber.join(cancelling)
      expect([moved, body.status, body.message]).toEqual(["charged", "cancelled", expect.stringContaining("It was delivered and charged.")])
      expect((yield* read).message).toBe(body.message)
      yield* answerWith(echoing)
      // What was paid for is answered again, and is not requested again.
      const again = yield* relayRequest(secret, "POST", "/parcels/parcels", { headers: { "idempotency-key": "cancelled-POST" } })
      expect([again.status, again.text, again.moved]).toEqual([201, "made", "charged"])
      expect(yield* creditsPosition(organisation)).toMatchObject({ captured: 1, released: 0, held: 0 })
    }),
  )
})
