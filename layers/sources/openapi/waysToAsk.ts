import type { GatewayExtension } from "./Extension.ts"
import type { InputBinding } from "./Place.ts"

/** One way to ask an operation: which inputs it takes and needs, and its own price. */
export interface InputVariant {
  readonly bindings: ReadonlyArray<InputBinding>
  readonly required: ReadonlySet<InputBinding>
  readonly price: number | undefined
}

/** The ways of `x-gateway.variants`, or the document's own where there are none. */
export const inputVariants = (
  bindings: ReadonlyArray<InputBinding>,
  variants: GatewayExtension["variants"],
  warn: (message: string) => void,
): ReadonlyArray<InputVariant> => {
  const always = bindings.filter((binding) => binding.required)
  if (variants === undefined) return [{ bindings, required: new Set(always), price: undefined }]
  const known = variants.flatMap((variant) => {
    const named = variant.required.map((name) => bindingNamed(bindings, name))
    const unknown = variant.required.find((_, index) => named[index] === undefined)
    if (unknown !== undefined) warn(`has no input ${unknown}, which a variant needs: that variant is left out.`)
    return unknown === undefined
      ? [{ named: new Set(named.filter((binding) => binding !== undefined)), price: variant.price_micro_usd }]
      : []
  })
  return known.map(({ named, price }) => {
    const elsewhere = (binding: InputBinding) => known.some((other) => other.named.has(binding))
    return {
      bindings: bindings.filter((binding) => named.has(binding) || binding.required || !elsewhere(binding)),
      required: new Set([...always, ...named]),
      price,
    }
  })
}

const bindingNamed = (bindings: ReadonlyArray<InputBinding>, name: string): InputBinding | undefined =>
  bindings.find((binding) => binding.field === name) ?? bindings.find((binding) => binding.native === name)
