import type { BoundCall } from "./binding.ts"
import type { OperationProfile } from "./OperationProfile.ts"
import { overlapsAny } from "../read/Mention.ts"
import type { Clause } from "../read/ParsedQuestion.ts"
import { isEmpty, stemsOf, wordsOf } from "../read/words.ts"

/** Which words question and operation share, each counted alike. */
export const sharedWords = (operation: OperationProfile, clause: Clause, bound: BoundCall): ReadonlyArray<number> => {
  const { description, fields, name, object, verb } = wordsAbout(operation)
  const isFixed = overlapsAny([...bound.used, ...bound.spans.filter(({ shape }) => shape !== "chunk")])
  const words = wordsOf(clause.text).filter(({ stem }) => !isEmpty(stem))
  const all = new Set(words.map(({ stem }) => stem))
  const plain = new Set(
    words.flatMap(({ end, start, stem }) => (isFixed({ start: clause.start + start, end: clause.start + end }) ? [] : [stem])),
  )
  const isKnown = (stem: string) => name.has(stem) || description.has(stem) || fields.has(stem)
  const share = (stems: ReadonlySet<string>, isCounted: (stem: string) => boolean) =>
    stems.size === 0 ? 0 : [...stems].filter(isCounted).length / stems.size
  return [
    share(plain, isKnown),
    share(name, (stem) => all.has(stem)),
    share(description, (stem) => all.has(stem)),
    [...all].some(isKnown) ? 0 : 1,
    object !== undefined && all.has(object) ? 1 : 0,
    verb !== undefined && words[0]?.stem === verb ? 1 : 0,
  ]
}

interface WordsAbout {
  readonly name: ReadonlySet<string>
  readonly description: ReadonlySet<string>
  readonly fields: ReadonlySet<string>
  /** `pressure` of `Calculate gas pressure in a closed chamber`. */
  readonly object: string | undefined
  /** `calculate` of the same. */
  readonly verb: string | undefined
}

const about = new WeakMap<OperationProfile, WordsAbout>()

const wordsAbout = (operation: OperationProfile): WordsAbout => {
  const cached = about.get(operation)
  if (cached !== undefined) return cached
  const { description, input, name } = operation.definition
  const distinct = (text: string) => new Set(stemsOf(text).filter((stem) => !isEmpty(stem)))
  const [first, ...others] = wordsOf(description.slice(0, 300).split(/[.;:]/u)[0] ?? "")
  const end = others.findIndex(({ text }, at) => at > 0 && endsObject.has(text.toLowerCase()))
  const made = {
    name: distinct(name),
    description: distinct(description.slice(0, 400)),
    fields: distinct(input.map(({ field }) => field).join(" ")),
    object: others
      .slice(0, end < 0 ? undefined : end)
      .map(({ stem }) => stem)
      .findLast((stem) => !isEmpty(stem)),
    verb: first?.stem,
  }
  about.set(operation, made)
  return made
}

/** Words that end the object of a description's verb. */
const endsObject: ReadonlySet<string> = new Set(
  "of for in on with based from using given by that to at within including between as according whether if".split(" "),
)
