import type { Json, JsonObject } from "./Document.ts"
import type { GatewayExtension } from "./GatewayExtension.ts"
import { idPart, unusedName } from "./names.ts"

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
  /** The node that has the description and examples of the input, beside its schema. */
  readonly documented: JsonObject
  readonly style: string
  readonly explode: boolean
  readonly allowReserved: boolean
  /** The value is sent as JSON text. */
  readonly jsonEncoded: boolean
}

/** A binding whose names are not chosen yet. */
export type UnnamedBinding = Omit<InputBinding, "native" | "field" | "slot">

/**
 * Gives every binding its names. An input is called by its slot where `x-gateway.slots` gives one that no other input of the
 * operation has, else `<domain>.<name>`; of two inputs of one name the later gets a number.
 */
export const nameBindings = (
  bindings: ReadonlyArray<UnnamedBinding>,
  domain: string,
  slots: GatewayExtension["slots"] = {},
): ReadonlyArray<InputBinding> => {
  const natives = new Set<string>()
  const fields = new Set<string>()
  const slotOf = ({ name }: UnnamedBinding) => (Object.hasOwn(slots, name) ? slots[name] : undefined)
  const counts = Map.groupBy(bindings, slotOf)
  return bindings.map((binding) => {
    const slot = slotOf(binding)
    const alone = slot !== undefined && counts.get(slot)?.length === 1
    const field = unusedName(alone ? slot : `${domain}.${idPart(binding.name) ?? "value"}`, fields)
    return { ...binding, native: unusedName(binding.name, natives), field, slot: slot ?? field }
  })
}

/** One way to ask an operation: which inputs it takes and needs, and its own price. */
export interface InputVariant {
  readonly bindings: ReadonlyArray<InputBinding>
  readonly required: ReadonlySet<InputBinding>
  readonly price: number | undefined
}

/** The variants of `x-gateway.variants`, or one variant with all inputs if the document has no variants. */
export const inputVariants = (
  bindings: ReadonlyArray<InputBinding>,
  variants: GatewayExtension["variants"],
  warn: (message: string) => void,
): ReadonlyArray<InputVariant> => {
  const always = bindings.filter((binding) => binding.required)
  if (variants === undefined) return [{ bindings, required: new Set(always), price: undefined }]
  const usable = variants.flatMap((variant) => {
    const named = variant.required.map((name) => bindingNamed(bindings, name))
    const unknown = variant.required.find((_, index) => named[index] === undefined)
    if (unknown !== undefined) warn(`has no input ${unknown}, which a variant needs: that variant is left out.`)
    return unknown === undefined
      ? [{ named: new Set(named.filter((binding) => binding !== undefined)), price: variant.price_micro_usd }]
      : []
  })
  return usable.map(({ named, price }) => {
    const elsewhere = (binding: InputBinding) => usable.some((other) => other.named.has(binding))
    return {
      bindings: bindings.filter((binding) => named.has(binding) || binding.required || !elsewhere(binding)),
      required: new Set([...always, ...named]),
      price,
    }
  })
}

const bindingNamed = (bindings: ReadonlyArray<InputBinding>, name: string): InputBinding | undefined =>
  bindings.find((binding) => binding.field === name) ?? bindings.find((binding) => binding.native === name)
