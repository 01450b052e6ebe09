import { lastSegment } from "../../catalogue/defineOperation.ts"
import type { Search } from "../match/candidates.ts"
import { overlaps } from "../read/Mention.ts"
import { stemsOf, type Word } from "../read/words.ts"
import type { Goal } from "./Goal.ts"
import { isAttributeName } from "./missingAttributes.ts"
import { requestedFacts } from "./requestedFacts.ts"

/**
 * `neighbours` of `the capitals of the neighbours of Austria` and of `the capitals of Austria's neighbours`, where the operation takes Austria itself: the noun between
 * what is requested and the value is a step that the plan does not have.
 */
export const nestedRelations = ({ index, parsed: { question, words } }: Search, goals: ReadonlyArray<Goal>): ReadonlyArray<Word> =>
  goals.flatMap(({ bound: { call }, candidate, clause }) =>
    [...call.input.values()].flatMap((origin) => {
      const value = origin._tag === "Literal" ? origin.mention : null
      if (value === null || value.start < 0 || !related.test(value.kind)) return []
      const [before, behind] = [question.slice(Math.max(0, value.start - 60), value.start), question.slice(value.end)]
      const nounBefore = nestedBefore.exec(before)
      const nounBehind = prepositionBefore.test(before) ? possessed.exec(behind) : null
      const clauseBefore = /^(?:country|place|region)/u.test(value.kind) ? relativeBefore.exec(before) : null
      if (clauseBefore !== null) return wordsWithin(words, value.start - clauseBefore[0].length, value.start)
      const noun = nounBefore?.[1] ?? nounBehind?.[1]
      if (noun === undefined || !isAttributeName(index, stemsOf(noun))) return []
      const start =
        nounBefore === null
          ? value.end + nounBehind![0].length - noun.length
          : value.start - nounBefore[0].length + nounBefore[0].lastIndexOf(noun)
      const span = { start, end: start + noun.length }
      // `the last working day of the quarter in Germany`: a period that the call takes.
      const isTaken = [...call.input.values()].some(
        (other) => other._tag === "Literal" && other.mention !== null && overlaps(other.mention, span),
      )
      // `How big is the population of Gdynia`: what is measured is a fact of the place itself.
      const [, adjective] = /\bhow\s+(\p{L}+)\s+(?:is|are|was|were)\b[^.?!]*$/iu.exec(before) ?? []
      const isMeasure = Object.entries(call.operation.definition.hints?.measures ?? {}).some(
        ([fact, { adjectives }]) =>
          stemsOf(lastSegment(fact)).join(" ") === stemsOf(noun).join(" ") &&
          adjectives.split(" ").includes(adjective?.toLowerCase() ?? ""),
      )
      // `the number of business days in Germany`: what is counted.
      const isCounted = nounBefore !== null && counted.test(before.slice(0, nounBefore.index))
      // `the codes of the currencies of Nepal`: the operation is about the noun.
      const isOwn = nounBefore !== null && stemsOf(noun).join(" ") === stemsOf(call.operation.id.split(".", 1)[0]!).join(" ")
      // `the currencies of the neighbours of Benin`: one fact has both words.
      const isOfFact = requestedFacts(candidate.operation, clause.asks ?? clause).some((fact) => {
        const name = stemsOf(lastSegment(fact))
        return name.length > 1 && stemsOf(noun).every((stem) => name.includes(stem))
      })
      return isTaken || isMeasure || isCounted || isOwn || isOfFact ? [] : wordsWithin(words, span.start, span.end)
    }),
  )

const counted = /\b(?:number|count|total|amount|list|dates?)\s+$/iu

const wordsWithin = (words: ReadonlyArray<Word>, start: number, end: number): ReadonlyArray<Word> =>
  words.filter((word) => overlaps(word, { start, end }))

/** Kinds of values that have other things of their own: countries have capitals, cities have airports. */
const related = /^(?:country|place|region|airport|currency|ip|domain)\./u

const preposition = String.raw`\b(?:of|in|from|to|than|near|at|for|by|on|(?:how\s+\p{L}+|where)\s+(?:is|are|was|were))\s+(?:the\s+)?`
const nestedBefore = new RegExp(String.raw`${preposition}([\p{L}]+(?:\s[\p{L}]+)?)\s+(?:of|in)\s+(?:the\s+)?$`, "iu")
/** `the countries that border Belgium`, `the country that borders both` */
const relativeBefore =
  /\b(?:of|in|from|to|by|for)\s+(?:the\s+)?(?:countr(?:y|ies)|cit(?:y|ies)|towns?|airports?|places?|states?)\s+(?:that|which)\s+\p{L}+\s+(?:both\s+)?$/iu
const prepositionBefore = new RegExp(String.raw`${preposition}$`, "iu")
const possessed = /^['’]s?\s+([\p{L}]+)/u
