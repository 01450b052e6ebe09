import type { Extension } from "./Extension.ts"
import { part, unused } from "./names.ts"
import type { Place, Unnamed } from "./Place.ts"

/**
 * Gives every place its names. An input is called by its slot where `x-gateway.slots` gives one that no other input of the
 * operation has, else `<domain>.<name>`; of two inputs of one name the later gets a number.
 */
export const namePlaces = (places: ReadonlyArray<Unnamed>, domain: string, slots: Extension["slots"] = {}): ReadonlyArray<Place> => {
  const natives = new Set<string>()
  const fields = new Set<string>()
  const slotOf = ({ name }: Unnamed) => (Object.hasOwn(slots, name) ? slots[name] : undefined)
  const counts = Map.groupBy(places, slotOf)
  return places.map((place) => {
    const slot = slotOf(place)
    const alone = slot !== undefined && counts.get(slot)?.length === 1
    const field = unused(alone ? slot : `${domain}.${part(place.name) ?? "value"}`, fields)
    return { ...place, native: unused(place.name, natives), field, slot: slot ?? field }
  })
}
