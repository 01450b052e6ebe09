import { readFileSync, writeFileSync } from "node:fs"
import { join } from "node:path"

const target = new URL("../../domain/planning/read/commonWords.json", import.meta.url)

/** A word in fewer texts of the benchmarks may be a typing error itself. */
const minTexts = 2

/** Typing errors that several texts of the benchmarks have. */
const misspelt: ReadonlySet<string> = new Set("abbrieviated acceleeration airtificial coommand diffrence informaton temperatura".split(" "))

/** Learns the words of English that questions and descriptions of operations have, and writes `commonWords.json`: they are no typing errors. */
export const learnWords = (folder: string): void => {
  const texts = new Map<string, number>()
  for (const file of [
    "bfcl.catalogue",
    "acebench.catalogue",
    "sealtools.catalogue",
    "bfcl.dev",
    "acebench.dev",
    "sealtools.dev",
    "when2call.dev",
  ])
    for (const line of readFileSync(join(folder, `${file}.jsonl`), "utf8").split("\n"))
      for (const word of new Set(line.match(/(?<![\p{L}\p{N}_])\p{Ll}{4,14}(?![\p{L}\p{N}_])/gu) ?? []))
        texts.set(word, (texts.get(word) ?? 0) + 1)
  const words = [...texts]
    .flatMap(([word, count]) => (count >= minTexts && /^[a-z]+$/u.test(word) && !misspelt.has(word) ? [word] : []))
    .sort()
  const byLetter = Map.groupBy(words, (word) => word[0]!)
  writeFileSync(target, `${JSON.stringify(Object.fromEntries([...byLetter].map(([letter, own]) => [letter, own.join(" ")])), null, 2)}\n`)
  console.log(`${words.length} words`)
}
