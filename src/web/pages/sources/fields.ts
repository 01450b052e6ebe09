import type { InputValues, OperationInput } from "./queries.ts"

/** What the JSON Schema of an input says, as far as a form can show it. */
export interface FieldShape {
  readonly field: string
  readonly isRequired: boolean
  readonly kind: "text" | "number" | "boolean" | "choice" | "json"
  readonly choices: ReadonlyArray<string>
  readonly placeholder: string
  readonly hint: string | undefined
}

const textOf = (value: unknown) => (typeof value === "string" ? value : JSON.stringify(value))

export const shapeOf = ({ field, required, schema }: OperationInput): FieldShape => {
  const { default: byDefault, description, enum: values, examples, type } = schema
  const example = Array.isArray(examples) ? examples[0] : byDefault
  const hint = [
    typeof description === "string" ? description : undefined,
    byDefault === undefined ? undefined : `Without it: ${textOf(byDefault)}.`,
  ].filter((text) => text !== undefined)
  return {
    field,
    isRequired: required,
    kind: Array.isArray(values) ? "choice" : kindOf(type),
    choices: Array.isArray(values) ? values.map(textOf) : [],
    placeholder: example === undefined ? "" : textOf(example),
    hint: hint.length === 0 ? undefined : hint.join(" "),
  }
}

const kindOf = (type: unknown): FieldShape["kind"] => {
  if (type === "number" || type === "integer") return "number"
  if (type === "boolean") return "boolean"
  return type === "string" || type === undefined ? "text" : "json"
}

/** Texts by field, as the form holds them. */
export type Texts = Readonly<Record<string, string>>

export interface ReadInputs {
  readonly input: InputValues
  /** Sentences by field. Without any the inputs can be sent; the gateway checks the rest. */
  readonly problems: Readonly<Record<string, string>>
}

/** The inputs that the texts stand for. An empty text is an absent input. */
export const readInputs = (shapes: ReadonlyArray<FieldShape>, inputs: ReadonlyArray<OperationInput>, texts: Texts): ReadInputs => {
  const input: Record<string, unknown> = {}
  const problems: Record<string, string> = {}
  shapes.forEach(({ field, isRequired, kind }, i) => {
    const text = (texts[field] ?? "").trim()
    if (text === "") {
      if (isRequired) problems[field] = "This input is required."
      return
    }
    const value = valueOf(kind, text, inputs[i]!)
    if (value === undefined) problems[field] = kind === "number" ? "Enter a number." : "Enter valid JSON."
    else input[field] = value
  })
  return { input, problems }
}

const valueOf = (kind: FieldShape["kind"], text: string, { schema }: OperationInput): unknown => {
  switch (kind) {
    case "text":
      return text
    case "number":
      return Number.isFinite(Number(text)) ? Number(text) : undefined
    case "boolean":
      return text === "true"
    case "choice":
      return (schema["enum"] as ReadonlyArray<unknown>).find((value) => textOf(value) === text)
    case "json":
      try {
        return JSON.parse(text) as unknown
      } catch {
        return undefined
      }
  }
}
