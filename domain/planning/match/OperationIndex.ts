import type { Entry } from "../../catalogue/Entry.ts"
import { type OperationProfile, operationProfiles } from "./OperationProfile.ts"
import { type MentionExtractor, kindOf } from "../read/Mention.ts"

/** What is for sale, indexed: which operations have a word, and which ones produce a kind of thing. */
export interface OperationIndex {
  readonly cards: ReadonlyArray<OperationProfile>
  readonly postings: ReadonlyMap<string, Postings>
  readonly meanLength: number
  readonly producers: ReadonlyMap<string, ReadonlyArray<Producer>>
  /** Kinds of things that some operation takes by a typed slot. */
  readonly taken: ReadonlySet<string>
}

/** The operations that have a word, by their places, and how much it says for each. */
export interface Postings {
  readonly cards: Uint32Array
  readonly impacts: Float64Array
}

/** An operation whose answer has a fact that fills the slots of a kind. */
export interface Producer {
  readonly card: OperationProfile
  readonly pointer: string
  readonly list?: string
}

const indexes = new WeakMap<ReadonlyArray<Entry>, OperationIndex>()

/** Built once for each snapshot of the catalogue. */
export const operationIndexOf = (entries: ReadonlyArray<Entry>, extract: MentionExtractor): OperationIndex => {
  const known = indexes.get(entries)
  if (known) return known
  const made = buildIndex(operationProfiles(entries, extract))
  indexes.set(entries, made)
  return made
}

export const buildIndex = (cards: ReadonlyArray<OperationProfile>): OperationIndex => {
  const meanLength = cards.reduce((sum, { length }) => sum + length, 0) / Math.max(1, cards.length)
  const found = new Map<string, Array<number>>()
  const producers = new Map<string, Array<Producer>>()
  for (const [place, card] of cards.entries()) {
    for (const term of card.terms.keys()) {
      const places = found.get(term)
      if (places) places.push(place)
      else found.set(term, [place])
    }
    for (const [kind, producer] of producedBy(card)) {
      const known = producers.get(kind)
      if (known) known.push(producer)
      else producers.set(kind, [producer])
    }
  }
  const postings = new Map(
    [...found].map(([term, places]): readonly [string, Postings] => [
      term,
      { cards: Uint32Array.from(places), impacts: Float64Array.from(places, (place) => impact(cards[place]!, term, meanLength)) },
    ]),
  )
  return { cards, postings, meanLength, producers, taken: new Set(cards.flatMap(({ kinds }) => [...kinds])) }
}

/** Dotted facts are paths into the document. What an operation was told itself is nothing that it produces. */
const producedBy = (card: OperationProfile): ReadonlyArray<readonly [string, Producer]> => {
  const { hints, input, output } = card.definition
  return output.flatMap((fact): ReadonlyArray<readonly [string, Producer]> => {
    if (!fact.includes(".") || hints?.rough?.includes(fact) || input.some(({ field, required }) => required && field === fact)) return []
    const inItem = hints?.list?.facts[fact]
    if (hints?.list && inItem === undefined) return []
    const producer =
      inItem === undefined ? { card, pointer: `/${fact.replaceAll(".", "/")}` } : { card, pointer: inItem, list: hints!.list!.pointer }
    return [[kindOf(fact), producer]]
  })
}

const k1 = 1.2
const b = 0.4

const impact = ({ length, terms }: OperationProfile, term: string, meanLength: number): number => {
  const weight = terms.get(term) ?? 0
  return (weight * (k1 + 1)) / (weight + k1 * (1 - b + (b * length) / meanLength))
}

/** How rare a word is in the catalogue. */
export const idf = (shelf: OperationIndex, term: string): number => {
  const having = shelf.postings.get(term)?.cards.length ?? 0
  return Math.log(1 + (shelf.cards.length - having + 0.5) / (having + 0.5))
}

/** How well an operation's words are those of a question, by the same measure. */
export const lexicalScore = (shelf: OperationIndex, card: OperationProfile, terms: ReadonlyMap<string, number>): number => {
  let score = 0
  for (const [term, importance] of terms)
    if (card.terms.has(term)) score += idf(shelf, term) * importance * impact(card, term, shelf.meanLength)
  return score
}

/** BM25 over the weighted fields of all operations. */
export const rank = (
  shelf: OperationIndex,
  terms: ReadonlyMap<string, number>,
  most: number,
): ReadonlyArray<readonly [card: OperationProfile, score: number]> => {
  const scores = new Float64Array(shelf.cards.length)
  for (const [term, importance] of terms) {
    const found = shelf.postings.get(term)
    if (found === undefined) continue
    const { cards, impacts } = found
    const rarity = idf(shelf, term) * importance
    for (let at = 0; at < cards.length; at++) scores[cards[at]!]! += rarity * impacts[at]!
  }
  return best(scores, most).map((place): readonly [OperationProfile, number] => [shelf.cards[place]!, scores[place]!])
}

/** The places of the highest scores above 0, in their order; of equal ones the first. */
const best = (scores: Float64Array, most: number): ReadonlyArray<number> => {
  const places: Array<number> = []
  for (let place = 0; place < scores.length; place++) {
    const score = scores[place]!
    if (score <= 0 || (places.length === most && score <= scores[places[most - 1]!]!)) continue
    let at = places.length
    while (at > 0 && scores[places[at - 1]!]! < score) at--
    places.splice(at, 0, place)
    if (places.length > most) places.pop()
  }
  return places
}
