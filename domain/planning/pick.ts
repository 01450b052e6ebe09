import { lastSegment } from "../catalogue/defineOperation.ts"
import { type InputField, variantsOf } from "../catalogue/Source.ts"
import { bind, type Bound } from "./bind.ts"
import { type Card, kindTerm, maskedTerms } from "./Card.ts"
import { callsOf, mentionsOf } from "./Call.ts"
import { isTyped, kindOf, type Mention, overlaps, surest, typedKinds } from "./Mention.ts"
import { type Evidence, likelihoodOf } from "./likelihood.ts"
import { listedWith } from "./listedWith.ts"
import { foreign } from "./subject.ts"
import { confidenceOf, leastConfidence } from "./relevance.ts"
import type { Clause, Scene } from "./Scene.ts"
import { idf, likeness, rank } from "./Shelf.ts"
import type { Supply } from "./supplies.ts"
import { isEmpty, stemsOf, weightOf, wordsOf } from "./words.ts"

/** An operation that may answer a clause. */
export interface Pick {
  readonly card: Card
  readonly clause: Clause
  readonly bound: Bound
  readonly score: number
  /** From 0 to about 1: how likely the clause asks for what this operation answers. */
  readonly confidence: number
  readonly evidence: Evidence
}

export interface Search {
  readonly scene: Scene
  readonly supplies: (kind: string) => ReadonlyArray<Supply>
  /** What was found for a clause: it is asked for again when the clauses are put together. */
  readonly kept: Map<string, ReadonlyArray<Pick>>
}

const mostCandidates = 12
const leastLikely = 0.65
const wholeIsWorth = 0.8

/** The operations that fit a clause best, the best first. */
export const picksFor = (search: Search, clause: Clause, ref: string): ReadonlyArray<Pick> => {
  const key = `${ref} ${clause.start} ${clause.end}`
  const known =
    search.kept.get(key) ?? (Object.keys(search.scene.given).length === 0 ? search.kept.get(`${clause.start} ${clause.end}`) : undefined)
  if (known) return known
  const made = findPicks(search, clause, ref)
  search.kept.set(key, made)
  // Without answers to needs, what is found does not depend on the goal's name.
  search.kept.set(`${clause.start} ${clause.end}`, made)
  return made
}

const findPicks = ({ scene, supplies }: Search, clause: Clause, ref: string): ReadonlyArray<Pick> => {
  const said = scene.mentions.filter((mention) => overlaps(mention, clause))
  const sure = said.filter(({ weight }) => weight >= 0.5)
  const terms = termsOf(clause, sure, said)
  const words = new Map([...terms].filter(([term]) => !term.startsWith("‹")))
  const found = rank(scene.shelf, terms, mostCandidates).map(([card]): readonly [Card, number] => [
    card,
    likeness(scene.shelf, card, words),
  ])
  const best = Math.max(1, ...found.map(([, lexical]) => lexical))
  const masked = maskedTerms(
    clause.text,
    surest(said).map(({ end, kind, start }) => ({ kind, start: start - clause.start, end: end - clause.start })),
  )
  // What says much less in words, and knows nothing of types, is not looked at closely.
  const likely = found.filter(([card, lexical], place) => place < 5 || lexical >= best * leastLikely || !isInWords(card))
  const wanted = headOf(clause)
  const picks = likely.map(([card, lexical]): Pick => {
    const bound = bind(card, { scene, clause, supplies, needOf: (field) => needId(ref, card, field) })
    const example = exampleLikeness(scene, card, masked)
    const unused = unusedThings(said, bound)
    const relevance = confidenceOf(clause, card, withListed(bound, said, scene, clause), example, unused.firm)
    const { lost } = relevance
    const strange = isOfTypes(card) ? foreign(clause, card, bound) : 0
    const confidence = relevance.confidence - strange * 0.35
    const inName = named(scene, card, words)
    const score =
      lexical / best +
      example * 1.2 +
      confidence * 1.6 +
      Math.max(-4, bound.fit) * 0.15 +
      inName * 0.35 +
      (tells(card, wanted) ? 0.5 : 0) -
      strange * 0.3 -
      unused.strong * 0.7 -
      unused.dates * 0.3 -
      Math.min(3, lost) * 0.5 -
      priceStep(bound) * 0.05
    const evidence: Evidence = { clause, card, bound, relevance, named: inName }
    return { card, clause, bound, score, evidence, confidence: isInWords(card) ? likelihoodOf(evidence) : confidence }
  })
  return preferWhole(picks.sort((a, b) => b.score - a.score || (a.card.id < b.card.id ? -1 : 1)))
}

/** Before what lacks something goes what lacks nothing and fits about as well. */
const preferWhole = (picks: ReadonlyArray<Pick>): ReadonlyArray<Pick> => {
  const [first] = picks
  if (first === undefined || first.bound.missing.length === 0 || !isOfTypes(first.card)) return picks
  const whole = picks.find(
    ({ bound, confidence, score }) =>
      bound.missing.length === 0 && confidence >= leastConfidence + 0.05 && score >= first.score - wholeIsWorth,
  )
  return whole === undefined ? picks : [whole, ...picks.filter((pick) => pick !== whole)]
}

