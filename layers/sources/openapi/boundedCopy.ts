import { Result } from "effect"
import { Unimportable } from "../../../domain/catalogue/Imported.ts"
import { type Json, isObject, type JsonObject } from "./Document.ts"
import { maxDocumentBytes, maxDepth } from "./parseText.ts"

const maxNodes = 1_000_000
/** What one object may have: an operation's schemas are gone through for each operation. */
const maxMembers = 10_000

/**
 * A copy that is JSON and nothing else, within bounds: what YAML's aliases share is counted as often as it is used, numbers
 * that JSON cannot say become null, and members called `__proto__` are left out. `visit` sees every object.
 */
export const boundedJson = (value: unknown, visit: (node: JsonObject) => JsonObject): Result.Result<Json, Unimportable> => {
  let nodes = 0
  let characters = 0
  const read = (text: string) => {
    characters += text.length
    if (characters > maxDocumentBytes) throw new LimitExceeded("It is too large, or its aliases and references repeat large texts.")
    return text
  }
  const copy = (value: unknown, depth: number): Json => {
    if (++nodes > maxNodes) throw new LimitExceeded(`It has more than ${maxNodes} values, or its aliases and references repeat them.`)
    if (typeof value === "boolean") return value
    if (typeof value === "string") return read(value)
    if (typeof value === "number") return Number.isFinite(value) ? value : null
    if (depth > maxDepth) throw new LimitExceeded(`It is nested deeper than ${maxDepth} levels.`)
    if (Array.isArray(value)) return value.map((item) => copy(item, depth + 1))
    if (!isObject(value)) return null
    if (Object.keys(value).length > maxMembers) throw new LimitExceeded(`It has an object of more than ${maxMembers} members.`)
    const members = Object.entries(value).filter(([name]) => name !== "__proto__")
    return visit(Object.fromEntries(members.map(([name, member]) => [read(name), copy(member, depth + 1)])))
  }
  try {
    return Result.succeed(copy(value, 0))
  } catch (error) {
    if (error instanceof LimitExceeded) return Result.fail(new Unimportable({ message: error.message }))
    throw error
  }
}

class LimitExceeded extends Error {}
