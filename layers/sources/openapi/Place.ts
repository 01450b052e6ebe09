import type { Json, JsonObject } from "./Document.ts"

/** Where one input of an operation goes in its request, and how it is written there. */
export interface InputBinding {
  /** `member`: of a JSON object body; `form`: of a form body; `body`: the whole JSON body. */
  readonly in: "path" | "query" | "header" | "member" | "form" | "body"
  /** What the API calls it. */
  readonly name: string
  /** What this gateway calls it: the same name, unless two inputs share it. */
  readonly native: string
  /** Dotted fact type. */
  readonly field: string
  readonly slot: string
  readonly required: boolean
  readonly schema: Json
  /** Where its description and examples stand, beside its schema. */
  readonly documented: JsonObject
  readonly style: string
  readonly explode: boolean
  readonly allowReserved: boolean
  /** The value is JSON text in its binding. */
  readonly jsonEncoded: boolean
}

/** A binding whose names are not chosen yet. */
export type UnnamedBinding = Omit<InputBinding, "native" | "field" | "slot">
