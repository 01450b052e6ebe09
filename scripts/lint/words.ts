/** A word or phrase that the house does not use, and what to write in its place. */
export interface ForbiddenWord {
  readonly pattern: RegExp
  readonly instead: string
}

/**
 * Phrases in comments, strings and test titles. `known` and `found` are ordinary words in a sentence, so only
 * {@link forbiddenBareNames} lists them; `not found` and `known to` stay correct English.
 */
export const forbiddenPhrases: ReadonlyArray<ForbiddenWord> = [
  { pattern: /\bsaid\b/giu, instead: "name who stated it and what: `the header contains`, `the document declares`" },
  { pattern: /\btold\b/giu, instead: "`notified`, `published`, `received`" },
  { pattern: /\basked\b/giu, instead: "`requested`, `called`, `queried`" },
  { pattern: /\bwhoever\b/giu, instead: "the noun: `the caller`, `a client that …`" },
  // In quotes it is the Unix account.
  { pattern: /(?!(?<=["`])nobody["`])\bnobody\b/giu, instead: "`no caller`, `no process`, `no node`" },
  { pattern: /(?<!\bthere )\b(?:is|are|was|be) none\b/giu, instead: "`does not exist`, `is missing`, `there is no …`" },
  { pattern: /\bso (?:many|much)\b/giu, instead: "the number or its name" },
  { pattern: /\bgo(?:es)? on\b/giu, instead: "`continues`, `resumes`" },
  { pattern: /\bin vain\b/giu, instead: "`without success`, `failed`" },
  { pattern: /\bstands?\b(?! (?:for|in for|by)\b)/giu, instead: "`is`, `is valid`, `remains`" },
  { pattern: /\btaken for\b/giu, instead: "`treated as`, `mistaken for`" },
  // "Tell me" begins a question of a buyer.
  { pattern: /\btells?\b(?! me\b)/giu, instead: "`reports`, `notifies`, `distinguishes`" },
  { pattern: /\bheard (?:of|from)\b/giu, instead: "`received`, `notified`" },
  { pattern: /\bmend(?:s|ed|ing)?\b/giu, instead: "`fix`, `repair`, `replace`" },
  { pattern: /\bvouch(?:es|ed)?\b/giu, instead: "`verify`, `guarantee`" },
  { pattern: /\bit is looked\b/giu, instead: "the subject and the verb: `the reconciler checks`" },
  { pattern: /\bwhat lacks\b/giu, instead: "`missing inputs`" },
  { pattern: /\bthose that\b/giu, instead: "the noun: `the calls that …`" },
]

/** Words that no part of a declared name may be (`saidAmount`, `wasTold`). */
export const forbiddenNameParts: ReadonlySet<string> = new Set([
  "said",
  "told",
  "asked",
  "whoever",
  "nobody",
  "vouch",
  "mend",
  "tell",
  "tells",
])

/** Names that state that something was seen, not what it is. They are allowed as a part of a longer name (`knownNetworks`), and in tests. */
export const forbiddenBareNames: ReadonlySet<string> = new Set(["known", "found"])

/** `mostBytes`, `leastWeight`, `keysAtMost`: bounds are called `max…` and `min…`. */
export const boundName = /^(?:most|least)(?=[A-Z])|At(?:Most|Least)$/u
