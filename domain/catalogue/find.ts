import { Result, Schema } from "effect"
import { Refusal } from "../Refusal.ts"
import { lastSegment } from "./defineOperation.ts"
import { echo, some } from "./echo.ts"
import type { Operation, Source } from "./Source.ts"

/** 404: no purchasable source has this id or name. A discovery-only source (one without operations) counts as none. */
export class SourceNotFound extends Refusal("source_not_found", 404) {}

/** 400: a filter of the directory or of an endpoint index is not one. */
export class InvalidQuery extends Refusal("invalid_query", 400) {}

/** 404: the source has no operation of this id, endpoint id or name. `operations` lists the ids of those it has. */
export class OperationNotFound extends Refusal("operation_not_found", 404, { operations: Schema.Array(Schema.String) }) {}

/** A purchasable source by id, else by name, in any case. */
export const findSource = (sources: ReadonlyArray<Source>, idOrName: string): Result.Result<Source, SourceNotFound> => {
  const wanted = fold(idOrName)
  const purchasable = sources.filter((source) => source.operations.length > 0)
  const found = purchasable.find((source) => fold(source.id) === wanted) ?? purchasable.find((source) => fold(source.name) === wanted)
  return found
    ? Result.succeed(found)
    : Result.fail(new SourceNotFound({ message: `No purchasable source is called "${echo(idOrName)}". GET /v2/sources lists them.` }))
}

/** An operation of a source by id, else by name, else by its endpoint id (the id's last segment) where that is unambiguous, in any case. */
export const findOperation = (source: Source, name: string): Result.Result<Operation, OperationNotFound> => {
  const wanted = fold(name)
  const called = (nameOf: (operation: Operation) => string) => source.operations.filter((operation) => fold(nameOf(operation)) === wanted)
  const [byId] = called((operation) => operation.id)
  const [byName] = called((operation) => operation.name)
  const [byEndpoint, another] = called((operation) => lastSegment(operation.id))
  const found = byId ?? byName ?? (another ? undefined : byEndpoint)
  if (found) return Result.succeed(found)
  const operations = source.operations.map((operation) => operation.id)
  return Result.fail(
    new OperationNotFound({ message: `${source.id} has no operation "${echo(name)}". It has ${some(operations)}.`, operations }),
  )
}

const fold = (name: string): string => name.trim().toLowerCase()
