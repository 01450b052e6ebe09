import { expect, layer } from "@effect/vitest"
import { Effect, Fiber } from "effect"
import { newBuyer } from "../../support/gateway.ts"
import { expectCleanAudit, creditsPosition } from "../../support/ledger/assertions.ts"
import { until } from "../../support/until.ts"
import { ask, askFixture, AskFixture, type AskBody, buy, cancelAsk, readAsk, request, runPlan } from "./fixture.ts"
import { chain, prices, type Script, type ScriptedStep } from "./scripts.ts"

const failing = (step: ScriptedStep): ScriptedStep => ({ ...step, input: { ...step.input, fails_with: "source_unavailable" } })
const grind = (word: string, input = {}): ScriptedStep => ({ tool: "grind", input: { word, ...input } })
const press = (word: string, insteadOf: number, input = {}): ScriptedStep => ({ tool: "press", input: { word, ...input }, insteadOf })
const all = { concurrency: "unbounded" } as const

layer(askFixture({ sourceTimeoutMs: 20_000 }), { excludeTestServices: true })("runs of asks", (it) => {
  const setUp = Effect.fnUntraced(function* (options: Parameters<typeof newBuyer>[0] = {}) {
    const fixture = yield* AskFixture
    const buyer = yield* newBuyer(options)
    return { ...fixture, ...buyer, sent: { node: fixture.a, secret: buyer.secret } }
  })

  it.effect("steps that do not depend on each other run concurrently", () =>
    Effect.gen(function* () {
      const { hold, moments, organisation, sent } = yield* setUp()
      const held = hold("together")
      const six = Array.from({ length: 6 }, (_, i) => grind(`together-${i}`))
      const buying = yield* Effect.forkChild(buy(sent, { steps: six, goals: [0, 1, 2, 3, 4, 5] }, { wait_seconds: 55 }))
      yield* until(Effect.sync(() => moments("together").length === 6))
      yield* held.open
      const done = yield* Fiber.join(buying)
      expect(done.summary).toEqual([200, "completed", "charged"])
      expect(done.header("x-payment-price")).toBe(String((6 * prices.grind) / 1e6))
      expect(done.header("x-payment-id")!.split(", ").toSorted()).toEqual(done.body.results.map(({ result_ref }) => result_ref).toSorted())
      expect(done.header("x-payment-rail-used")).toBe("credits")
      expect(moments("together")).toEqual([...Array.from({ length: 6 }, () => "started"), ...Array.from({ length: 6 }, () => "answered")])
      expect(done.body.usage.sources).toEqual([
        {
          source_id: "mill",
          operation: "mill.grind",
          calls: 6,
          cost: { amount: 0.012, amount_micro_usd: "12000", currency: "USD" },
          payment_ids: expect.arrayContaining(done.body.results.map(({ result_ref }) => result_ref)),
        },
      ])
      expect(yield* creditsPosition(organisation)).toMatchObject({ captured: 6, held: 0 })
    }),
  )

  it.effect("a run with some failed goals is partial, and undelivered steps are not charged", () =>
    Effect.gen(function* () {
      const { organisation, sent } = yield* setUp()
      const done = yield* buy(sent, { steps: [grind("good"), failing(grind("bad"))], goals: [0, 1] })
      expect(done.summary).toEqual([200, "partial", "charged"])
      expect(done.body.errors).toEqual([{ code: "source_unavailable", message: "The mill grind broke." }])
      expect(done.body.answer?.status).toBe("partial")
      expect(done.body.results.map(({ data }) => data.mill.word)).toEqual(["good."])
      expect(done.body.data).toEqual(done.body.results[0]!.data)
      expect(done.body.metadata).toMatchObject({ source_id: "mill", operation: "mill.grind" })
      expect((yield* readAsk(sent, done.body.id)).body).toEqual(done.body)
      expect(yield* creditsPosition(organisation)).toMatchObject({ posted: 25_000_000 - prices.grind, captured: 1, released: 1, held: 0 })
    }),
  )

  it.effect("a run whose goals all fail is answered 502 with the run and its charges for the delivered steps", () =>
    Effect.gen(function* () {
      const { organisation, sent } = yield* setUp()
      const [find, second, third] = chain("dead")
      const done = yield* buy(sent, { steps: [find!, failing(second!), third!] })
      expect(done.summary).toEqual([502, "failed", "charged"])
      expect(done.body).toMatchObject({
        error: { code: "source_unavailable" },
        usage: { cost: { amount: 0.001 } },
        answer: { status: "unanswered" },
      })
      expect((yield* readAsk(sent, done.body.id)).summary).toEqual([502, "failed", "charged"])
      const nothing = yield* buy(sent, { steps: [failing(grind("nothing"))] })
      expect(nothing.summary).toEqual([502, "failed", "none"])
      const none = yield* buy(sent, { steps: [{ tool: "find", input: { word: "none", count: 0 } }, ...chain("none").slice(1)] })
      expect(none.summary).toEqual([502, "failed", "charged"])
      expect(none.body.errors[0]!.message).toContain("found no entity of this name")
      expect(yield* creditsPosition(organisation)).toMatchObject({ posted: 25_000_000 - 2 * prices.find, held: 0, open: 0 })
    }),
  )

  it.effect("a fallback is called only if its step failed, and later steps take its document", () =>
    Effect.gen(function* () {
      const { dispatches, sent } = yield* setUp()
      const fine = yield* buy(sent, { steps: [grind("fine"), press("fine", 0)], goals: [0] })
      expect([fine.summary, dispatches("press", "fine")]).toEqual([[200, "completed", "charged"], 0])
      expect(fine.body.plan!.estimated_total.amount_micro_usd).toBe(String(prices.grind + prices.press))
      expect(fine.body.usage.cost.amount_micro_usd).toBe(String(prices.grind))
      const steps = [
        failing(grind("back")),
        press("back", 0),
        press("back-2", 0),
        { ...grind(""), input: {}, from: { word: { step: 0, pointer: "/mill/word" } } },
      ]
      const back = yield* buy(sent, { steps, goals: [3] })
      expect(back.summary).toEqual([200, "completed", "charged"])
      expect(back.body.results.map(({ data }) => data.mill.word)).toEqual(["back.", "back.."])
      expect([dispatches("press", "back"), dispatches("press", "back-2")]).toEqual([1, 0])
    }),
  )

  it.effect("documents are charged as delivered, and a run may request fewer than were quoted", () =>
    Effect.gen(function* () {
      const { organisation, sent } = yield* setUp()
      const list: Script = { steps: [{ tool: "list", input: { word: "l", count: 9 } }] }
      const planned = yield* ask(sent, list, { limit: 8 })
      expect(planned.body.plan!.estimated_total.amount_micro_usd).toBe(String(8 * prices.list))
      const three = yield* runPlan(sent, planned.body.id, { limit: 3 })
      expect(three.body.usage.cost.amount_micro_usd).toBe(String(3 * prices.list))
      const few = yield* buy(sent, { steps: [{ tool: "list", input: { word: "l", count: 2 } }] }, { limit: 50 })
      expect(few.body.usage.cost.amount_micro_usd).toBe(String(2 * prices.list))
      expect(yield* creditsPosition(organisation)).toMatchObject({ posted: 25_000_000 - 5 * prices.list, held: 0 })
    }),
  )

  it.effect("a run that is read with a limit shows that number of results, and its answer mentions no others", () =>
    Effect.gen(function* () {
      const { a, secret, sent } = yield* setUp()
      const done = yield* buy(sent, { steps: [grind("l-1"), grind("l-2"), grind("l-3")], goals: [0, 1, 2] })
      const two = yield* readAsk(sent, done.body.id, "?limit=2")
      expect([two.summary, two.body.results]).toEqual([done.summary, done.body.results.slice(0, 2)])
      const pointed = (body: AskBody) => new Set(body.answer!.observations.flatMap(({ evidence }) => evidence.map((at) => at.result_ref)))
      expect(pointed(done.body)).toEqual(new Set(done.body.results.map(({ result_ref }) => result_ref)))
      expect(pointed(two.body)).toEqual(new Set(two.body.results.map(({ result_ref }) => result_ref)))
      expect(two.body.answer!.limitations.at(-1)).toContain("without limit")
      // Fewer are shown; what was bought and what it cost stays what it is.
      expect([two.body.usage, two.body.data]).toEqual([done.body.usage, undefined])
      expect((yield* readAsk(sent, done.body.id, "?limit=3")).body).toEqual(done.body)
      const run = yield* request({ baseUrl: a, secret, path: `/v2/runs/${done.body.id}?limit=1` })
      expect(run.body.results.length).toBe(1)
      for (const limit of ["0", "51", "x"]) {
        expect((yield* readAsk(sent, done.body.id, `?limit=${limit}`)).summary.slice(0, 2)).toEqual([400, "invalid_request"])
      }
    }),
  )

  it.effect("a run that takes longer than its wait is answered 202 and continues; both nodes can wait for it", () =>
    Effect.gen(function* () {
      const { a, b, hold, secret, sent } = yield* setUp()
      const held = hold("slow")
      const begun = yield* buy(sent, { steps: chain("slow") }, { wait_seconds: 0 })
      expect([begun.status, begun.body.status]).toEqual([202, "running"])
      expect(begun.body).toMatchObject({ answer: null })
      expect(begun.body.retry_after_ms).toBeGreaterThan(0)
      const again = yield* runPlan({ node: b, secret }, begun.body.id, { wait_seconds: 0 })
      expect([again.status, again.body.id, again.header("x-idempotent-replay")]).toEqual([202, begun.body.id, "true"])
      const reading = yield* Effect.forkChild(
        Effect.forEach([a, b], (node) => readAsk({ node, secret }, begun.body.id, "?wait_seconds=55"), all),
      )
      yield* Effect.sleep(300)
      yield* held.open
      for (const reply of yield* Fiber.join(reading)) expect(reply.summary).toEqual([200, "completed", "charged"])
    }),
  )

  it.effect("a cancelled run dispatches no further step, releases its holds and keeps its delivered steps", () =>
    Effect.gen(function* () {
      const { b, dispatches, hold, organisation, secret, sent } = yield* setUp()
      const held = hold("stop-1")
      const begun = yield* buy(sent, { steps: chain("stop") }, { wait_seconds: 0 })
      yield* until(Effect.sync(() => dispatches("grind", "stop-1") === 1))
      expect((yield* cancelAsk({ node: b, secret }, begun.body.id)).summary).toEqual([200, "cancelled", "charged"])
      expect(yield* creditsPosition(organisation)).toMatchObject({ posted: 25_000_000 - prices.find, captured: 1, released: 1, held: 0 })
      yield* held.open
      yield* Effect.sleep(500)
      expect([dispatches("grind", "stop-1"), dispatches("press", "stop-1.")]).toEqual([1, 0])
      const read = yield* readAsk(sent, begun.body.id)
      expect([read.summary, read.body.results.length]).toEqual([[200, "cancelled", "charged"], 1])
      expect((yield* runPlan(sent, begun.body.id)).summary).toEqual([409, "run_cancelled", "none"])
      const planned = yield* ask(sent, { steps: chain("never") })
      expect((yield* cancelAsk(sent, planned.body.id)).summary).toEqual([200, "cancelled", "none"])
      expect((yield* runPlan(sent, planned.body.id)).summary).toEqual([409, "run_cancelled", "none"])
      expect(yield* creditsPosition(organisation)).toMatchObject({ captured: 1 })
    }),
  )

  it.effect("runs that are cancelled while they execute end once, and are charged for what they show", () =>
    Effect.gen(function* () {
      const { a, b, organisation, secret } = yield* setUp()
      const race = Effect.fnUntraced(function* (i: number) {
        const [here, there] = i % 2 === 0 ? [a, b] : [b, a]
        const begun = yield* buy({ node: here, secret }, { steps: chain(`r${i}`, { delay_ms: 20 }) }, { wait_seconds: 0 })
        yield* Effect.sleep(10 * i)
        yield* cancelAsk({ node: there, secret }, begun.body.id)
        return yield* readAsk({ node: there, secret }, begun.body.id, "?wait_seconds=55")
      })
      const ended = yield* Effect.forEach(
        Array.from({ length: 32 }, (_, i) => i),
        race,
        all,
      )
      yield* until(Effect.map(creditsPosition(organisation), ({ open }) => open === 0))
      const again = yield* Effect.forEach(ended, ({ body }) => readAsk({ node: a, secret }, body.id), all)
      for (const { body } of again) expect(["cancelled", "completed"]).toContain(body.status)
      const charged = again.reduce((sum, { body }) => sum + Number(body.usage.cost.amount_micro_usd), 0)
      expect(yield* creditsPosition(organisation)).toMatchObject({ posted: 25_000_000 - charged, held: 0, open: 0, reserved: 0 })
    }),
  )

  it.effect("texts with control characters and other special characters are delivered unchanged", () =>
    Effect.gen(function* () {
      const { sent } = yield* setUp()
      const word = "a\u0000b\ud800 \u2028'\";--"
      const done = yield* buy({ ...sent, key: "odd" }, { steps: [grind(word)] })
      expect([done.summary, done.body.results[0]!.data.mill.word]).toEqual([[200, "completed", "charged"], `${word}.`])
      expect(JSON.parse(done.body.question!)).toMatchObject({ steps: [{ input: { word } }] })
      expect((yield* readAsk(sent, done.body.id)).body).toEqual(done.body)
    }),
  )

  it.effect("an input that does not fit the next operation fails its step before anything is reserved", () =>
    Effect.gen(function* () {
      const { organisation, sent } = yield* setUp()
      const steps: ReadonlyArray<ScriptedStep> = [
        grind("fits"),
        { tool: "press", input: { word: "x" }, from: { count: { step: 0, pointer: "/mill/word" } } },
      ]
      const done = yield* buy(sent, { steps, goals: [0, 1] })
      expect([done.summary, done.body.errors[0]!.code]).toEqual([[200, "partial", "charged"], "invalid_source_input"])
      expect(done.body.answer!.limitations).toContainEqual(expect.stringContaining(done.body.errors[0]!.message))
      expect(yield* creditsPosition(organisation)).toMatchObject({ captured: 1, released: 0, reserved: 0 })
    }),
  )

  it.effect("concurrent asks never exceed the monthly limit of their key; a refused reservation fails its step", () =>
    Effect.gen(function* () {
      const { a, b, organisation, secret } = yield* setUp({ key: { monthly: 20_000n as never } })
      const once = (i: number) =>
        buy({ node: i % 2 === 0 ? a : b, secret }, { steps: chain(`m${i}`, { delay_ms: 30 }) }, { wait_seconds: 55 })
      const replies = yield* Effect.forEach(
        Array.from({ length: 12 }, (_, i) => i),
        once,
        all,
      )
      for (const reply of replies) {
        if (reply.status === 402) expect(reply.summary).toEqual([402, "spend_limit_exceeded", "none"])
        else expect(["completed", "failed"]).toContain(reply.body.status)
      }
      const { held, posted } = yield* creditsPosition(organisation)
      expect(held).toBe(0)
      expect(25_000_000 - posted).toBeLessThanOrEqual(20_000)
      const shown = replies.reduce((sum, { body }) => sum + Number(body.usage?.cost.amount_micro_usd ?? 0), 0)
      expect(25_000_000 - posted).toBe(shown)
    }),
  )

  it.effect("an organisation that may execute one call at a time makes its steps one after another", () =>
    Effect.gen(function* () {
      const { organisation, sent } = yield* setUp({ concurrency: 1 })
      const steps = Array.from({ length: 3 }, (_, i) => grind(`one-${i}`, { delay_ms: 50 }))
      const done = yield* buy(sent, { steps, goals: [0, 1, 2] })
      expect(done.summary).toEqual([200, "completed", "charged"])
      expect(yield* creditsPosition(organisation)).toMatchObject({ captured: 3, held: 0 })
    }),
  )

  it.effect("the audit finds no violation after all executed asks", () => expectCleanAudit)
})

layer(askFixture({ sourceTimeoutMs: 6_000 }), { excludeTestServices: true })("runs of asks with a short source timeout", (it) => {
  it.effect("a source that does not answer in time fails only its own step", () =>
    Effect.gen(function* () {
      const { a, hold } = yield* AskFixture
      const { organisation, secret } = yield* newBuyer()
      hold("late")
      const done = yield* buy({ node: a, secret }, { steps: [grind("late"), grind("early")], goals: [0, 1] }, { wait_seconds: 55 })
      expect([done.summary, done.body.errors[0]!.code]).toEqual([[200, "partial", "charged"], "source_timeout"])
      expect(yield* creditsPosition(organisation)).toMatchObject({ captured: 1, released: 1, held: 0 })
      yield* expectCleanAudit
    }),
  )
})
