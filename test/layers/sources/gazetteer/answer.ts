import { Effect, Result } from "effect"
import { resolveInput } from "../../../../domain/catalogue/resolveInput.ts"
import type { Source } from "../../../../domain/catalogue/Source.ts"

/** What a buyer gets for inputs by any of their names: the answer, or the refusal as an error. */
export const ask = (source: Source, id: string, body: Record<string, unknown>, limit = 10) =>
  Effect.gen(function* () {
    const operation = source.operations.find((candidate) => candidate.id === id)
    if (operation === undefined) return yield* Effect.die(`${source.id} has no ${id}`)
    const { values, variant } = yield* Effect.fromResult(resolveInput(operation, body))
    const { data, documents } = yield* variant.run(values, limit)
    // What is sold is JSON: nothing may be lost in writing it.
    return { data: JSON.parse(JSON.stringify(data)), documents }
  })

/** The field that a refusal names, or undefined where nothing is refused. */
export const refusedField = (source: Source, id: string, body: Record<string, unknown>): string | undefined => {
  const operation = source.operations.find((candidate) => candidate.id === id)
  if (operation === undefined) throw new Error(`${source.id} has no ${id}`)
  const resolved = resolveInput(operation, body)
  return Result.isFailure(resolved) ? resolved.failure.field : undefined
}

/** `a.b` of every member of a document's two upper levels. */
export const pathsOf = (document: unknown): ReadonlyArray<string> =>
  Object.entries(Object(document)).flatMap(([domain, facts]) => Object.keys(Object(facts)).map((fact) => `${domain}.${fact}`))
