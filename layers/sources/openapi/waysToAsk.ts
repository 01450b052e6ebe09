import type { Extension } from "./Extension.ts"
import type { Place } from "./Place.ts"

/** One way to ask an operation: which inputs it takes and needs, and its own price. */
export interface Way {
  readonly places: ReadonlyArray<Place>
  readonly required: ReadonlySet<Place>
  readonly price: number | undefined
}

/** The ways of `x-gateway.variants`, or the document's own where there are none. */
export const waysToAsk = (
  places: ReadonlyArray<Place>,
  variants: Extension["variants"],
  warn: (message: string) => void,
): ReadonlyArray<Way> => {
  const always = places.filter((place) => place.required)
  if (variants === undefined) return [{ places, required: new Set(always), price: undefined }]
  const known = variants.flatMap((variant) => {
    const named = variant.required.map((name) => placeCalled(places, name))
    const unknown = variant.required.find((_, index) => named[index] === undefined)
    if (unknown !== undefined) warn(`has no input ${unknown}, which a variant needs: that variant is left out.`)
    return unknown === undefined ? [{ named: new Set(named.filter((place) => place !== undefined)), price: variant.price_micro_usd }] : []
  })
  return known.map(({ named, price }) => {
    const elsewhere = (place: Place) => known.some((other) => other.named.has(place))
    return {
      places: places.filter((place) => named.has(place) || place.required || !elsewhere(place)),
      required: new Set([...always, ...named]),
      price,
    }
  })
}

const placeCalled = (places: ReadonlyArray<Place>, name: string): Place | undefined =>
  places.find((place) => place.field === name) ?? places.find((place) => place.native === name)
