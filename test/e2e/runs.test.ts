import { expect, layer } from "@effect/vitest"
import { Duration, Effect, Fiber, Redacted } from "effect"
import { randomUUID } from "node:crypto"
import { Organisations } from "../../domain/identity/Organisations.ts"
import { scopes } from "../../domain/identity/errors.ts"
import { newBuyer } from "../support/gateway.ts"
import { call, readRun, stateOf, send } from "../support/cluster/client.ts"
import { expectCleanAudit, creditsPosition } from "../support/ledger/assertions.ts"
import { Nodes, twoNodes } from "../support/cluster/gatewaysInProcess.ts"
import { prices } from "../support/sources.ts"
import { until } from "../support/until.ts"

const all = { concurrency: "unbounded" } as const
const cancel = (baseUrl: string, secret: string, id: string) => send({ baseUrl, secret, method: "POST", path: `/v2/runs/${id}/cancel` })
const untouched = { posted: 25_000_000, held: 0, open: 0, captured: 0, reserved: 0 }

layer(twoNodes({ sourceTimeoutMs: 120_000 }), { excludeTestServices: true })("runs over two nodes", (it) => {
  it.effect("a call that ends within the wait is answered 200, and a longer one is answered 202 and continues", () =>
    Effect.gen(function* () {
      const { a, hold } = yield* Nodes
      const { organisation, secret } = yield* newBuyer()
      const held = hold("waited")
      const request = { baseUrl: a, secret, script: "slow", token: "waited" } as const
      const waiting = yield* Effect.forkChild(call({ ...request, query: "?wait_seconds=55" }))
      const left = yield* call({ ...request, query: "?wait_seconds=1" })
      expect(stateOf(left)).toEqual([202, "running", "held"])
      yield* held.open
      expect(stateOf(yield* Fiber.join(waiting))).toEqual([200, "completed", "charged"])
      expect(left.body.usage).toMatchObject({ cost: { amount: 0 }, held: { amount: 0.002 }, sources: [] })
      expect(left.body.retry_after_ms).toBeGreaterThan(0)
      expect(left.header("x-payment-id")).toMatch(/^[0-9a-f-]{36}$/)
      expect(stateOf(yield* readRun({ baseUrl: a, secret }, left.body.id!, 55))).toEqual([200, "completed", "charged"])
      expect(yield* creditsPosition(organisation)).toMatchObject({ held: 0, open: 0, captured: 2 })
    }),
  )

  it.effect("a run can be polled with and without a wait, on both nodes", () =>
    Effect.gen(function* () {
      const { a, b, hold } = yield* Nodes
      const { secret } = yield* newBuyer()
      const held = hold("p")
      const begun = yield* call({ baseUrl: a, secret, script: "slow", token: "p", query: "?wait_seconds=0" })
      const id = begun.body.id!
      // In the source it waits for the test: who is answered has not waited for its end.
      for (const baseUrl of [a, b]) expect(stateOf(yield* readRun({ baseUrl, secret }, id))).toEqual([202, "running", "held"])
      const [took, reply] = yield* Effect.timed(readRun({ baseUrl: b, secret }, id, 1))
      expect(stateOf(reply)).toEqual([202, "running", "held"])
      expect(Duration.toMillis(took)).toBeGreaterThan(900)
      const polls = yield* Effect.forkChild(
        Effect.all(
          [a, b].map((baseUrl) => Effect.timed(readRun({ baseUrl, secret }, id, 55))),
          all,
        ),
      )
      yield* Effect.sleep(300)
      yield* held.open
      for (const [took, reply] of yield* Fiber.join(polls)) {
        expect(Duration.toMillis(took)).toBeLessThan(30_000)
        expect(stateOf(reply)).toEqual([200, "completed", "charged"])
        expect(reply.body.data?.script.token).toBe("p")
      }
      expect((yield* readRun({ baseUrl: a, secret }, id, 56)).body.error?.code).toBe("invalid_request")
    }),
  )

  it.effect("a run of another API key can be neither read nor cancelled", () =>
    Effect.gen(function* () {
      const { a, b, hold } = yield* Nodes
      const { organisation, secret } = yield* newBuyer()
      const held = hold("mine")
      const organisations = yield* Organisations
      const limits = { perRequest: null, monthly: null, daily: null }
      const colleague = yield* organisations.createKey({ organisation, name: "colleague", scopes, expiresInDays: 30, ...limits })
      const stranger = yield* newBuyer()
      const begun = yield* call({ baseUrl: a, secret, script: "slow", token: "mine", query: "?wait_seconds=0" })
      for (const other of [Redacted.value(colleague.secret), stranger.secret]) {
        for (const attempt of [readRun({ baseUrl: b, secret: other }, begun.body.id!, 5), cancel(a, other, begun.body.id!)]) {
          const reply = yield* attempt
          expect([reply.status, reply.body.error?.code, reply.header("x-money-moved")]).toEqual([404, "run_not_found", "none"])
        }
      }
      for (const id of [randomUUID(), "nothing", "%F0%9F%92%B6", `${begun.body.id}x`]) {
        expect([id, (yield* readRun({ baseUrl: b, secret }, id)).body.error?.code]).toEqual([id, "run_not_found"])
      }
      yield* held.open
      expect(stateOf(yield* readRun({ baseUrl: b, secret }, begun.body.id!, 55))).toEqual([200, "completed", "charged"])
    }),
  )

  it.effect("an id with a NUL byte is answered run_not_found", () =>
    Effect.gen(function* () {
      const { a } = yield* Nodes
      const { secret } = yield* newBuyer()
      for (const path of ["/v2/runs/%00", "/v1/payments/%00"]) {
        expect([path, (yield* send({ baseUrl: a, secret, path })).status]).toEqual([path, 404])
      }
    }),
  )

  it.effect.each([
    { script: "slow", inputs: {}, on: "the same node" },
    { script: "slow", inputs: {}, on: "the other node" },
    { script: "slow", inputs: { kilobytes: 100 }, on: "the other node" },
  ] as const)(
    "cancelled before the source answers, on $on, releases the money, answers who waits for the run and stops the call ($inputs)",
    ({ inputs, on, script }) =>
      Effect.gen(function* () {
        const { a, answers, b, dispatches, hold } = yield* Nodes
        const { organisation, secret } = yield* newBuyer()
        const token = randomUUID()
        const held = hold(token)
        const calling = yield* Effect.forkChild(call({ baseUrl: a, secret, script, token, inputs, idempotencyKey: token }))
        yield* until(Effect.sync(() => dispatches(token) === 1))
        const { body } = yield* send({ baseUrl: a, secret, path: "/v2/usage" })
        const id = body.charges![0]!.run_id
        const reading = yield* Effect.forkChild(Effect.forEach([a, b], (baseUrl) => readRun({ baseUrl, secret }, id, 55), all))
        const cancelled = yield* cancel(on === "the same node" ? a : b, secret, id)
        expect(stateOf(cancelled)).toEqual([200, "cancelled", "none"])
        expect(yield* creditsPosition(organisation)).toEqual({ ...untouched, released: 1 })
        // The source still waits for the test: without the cancellation the next two would be answered after 25 and 55 s.
        for (const reply of yield* Fiber.join(reading)) expect(stateOf(reply)).toEqual([200, "cancelled", "none"])
        const waiting = yield* Fiber.join(calling)
        yield* held.open
        expect(stateOf(waiting)).toEqual([200, "cancelled", "none"])
        expect(waiting.body).toMatchObject({ results: [], usage: { cost: { amount: 0 }, held: { amount: 0 } } })
        expect([dispatches(token), answers(token)]).toEqual([1, 0])
        for (const reply of [yield* readRun({ baseUrl: b, secret }, cancelled.body.id!), yield* cancel(a, secret, cancelled.body.id!)]) {
          expect(stateOf(reply)).toEqual([200, "cancelled", "none"])
          expect(reply.body.data).toBeUndefined()
        }
        expect(yield* creditsPosition(organisation)).toEqual({ ...untouched, released: 1 })
      }),
  )

  it.effect("readers that wait for a run leave the places of an organisation to those who execute", () =>
    Effect.gen(function* () {
      const { a, hold } = yield* Nodes
      const { secret } = yield* newBuyer({ concurrency: 2 })
      const held = hold("crowd")
      const begun = yield* call({ baseUrl: a, secret, script: "slow", token: "crowd", query: "?wait_seconds=0" })
      // The third reader may be faster and have the place of one of them for a moment.
      const reader = Effect.repeat(readRun({ baseUrl: a, secret }, begun.body.id!, 55), { until: ({ status }) => status !== 429 })
      const readers = [reader, reader]
      const reading = yield* Effect.forkChild(Effect.all(readers, all))
      const third = readRun({ baseUrl: a, secret }, begun.body.id!)
      yield* until(Effect.map(third, ({ status }) => status === 429))
      expect(stateOf(yield* call({ baseUrl: a, secret, token: "beside" }))).toEqual([200, "completed", "charged"])
      yield* held.open
      for (const reply of yield* Fiber.join(reading)) expect(stateOf(reply)).toEqual([200, "completed", "charged"])
    }),
  )

  it.effect("a run of an operation with effects is cancelled, but its call runs to its end and is charged if it was delivered", () =>
    Effect.gen(function* () {
      const { a, b, dispatches, hold } = yield* Nodes
      const { organisation, secret } = yield* newBuyer()
      const held = hold("lasts")
      const buy = { baseUrl: a, secret, script: "lasting", token: "lasts", idempotencyKey: "lasts", query: "?wait_seconds=0" } as const
      const begun = yield* call(buy)
      yield* until(Effect.sync(() => dispatches("lasts") === 1))
      const cancelling = yield* Effect.forkChild(cancel(b, secret, begun.body.id!))
      const reading = readRun({ baseUrl: a, secret }, begun.body.id!)
      yield* until(Effect.map(reading, (reply) => String(stateOf(reply)) === "200,cancelled,held"))
      expect(stateOf(yield* call(buy))).toEqual([200, "cancelled", "held"])
      yield* held.open
      const cancelled = yield* Fiber.join(cancelling)
      expect(stateOf(cancelled)).toEqual([200, "cancelled", "charged"])
      expect(cancelled.text).toContain("It was delivered and charged.")
      // What was paid for is answered again, and is not bought again.
      const again = yield* call(buy)
      expect(stateOf(again)).toEqual([200, "cancelled", "charged"])
      expect(again.body.results).toEqual(cancelled.body.results)
      expect([again.body.results!.length, dispatches("lasts")]).toEqual([1, 1])
      const failing = { baseUrl: a, secret, script: "lasting", token: "breaks", query: "?wait_seconds=0" } as const
      const breaks = hold("breaks")
      const broken = yield* call({ ...failing, inputs: { fails_with: "source_error" } })
      yield* until(Effect.sync(() => dispatches("breaks") === 1))
      const ending = yield* Effect.forkChild(cancel(b, secret, broken.body.id!))
      yield* until(Effect.map(readRun({ baseUrl: a, secret }, broken.body.id!), ({ body }) => body.status === "cancelled"))
      yield* breaks.open
      expect(stateOf(yield* Fiber.join(ending))).toEqual([200, "cancelled", "none"])
      expect(yield* creditsPosition(organisation)).toMatchObject({ posted: 25_000_000 - prices.lasting, captured: 1, held: 0, open: 0 })
    }),
  )

  it.effect("cancelling a run after its end changes nothing", () =>
    Effect.gen(function* () {
      const { a, b } = yield* Nodes
      const { organisation, secret } = yield* newBuyer()
      const done = yield* call({ baseUrl: a, secret, token: "done" })
      expect(stateOf(yield* cancel(b, secret, done.body.id!))).toEqual([200, "completed", "charged"])
      expect((yield* readRun({ baseUrl: a, secret }, done.body.id!)).body).toEqual(done.body)
      const failed = yield* call({ baseUrl: a, secret, script: "failing", token: "done" })
      expect(stateOf(yield* cancel(b, secret, failed.body.id!))).toEqual([502, "failed", "none"])
      expect(yield* creditsPosition(organisation)).toMatchObject({ captured: 1, released: 1, held: 0 })
    }),
  )

  it.effect("64 concurrent cancellations and answers end every run once, charged or released", () =>
    Effect.gen(function* () {
      const { a, b } = yield* Nodes
      const { organisation, secret } = yield* newBuyer()
      const race = (_: unknown, i: number) =>
        Effect.gen(function* () {
          const [on, other] = i % 2 === 0 ? [a, b] : [b, a]
          const request = { baseUrl: on, secret, script: "slow", token: `race-${i}`, query: "?wait_seconds=0" } as const
          const begun = yield* call({ ...request, inputs: { delay_ms: 150, kilobytes: i % 3 === 0 ? 20 : 0 } })
          yield* Effect.sleep(Math.max(0, 150 - 3 * i))
          yield* cancel(other, secret, begun.body.id!)
          return yield* readRun({ baseUrl: other, secret }, begun.body.id!, 20)
        })
      const replies = yield* Effect.all(Array.from({ length: 64 }, race), all)
      const [charged, none] = [
        ["200", "completed", "charged"],
        ["200", "cancelled", "none"],
      ].map(String) as [string, string]
      const ends = replies.map((reply) => String(stateOf(reply)))
      expect(new Set([...ends, charged, none])).toEqual(new Set([charged, none]))
      const paid = ends.filter((end) => end === charged).length
      expect(yield* creditsPosition(organisation)).toEqual({
        posted: 25_000_000 - paid * prices.slow,
        held: 0,
        open: 0,
        captured: paid,
        released: 64 - paid,
        reserved: 0,
      })
    }),
  )

  it.effect.each(["source_error", "source_timeout", "source_unavailable", "defect"] as const)(
    "a source that fails with %s makes a failed run: 502 with the run, its error and no charge",
    (fails_with) =>
      Effect.gen(function* () {
        const { a, b } = yield* Nodes
        const { organisation, secret } = yield* newBuyer()
        const failed = yield* call({ baseUrl: a, secret, token: "fails", inputs: { fails_with } })
        const code = fails_with === "defect" ? "source_error" : fails_with
        for (const reply of [failed, yield* readRun({ baseUrl: b, secret }, failed.body.id!, 5)]) {
          expect(stateOf(reply)).toEqual([502, "failed", "none"])
          expect(reply.body).toMatchObject({ error: { code }, errors: [{ code }], results: [], usage: { cost: { amount: 0 } } })
          expect(reply.body.balance?.remaining?.amount).toBe(25)
          expect(reply.text).not.toContain("passwd")
        }
        expect(yield* creditsPosition(organisation)).toEqual({ ...untouched, released: 1 })
      }),
  )

  const strange = Effect.fnUntraced(function* (message: string) {
    const { a } = yield* Nodes
    const { organisation, secret } = yield* newBuyer()
    const failed = yield* call({ baseUrl: a, secret, token: "strange", inputs: { fails_with: "source_error", message } })
    expect(stateOf(failed)).toEqual([502, "failed", "none"])
    expect(yield* creditsPosition(organisation)).toEqual({ ...untouched, released: 1 })
  })

  it.effect.each([
    ["a lone surrogate", "\ud800"],
    ["a very long text", "\u2028 x".repeat(5_000)],
  ])("a source that fails with %s for a message makes a failed run like any other", ([, message]) => strange(message!))

  it.effect("a source that fails with NUL in its message makes a failed run like any other", () => strange("a\u0000b"))

  it.effect.each([20, 65, 1500])("a result of %i KB arrives whole in the answer and at every later read", (kilobytes) =>
    Effect.gen(function* () {
      const { a, b } = yield* Nodes
      const { organisation, secret } = yield* newBuyer()
      const request = { secret, script: "large", token: "large", inputs: { kilobytes } } as const
      const key = `large-${kilobytes}`
      const first = yield* call({ ...request, baseUrl: a, idempotencyKey: key })
      expect(stateOf(first)).toEqual([200, "completed", "charged"])
      expect(first.body.data!.script.filler.length).toBe(kilobytes * 1024)
      const again = [readRun({ baseUrl: b, secret }, first.body.id!), call({ ...request, baseUrl: b, idempotencyKey: key })]
      for (const other of again) expect((yield* other).body).toEqual(first.body)
      expect(yield* creditsPosition(organisation)).toMatchObject({ captured: 1, held: 0 })
    }),
  )

  it.effect("concurrent large and small results are all charged and all arrive", () =>
    Effect.gen(function* () {
      const { a, b } = yield* Nodes
      const { organisation, secret } = yield* newBuyer()
      const sizes = Array.from({ length: 48 }, (_, i) => [0, 300, 15, 17][i % 4]!)
      const requests = sizes.map((kilobytes, i) =>
        call({ baseUrl: i % 2 === 0 ? a : b, secret, script: "large", token: `mixed-${i}`, inputs: { kilobytes } }),
      )
      const replies = yield* Effect.all(requests, all)
      for (const [i, reply] of replies.entries()) {
        expect(stateOf(reply)).toEqual([200, "completed", "charged"])
        expect([reply.body.data?.script.token, reply.body.data?.script.filler.length]).toEqual([`mixed-${i}`, sizes[i]! * 1024])
      }
      expect(yield* creditsPosition(organisation)).toMatchObject({ captured: 48, held: 0, open: 0 })
    }),
  )

  it.effect("the audit finds no violation after all runs", () => expectCleanAudit)
})

layer(twoNodes({ sourceTimeoutMs: 2_000 }), { excludeTestServices: true })("a source that does not answer in time", (it) => {
  it.effect("a source that does not answer in time fails the run and costs nothing, also where it answers later", () =>
    Effect.gen(function* () {
      const { a, hold } = yield* Nodes
      const { organisation, secret } = yield* newBuyer()
      const held = hold("late")
      const [took, reply] = yield* Effect.timed(call({ baseUrl: a, secret, script: "slow", token: "late", inputs: { delay_ms: 0 } }))
      expect([...stateOf(reply), reply.body.error?.code]).toEqual([502, "failed", "none", "source_timeout"])
      expect(Duration.toMillis(took)).toBeGreaterThan(1_900)
      yield* held.open
      yield* Effect.sleep(500)
      expect(yield* creditsPosition(organisation)).toEqual({ ...untouched, released: 1 })
      yield* expectCleanAudit
    }),
  )
})
