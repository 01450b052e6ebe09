import { createRequire } from "node:module"
import type { WinkMethods } from "wink-nlp"
import type { TaggedWord } from "../../../domain/planning/read/statements.ts"

const require = createRequire(import.meta.url)

let loaded: WinkMethods | undefined

/** The model takes 0.7 s and 67 MB: loaded for the first question in several clauses, or before it. */
const tagger = (): WinkMethods =>
  (loaded ??= (require("wink-nlp") as typeof import("wink-nlp").default)(
    require("wink-eng-lite-web-model") as typeof import("wink-eng-lite-web-model").default,
    ["pos"],
  ))

/** The words and signs of a text with their parts of speech. */
export const tagged = (text: string): ReadonlyArray<TaggedWord> => {
  const { its, readDoc } = tagger()
  const tokens = readDoc(text).tokens()
  const tags = tokens.out(its.pos)
  let at = 0
  return tokens.out(its.value).flatMap((word, place): ReadonlyArray<TaggedWord> => {
    const start = text.indexOf(word, at)
    if (start < 0) return []
    at = start + word.length
    return [{ text: word, start, end: at, tag: tags[place] ?? "X" }]
  })
}
