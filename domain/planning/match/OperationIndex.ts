import { Effect } from "effect"
import type { CatalogueEntry } from "../../catalogue/Catalogue.ts"
import { type OperationProfile, operationProfiles, readNewOperations } from "./OperationProfile.ts"
import { type MentionExtractor, kindOf } from "../read/Mention.ts"

/** The index of the operations for sale: by word, and by the kinds of values that they produce. */
export interface OperationIndex {
  readonly operations: ReadonlyArray<OperationProfile>
  /** Id → the operations that have it, one for each source or group. */
  readonly byId: ReadonlyMap<string, ReadonlyArray<OperationProfile>>
  readonly postings: ReadonlyMap<string, Postings>
  readonly meanLength: number
  readonly producers: ReadonlyMap<string, ReadonlyArray<Producer>>
  /** Kinds of values that some operation takes. */
  readonly acceptedKinds: ReadonlySet<string>
}

/** The positions of the operations that have a word, and its impact on the score of each. */
export interface Postings {
  readonly operations: Uint32Array
  readonly impacts: Float64Array
  /** How rare the word is in the catalogue: `idf`. */
  readonly rarity: number
}

/** An operation whose answer has a fact of the kind. */
export interface Producer {
  readonly operation: OperationProfile
  readonly pointer: string
  readonly list?: string
}

const indexes = new WeakMap<ReadonlyArray<CatalogueEntry>, OperationIndex>()

/** Built once for each snapshot of the catalogue. */
export const operationIndexOf = (entries: ReadonlyArray<CatalogueEntry>, extract: MentionExtractor): OperationIndex => {
  const cached = indexes.get(entries)
  if (cached) return cached
  const index = buildIndex(operationProfiles(entries, extract))
  indexes.set(entries, index)
  return index
}

/**
 * Builds the index of a new snapshot in slices of one operation, so that the node answers other requests in between: the
 * built-in operations take 0.2 s after a start. Two builders at once share their work.
 */
export const prepareIndex = Effect.fnUntraced(function* (entries: ReadonlyArray<CatalogueEntry>, extract: MentionExtractor) {
  if (indexes.has(entries)) return
  for (const _ of readNewOperations(entries, extract)) yield* Effect.yieldNow
  operationIndexOf(entries, extract)
})

export const buildIndex = (operations: ReadonlyArray<OperationProfile>): OperationIndex => {
  const meanLength = operations.reduce((sum, { length }) => sum + length, 0) / Math.max(1, operations.length)
  const placesOfTerm = new Map<string, Array<number>>()
  const producers = new Map<string, Array<Producer>>()
  for (const [place, operation] of operations.entries()) {
    for (const term of operation.terms.keys()) {
      const places = placesOfTerm.get(term)
      if (places) places.push(place)
      else placesOfTerm.set(term, [place])
    }
    for (const [kind, producer] of producedBy(operation)) {
      const ofKind = producers.get(kind)
      if (ofKind) ofKind.push(producer)
      else producers.set(kind, [producer])
    }
  }
  const postings = new Map(
    [...placesOfTerm].map(([term, places]): readonly [string, Postings] => [
      term,
      {
        operations: Uint32Array.from(places),
        impacts: Float64Array.from(places, (place) => impact(operations[place]!, term, meanLength)),
        rarity: rarityOf(operations.length, places.length),
      },
    ]),
  )
  const byId = Map.groupBy(operations, ({ id }) => id)
  return { operations, byId, postings, meanLength, producers, acceptedKinds: new Set(operations.flatMap(({ kinds }) => [...kinds])) }
}

/** Dotted facts are paths into the document. A required input that the document repeats is not produced. */
const producedBy = (operation: OperationProfile): ReadonlyArray<readonly [string, Producer]> => {
  const { hints, input, output } = operation.definition
  return output.flatMap((fact): ReadonlyArray<readonly [string, Producer]> => {
    if (
      !fact.includes(".") ||
      hints?.approximate?.includes(fact) ||
      hints?.repeated?.includes(fact) ||
      input.some(({ field, required }) => required && field === fact)
    )
      return []
    const inItem = hints?.list?.facts[fact]
    if (hints?.list && inItem === undefined) return []
    const producer =
      inItem === undefined
        ? { operation, pointer: `/${fact.replaceAll(".", "/")}` }
        : { operation, pointer: inItem, list: hints!.list!.pointer }
    return [[kindOf(fact), producer]]
  })
}

const k1 = 1.2
const b = 0.4

const impact = ({ length, terms }: OperationProfile, term: string, meanLength: number): number => {
  const weight = terms.get(term) ?? 0
  return (weight * (k1 + 1)) / (weight + k1 * (1 - b + (b * length) / meanLength))
}

/** How rare a word is in the catalogue (inverse document frequency). */
export const idf = (index: OperationIndex, term: string): number => index.postings.get(term)?.rarity ?? rarityOf(index.operations.length, 0)

const rarityOf = (all: number, having: number): number => Math.log(1 + (all - having + 0.5) / (having + 0.5))

/** The BM25 score of one operation for the terms of a question. */
export const lexicalScore = (index: OperationIndex, operation: OperationProfile, terms: ReadonlyMap<string, number>): number => {
  let score = 0
  for (const [term, importance] of terms)
    if (operation.terms.has(term)) score += idf(index, term) * importance * impact(operation, term, index.meanLength)
  return score
}

/** The operations with the highest BM25 scores for the terms of a question. */
export const rank = (
  index: OperationIndex,
  terms: ReadonlyMap<string, number>,
  most: number,
): ReadonlyArray<readonly [operation: OperationProfile, score: number]> => {
  const scores = new Float64Array(index.operations.length)
  for (const [term, importance] of terms) {
    const postings = index.postings.get(term)
    if (postings === undefined) continue
    const { operations, impacts } = postings
    const rarity = idf(index, term) * importance
    for (let at = 0; at < operations.length; at++) scores[operations[at]!]! += rarity * impacts[at]!
  }
  return best(scores, most).map((place): readonly [OperationProfile, number] => [index.operations[place]!, scores[place]!])
}

/** The positions of the highest scores above 0, in descending order; of equal scores the first wins. */
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
