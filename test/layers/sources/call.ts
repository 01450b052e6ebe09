import { Effect } from "effect"
import { catalogueEntries } from "../../../domain/catalogue/Catalogue.ts"
import { findOperation, findSource } from "../../../domain/catalogue/find.ts"
import { resolveInput } from "../../../domain/catalogue/resolveInput.ts"
import { Sources } from "../../../domain/catalogue/Source.ts"

/** What a buyer of a direct call gets: the answer's document, or the refusal as an error. */
export const call = Effect.fnUntraced(function* (sourceId: string, operation: string, body: Record<string, unknown>) {
  const entry = yield* Effect.fromResult(findSource(catalogueEntries(yield* Sources), sourceId))
  const match = yield* Effect.fromResult(findOperation(entry, operation))
  const { values, variant } = yield* Effect.fromResult(resolveInput(match.operation, body))
  return (yield* variant.run(values, 10)).data
})

/** The value at a dotted path of a document; undefined if the path does not exist. */
export const at = (document: unknown, path: string): unknown => {
  let value = document
  for (const key of path.split(".")) value = value instanceof Object ? Object.entries(value).find(([name]) => name === key)?.[1] : undefined
  return value
}

/** A holiday of an answer, so far as the tests look at it. */
interface Shown {
  readonly date: string
  readonly end_date: string
  readonly name: string
  readonly local_name: string
  readonly substitute: boolean
  readonly day_off: boolean
  readonly starts_at: string | null
}
export const shown = (document: unknown, path = "calendar.holidays"): ReadonlyArray<Shown> => {
  const value = at(document, path)
  return Array.isArray(value) ? value : []
}
