import { assert, describe, it } from "@effect/vitest"
import { Effect, Exit, Fiber, Scope } from "effect"
import { TestClock } from "effect/testing"
import { makeCalendarYears } from "../../../../layers/sources/holidays/CalendarYears.ts"

const odd = makeCalendarYears(new URL("./oddWorker.ts", import.meta.url))
const code = <A>(asked: Effect.Effect<A, { readonly code: string }>) => Effect.map(Effect.flip(asked), (failure) => failure.code)

describe("calendar years", () => {
  it.effect("are computed once and kept", () =>
    Effect.gen(function* () {
      const years = yield* odd
      const [first, again, other] = [yield* years("OK", 2026), yield* years("OK", 2026), yield* years("OK", 2027)]
      assert.deepEqual([first.notes, again.notes, other.notes], [["1"], ["1"], ["2"]])
    }),
  )

  it.effect("are asked for one after another, and each caller gets its own", () =>
    Effect.gen(function* () {
      const years = yield* odd
      const found = yield* Effect.forEach(["OK", "LATE", "DE"], (place) => years(place, 2026), { concurrency: "unbounded" })
      assert.deepEqual(
        found.map((year) => year.regionName),
        ["OK", "LATE", "DE"],
      )
    }),
  )

  it.effect("fail when the worker fails, dies or talks nonsense, and come from a new worker then", () =>
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

  it.effect("are asked for again after a failure, which is not kept", () =>
    Effect.gen(function* () {
      const years = yield* odd
      assert.strictEqual(yield* code(years("FLAKY", 2026)), "source_error")
      assert.strictEqual((yield* years("FLAKY", 2026)).regionName, "FLAKY")
    }),
  )

  it.effect("do not use up the room for those that wait", () =>
    Effect.gen(function* () {
      const years = yield* odd
      for (let year = 0; year < 300; year++) yield* years("OK", year)
    }),
  )

  it.effect("time out when the worker is stuck, which ends it", () =>
    Effect.gen(function* () {
      const years = yield* odd
      yield* years("OK", 2026)
      const stuck = yield* Effect.forkChild(code(years("SILENT", 2026)))
      yield* TestClock.adjust("5 seconds")
      assert.strictEqual(yield* Fiber.join(stuck), "source_timeout")
      assert.deepEqual((yield* years("OK", 2027)).notes, ["1"])
    }),
  )

  it.effect("do not give an interrupted caller's answer to the next", () =>
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

  it.effect("are refused when too many wait", () =>
    Effect.gen(function* () {
      const years = yield* odd
      const asked = Array.from({ length: 300 }, (_, index) => code(years("SILENT", index)))
      const codes = yield* Effect.forkChild(Effect.all(asked, { concurrency: "unbounded" }))
      yield* TestClock.adjust("1 minute")
      const refused = (yield* Fiber.join(codes)).filter((failure) => failure === "source_unavailable")
      assert.strictEqual(refused.length, 300 - 256)
    }),
  )

  it.effect("end with their scope", () =>
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
