import type { SentenceTemplate } from "../template.ts"

/** A sentence has at most twenty names of a list: the limitation of an answer whose list is longer. */
export const cutList = (fact: string): Pick<SentenceTemplate, "text" | "when"> => ({
  text: `The sentence names a part of the {${fact}|count} entries: the result has them all.`,
  when: { [fact]: { atLeast: 21 } },
})
