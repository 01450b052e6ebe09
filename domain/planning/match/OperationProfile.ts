import type { CatalogueEntry } from "../../catalogue/Catalogue.ts"
import type { SourceOperation } from "../../catalogue/find.ts"
import { lastSegment } from "../../catalogue/defineOperation.ts"
import { type InputField, type Operation, variantsOf } from "../../catalogue/Source.ts"
import { highestWeighted, isTyped, kindOf, type MentionExtractor, overlapsAny, typedKinds } from "../read/Mention.ts"
import { qualifiers } from "../read/qualifiers.ts"
import { isEmpty, stemOf, stemsOf, isDistinctive, weightOf, wordsOf } from "../read/words.ts"
import { comparedForms } from "../read/comparatives.ts"
import type { Clause } from "../read/ParsedQuestion.ts"

/** The words, examples, facts and kinds of an operation that questions are matched with. Members of a group that offer the same operation share one profile. */
export interface OperationProfile {
  readonly id: string
  /** The offers that answer all facts first, then by price. The first one is bought; the others are its fallbacks. */
  readonly offers: readonly [SourceOperation, ...ReadonlyArray<SourceOperation>]
  readonly definition: Operation
  /** Stem → its occurrences, weighted by the place. */
  readonly terms: ReadonlyMap<string, number>
  readonly length: number
  /** The stems of its name, empty words left out. */
  readonly name: ReadonlySet<string>
  /** Example questions as sets of stems, with mentions replaced by their kinds. */
  readonly examples: ReadonlyArray<ReadonlySet<string>>
  /** Output fact → the words that request it. */
  readonly facts: ReadonlyMap<string, ReadonlySet<string>>
  readonly factStems: ReadonlyMap<string, FactStems>
  /** The comparatives of its measures, such as `larger`: its own words only where two results are compared. */
  readonly measured: ReadonlySet<string>
  /** The words of its name, and of its facts with their keywords. */
  readonly named: ReadonlySet<string>
  /** These words, its vocabulary, and the words of its example questions: what it answers. A description also names what it does not answer. */
  readonly answers: ReadonlySet<string>
  /** Each word of its examples with the word or value after it: `next ‹date›`, `first light`. */
  readonly pairs: ReadonlySet<string>
  /** The words of its inputs, of their descriptions and choices, and of its source's tags. */
  readonly inputWords: ReadonlySet<string>
  /** Kinds of values that some variant takes. */
  readonly kinds: ReadonlySet<string>
}

/** The stems of what an output fact is called: `phone.area_code` has the domain `phone` and the name `area code`. */
interface FactStems {
  readonly domain: ReadonlyArray<string>
  readonly name: ReadonlyArray<string>
  readonly keywords: ReadonlyArray<string>
}

/** Whether none of an operation's inputs has a known type: only their descriptions say what they take. */
export const isUntyped = ({ kinds }: OperationProfile): boolean => ![...kinds].some((kind) => typedKinds.has(kind))

/** Whether all required inputs of an operation have known types: then the words that are left name what is requested of it. */
export const isFullyTyped = ({ definition: operation }: OperationProfile): boolean =>
  operation.input.length > 0 && variantsOf(operation).every(({ input }) => input.every(({ required, slot }) => !required || isTyped(slot)))

/** Whether the learnt likelihood of operations with typed inputs applies to an operation: some input of it is typed, and all required ones are. */
export const hasTypedLikelihood = (operation: OperationProfile): boolean => isFullyTyped(operation) && !isUntyped(operation)

/** The term that replaces a mention: examples match whatever value they name. */
export const kindTerm = (kind: string): string => `‹${kind}›`

const weights = { name: 4, description: 2, field: 1.2, fieldText: 0.5, output: 1, question: 2.5, example: 1, source: 0.4, kind: 3 } as const

type Offers = OperationProfile["offers"]

export const operationProfiles = (entries: ReadonlyArray<CatalogueEntry>, extract: MentionExtractor): ReadonlyArray<OperationProfile> =>
  offersByOperation(entries).map((offers) => ({ offers, definition: offers[0].operation, ...factsAbout(offers, extract) }))

