import type { GatewayExtension } from "./Extension.ts"
import { idPart, unusedName } from "./names.ts"
import type { InputBinding, UnnamedBinding } from "./Place.ts"

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
