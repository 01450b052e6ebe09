import type { OperationInput } from "./queries.ts"

type JsonSchema = Readonly<Record<string, unknown>>

/** What the JSON Schema of an input describes, as far as a form can show it. */
export interface FieldShape {
  readonly field: string
  /** What the form calls it: the name without the part of the request that it is in. */
  readonly label: string
  readonly isRequired: boolean
  readonly kind: "text" | "number" | "boolean" | "choice" | "choices" | "list" | "map" | "object" | "json"
  /** The values of an enumeration, as texts. */
  readonly choices: ReadonlyArray<string>
  /** The fields of an object; the one field of a list's items. */
  readonly members: ReadonlyArray<FieldShape>
  readonly schema: JsonSchema
  readonly placeholder: string
  readonly hint: string | undefined
}

const textOf = (value: unknown) => (typeof value === "string" ? value : JSON.stringify(value))

/** Objects inside one another that a form shows; what is deeper is JSON. */
const maxDepth = 3

export const shapeOf = ({ field, required, schema }: OperationInput, depth = 0): FieldShape => {
  const { default: byDefault, description, enum: values, examples } = schema
  const example = Array.isArray(examples) ? examples[0] : byDefault
  const hint = [
    typeof description === "string" ? description : undefined,
    byDefault === undefined ? undefined : `Without it: ${Array.isArray(byDefault) ? byDefault.map(textOf).join(", ") : textOf(byDefault)}.`,
  ].filter((text) => text !== undefined)
  const kind = kindOf(schema, depth)
  const items = (schema["items"] ?? {}) as JsonSchema
  const choices = kind === "choices" ? items["enum"] : values
  return {
    field,
    label: depth > 0 ? field : field === "body" ? "Body" : field.replace(/^(path|query|header)\./, ""),
    isRequired: required,
    kind,
    choices: Array.isArray(choices) ? choices.map(textOf) : [],
    members: membersOf(kind, schema, depth),
    schema,
    placeholder: example === undefined || typeof example === "object" ? "" : textOf(example),
    hint: hint.length === 0 ? undefined : hint.join(" "),
  }
}

const typeOf = ({ type }: JsonSchema): unknown => (Array.isArray(type) ? type.find((one) => one !== "null") : type)

const kindOf = (schema: JsonSchema, depth: number): FieldShape["kind"] => {
  if (Array.isArray(schema["enum"])) return "choice"
  const type = typeOf(schema)
  if (type === "number" || type === "integer") return "number"
  if (type === "boolean") return "boolean"
  if (type === "string" || (type === undefined && schema["properties"] === undefined)) return "text"
  if (type === "array") return listKindOf((schema["items"] ?? {}) as JsonSchema)
  if (depth >= maxDepth) return "json"
  if (schema["properties"] !== undefined) return "object"
  return isTextMap(schema["additionalProperties"]) ? "map" : "json"
}

const listKindOf = (items: JsonSchema): FieldShape["kind"] => {
  if (Array.isArray(items["enum"])) return "choices"
  return ["string", "number", "integer"].includes(String(typeOf(items))) ? "list" : "json"
}

/** Whether the members of a free object may be texts. */
const isTextMap = (values: unknown) => {
  if (values === undefined || typeof values === "boolean") return values !== false
  const { type } = values as JsonSchema
  return type === undefined || (Array.isArray(type) ? type.includes("string") : type === "string")
}

const membersOf = (kind: FieldShape["kind"], schema: JsonSchema, depth: number): ReadonlyArray<FieldShape> => {
  if (kind === "list") return [shapeOf({ field: "item", required: true, schema: schema["items"] as JsonSchema }, depth)]
  if (kind !== "object") return []
  const required = Array.isArray(schema["required"]) ? schema["required"] : []
  return Object.entries(schema["properties"] as Readonly<Record<string, JsonSchema>>).map(([field, member]) =>
    shapeOf({ field, required: required.includes(field), schema: member }, depth + 1),
  )
}
