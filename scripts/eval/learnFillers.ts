import { writeFileSync } from "node:fs"
import { makeSearch } from "../../domain/planning/match/makeSearch.ts"
import { isEmpty, stemsOf, wordsOf } from "../../domain/planning/read/words.ts"
import { qualifiers } from "../../domain/planning/read/qualifiers.ts"
import { overlapsAny } from "../../domain/planning/read/Mention.ts"
import { mentionWeight } from "../../domain/planning/read/thresholds.ts"
import { extract } from "../../layers/planner/extract/extract.ts"
import { builtinEntries } from "../../test/layers/planner/catalogue.ts"
import { builtinQuestions, questionsReadAt } from "./builtinQuestions.ts"
import { evaluatedAt } from "./evaluate.ts"
import { halfOf, type Item, readSuite } from "./suites.ts"

const target = new URL("../../domain/planning/read/fillerWords.json", import.meta.url)

/** A word that is unused beside the calls of this many distinct operations, and is seldom part of a call, says nothing about any of them. */
const minOperations = 5
const minUnusedPerUsed = 3

const minBuiltinOperations = 6
const minAnsweredShare = 0.6

/**
 * Words of the questions about the built-in sources beside the requests for many of their operations and are named by none of these (`colleague`,
 * `supplier`), unless questions that no operation answers have them more often (`price`).
 */
const fillersOfBuyers = (): ReadonlyArray<string> => {
  const words = new Map<string, { readonly beside: Set<string>; unused: number; used: number; unanswered: number }>()
  const answerable = builtinQuestions.filter(({ operations }) => operations.length > 0).length
  const perUnanswerable = answerable / Math.max(1, builtinQuestions.length - answerable) / 2
  for (const { operations, text } of builtinQuestions) {
    const { index, parsed } = makeSearch(text, { given: {}, limit: 10, catalogue: builtinEntries, now: questionsReadAt }, extract)
    const right = index.operations.filter(({ id }) => operations.flat().includes(id))
    const isValue = overlapsAny(parsed.mentions.filter(({ start, weight }) => start >= 0 && weight >= mentionWeight.possible))
    const plain = parsed.words.filter(
      (word) => !isEmpty(word.stem) && !qualifiers.has(word.stem) && !isValue(word) && /^\p{L}{2,}$/u.test(word.text),
    )
    for (const stem of new Set(plain.map((word) => word.stem))) {
      const word = words.get(stem) ?? { beside: new Set(), unused: 0, used: 0, unanswered: 0 }
      words.set(stem, word)
      if (operations.length === 0) word.unanswered++
      else if (right.some(({ answers }) => answers.has(stem))) word.used++
      else {
        word.unused++
        word.beside.add(right[0]?.id ?? "")
      }
    }
  }
  return [...words].flatMap(([stem, { beside, unanswered, unused, used }]) =>
    beside.size >= minBuiltinOperations &&
    unused >= minUnusedPerUsed * used &&
    unused / (unused + unanswered * perUnanswerable) >= minAnsweredShare
      ? [stem]
      : [],
  )
}

/** Learns from the questions whose right call is known which words are part of neither the operation nor a value, and writes `fillerWords.json`. */
export const learnFillers = (folder: string): void => {
  const operationsOfWord = new Map<string, Set<string>>()
  const usesOfWord = new Map<string, number>()
  for (const suite of ["bfcl", "acebench", "sealtools"]) {
    const { catalogueOf, items } = readSuite(folder, suite)
    for (const item of items) {
      if (halfOf(item) !== "learnt") continue
      const calls = item.expect.status === "plan" ? (item.expect.calls ?? []) : []
      if (calls.length === 0 || calls.some(({ args }) => args === undefined)) continue
      const { index } = makeSearch(item.question, { given: {}, limit: 10, catalogue: catalogueOf(item), now: evaluatedAt }, extract)
      const operations = index.operations.filter(({ id }) => calls.some(({ op }) => op === id))
      const inValues = new Set(stemsOf(valuesOf(item)))
      for (const { stem, text } of wordsOf(item.question)) {
        const isOwn = inValues.has(stem) || operations.some(({ terms }) => terms.has(stem))
        if (isOwn) usesOfWord.set(stem, (usesOfWord.get(stem) ?? 0) + 1)
        if (isOwn || isEmpty(stem) || qualifiers.has(stem) || !/^\p{Ll}{2,}$/u.test(text)) continue
        const seen = operationsOfWord.get(stem) ?? new Set()
        operationsOfWord.set(stem, seen.add(operations[0]?.id ?? ""))
      }
    }
  }
  const fromBenchmarks = [...operationsOfWord]
    .filter(([stem, operations]) => operations.size >= minOperations && operations.size >= minUnusedPerUsed * (usesOfWord.get(stem) ?? 0))
    .map(([stem]) => stem)
  const fillers = [...new Set([...fromBenchmarks, ...fillersOfBuyers()])]
  writeFileSync(target, `${JSON.stringify(fillers.sort(), null, 2)}\n`)
  console.log(`${fillers.length} words that mean nothing`)
}

const valuesOf = ({ expect }: Item): string =>
  (expect.calls ?? []).map(({ args }) => JSON.stringify(Object.values(args ?? {}).flatMap(({ any }) => any))).join(" ")
