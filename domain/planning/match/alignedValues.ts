import type { InputField } from "../../catalogue/Source.ts"
import type { FieldProfile } from "./fieldProfile.ts"
import type { Span } from "../read/Mention.ts"
import { wordsOf } from "../read/words.ts"

interface Named {
  readonly field: InputField
  readonly profile: FieldProfile
}

const joint = /\band\b|,|&/u

/** `5 litres and 20 kg` have the units of their inputs, not their order. `6 and 10 metres` have one. */
const haveOneUnit = (items: ReadonlyArray<Span>): boolean =>
  new Set(items.flatMap(({ unit }) => (unit === undefined || /^(?:and|or|plus)$/iu.test(unit) ? [] : [unit.toLowerCase()]))).size <= 1

const windowLength = 90
const maxWordsBetween = 4

/** `base and height as 6 cm and 10 cm`: inputs that are named in a list take the numbers of the list behind it in its order. */
export const alignedValues = (question: string, fields: ReadonlyArray<Named>, free: ReadonlyArray<Span>): ReadonlyMap<InputField, Span> => {
  for (const { items = [], of, start } of free) {
    if (of !== "number" || items.length < 2) continue
    const from = Math.max(0, start - windowLength)
    const words = wordsOf(question.slice(from, start))
    const named = fields.flatMap(({ field, profile }) => {
      const isOwn = (stem: string) =>
        profile.name.has(stem) && !fields.some((other) => other.field !== field && other.profile.name.has(stem))
      const at = words.findLastIndex(({ stem }) => isOwn(stem))
      return at < 0 ? [] : [{ field, at }]
    })
    const inOrder = named.sort((a, b) => a.at - b.at)
    const places = [...inOrder.map(({ at }) => at), words.length]
    const areNear = inOrder.every((_, place) => places[place + 1]! - places[place]! <= maxWordsBetween)
    const textBetween = (place: number) =>
      question.slice(from + words[places[place]!]!.end, from + (words[places[place + 1]!]?.start ?? start - from))
    const areListed = inOrder.every((_, place) => joint.test(textBetween(place)) === place < inOrder.length - 1)
    if (inOrder.length !== items.length || !areNear || !areListed || !haveOneUnit(items)) continue
    return new Map(inOrder.map(({ field }, place) => [field, items[place]!]))
  }
  return new Map()
}
