import type { Schema } from "effect"
import type { AskedFor } from "../../ask/Planner.ts"
import { choiceId, type Mention, type MentionExtractor, typedKinds } from "../read/Mention.ts"
import type { Search } from "./candidates.ts"
import { operationIndexOf } from "./OperationIndex.ts"
import { spellCorrections } from "../read/spellCorrection.ts"
import { makeSupplies } from "./supplies.ts"
import { wordsOf } from "../read/words.ts"

const longest = 4_000

/** A question made ready to be planned: what it mentions, what was answered before, and what is for sale. */
export const makeSearch = (text: string, asked: Omit<AskedFor, "wish" | "withoutFallbacks">, extract: MentionExtractor): Search => {
  const written = text
    .slice(0, longest)
    .toWellFormed()
    .replace(/[\p{Cc}\p{Cf}]/gu, " ")
  const shelf = operationIndexOf(asked.catalogue, extract)
  const question = respelt(written, spellCorrections(shelf, wordsOf(written)))
  const heard = extract(question, asked.now)
  const said = heard
    .filter(({ kind }) => shelf.taken.has(kind) || !typedKinds.has(kind) || kind === "date")
    .map((mention) => chosen(mention, asked.given))
  const mentions = [...said, ...supplied(asked.given)]
  const scene = {
    question,
    words: wordsOf(question),
    mentions,
    allMentions: heard,
    shelf,
    given: asked.given,
    limit: asked.limit,
    now: asked.now,
  }
  return { scene, supplies: makeSupplies(shelf, mentions, asked.limit), candidateCache: new Map() }
}

/** The question with its slips mended. Where things stand in it changes only a little, which nobody sees. */
const respelt = (written: string, slips: ReadonlyMap<string, string>): string =>
  wordsOf(written).reduceRight((text, { end, start, stem }) => {
    const meant = slips.get(stem)
    return meant === undefined ? text : `${text.slice(0, start)}${meant}${text.slice(end)}`
  }, written)

/** A mention as the one meaning that was chosen of it before. */
const chosen = (mention: Mention, given: Readonly<Record<string, Schema.Json>>): Mention => {
  const id = choiceId(mention)
  const meaning = Object.hasOwn(given, id) ? mention.options?.find(({ ref }) => ref === given[id]) : undefined
  if (meaning === undefined) return mention
  const { options: _, ...rest } = mention
  return { ...rest, value: meaning.value, weight: 1 }
}

/** Answers to needs: things of their kind that stand nowhere in the question. */
const supplied = (given: Readonly<Record<string, Schema.Json>>): ReadonlyArray<Mention> =>
  Object.entries(given).flatMap(([id, value]): ReadonlyArray<Mention> => {
    const kind = id.slice(id.lastIndexOf(":") + 1)
    return typedKinds.has(kind) ? [{ kind, start: -1, end: -1, text: "", value, weight: 1 }] : []
  })
