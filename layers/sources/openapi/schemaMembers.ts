import { type OpenApiDocument, followReferences, isObject, type Json, listOf, memberOf, objectOf, textsOf } from "./Document.ts"
import type { GatewayExtension } from "./GatewayExtension.ts"
import type { ListedOperation } from "./operations.ts"
import { idPart } from "./names.ts"
import { mainResponse } from "./responses.ts"

const maxOutputs = 200

/**
 * The dotted fact types of an operation's answer: its members on two levels (`place.name`), one on the first level under the
 * operation's domain, and those of a list's items for a list. `x-gateway.output_slots` renames a member by its name or path.
 */
export const outputFacts = (document: OpenApiDocument, { domain, node, extension }: ListedOperation): ReadonlyArray<string> => {
  const schema = schemaAt(document, mainResponse(document, node).schema, extension.answer)
  const slots = extension.output_slots ?? {}
  const facts = new Set<string>(Object.values(slots))
  for (const [name, member] of membersOf(document, schema)) {
    const below = membersOf(document, member)
    if (below.length === 0) addFact(facts, slots, name, `${domain}.${idPart(name) ?? ""}`)
    for (const [inner] of below) addFact(facts, slots, `${name}.${inner}`, `${idPart(name) ?? ""}.${idPart(inner) ?? ""}`)
    if (facts.size >= maxOutputs) break
  }
  return [...facts].slice(0, maxOutputs)
}

const addFact = (facts: Set<string>, slots: NonNullable<GatewayExtension["output_slots"]>, path: string, fact: string): void => {
  if (!Object.hasOwn(slots, path) && !fact.startsWith(".") && !fact.endsWith(".")) facts.add(fact)
}

/** Members of an object, or of the items of a list. */
const membersOf = (document: OpenApiDocument, schema: Json | undefined): ReadonlyArray<readonly [string, Json]> => {
  const members = objectMembers(document, itemOf(document, schema), true)
  return members === undefined ? [] : [...members.properties].filter(([, property]) => !hasDirection(document, property, "writeOnly"))
}

const itemOf = (document: OpenApiDocument, schema: Json | undefined): Json | undefined => {
  const resolved = followReferences(document, schema)
  const items = memberOf(resolved, "items")
  return isObject(items) ? items : resolved
}

const schemaAt = (document: OpenApiDocument, schema: Json | undefined, pointer: string | undefined): Json | undefined =>
  (pointer ?? "")
    .split("/")
    .slice(1)
    .reduce<Json | undefined>((at, name) => objectMembers(document, at, true)?.properties.get(name), schema)

export interface ObjectMembers {
  readonly properties: ReadonlyMap<string, Json>
  readonly required: ReadonlySet<string>
}

const maxDepth = 8
const maxMembers = 500

/**
 * The members of an object as its schema and all that it combines by `allOf` name them; `alternatives` also takes those of
 * `anyOf` and `oneOf`, required by none. Undefined where the schema names no members, or means something else than an object.
 */
export const objectMembers = (document: OpenApiDocument, schema: Json | undefined, alternatives: boolean): ObjectMembers | undefined => {
  const properties = new Map<string, Json>()
  const required = new Set<string>()
  let steps = 0
  const collect = (written: Json | undefined, depth: number): boolean => {
    const schema = followReferences(document, written)
    if (!isObject(schema) || depth > maxDepth || ++steps > maxMembers) return true
    const type = typeof schema.type === "string" ? [schema.type] : textsOf(schema, "type")
    if (type.length > 0 && !type.includes("object")) return false
    const forms = [...listOf(schema, "anyOf"), ...listOf(schema, "oneOf")]
    if (forms.length > 0 && !alternatives) return false
    for (const [name, property] of Object.entries(objectOf(schema, "properties")))
      if (properties.size < maxMembers) properties.set(name, property)
    for (const name of textsOf(schema, "required")) required.add(name)
    for (const form of forms) collect(form, depth + 1)
    return listOf(schema, "allOf").every((part) => collect(part, depth + 1))
  }
  if (!collect(schema, 0) || properties.size === 0) return undefined
  return { properties, required: alternatives ? new Set() : required }
}

/** Whether the other side alone writes a member: `readOnly` ones are never sent, `writeOnly` ones never answered. */
export const hasDirection = (document: OpenApiDocument, property: Json, direction: "readOnly" | "writeOnly"): boolean =>
  memberOf(property, direction) === true || memberOf(followReferences(document, property), direction) === true
