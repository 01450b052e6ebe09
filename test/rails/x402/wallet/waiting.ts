import { Effect } from "effect"
import { Owner } from "../../../support/ledger/postgresLedgerFixture.ts"
import { X402Scene } from "../rail/fixture.ts"

/** Repeats `look` until its result holds, while the rail's jobs run. */
export const until = <A, E, R>(look: Effect.Effect<A, E, R>, holds: (a: A) => boolean) =>
  Effect.gen(function* () {
    for (;;) {
      const seen = yield* look
      if (holds(seen)) return seen
      yield* Effect.sleep(25)
    }
  }).pipe(Effect.timeoutOrElse({ duration: "3 minutes", orElse: () => Effect.die(new Error("it never came to hold")) }))

/** Deposits were looked for in every block that is deep enough. */
export const lookedThrough = Effect.gen(function* () {
  const { chain } = yield* X402Scene
  const owner = yield* Owner
  const head = yield* Effect.promise(() => chain.client.getBlockNumber({ cacheTime: 0 }))
  const looked = Effect.map(owner<{ block: string }>`select block from rail_x402.watched`, ([row]) => BigInt(row?.block ?? -1))
  yield* until(looked, (block) => block === head - 1n)
})
