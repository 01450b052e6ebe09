import { Effect, Result } from "effect"
import type { Run } from "../ledger/state.ts"
import { giveUp } from "./advance.ts"
import type { Ask } from "./Ask.ts"
import { type AskDecision, type AskRecord, type AskScene, AskStore, placeOf } from "./AskStore.ts"
import { stepsNow } from "./stepsNow.ts"

/** How long an approved run waits for its buyer. One that was never approved just stays as it is: nothing was bought. */
export const waitsUntil = ({ ask, run }: { readonly ask: Ask; readonly run: Run }): number | undefined =>
  run.status === "needs_selection" && ask.approval !== null ? ask.open?.expiresAt : undefined

/** Whether an approved run waited for its buyer in vain. */
export const isOverdue = (record: { readonly ask: Ask; readonly run: Run }, now: number): boolean =>
  (waitsUntil(record) ?? Number.POSITIVE_INFINITY) <= now

/** Ends such a run with what it has. False where it moved on meanwhile. */
export const expire = (scene: AskScene, { ask, calls }: AskRecord): AskDecision<boolean> => {
  const { run } = scene
  if (run === undefined || scene.ask?.revision !== ask.revision || !isOverdue({ run, ask: scene.ask }, scene.now)) {
    return { answer: Result.succeed(false), write: null }
  }
  const end = giveUp(ask.plan!, stepsNow({ ask, calls }), ask.selections, tooLate)
  const ended: Run = { ...run, status: end.status, error: end.error, finishedAt: scene.now }
  const left: Ask = { ...scene.ask, open: null, message: null, failures: end.failures, revision: ask.revision + 1 }
  const freed = end.status === "failed" && scene.chargedCalls === 0 ? ask.keys : []
  return { answer: Result.succeed(true), write: { run: ended, ask: left, node: null, idempotency: null, freed } }
}

/** Ends a run that waited for its buyer in vain, under the lock. */
export const endOverdue = Effect.fnUntraced(function* (record: AskRecord) {
  const store = yield* AskStore
  yield* store.step(placeOf(record.run), (scene) => expire(scene, record))
})

const tooLate = {
  code: "continuation_expired",
  message: "Nobody said in time which entity was meant, so the rest of the plan was not bought.",
}
