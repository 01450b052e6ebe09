import { Effect } from "effect"
import { runNotFound } from "../../../../domain/ask/approve.ts"
import { AskStore } from "../../../../domain/ask/AskStore.ts"
import type { RunId } from "../../../../domain/money/ids.ts"
import { CurrentCaller } from "../../Exchange.ts"

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

/** An ask of the calling key, with what became of it so far. */
export const askOf = Effect.fnUntraced(function* (id: RunId) {
  const { key, organisation } = yield* CurrentCaller
  const store = yield* AskStore
  const record = uuid.test(id) ? yield* store.read(organisation, id) : undefined
  return record !== undefined && record.run.key === key ? record : yield* runNotFound()
})
