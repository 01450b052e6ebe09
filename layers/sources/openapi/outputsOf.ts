import { type Document, isObject, type Json, memberOf } from "./Document.ts"
import type { Extension } from "./Extension.ts"
import type { Listed } from "./Listed.ts"
import { part } from "./names.ts"
import { is, objectMembers } from "./objectMembers.ts"
import { resolve } from "./references.ts"
import { mainAnswer } from "./responses.ts"

const maxOutputs = 200

/**
 * The dotted fact types of an operation's answer: its members on two levels (`place.name`), one on the first level under the
 * operation's domain, and those of a list's items for a list. `x-gateway.output_slots` renames a member by its name or path.
 */
export const outputsOf = (document: Document, { domain, node, said }: Listed): ReadonlyArray<string> => {
  const schema = pointed(document, mainAnswer(document, node).schema, said.answer)
  const slots = said.output_slots ?? {}
  const found = new Set<string>(Object.values(slots))
  for (const [name, member] of membersOf(document, schema)) {
    const below = membersOf(document, member)
    if (below.length === 0) add(found, slots, name, `${domain}.${part(name) ?? ""}`)
    for (const [inner] of below) add(found, slots, `${name}.${inner}`, `${part(name) ?? ""}.${part(inner) ?? ""}`)
    if (found.size >= maxOutputs) break
  }
  return [...found].slice(0, maxOutputs)
}

const add = (found: Set<string>, slots: NonNullable<Extension["output_slots"]>, path: string, fact: string): void => {
  if (!Object.hasOwn(slots, path) && !fact.startsWith(".") && !fact.endsWith(".")) found.add(fact)
}

/** Members of an object, or of what a list has. */
const membersOf = (document: Document, schema: Json | undefined): ReadonlyArray<readonly [string, Json]> => {
  const found = objectMembers(document, itemOf(document, schema), true)
  return found === undefined ? [] : [...found.properties].filter(([, property]) => !is(document, property, "writeOnly"))
}

const itemOf = (document: Document, schema: Json | undefined): Json | undefined => {
  const resolved = resolve(document, schema)
  const items = memberOf(resolved, "items")
  return isObject(items) ? items : resolved
}

const pointed = (document: Document, schema: Json | undefined, pointer: string | undefined): Json | undefined =>
  (pointer ?? "")
    .split("/")
    .slice(1)
    .reduce<Json | undefined>((at, name) => objectMembers(document, at, true)?.properties.get(name), schema)
