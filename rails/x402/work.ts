import { Effect, Schedule } from "effect"
import { pruneSettleRequests } from "./facilitator/pgSettleRequests.ts"
import { Offers } from "./caller/Offers.ts"
import { pruneSettlements } from "./settlement/prune.ts"
import type { Terms } from "./Terms.ts"
import { compareWallets, type Suspicions } from "./wallet/compareWallets.ts"
import { settleWallets } from "./wallet/settleWallets.ts"
import { watchDeposits } from "./wallet/watchDeposits.ts"

export interface Pace {
  /** Between two looks for calls that wallets are to pay. */
  readonly settleMs: number
  readonly depositsMs: number
  readonly compareMs: number
}

export const usualPace: Pace = { settleMs: 500, depositsMs: 1_000, compareMs: 60_000 }

/** What every node does all the time: it hands wallets' payments to the chain, credits deposits, and holds the books against the chain. */
export const work = Effect.fnUntraced(function* (terms: Terms, pace: Pace = usualPace) {
  const asked = new Set<string>()
  const suspicions: Suspicions = new Map()
  yield* Effect.forkScoped(always("wallets' payments cannot be handed over", pace.settleMs, settleWallets(terms, asked)))
  yield* Effect.forkScoped(always("deposits cannot be looked for", pace.depositsMs, watchDeposits(terms)))
  yield* Effect.forkScoped(
    always(
      "offers cannot be tidied",
      pace.compareMs,
      Effect.flatMap(Offers, ({ tidy }) => tidy),
    ),
  )
  yield* Effect.forkScoped(always("wallets cannot be compared with the chain", pace.compareMs, compareWallets(suspicions)))
  yield* Effect.forkScoped(always("old requests to settle cannot be forgotten", forgetMs, pruneSettleRequests))
  // A node that is far behind catches up within the pass.
  const prune = Effect.repeat(pruneSettlements, { while: (forgotten) => forgotten > 0 })
  yield* Effect.forkScoped(always("old settlements cannot be forgotten", forgetMs, prune))
})

const forgetMs = 3_600_000

/** Whatever one pass meets, there is a next one. Trouble is told once for as long as it lasts. */
const always = <A, E, R>(trouble: string, everyMs: number, pass: Effect.Effect<A, E, R>) =>
  Effect.suspend(() => {
    let troubled = false
    const calm = Effect.sync(() => void (troubled = false))
    const tell = (cause: unknown) =>
      Effect.suspend(() => {
        if (troubled) return Effect.void
        troubled = true
        return Effect.logWarning(`x402: ${trouble}`, cause)
      })
    return pass.pipe(Effect.andThen(calm), Effect.catchCause(tell), Effect.repeat(Schedule.spaced(everyMs)))
  })