/** Reads the operations that are new, one at each step. */
export function* readNewOperations(entries: ReadonlyArray<CatalogueEntry>, extract: MentionExtractor): Generator<void> {
  for (const offers of offersByOperation(entries)) if (keptAbout(offers) === undefined) yield void factsAbout(offers, extract)
}

const offersByOperation = (entries: ReadonlyArray<CatalogueEntry>): ReadonlyArray<Offers> => {
  const sources = new Set(entries.flatMap(({ members }) => members))
  const offers = [...sources].flatMap((source) => source.operations.map((operation) => ({ source, operation })))
  const byQuestion = Map.groupBy(offers, ({ operation, source }) => `${source.group?.id ?? `=${source.id}`} ${operation.id}`)
  return [...byQuestion.values()].map((same) => {
    const [first, ...others] = same.toSorted(byOffer)
    return [first!, ...others]
  })
}

/** Offers that answer all facts first, and of these the cheapest. */
const byOffer = ({ operation: a }: SourceOperation, { operation: b }: SourceOperation): number =>
  (a.hints?.incomplete?.length ?? 0) - (b.hints?.incomplete?.length ?? 0) || (a.pricing.price < b.pricing.price ? -1 : 1)

type About = Omit<OperationProfile, "offers" | "definition">
// Cached by the list of inputs, which copies of an operation with other prices share.
const kept = new WeakMap<ReadonlyArray<InputField>, { readonly id: string; readonly about: About }>()

const keptAbout = ([{ operation }]: Offers): About | undefined => {
  const cached = kept.get(operation.input)
  return cached?.id === operation.id ? cached.about : undefined
}

const factsAbout = (offers: Offers, extract: MentionExtractor): About => {
  const cached = keptAbout(offers)
  if (cached !== undefined) return cached
  const [first, ...others] = offers
  const about = readAbout(first, others, extract)
  kept.set(first.operation.input, { id: first.operation.id, about })
  return about
}

const readAbout = ({ operation, source }: SourceOperation, others: ReadonlyArray<SourceOperation>, extract: MentionExtractor): About => {
  const terms = new Map<string, number>()
  const say = (text: string, weight: number) => {
    for (const stem of stemsOf(text)) if (!isEmpty(stem)) terms.set(stem, (terms.get(stem) ?? 0) + weight)
  }
  say(`${operation.id.replace(/^std\./u, "")} `, weights.name / 2)
  say(operation.name, weights.name / 2)
  say(affirmed(operation.description.slice(0, 2_000)), weights.description)
  for (const other of others) say(affirmed(other.operation.description.slice(0, 1_000)), weights.description / 2)
  const inputs = variantsOf(operation).flatMap(({ input }) => input)
  for (const { field, jsonSchema } of inputs) {
    say(lastSegment(field), weights.field)
    if (typeof jsonSchema.description === "string") say(jsonSchema.description.slice(0, 400), weights.fieldText)
    if (Array.isArray(jsonSchema.enum)) say(jsonSchema.enum.slice(0, 20).join(" "), weights.fieldText)
  }
  for (const fact of operation.output) say(lastSegment(fact), weights.output)
  for (const words of Object.values(operation.hints?.keywords ?? {})) say(words, weights.question)
  say(`${source.name} ${source.tags.join(" ")} ${affirmed(source.description.slice(0, 500))}`, weights.source)
  const read = operation.examples.slice(0, 60).map((example) => ({ example, mentions: highestWeighted(extract.described(example)) }))
  const examples = read.map(({ example, mentions }) => maskedTerms(example, mentions))
  for (const example of examples) for (const term of example) terms.set(term, (terms.get(term) ?? 0) + weights.example)
  const vocabulary = stemsOf(operation.hints?.vocabulary ?? "").filter((stem) => !isEmpty(stem))
  for (const stem of vocabulary) if (!terms.has(stem)) terms.set(stem, weights.example)
  const kinds = new Set(inputs.map(({ slot }) => kindOf(slot)))
  for (const kind of kinds) terms.set(kindTerm(kind), weights.kind)
  const name = new Set(stemsOf(`${operation.name}`).filter((stem) => weightOf(stem) > 0.2))
  const facts = factWords(operation)
  const named = new Set([...name, ...answeredWords(operation, facts)])
  return {
    id: operation.id,
    name,
    terms,
    length: [...terms.values()].reduce((a, b) => a + b, 0),
    examples,
    facts,
    factStems: new Map(operation.output.map((fact) => [fact, factStemsOf(operation, fact)])),
    inputWords: new Set([
      ...inputs.flatMap(({ field, jsonSchema }) => stemsOf(`${field} ${textIn(jsonSchema)}`)),
      ...ownTags(operation, source),
    ]),
    measured: new Set(
      Object.values(operation.hints?.measures ?? {}).flatMap(({ adjectives }) => comparedForms(adjectives.split(" ")).map(stemOf)),
    ),
    named,
    answers: new Set([...named, ...vocabulary, ...examples.flatMap((example) => [...example])]),
    pairs: new Set(read.flatMap(({ example, mentions }) => pairsOf(maskedWords(example, mentions)))),
    kinds,
  }
}

