import { expect, it } from "@effect/vitest"
import { Effect, Fiber } from "effect"
import { TestClock } from "effect/testing"
import { backgroundLoop, LoopSuccesses } from "../../domain/backgroundLoop.ts"

it.effect("a background loop survives failures and defects, and records its last success only", () =>
  Effect.gen(function* () {
    const successes = new Map<string, number>()
    const rounds: Array<Effect.Effect<void, string>> = [Effect.void, Effect.fail("lost"), Effect.die(new TypeError("defect")), Effect.void]
    const round = Effect.suspend(() => rounds.shift() ?? Effect.never)
    const fiber = yield* Effect.forkChild(
      Effect.provideService(backgroundLoop("sweeper", 1_000, "the sweeper failed", round), LoopSuccesses, successes),
    )
    yield* TestClock.adjust(0)
    expect(successes.get("sweeper")).toBe(0)
    yield* TestClock.adjust(2_000)
    expect([successes.get("sweeper"), rounds.length]).toEqual([0, 1])
    yield* TestClock.adjust(1_000)
    expect([successes.get("sweeper"), rounds.length]).toEqual([3_000, 0])
    yield* Fiber.interrupt(fiber)
  }),
)
