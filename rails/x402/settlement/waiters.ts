import { Deferred, Effect } from "effect"
import { type Id, listed, sameId, settlementRows } from "../store/settlementRows.ts"
import { seenHead } from "../store/watchRow.ts"
import { Queue } from "./Queue.ts"
import type { Settlement } from "./Settlements.ts"
import { settlementOf } from "./tell.ts"

/** Those in this process who wait for an authorization. Which node gets it into a block does not matter: the database says. */
export const makeWaiters = () => {
  const waiting = new Map<string, { readonly id: Id; readonly answers: Set<Deferred.Deferred<Settlement>> }>()

  /** For at most so long; undefined where nothing was known by then. */
  const wait = (id: Id, waitMs: number) => {
    const key = sameId(id)
    return Effect.acquireUseRelease(
      Effect.sync(() => {
        const answer = Deferred.makeUnsafe<Settlement>()
        const entry = waiting.get(key) ?? { id, answers: new Set() }
        entry.answers.add(answer)
        waiting.set(key, entry)
        return answer
      }),
      (answer) => Effect.timeoutOrElse(Deferred.await(answer), { duration: waitMs, orElse: () => Effect.succeed(undefined) }),
      (answer) =>
        Effect.sync(() => {
          const entry = waiting.get(key)
          entry?.answers.delete(answer)
          if (entry?.answers.size === 0) waiting.delete(key)
        }),
    )
  }

  /** Answers those whose authorization is in a block, rejected, or held up by something they should hear of. */
  const answer = Effect.gen(function* () {
    if (waiting.size === 0) return
    const { place, sql } = yield* Queue
    const ids = [...waiting.values()].map(({ id }) => id)
    const rows = yield* settlementRows(
      sql,
      place,
      sql`(s.state in ('included', 'final', 'rejected') or s.reason is not null) and ${listed(sql, ids)}`,
    )
    if (rows.length === 0) return
    const { head } = yield* seenHead(sql, place)
    for (const row of rows) {
      const settlement = settlementOf(row, head)
      for (const one of waiting.get(sameId(row))?.answers ?? []) Deferred.doneUnsafe(one, Effect.succeed(settlement))
    }
  })

  return { wait, answer }
}