/** The words of the source's tags, without the words for what another operation of it answers. */
const ownTags = (operation: Operation, source: SourceOperation["source"]): ReadonlyArray<string> => {
  const tags = source.tags.flatMap(stemsOf)
  const answering = answeringTags(source, tags)
  return tags.filter((stem) => [...(answering.get(stem) ?? [])].every((id) => id === operation.id))
}

// Read once for all operations of a source: a source may have thousands of them.
const keptAnswering = new WeakMap<SourceOperation["source"], ReadonlyMap<string, ReadonlySet<string>>>()

/** Tag → the ids of the operations that it names or that answer it. */
const answeringTags = (source: SourceOperation["source"], tags: ReadonlyArray<string>): ReadonlyMap<string, ReadonlySet<string>> => {
  const cached = keptAnswering.get(source)
  if (cached !== undefined) return cached
  const answering = new Map(tags.map((stem) => [stem, new Set<string>()]))
  for (const operation of source.operations) {
    const words = [...stemsOf(operation.name), ...[...factWords(operation).values()].flatMap((stems) => [...stems])]
    for (const stem of words) answering.get(stem)?.add(operation.id)
  }
  keptAnswering.set(source, answering)
  return answering
}

const textIn = ({ description, enum: choices }: InputField["jsonSchema"]): string =>
  `${typeof description === "string" ? description.slice(0, 400) : ""} ${Array.isArray(choices) ? choices.slice(0, 20).join(" ") : ""}`

/** The words of the facts that an operation finds. An input that the answer repeats is not found; `country.name` is a country. */
const answeredWords = ({ input, output }: Operation, facts: OperationProfile["facts"]): ReadonlyArray<string> => {
  const inputs = new Set(input.map(({ field }) => field))
  return output.flatMap((fact) =>
    inputs.has(fact) ? [] : [...(facts.get(fact) ?? []), ...(identifies.test(fact) ? stemsOf(fact.slice(0, fact.indexOf("."))) : [])],
  )
}

const identifies = /\.(?:name|official_name|code|list|matches|zone)$/u

/** A description without its negative sentences: `The weather is not included` must not match a question about the weather. */
const affirmed = (description: string): string =>
  description
    .split(/(?<=[.;:!?])\s+/u)
    .filter((sentence, place) => place === 0 || !/\b(?:not|nothing|nobody|never|without|left out|refused|neither|no)\b/iu.test(sentence))
    .join(" ")

/** The distinctive stems of a text, with mentions replaced by their kinds. */
export const maskedTerms = (
  text: string,
  mentions: ReadonlyArray<{ readonly kind: string; readonly start: number; readonly end: number }>,
): ReadonlySet<string> => {
  const isMasked = overlapsAny(mentions)
  return new Set([
    ...wordsOf(text)
      .filter(({ start, stem }) => !isEmpty(stem) && !isMasked({ start, end: start + 1 }))
      .map(({ stem }) => stem),
    ...mentions.map(({ kind }) => kindTerm(kind)),
  ])
}

