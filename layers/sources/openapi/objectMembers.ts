import { type Document, isObject, type Json, listOf, memberOf, objectOf, textsOf } from "./Document.ts"
import { followReferences } from "./references.ts"

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
export const objectMembers = (document: Document, schema: Json | undefined, alternatives: boolean): ObjectMembers | undefined => {
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
export const hasDirection = (document: Document, property: Json, direction: "readOnly" | "writeOnly"): boolean =>
  memberOf(property, direction) === true || memberOf(followReferences(document, property), direction) === true
