import { type Document, isObject, type Json, memberOf } from "./Document.ts"
import type { GatewayExtension } from "./Extension.ts"
import type { ListedOperation } from "./Listed.ts"
import { idPart } from "./names.ts"
import { hasDirection, objectMembers } from "./objectMembers.ts"
import { followReferences } from "./references.ts"
import { mainResponse } from "./responses.ts"

const maxOutputs = 200

/**
 * The dotted fact types of an operation's answer: its members on two levels (`place.name`), one on the first level under the
 * operation's domain, and those of a list's items for a list. `x-gateway.output_slots` renames a member by its name or path.
 */
export const outputFacts = (document: Document, { domain, node, extension: said }: ListedOperation): ReadonlyArray<string> => {
  const schema = schemaAt(document, mainResponse(document, node).schema, said.answer)
  const slots = said.output_slots ?? {}
  const found = new Set<string>(Object.values(slots))
  for (const [name, member] of membersOf(document, schema)) {
    const below = membersOf(document, member)
    if (below.length === 0) addFact(found, slots, name, `${domain}.${idPart(name) ?? ""}`)
    for (const [inner] of below) addFact(found, slots, `${name}.${inner}`, `${idPart(name) ?? ""}.${idPart(inner) ?? ""}`)
    if (found.size >= maxOutputs) break
  }
  return [...found].slice(0, maxOutputs)
}

const addFact = (found: Set<string>, slots: NonNullable<GatewayExtension["output_slots"]>, path: string, fact: string): void => {
  if (!Object.hasOwn(slots, path) && !fact.startsWith(".") && !fact.endsWith(".")) found.add(fact)
}

/** Members of an object, or of what a list has. */
const membersOf = (document: Document, schema: Json | undefined): ReadonlyArray<readonly [string, Json]> => {
  const found = objectMembers(document, itemOf(document, schema), true)
  return found === undefined ? [] : [...found.properties].filter(([, property]) => !hasDirection(document, property, "writeOnly"))
}

const itemOf = (document: Document, schema: Json | undefined): Json | undefined => {
  const resolved = followReferences(document, schema)
  const items = memberOf(resolved, "items")
  return isObject(items) ? items : resolved
}

const schemaAt = (document: Document, schema: Json | undefined, pointer: string | undefined): Json | undefined =>
  (pointer ?? "")
    .split("/")
    .slice(1)
    .reduce<Json | undefined>((at, name) => objectMembers(document, at, true)?.properties.get(name), schema)
