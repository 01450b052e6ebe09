import { Effect } from "effect"
import { findOperation } from "../../../../domain/catalogue/find.ts"
import { catalogueEntries } from "../../../../domain/catalogue/Catalogue.ts"
import { resolveInput } from "../../../../domain/catalogue/resolveInput.ts"
import type { Source } from "../../../../domain/catalogue/Source.ts"

/** What a buyer of one source's operation gets: the answer's document, or the refusal as an error. */
export const ask = Effect.fnUntraced(function* (source: Source, operation: string, body: Record<string, unknown>) {
  const [entry] = catalogueEntries([source])
  const match = yield* Effect.fromResult(findOperation(entry!, operation))
  const { values, variant } = yield* Effect.fromResult(resolveInput(match.operation, body))
  return (yield* variant.run(values, 10)).data
})
