import { Result } from "effect"
import { type Answer, SourceFailure } from "../../../domain/catalogue/Source.ts"
import { isObject, type Json, type JsonObject, memberOf } from "./Document.ts"

/**
 * What is delivered of an answer that is sold by its documents: the array at the pointer, else the answer itself, else its
 * only member that is an array, cut to `limit`. An answer without such an array is one document; with a pointer that leads
 * nowhere, or to null, it is none.
 */
export const limitDocuments = (data: Json, pointer: string | undefined, limit: number): Result.Result<Answer, SourceFailure> => {
  const path = pointer === undefined ? onlyArray(data) : pointer.split("/").slice(1).map(unescaped)
  if (path === undefined) return Result.succeed({ data, documents: data === null ? 0 : 1 })
  const found = path.reduce<Json | undefined>(memberOf, data)
  if (found === undefined || found === null) return Result.succeed({ data, documents: 0 })
  if (!Array.isArray(found))
    return Result.fail(
      new SourceFailure({ code: "source_error", message: `The source's answer is not what it promises: ${pointer} is not an array.` }),
    )
  const delivered = found.slice(0, limit)
  return Result.succeed({ data: replaced(data, path, delivered), documents: delivered.length })
}

const onlyArray = (data: Json): ReadonlyArray<string> | undefined => {
  if (Array.isArray(data)) return []
  if (!isObject(data)) return undefined
  const arrays = Object.keys(data).filter((name) => Array.isArray(data[name]))
  return arrays.length === 1 ? arrays : undefined
}

const replaced = (data: Json, [name, ...rest]: ReadonlyArray<string>, by: Json): Json => {
  if (name === undefined || !isObject(data)) return by
  const inner: JsonObject = { ...data, [name]: replaced(memberOf(data, name) ?? null, rest, by) }
  return inner
}

const unescaped = (token: string): string => token.replaceAll("~1", "/").replaceAll("~0", "~")
