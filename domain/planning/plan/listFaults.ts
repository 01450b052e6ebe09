import { areListed } from "../read/lists.ts"
import { impossibleKind, isIdentifierKind, type Mention } from "../read/Mention.ts"
import type { ParsedQuestion } from "../read/ParsedQuestion.ts"
import type { Goal } from "./Goal.ts"

/**
 * The impossible values of a question that are members of a list beside a value that a step takes: `8.8.8.8 and 300.2.1.1`. The others are answered, and
 * the plan says what is wrong with these.
 */
export const impossibleInLists = ({ allMentions, question }: ParsedQuestion, goals: ReadonlyArray<Goal>): ReadonlySet<Mention> => {
  const members = goals.flatMap(({ bound }) => bound.used.filter(({ kind, start }) => start >= 0 && isOneOfMany(kind)))
  const listed = new Set<Mention>()
  let open = allMentions.filter(({ kind }) => kind === impossibleKind)
  for (let last = members; last.length > 0;) {
    const next = open.filter((mention) => last.some((member) => isBeside(question, member, mention)))
    for (const mention of next) listed.add(mention)
    open = open.filter((mention) => !listed.has(mention))
    last = next
  }
  return listed
}

/** Kinds of which each value is requested by itself: a wrong day of a period leaves no period. */
const isOneOfMany = (kind: string): boolean => isIdentifierKind(kind) || /^(?:network|subnet)\./u.test(kind)

const isBeside = (question: string, member: Mention, mention: Mention): boolean =>
  member.start < mention.start ? areListed(question, member, mention) : areListed(question, mention, member)
