import { expect, it } from "@effect/vitest"
import { Deferred, Effect, Fiber } from "effect"
import { runFirstStart } from "../../../layers/postgres/firstStart.ts"
import { Owner, postgresLedgerFixture } from "../../support/ledger/postgresLedgerFixture.ts"
import { until } from "../../support/until.ts"

const claimedAt = Effect.gen(function* () {
  const owner = yield* Owner
  const [row] = yield* owner<{ readonly at: string }>`select claimed_at::text as at from installation`
  return row?.at
})

it.live("a long first start keeps its claim fresh and is done by one process only", () =>
  Effect.gen(function* () {
    let others = 0
    const begun = yield* Deferred.make<void>()
    const ended = yield* Deferred.make<void>()
    const slow = yield* Effect.forkChild(
      runFirstStart("sandbox", Effect.andThen(Deferred.succeed(begun, undefined), Deferred.await(ended))),
    )
    yield* Deferred.await(begun)
    const other = yield* Effect.forkChild(
      runFirstStart(
        "sandbox",
        Effect.sync(() => void others++),
      ),
    )
    const at = yield* claimedAt
    yield* until(Effect.map(claimedAt, (now) => now !== at))
    yield* Deferred.succeed(ended, undefined)
    expect([yield* Fiber.join(slow), yield* Fiber.join(other), others]).toEqual([true, false, 0])
  }).pipe(Effect.provide(postgresLedgerFixture)),
)

it.live("a first start whose claim is stale is interrupted and done by another process", () =>
  Effect.gen(function* () {
    const owner = yield* Owner
    let interrupted = 0
    let done = 0
    const begun = yield* Deferred.make<void>()
    const stuck = Deferred.succeed(begun, undefined).pipe(
      Effect.flatMap((isFirst) => (isFirst ? Effect.never : Effect.sync(() => void done++))),
      Effect.onInterrupt(() => Effect.sync(() => void interrupted++)),
    )
    const paused = yield* Effect.forkChild(runFirstStart("sandbox", stuck))
    yield* Deferred.await(begun)
    yield* owner`update installation set claimed_at = claimed_at - interval '1 hour'`
    const follower = yield* Effect.forkChild(
      runFirstStart(
        "sandbox",
        Effect.sync(() => void done++),
      ),
    )
    const ends = [yield* Fiber.join(paused), yield* Fiber.join(follower)]
    expect(ends.filter((did) => did)).toHaveLength(1)
    expect({ done, interrupted }).toEqual({ done: 1, interrupted: 1 })
  }).pipe(Effect.provide(postgresLedgerFixture)),
)
