/** The beginnings of a run of groups (`DE89 3704 … 00 EUR`) that end where a group ends, the longest first. */
export const beginningsOf = (run: string): ReadonlyArray<string> => [
  run,
  ...[...run.matchAll(/[ .-]+/gu)].map(({ index }) => run.slice(0, index)).toReversed(),
]

/** A run without its last groups that are words of two letters or more. */
export const withoutWords = (run: string): string => run.replace(/(?:[ .-]+\p{L}{2,})+$/u, "")
