import type { FieldShape } from "./fields.ts"
import type { InputValues } from "./queries.ts"

/** What a person entered in a field: a text, the texts of a list, the pairs of a free object, or the entries of an object. */
export type Entry = string | ReadonlyArray<string> | ReadonlyArray<readonly [name: string, value: string]> | Entries
export interface Entries {
  readonly [field: string]: Entry
}

export interface ReadInputs {
  readonly input: InputValues
  /** Sentences by the path of the field, such as `body.to`. Without any the inputs can be sent; the gateway checks the rest. */
  readonly problems: Readonly<Record<string, string>>
}

/** The inputs that the entries stand for. An empty entry is an absent input. */
export const readInputs = (shapes: ReadonlyArray<FieldShape>, entries: Entries): ReadInputs => {
  const problems: Record<string, string> = {}
  return { input: readMembers(shapes, entries, "", problems), problems }
}

type Problems = Record<string, string>

const readMembers = (shapes: ReadonlyArray<FieldShape>, entries: Entries, at: string, problems: Problems) => {
  const values: Record<string, unknown> = {}
  for (const shape of shapes) {
    const value = readField(shape, entries[shape.field], `${at}${shape.field}`, problems)
    if (value !== undefined) values[shape.field] = value
  }
  return values
}

const readField = (shape: FieldShape, entry: Entry | undefined, at: string, problems: Problems): unknown => {
  if (shape.kind === "object") return readObject(shape, (entry ?? {}) as Entries, at, problems)
  const value =
    shape.kind === "text" || typeof entry === "string"
      ? readText(shape, String(entry ?? ""), at, problems)
      : readMany(shape, entry, at, problems)
  if (value === undefined && shape.isRequired) problems[at] ??= "This input is required."
  return value
}

/** An object that is optional is absent while nothing in it is entered, whatever it requires. */
const readObject = (shape: FieldShape, entries: Entries, at: string, problems: Problems) => {
  const own: Problems = {}
  const values = readMembers(shape.members, entries, `${at}.`, own)
  const isEmpty = Object.keys(values).length === 0 && Object.values(own).every((problem) => problem === "This input is required.")
  if (isEmpty && !shape.isRequired) return undefined
  Object.assign(problems, own)
  return values
}

const readMany = (shape: FieldShape, entry: Exclude<Entry, string> | undefined, at: string, problems: Problems): unknown => {
  if (entry === undefined) return undefined
  if (shape.kind === "map") {
    const pairs = (entry as ReadonlyArray<readonly [string, string]>).filter(([name]) => name.trim() !== "")
    return pairs.length === 0 ? undefined : Object.fromEntries(pairs.map(([name, value]) => [name.trim(), value]))
  }
  const texts = (entry as ReadonlyArray<string>).filter((text) => text.trim() !== "")
  if (texts.length === 0) return undefined
  if (shape.kind === "choices") return texts.map((text) => valueOf(shape.schema["items"], text))
  return texts.map((text) => readText(shape.members[0]!, text, at, problems))
}

const readText = (shape: FieldShape, entered: string, at: string, problems: Problems): unknown => {
  const text = entered.trim()
  if (text === "") return undefined
  switch (shape.kind) {
    case "number":
      if (!Number.isFinite(Number(text))) problems[at] = "Enter a number."
      return Number(text)
    case "boolean":
      return text === "true"
    case "choice":
      return valueOf(shape.schema, text)
    case "json":
      try {
        return JSON.parse(text) as unknown
      } catch {
        problems[at] = "Enter valid JSON."
        return null
      }
    default:
      return text
  }
}

/** The value of an enumeration that this text stands for. */
const valueOf = (schema: unknown, text: string): unknown =>
  (schema as { readonly enum: ReadonlyArray<unknown> }).enum.find(
    (value) => (typeof value === "string" ? value : JSON.stringify(value)) === text,
  )