/** The words of a text in their order, each mention replaced by its kind. `mentions` do not overlap. */
export const maskedWords = (
  text: string,
  mentions: ReadonlyArray<{ readonly kind: string; readonly start: number; readonly end: number }>,
): ReadonlyArray<{ readonly term: string; readonly start: number }> => {
  const inOrder = mentions.filter(({ start }) => start >= 0).sort((a, b) => a.start - b.start)
  const masked: Array<{ term: string; start: number; mention?: (typeof inOrder)[number] }> = []
  let next = 0
  for (const { end, start, stem } of wordsOf(text)) {
    while (next < inOrder.length && inOrder[next]!.end <= start) next++
    const mention = inOrder[next]
    if (mention === undefined || mention.start >= end) masked.push({ term: stem, start })
    else if (masked.at(-1)?.mention !== mention) masked.push({ term: kindTerm(mention.kind), start, mention })
  }
  return masked
}

/** Neighbours of a text: `first light`, `after ‹date›`. */
export const pairsOf = (words: ReturnType<typeof maskedWords>): ReadonlyArray<string> =>
  words.slice(1).map(({ term }, at) => `${words[at]!.term} ${term}`)

const factStemsOf = ({ hints }: Operation, fact: string): FactStems => ({
  domain: stemsOf(fact.slice(0, fact.indexOf("."))),
  name: stemsOf(lastSegment(fact)),
  keywords: stemsOf(hints?.keywords?.[fact] ?? ""),
})

const factWords = (operation: Operation): ReadonlyMap<string, ReadonlySet<string>> =>
  new Map(
    operation.output.map((fact) => {
      const { keywords, name } = factStemsOf(operation, fact)
      return [fact, new Set([...name, ...keywords].filter((stem) => !isEmpty(stem)))]
    }),
  )

/** The facts of an operation's answer that a clause requests by name; empty if it requests the whole answer. */
export const factsRequested = (operation: OperationProfile, clause: Clause): ReadonlyArray<string> => {
  const stemsIn = (text: string) => new Set(stemsOf(text).filter((stem) => !isEmpty(stem)))
  const allStems = stemsIn(clause.text)
  const withoutArea = areaCode.test(clause.text) ? stemsIn(clause.text.replace(areaCode, "")) : allStems
  const own = new Set(operation.definition.input.map(({ field }) => field))
  const requested = [...operation.facts].flatMap(([fact, words]) => {
    if (own.has(fact)) return []
    const clauseStems = fact.startsWith("phone.") ? allStems : withoutArea
    const { domain, keywords, name } = operation.factStems.get(fact)!
    const isOwn = (word: string) => !name.includes(word) || keywords.includes(word)
    const mentioned = [...words].filter((word) => isOwn(word) && clauseStems.has(word))
    // `country code` requests no code of the currency.
    const isOfOther =
      identifies.test(fact) && name.length === 1 && fact.slice(0, fact.indexOf(".")) !== operation.id.slice(0, operation.id.indexOf("."))
    const isNamed =
      (!isOfOther || domain.every((stem) => clauseStems.has(stem))) &&
      name.length > 0 &&
      name.every((stem) => clauseStems.has(stem)) &&
      name.some((stem) => isDistinctive(stem))
    if (!isNamed && mentioned.length === 0) return []
    const hasAbsentQualifier = name.some((stem) => qualifiers.has(stem) && !clauseStems.has(stem))
    return [{ fact, uses: [...words].filter((word) => clauseStems.has(word)), hasAbsentQualifier }]
  })
  return requested.filter((one) => !requested.some((other) => usesMore(other, one))).map(({ fact }) => fact)
}

/** `area code of Singapore` requests the area of a telephone number, and not that of the country. */
const areaCode = /\barea(?=\scodes?\b)/iu

interface RequestedFact {
  /** The words of the clause that name the fact. */
  readonly uses: ReadonlyArray<string>
  /** Whether its name restricts it as the clause does not. */
  readonly hasAbsentQualifier: boolean
}

/** `next working day` requests the next business day, not whether a day is one; `is it a working day` the contrary. */
const usesMore = (one: RequestedFact, other: RequestedFact): boolean =>
  other.uses.every((word) => one.uses.includes(word)) &&
  (one.uses.length > other.uses.length || (other.hasAbsentQualifier && !one.hasAbsentQualifier))
