import { assert, describe, it } from "@effect/vitest"
import { Effect, Exit, Fiber, Scope } from "effect"
import { TestClock } from "effect/testing"
import { makeCalendarYears } from "../../../../layers/sources/holidays/CalendarYears.ts"

const odd = makeCalendarYears(new URL("./oddWorker.ts", import.meta.url))
const code = <A>(request: Effect.Effect<A, { readonly code: string }>) => Effect.map(Effect.flip(request), (failure) => failure.code)

describe("calendar years of the worker", () => {
  it.effect("a calendar year is computed once and kept", () =>
    Effect.gen(function* () {
      const years = yield* odd
      const [first, again, other] = [yield* years("OK", 2026), yield* years("OK", 2026), yield* years("OK", 2027)]
      assert.deepEqual([first.notes, again.notes, other.notes], [["1"], ["1"], ["2"]])
    }),
  )

  it.effect("calendar years are computed one after another, and each caller gets its own", () =>
    Effect.gen(function* () {
      const years = yield* odd
      const answers = yield* Effect.forEach(["OK", "LATE", "DE"], (place) => years(place, 2026), { concurrency: "unbounded" })
      assert.deepEqual(
        answers.map((year) => year.regionName),
        ["OK", "LATE", "DE"],
      )
    }),
  )

  it.effect("a request fails when the worker fails, dies or answers nonsense, and the next request gets a new worker", () =>
    Effect.gen(function* () {
      const years = yield* odd
      assert.strictEqual(yield* code(years("FAIL", 2026)), "source_error")
      assert.strictEqual(yield* code(years("NONSENSE", 2026)), "source_error")
      assert.deepEqual((yield* years("OK", 2026)).notes, ["3"])
      for (const end of ["DIE", "THROW"]) {
        assert.strictEqual(yield* code(years(end, 2026)), "source_unavailable")
        // A new worker counts from one; the failure was not kept, so that asking again asks it.
        assert.deepEqual((yield* years("OK", end === "DIE" ? 2027 : 2028)).notes, ["1"])
        assert.strictEqual(yield* code(years(end, 2026)), "source_unavailable")
      }
    }),
  )

  it.effect("a failed calendar year is not kept and is computed again for the next request", () =>
    Effect.gen(function* () {
      const years = yield* odd
      assert.strictEqual(yield* code(years("FLAKY", 2026)), "source_error")
      assert.strictEqual((yield* years("FLAKY", 2026)).regionName, "FLAKY")
    }),
  )

  it.effect("requests for kept calendar years do not take up places in the queue", () =>
    Effect.gen(function* () {
      const years = yield* odd
      for (let year = 0; year < 300; year++) yield* years("OK", year)
    }),
  )

  it.effect("a stuck worker is ended and its request times out", () =>
    Effect.gen(function* () {
      const years = yield* odd
      yield* years("OK", 2026)
      const stuck = yield* Effect.forkChild(code(years("SILENT", 2026)))
      yield* TestClock.adjust("5 seconds")
      assert.strictEqual(yield* Fiber.join(stuck), "source_timeout")
      assert.deepEqual((yield* years("OK", 2027)).notes, ["1"])
    }),
  )

  it.effect("the answer for an interrupted caller is not given to the next caller", () =>
    Effect.gen(function* () {
      const years = yield* odd
      yield* years("OK", 2026)
      const late = yield* Effect.forkChild(years("LATE", 2026))
      yield* Effect.yieldNow
      yield* Fiber.interrupt(late)
      // The late answer arrives while this one is awaited.
      assert.strictEqual((yield* years("LATER", 2026)).regionName, "LATER")
    }),
  )

  it.effect("a request is refused when too many requests wait", () =>
    Effect.gen(function* () {
      const years = yield* odd
      const requests = Array.from({ length: 300 }, (_, index) => code(years("SILENT", index)))
      const codes = yield* Effect.forkChild(Effect.all(requests, { concurrency: "unbounded" }))
      yield* TestClock.adjust("1 minute")
      const refused = (yield* Fiber.join(codes)).filter((failure) => failure === "source_unavailable")
      assert.strictEqual(refused.length, 300 - 256)
    }),
  )

  it.effect("the worker of the calendar years ends with its scope", () =>
    Effect.gen(function* () {
      const scope = yield* Scope.make()
      const years = yield* Scope.provide(odd, scope)
      const late = yield* Effect.forkChild(Effect.exit(years("SILENT", 2026)))
      yield* Effect.yieldNow
      yield* Scope.close(scope, Exit.void)
      assert.isTrue(Exit.isFailure(yield* Fiber.join(late)))
    }),
  )
})