/** `What is the capital of the country …`: the first word that says something is what is wanted. */
const headOf = ({ text }: Clause): string | undefined => {
  const asked = /(?:^|[,:;]\s*)\W*(?:what|which)(?:'s|\s(?:is|are|was|were))?\s/iu.exec(text)
  return asked ? wordsOf(text).find(({ start, stem }) => start >= asked.index && !isEmpty(stem))?.stem : undefined
}

/** Whether a fact of the answer is called so. */
const tells = (card: Card, wanted: string | undefined): boolean =>
  wanted !== undefined && weightOf(wanted) > 0.5 && [...card.facts].some(([fact]) => stemsOf(lastSegment(fact)).includes(wanted))

/** Whether nothing but its description tells what an operation takes. */
const isInWords = ({ kinds }: Card): boolean => ![...kinds].some((kind) => typedKinds.has(kind))

/** Whether all that an operation has to be given is of a known kind: then what else is said is what it is asked for. */
const isOfTypes = ({ operation }: Card): boolean =>
  operation.input.length > 0 && variantsOf(operation).every(({ input }) => input.every(({ required, slot }) => !required || isTyped(slot)))

/** Stable for the same question: the goal, the operation and the field. */
export const needId = (ref: string, card: Card, field: InputField): string => `${ref}:${card.id}:${field.field}`

const termsOf = (clause: Clause, sure: ReadonlyArray<Mention>, said: ReadonlyArray<Mention>): ReadonlyMap<string, number> => {
  const terms = new Map<string, number>()
  for (const { end, start, stem } of wordsOf(clause.text)) {
    if (isEmpty(stem)) continue
    const isValue = sure.some((mention) => mention.start <= clause.start + start && clause.start + end <= mention.end)
    terms.set(stem, Math.max(terms.get(stem) ?? 0, isValue ? 0.05 : 0.3 + weightOf(stem) * 0.7))
  }
  for (const { kind, weight } of said) terms.set(kindTerm(kind), Math.max(terms.get(kindTerm(kind)) ?? 0, weight * 0.6))
  return terms
}

/** How much of an operation's name a clause says. */
const named = (scene: Scene, card: Card, words: ReadonlyMap<string, number>): number => {
  let [all, said] = [0, 0]
  for (const stem of card.name) {
    const worth = weightOf(stem) * (0.3 + idf(scene.shelf, stem) / 4)
    all += worth
    if (words.has(stem)) said += worth
  }
  return all === 0 ? 0 : said / all
}

/** How much the clause is like the example question of the operation that it is most like. */
const exampleLikeness = (scene: Scene, card: Card, masked: ReadonlySet<string>): number => {
  const worth = (term: string) => (term.startsWith("‹") ? 0.5 : weightOf(term) * Math.min(1.5, 0.3 + idf(scene.shelf, term) / 4))
  const total = [...masked].reduce((sum, term) => sum + worth(term), 0)
  let best = 0
  for (const example of card.examples) {
    let shared = 0
    let all = 0
    for (const term of example) {
      all += worth(term)
      if (masked.has(term)) shared += worth(term)
    }
    const union = total + all
    if (union > 0) best = Math.max(best, (2 * shared) / union)
  }
  return best
}

/** With the other places that are named beside the one that is used: they are asked about as well, so they are no words of the question. */
const withListed = (bound: Bound, said: ReadonlyArray<Mention>, scene: Scene, clause: Clause): Bound => {
  const zones = said.filter(
    (mention) =>
      mention.kind === "time.zone" && mention.weight >= 0.4 && bound.used.some((used) => used.kind === mention.kind && used !== mention),
  )
  // `Boston, New York, and London` may be two places or three: nothing is taken for certain there.
  const plain = bound.used.filter(({ kind, text }) => kind === "place.name" && !text.includes(","))
  const places = plain.flatMap((place) => listedWith(place, scene, clause))
  const alike = [...zones, ...places]
  return alike.length === 0 ? bound : { ...bound, used: [...bound.used, ...alike] }
}

/** Things that are certainly meant, and that the operation has no use for. */
const unusedThings = (
  said: ReadonlyArray<Mention>,
  bound: Bound,
): { readonly strong: number; readonly firm: number; readonly dates: number } => {
  const used = [...mentionsOf(bound.call), ...bound.spans]
  const left = (least: number, pattern: RegExp, isMeant: (kind: string) => boolean = () => true) =>
    new Set(
      said
        .filter((mention) => mention.weight >= least && pattern.test(mention.kind) && isMeant(mention.kind) && !isAlike(mention))
        .filter(
          (mention) =>
            !used.some((other) => overlaps(other, mention)) &&
            !said.some((other) => other.weight > mention.weight && overlaps(other, mention) && used.includes(other)),
        )
        .map(({ start }) => start),
    ).size
  const others = /^(?!date|place|unit)/u
  // What stands in a list with what is used is asked about as well: `in New York and in Singapore`.
  const kinds = new Set(bound.used.map(({ kind }) => kind))
  const isAlike = (mention: Mention) =>
    said.some((other) => kinds.has(other.kind) && other.kind === "time.zone" && other.start === mention.start && other.end === mention.end)
  // What is of a kind that is used stands in a list, or is of no use here after all.
  const listed = new Set(used.map((each) => ("kind" in each ? each.kind : "")))
  // A country that the answer names may be what it is compared with.
  const told: ReadonlySet<string> = new Set(bound.call.card.operation.output.map(kindOf).filter((kind) => kind === "country.code"))
  const isPlain = (kind: string) => !told.has(kind) && !(listed.has(kind) && !/^(?:currency|country)/u.test(kind))
  return {
    dates: surest(said).filter((mention) => mention.kind.startsWith("date") && !used.some((other) => overlaps(other, mention))).length,
    strong: left(0.9, /./u),
    firm: left(0.7, others, isPlain),
  }
}

const priceStep = (bound: Bound): number => callsOf(bound.call).length - 1
