import type { Mention } from "../../../domain/planning/read/Mention.ts"

const form = /(?<=\b(?:next|first|upcoming|an?|any|see)\s+)(?<kind>total|annular|partial)(?=\s+(?:(?:solar|lunar)\s+)?eclipses?\b)/giu

/** `the next total eclipse`: the kind that is looked for. `Will the eclipse be total?` requests the kind of the next one. */
export const eclipseKinds = (text: string): ReadonlyArray<Mention> =>
  [...text.matchAll(form)].map(({ 0: word, index }) => ({
    kind: "eclipse.wanted_kind",
    start: index,
    end: index + word.length,
    text: word,
    value: word.toLowerCase(),
    weight: 0.9,
  }))
