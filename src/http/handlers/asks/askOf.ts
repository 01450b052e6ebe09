import { Effect } from "effect"
import { runNotFound } from "../../../../domain/ask/approve.ts"
import { AskStore } from "../../../../domain/ask/AskStore.ts"
import { isUuid, type RunId } from "../../../../domain/money/ids.ts"
import { CurrentCaller } from "../../Exchange.ts"

/** An ask of the calling key, with what became of it so far. */
export const askOf = Effect.fnUntraced(function* (id: RunId) {
  const { key, organisation } = yield* CurrentCaller
  const store = yield* AskStore
  const record = isUuid(id) ? yield* store.read(organisation, id) : undefined
  return record !== undefined && record.run.key === key ? record : yield* runNotFound()
})
