import { Result, Schema } from "effect"
import { Refusal } from "../Refusal.ts"
import { lastSegment } from "./defineOperation.ts"
import { sanitize, listNames } from "../sanitize.ts"
import type { CatalogueEntry } from "./Catalogue.ts"
import type { Operation, Source } from "./Source.ts"

/** 404: no purchasable source has this id or name. A discovery-only source (one without operations) counts as none. */
export class SourceNotFound extends Refusal("source_not_found", 404) {}

/** 400: a filter of the directory or of an endpoint index is not one. */
export class InvalidQuery extends Refusal("invalid_query", 400) {}

/** 404: the source has no operation of this id, endpoint id or name. `operations` lists the ids of those it has. */
export class OperationNotFound extends Refusal("operation_not_found", 404, { operations: Schema.Array(Schema.String) }) {}

/** 409: several members of a group offer the operation. `sources` lists their ids: call one of them. */
export class AmbiguousOperation extends Refusal("ambiguous_operation", 409, { sources: Schema.Array(Schema.String) }) {}

/** An operation and the source that runs it. */
export interface SourceOperation {
  readonly source: Source
  readonly operation: Operation
}

/** The value of each object is computed once, and forgotten with it. */
function memoized<K extends object, V>(compute: (key: K) => V): (key: K) => V {
  const values = new WeakMap<K, V>()
  return (key) => {
    let value = values.get(key)
    if (value === undefined) values.set(key, (value = compute(key)))
    return value
  }
}

/** What can be bought under an id, else under a name, in any case. */
export const findSource = (entries: ReadonlyArray<CatalogueEntry>, idOrName: string): Result.Result<CatalogueEntry, SourceNotFound> => {
  const wanted = fold(idOrName)
  const { byId, byName } = namesOf(entries)
  const match = byId.get(wanted) ?? byName.get(wanted)
  return match
    ? Result.succeed(match)
    : Result.fail(new SourceNotFound({ message: `No purchasable source is called "${sanitize(idOrName)}". GET /v2/sources lists them.` }))
}

/** The purchasable entries of a catalogue by id and by name, folded; of several with one name the first counts. A catalogue is read once for each change of it. */
const namesOf = memoized((entries: ReadonlyArray<CatalogueEntry>) => {
  const byId = new Map<string, CatalogueEntry>()
  const byName = new Map<string, CatalogueEntry>()
  for (const entry of entries) {
    if (operationsOf(entry).length === 0) continue
    const [id, name] = [fold(entry.source.id), fold(entry.source.name)]
    if (!byId.has(id)) byId.set(id, entry)
    if (!byName.has(name)) byName.set(name, entry)
  }
  return { byId, byName }
})

export const operationsOf = memoized((entry: CatalogueEntry): ReadonlyArray<SourceOperation> =>
  entry.members.flatMap((source) => source.operations.map((operation) => ({ source, operation }))),
)

/** An operation by id, else by name, else by its endpoint id (the id's last segment) where that is unambiguous, in any case. */
export const findOperation = (
  entry: CatalogueEntry,
  name: string,
): Result.Result<SourceOperation, OperationNotFound | AmbiguousOperation> => {
  const wanted = fold(name)
  const offers = operationsOf(entry)
  const called = (nameOf: (operation: Operation) => string) => offers.filter(({ operation }) => fold(nameOf(operation)) === wanted)
  const byId = called(({ id }) => id)
  const byName = byId.length > 0 ? byId : called((operation) => operation.name)
  const matches = byName.length > 0 ? byName : called(({ id }) => lastSegment(id))
  const [only] = matches
  const same = matches.every(({ operation }) => operation.id === only!.operation.id)
  if (only && matches.length === 1) return Result.succeed(only)
  return Result.fail(only && same ? ambiguous(only.operation, matches) : notFound(entry, name, offers))
}

const ambiguous = ({ id }: Operation, matches: ReadonlyArray<SourceOperation>) => {
  const sources = matches.map(({ source }) => source.id)
  return new AmbiguousOperation({ message: `${listNames(sources)} each offer ${id}. Call it on one of them by its id.`, sources })
}

const notFound = (entry: CatalogueEntry, name: string, offers: ReadonlyArray<SourceOperation>) => {
  const operations = [...new Set(offers.map(({ operation }) => operation.id))]
  return new OperationNotFound({
    message: `${entry.source.id} has no operation "${sanitize(name)}". It has ${listNames(operations)}.`,
    operations,
  })
}

const fold = (name: string): string => name.trim().toLowerCase()
