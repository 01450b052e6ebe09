import type { Schema } from "effect"
import { describe, describeAt, type Said } from "./describe.ts"
import { at, type Path, pointerOf } from "./pointer.ts"
import { fill, type Telling } from "./Sentence.ts"

/**
 * What is said of a document where some facts were asked for, or where it was asked for as a whole. Facts that no sentence
 * tells are told by their name; an operation without sentences by what its document has.
 */
export const tell = (data: Schema.Json, facts: ReadonlyArray<string>, telling: Telling | undefined): ReadonlyArray<Said> => {
  const applying = (telling?.say ?? []).flatMap((sentence) => {
    const said = fill(sentence, data)
    return said === undefined ? [] : [{ sentence, said }]
  })
  const whole = applying.filter(({ sentence }) => sentence.detail !== true).map(({ said }) => said)
  if (facts.length === 0) return whole.length > 0 ? whole : describe(data)
  const chosen = applying.filter(({ sentence }) => sentence.tells.some((fact) => facts.includes(fact)))
  const told = new Set(chosen.flatMap(({ sentence }) => sentence.tells))
  const others = facts.filter((fact) => !told.has(fact)).flatMap((fact) => tellFact(data, fact))
  const said = [...chosen.map((each) => each.said), ...others]
  if (said.length > 0) return said
  return whole.length > 0 ? whole : describe(data)
}

const tellFact = (data: Schema.Json, fact: string): ReadonlyArray<Said> => {
  const path = placeOf(data, fact)
  const value = path && at(data, pointerOf(path))
  return path === undefined || value === undefined ? [] : describeAt(value, path)
}

/**
 * Where a dotted fact stands: `a.b` at `/a/b`, or, as documents of imported operations have it, at `/b`, or within the items
 * of the only list: then that list is meant.
 */
const placeOf = (data: Schema.Json, fact: string): Path | undefined => {
  const whole = fact.split(".")
  for (const path of [whole, whole.slice(1)]) if (path.length > 0 && at(data, pointerOf(path)) !== undefined) return path
  const lists = Array.isArray(data) ? [[]] : Object.entries(data ?? {}).flatMap(([key, value]) => (Array.isArray(value) ? [[key]] : []))
  return lists.length === 1 ? lists[0] : undefined
}
