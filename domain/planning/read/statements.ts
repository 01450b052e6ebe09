/** A word or sign of a text with its part of speech, as Universal Dependencies name it: `NOUN`, `VERB`, `AUX`. */
export interface TaggedWord {
  readonly text: string
  readonly start: number
  readonly end: number
  readonly tag: string
}

/** The finite verb of a statement, with the place of the words before and after it. */
interface Predicate {
  readonly place: number
  readonly verb: TaggedWord
}

/**
 * The finite verb of a clause that is a statement: behind a noun phrase, as in `the ops software does not take KRK`. A clause that begins with a verb
 * or an auxiliary requests something, and a participle behind a noun (`the country registered for it`) is part of the noun phrase.
 */
export const predicateOf = (words: ReadonlyArray<TaggedWord>): Predicate | undefined => {
  const from = words.findIndex(({ tag, text }) => tag !== "PUNCT" && tag !== "SPACE" && !opening.has(text.toLowerCase()))
  if (from < 0) return undefined
  for (let place = from; place < words.length; place++) {
    const verb = words[place]!
    if (verb.tag === "VERB" || verb.tag === "AUX") {
      const before = words.slice(from, place).findLast(({ tag }) => tag !== "ADV" && tag !== "PUNCT")
      if (before === undefined) return undefined
      if (isSubject(before) && isFinite(verb, before, words[place + 1])) return { place, verb }
    } else if (!nominal.has(verb.tag)) return undefined
  }
  return undefined
}

const opening: ReadonlySet<string> = new Set(
  "hi hello hey and but so because since as while although though well ok okay sorry yes no fyi".split(" "),
)

/** The parts of speech that a noun phrase in front of a verb has. */
const nominal: ReadonlySet<string> = new Set("DET ADJ NOUN PROPN PRON NUM ADP CCONJ PART PUNCT ADV X SYM".split(" "))

const isSubject = ({ tag, text }: TaggedWord): boolean =>
  ["NOUN", "PROPN", "NUM", "X"].includes(tag) || (tag === "PRON" && !relative.test(text))

const relative = /^(?:that|which|who|whose|what|there)$/iu

/** `asks`, `came`, `will`; a base form behind a plural: `pilots ask`. Not `registered`, `used`, `beginning`, `written`. */
const isFinite = ({ tag, text }: TaggedWord, before: TaggedWord, next: TaggedWord | undefined): boolean => {
  if (tag === "AUX") return !/^(?:be|been|being|having)$/iu.test(text)
  if (/[^s]s$/iu.test(text) || irregular.has(text.toLowerCase())) return true
  if (/(?:ing|[eow]n)$/iu.test(text)) return false
  if (/^(?:ask|want|need|request)ed$/iu.test(text)) return true
  if (/ed$/iu.test(text)) return personal.test(before.text) || (next !== undefined && (next.tag === "DET" || next.tag === "PRON"))
  return personal.test(before.text) || /[^s]s$/iu.test(before.text)
}

const personal = /^(?:i|we|you|he|she|they|it|someone|somebody|nobody|people|staff)$/iu

/** Past forms that are no participles. */
const irregular: ReadonlySet<string> = new Set(
  "came gave wrote went flew took did saw chose began fell knew spoke rang broke forgot drove".split(" "),
)
