import { assert, it } from "@effect/vitest"
import { Effect, Fiber } from "effect"
import { TestClock } from "effect/testing"
import { microUsd } from "../../../../domain/money/Money.ts"
import type { Behaviour, Endpoint } from "./endpoint.ts"
import { planRequest, day, from, good, plan, fixture, step, unsure, value, where } from "./fixture.ts"

const timeoutMs = 150

/** The answer of a planner whose model was called and had `ms` milliseconds to answer. */
const answerAfter = Effect.fnUntraced(function* <A, E>(ms: number, { nextRequest }: Endpoint, answer: Effect.Effect<A, E>) {
  const asking = yield* Effect.forkChild(answer)
  yield* nextRequest
  // 20 turns of the event loop, so that the bytes that the endpoint has sent are read.
  for (let turn = 0; turn < 20; turn++) yield* Effect.callback<void>((resume) => void setImmediate(() => resume(Effect.void)))
  yield* TestClock.adjust(ms)
  return yield* Fiber.join(asking)
})

for (const kind of ["openai", "anthropic"] as const) {
  it.effect(`${kind}: a good plan is priced from the catalogue, with fallbacks and references`, () =>
    Effect.gen(function* () {
      const { behave, heard, plan: ask } = yield* fixture(kind)
      // Prices that a model invents are ignored at every place of the reply.
      behave(plan({ supported: true, price: 0, steps: [{ ...Object(where()), price: 0, max: 0 }, day()] }))
      const draft = yield* ask(planRequest())
      if (draft._tag !== "Planned") return assert.fail(draft._tag)
      assert.deepEqual(
        draft.plan.steps.map(({ conditional, insteadOf, max, price, source }) => [source, conditional, insteadOf, max, price.id]),
        [
          ["cheap", false, null, microUsd(800n), "p800"],
          ["dear", true, 0, microUsd(1_000n), "p1000"],
          ["days", false, null, microUsd(1_000n), "p1000"],
        ],
      )
      assert.deepEqual(draft.plan.steps[2]?.input, {
        "country.code": { _tag: "From", step: 0, pointer: "/country/code" },
        "calendar.date": { _tag: "Value", value: "2026-12-25" },
      })
      assert.deepEqual(draft.plan.goals, [{ ref: "g1", text: "Is it a holiday", step: 2, facts: ["calendar.is_holiday"] }])
      const { body, headers, path } = heard[0]!
      assert.strictEqual(path, kind === "openai" ? "/v1/chat/completions" : "/v1/messages")
      assert.strictEqual(
        kind === "openai" ? headers.authorization : headers["x-api-key"],
        kind === "openai" ? "Bearer secret-of-the-operator" : "secret-of-the-operator",
      )
      assert.isUndefined(headers.traceparent)
      assert.notInclude(body, "secret-of-the-operator")
      for (const part of ["test-model", "cheap/ip.country", "days/calendar.is_holiday", "2026-11-21", "Is 25 December 2026"])
        assert.include(body, part)
      for (const price of ["price", "pricing", "p800", "800"]) assert.notInclude(body.replace("no prices", ""), price)
      assert.lengthOf(heard, 1)
    }),
  )

  it.effect(`${kind}: a plan that does not pass the checks is not used`, () =>
    Effect.gen(function* () {
      const { behave, heard, plan: ask, warned } = yield* fixture(kind)
      const wrong: ReadonlyArray<readonly [string, Behaviour]> = [
        ["an operation that is not listed", plan({ supported: true, steps: [step("evil/transfer.money", [])] })],
        ["a listed operation of another source", plan({ supported: true, steps: [step("dear/ip.country", [value("ip.address", "1")])] })],
        ["an input that does not exist", plan({ supported: true, steps: [step("cheap/ip.country", [value("ip.adress", "193.0.6.139")])] })],
        [
          "an input given twice",
          plan({ supported: true, steps: [step("cheap/ip.country", [value("ip.address", "1"), value("ip.address", "2")])] }),
        ],
        [
          "a malformed value",
          plan({ supported: true, steps: [day([value("country.code", "Switzerland"), value("calendar.date", "2026-12-25")])] }),
        ],
        [
          "a value that the whole refuses",
          plan({ supported: true, steps: [step("towns/time.now", [value("geo.latitude", "north"), value("geo.longitude", 8)])] }),
        ],
        [
          "a reference forward",
          plan({ supported: true, steps: [day([from("country.code", 1, "country.code"), value("calendar.date", "2026-12-25")]), where()] }),
        ],
        [
          "a reference to itself",
          plan({ supported: true, steps: [day([from("country.code", 0, "country.code"), value("calendar.date", "2026-12-25")])] }),
        ],
        [
          "a reference backward beyond the first",
          plan({
            supported: true,
            steps: [where(), day([from("country.code", -1, "country.code"), value("calendar.date", "2026-12-25")])],
          }),
        ],
        [
          "an output that the step has not",
          plan({ supported: true, steps: [where(), day([from("country.code", 0, "country.name"), value("calendar.date", "2026-12-25")])] }),
        ],
        [
          "inputs of two ways to ask",
          plan({
            supported: true,
            steps: [step("towns/time.now", [value("time.zone", "Europe/Zurich"), value("geo.latitude", 1), value("geo.longitude", 2)])],
          }),
        ],
        ["too many steps", plan({ supported: true, steps: Array.from({ length: 9 }, () => where()) })],
        ["no steps", plan({ supported: true, steps: [] })],
        ["another shape", plan({ answer: "It is a holiday." })],
        ["half a shape", plan({ supported: true, steps: [{ operation: "cheap/ip.country" }] })],
        [
          "a number too many",
          plan({
            supported: true,
            steps: [where(), day([{ field: "country.code", value: null, from: { step: 0.5, output: "country.code" } }])],
          }),
        ],
        ["an answer that was cut off", { _tag: "Plan", reply: good, ended: "length" }],
        ["a refusal", { _tag: "Refusal" }],
        ["prose", { _tag: "Raw", status: 200, body: "Sure! Here is your plan." }],
        ["nothing", { _tag: "Raw", status: 200, body: "" }],
        ["another JSON", { _tag: "Raw", status: 200, body: "[1, 2" }],
        ["another API", { _tag: "Raw", status: 200, body: '{"hello":"world"}' }],
        ["a huge answer", { _tag: "Plan", reply: good, padding: 300_000 }],
      ]
      for (const [what, behaviour] of wrong) {
        behave(behaviour)
        assert.strictEqual(yield* ask(planRequest()), unsure, what)
        if (behaviour._tag === "Refusal") assert.include(String(warned.at(-1)), "ContentPolicyError")
      }
      // A model that answers badly is up, so it is called each time.
      assert.lengthOf(heard, wrong.length)
      assert.lengthOf(warned, wrong.length)
      behave(plan(good))
      assert.strictEqual((yield* ask(planRequest()))._tag, "Planned")
      assert.strictEqual(yield* ask(planRequest({ cap: microUsd(2_799n) })), unsure)
      assert.strictEqual((yield* ask(planRequest({ cap: microUsd(2_800n) })))._tag, "Planned")
      assert.strictEqual((yield* ask(planRequest({ cap: microUsd(1_800n), withoutFallbacks: true })))._tag, "Planned")
    }),
  )

  it.effect(`${kind}: an unreachable model is skipped; 503 only if the operator requires the model`, () =>
    Effect.gen(function* () {
      const failing: ReadonlyArray<Behaviour> = [
        { _tag: "Raw", status: 401, body: "{}" },
        { _tag: "Raw", status: 404, body: "{}" },
        { _tag: "Raw", status: 429, body: "{}" },
        { _tag: "Raw", status: 500, body: "{}" },
        { _tag: "Raw", status: 307, body: "", headers: { location: "/elsewhere" } },
        { _tag: "Silent" },
        { _tag: "Stuck" },
        { _tag: "Reset" },
      ]
      for (const behaviour of failing) {
        // One each: the breaker is not what is tried here.
        const wait = behaviour._tag === "Silent" || behaviour._tag === "Stuck" ? timeoutMs : 0
        const strict = yield* fixture(kind, { timeoutMs, required: true })
        strict.behave(behaviour)
        const refused = yield* answerAfter(wait, strict, Effect.flip(strict.plan(planRequest())))
        assert.deepEqual(
          [refused._tag, refused.code, refused.status],
          ["planner_unavailable", "planner_unavailable", 503],
          JSON.stringify(behaviour),
        )
        assert.lengthOf(strict.heard, 1)
        const lenient = yield* fixture(kind, { timeoutMs })
        lenient.behave(behaviour)
        assert.strictEqual(yield* answerAfter(wait, lenient, lenient.plan(planRequest())), unsure)
      }
      const required = yield* fixture(kind, { required: true })
      required.behave(plan({ answer: 42 }))
      assert.strictEqual(yield* required.plan(planRequest()), unsure)
      required.close()
      assert.strictEqual((yield* Effect.flip(required.plan(planRequest())))._tag, "planner_unavailable")
    }),
  )
}
