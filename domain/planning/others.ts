import { type Bound, bind, listedCalls } from "./bind.ts"
import type { Wanted } from "./goals.ts"
import { listedWith } from "./listedWith.ts"
import { type Mention, overlaps } from "./Mention.ts"
import { needId, type Search } from "./pick.ts"

/** The same question about the other things that are listed beside its own: one IBAN and another, these cities and those, two years. */
export const others = ({ scene, supplies }: Search, { bound, clause, pick }: Wanted): ReadonlyArray<Bound> => {
  if (bound.missing.length > 0) return []
  if (bound.used.length === 0) return listedCalls(bound)
  const [first] = bound.used
  const isSole = (thing: Mention) => bound.used.every((mention) => mention === thing || mention.kind !== thing.kind)
  const isDay = ({ kind, start }: Mention) => /^date(?:\.year)?$/u.test(kind) && !opensSpan.test(scene.question.slice(0, start))
  const anchors = bound.used.filter((mention) => (mention === first || isDay(mention)) && isSole(mention))
  for (const anchor of anchors) {
    const listed = listedWith(anchor, scene, clause)
    const found = listed.flatMap((mention): ReadonlyArray<Bound> => {
      const rest = new Set(scene.mentions.filter((each) => [anchor, ...listed].some((other) => other !== mention && overlaps(other, each))))
      const again = bind(pick.card, { scene, clause, supplies, taken: rest, needOf: (field) => needId("g0", pick.card, field) })
      const isAnother = again.used.some((used) => overlaps(used, mention)) && again.call.key !== bound.call.key
      return again.missing.length === 0 && isAnother ? [again] : []
    })
    if (found.length > 0) return found
  }
  return []
}

/** `between 1 May and 10 June`: two days that are no list. */
const opensSpan = /\bbetween\s(?:the\s)?$/iu
