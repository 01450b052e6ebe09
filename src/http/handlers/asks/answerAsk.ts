import { Effect } from "effect"
import { type AskRecord, AskStore } from "../../../../domain/ask/AskStore.ts"
import type { OfferedEntity } from "../../../../domain/ask/entityCandidates.ts"
import { actionsOf, sealedText, stateOf, StateSigner } from "../../../../domain/ask/continuation.ts"
import { runNotFound } from "../../../../domain/ask/approve.ts"
import { endOverdue, isOverdue } from "../../../../domain/ask/conclude.ts"
import type { OrganisationId, RunId } from "../../../../domain/money/ids.ts"
import { Exchange } from "../../Exchange.ts"
import { json } from "../../respond.ts"
import { askView, offeredIn } from "../../views/ask.ts"
import { moneyMovedBy, mostUnsettled, paymentHeaders, runStatusCode } from "../../views/run.ts"

/** The run body of an ask as it is now, with its status and the truth about its money. */
export const answerAsk = Effect.fnUntraced(function* (organisation: OrganisationId, run: RunId, limit?: number) {
  const store = yield* AskStore
  const record = yield* store.read(organisation, run)
  if (record === undefined) return yield* runNotFound()
  if (!isOverdue(record, record.now)) return yield* answerRecord(record, limit)
  yield* endOverdue(record)
  return yield* answerRecord((yield* store.read(organisation, run)) ?? record, limit)
})

const answerRecord = Effect.fnUntraced(function* (record: AskRecord, limit: number | undefined) {
  const exchange = yield* Exchange
  const calls = record.calls.map(({ call }) => call)
  const shown = mostUnsettled(calls)
  exchange.moneyMoved = moneyMovedBy(calls)
  if (shown !== undefined) exchange.headers = { ...exchange.headers, ...paymentHeaders(shown) }
  const candidates = offeredIn(record)
  return json(askView(record, candidates, yield* continuationOf(record, candidates), limit), { status: runStatusCode(record.run.status) })
})

/** What may be done about the open question, as long as its time lasts. */
const continuationOf = Effect.fnUntraced(function* ({ ask, now, run }: AskRecord, candidates: ReadonlyArray<OfferedEntity>) {
  const { open } = ask
  if (open === null || open.expiresAt <= now) return null
  const seal = yield* StateSigner
  const state = stateOf({ ...ask, open }, candidates)
  return { state: { ...state, state_token: yield* seal.sign(sealedText(run, state)) }, actions: actionsOf(ask, candidates) }
})
