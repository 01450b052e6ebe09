import type { Card } from "./Card.ts"
import type { Clause } from "./Scene.ts"
import { isEmpty, stemsOf, weightOf } from "./words.ts"

/** The facts of an operation's answer that a clause asks for by name; none where it asks for all that there is. */
export const factsAsked = (card: Card, clause: Clause): ReadonlyArray<string> => {
  const said = new Set(stemsOf(clause.text).filter((stem) => !isEmpty(stem)))
  const own = new Set(card.operation.input.map(({ field }) => field))
  const found = [...card.facts].flatMap(([fact, words]) => {
    if (own.has(fact)) return []
    const name = stemsOf(fact.slice(fact.lastIndexOf(".") + 1))
    const asked = [...words].filter((word) => !name.includes(word) && said.has(word))
    const isNamed = name.length > 0 && name.every((stem) => said.has(stem)) && name.some((stem) => weightOf(stem) > 0.5)
    return isNamed || asked.length > 0 ? [{ fact, worth: (isNamed ? name.length : 0) + asked.length }] : []
  })
  return found.map(({ fact }) => fact)
}
