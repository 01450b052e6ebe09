import { Result, Schema } from "effect"
import type { InputField } from "../../../domain/catalogue/Source.ts"
import { type Document, isObject, type Json, type JsonObject, listOf, memberOf, textOf } from "./Document.ts"
import { inputCodec } from "./inputCodec.ts"
import { prose } from "./names.ts"
import type { Place } from "./Place.ts"
import { resolve } from "./references.ts"
import { shownSchema } from "./shownSchema.ts"

const maxExamples = 4

/** A place as the catalogue sees it. Its schemas are made when they are first looked at, and kept: most never are. */
export const inputField = (document: Document, place: Place, required: boolean): InputField => {
  const { field, native, slot } = place
  let codec: Schema.Codec<unknown, unknown> | undefined
  let shown: JsonObject | undefined
  return {
    field,
    native,
    slot,
    required,
    get schema() {
      codec ??= inputCodec(shownSchema(document, place.schema))
      return codec
    },
    get jsonSchema() {
      shown ??= described(document, place, this.schema)
      return shown
    },
  }
}

const described = (document: Document, place: Place, codec: Schema.Codec<unknown, unknown>): JsonObject => {
  const shown = shownSchema(document, place.schema)
  const description = prose(textOf(place.about, "description") ?? textOf(shown, "description"), 1_000)
  const fits = Schema.decodeUnknownResult(codec, { onExcessProperty: "error" })
  const examples = [...examplesOf(document, place.about), ...listOf(shown, "examples")]
    .filter((example) => Result.isSuccess(fits(example)))
    .slice(0, maxExamples)
  const rest = Object.fromEntries(Object.entries(shown).filter(([name]) => name !== "examples" && name !== "description"))
  return { ...rest, ...(description !== "" && { description }), ...(examples.length > 0 && { examples }), "x-slot": place.slot }
}

/** `example`, or the values of `examples`. */
const examplesOf = (document: Document, about: JsonObject): ReadonlyArray<Json> => {
  const one = memberOf(about, "example")
  const many = memberOf(about, "examples")
  const named = isObject(many) ? Object.values(many).map((example) => memberOf(resolve(document, example), "value")) : []
  return [one, ...named].filter((example) => example !== undefined)
}
