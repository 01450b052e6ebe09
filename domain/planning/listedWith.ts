import type { Mention } from "./Mention.ts"
import type { Clause, Scene } from "./Scene.ts"

/** What stands in one list with a thing: after it, and before it in its clause. */
export const listedWith = (anchor: Mention, { mentions, question }: Scene, clause: Clause): ReadonlyArray<Mention> => {
  const alike = mentions.filter(({ kind, weight }) => kind === anchor.kind && weight >= 0.4).sort((a, b) => a.start - b.start)
  const joins = (first: Mention, second: Mention) => listJoint.test(question.slice(first.end, second.start))
  const listed: Array<Mention> = []
  let last = anchor
  for (const mention of alike) {
    if (mention.start < last.end || !joins(last, mention)) continue
    listed.push(mention)
    last = mention
  }
  let first = anchor
  for (const mention of alike.toReversed()) {
    if (mention.start < clause.start || mention.end > first.start || !joins(mention, first)) continue
    listed.push(mention)
    first = mention
  }
  return listed
}

const listJoint = /^\s*(?:,|;|\/|&|,?\s*(?:and|or|plus|as well as))+(?:\s+(?:in|at|for|of|on|the|with|also))*\s*$/iu
