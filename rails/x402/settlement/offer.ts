import { Effect } from "effect"
import { Chain, type Hex } from "../chain/Chain.ts"
import { noteDry, noteOffered, noteUnderpriced, type Sending } from "../store/slotRows.ts"
import { BetweenSteps } from "./options.ts"
import { Queue } from "./Queue.ts"

const dryForMs = 10_000

/**
 * Gives signed transactions to the node, which may have them already. Whatever it says, they are stored: what it refuses,
 * loses or does not answer is offered again by whoever watches.
 */
export const offer = Effect.fnUntraced(function* (gasKey: Hex, sendings: ReadonlyArray<Pick<Sending, "hash" | "raw">>) {
  if (sendings.length === 0) return
  const chain = yield* Chain
  const { place, sql } = yield* Queue
  yield* noteOffered(
    sql,
    place.network,
    sendings.map(({ hash }) => hash),
  )
  yield* Effect.forEach(
    sendings,
    Effect.fnUntraced(function* ({ hash, raw }) {
      const said = yield* chain.broadcast(raw)
      if (said._tag !== "Refused") return
      if (said.reason === "underpriced") yield* noteUnderpriced(sql, place.network, hash)
      if (said.reason === "insufficient_funds") yield* noteDry(sql, place.network, gasKey, dryForMs)
      // Too low a nonce: it, or another transaction of this slot, is in a block.
      if (said.reason !== "nonce_too_low") yield* Effect.logWarning(`transaction ${hash} of gas key ${gasKey} was refused: ${said.message}`)
    }),
    { concurrency: 32, discard: true },
  )
  yield* (yield* BetweenSteps)("offered")
})
