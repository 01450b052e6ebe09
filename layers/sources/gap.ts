import type { SourceGap } from "../../domain/catalogue/Source.ts"

/** A gap with its phrases separated by `|`. */
export const gap = (message: string, phrases: string): SourceGap => ({
  message,
  phrases: phrases.split("|").map((phrase) => phrase.trim()),
})

/** A gap of whose phrases no operation answers one, whatever words it knows. */
export const unmistakableGap = (message: string, phrases: string): SourceGap => ({ ...gap(message, phrases), isUnmistakable: true })

/** A gap in which a question with a value of one of these kinds requests something else. */
export const gapUnless = (unless: ReadonlyArray<string>, message: string, phrases: string, isUnmistakable = false): SourceGap => ({
  ...gap(message, phrases),
  unless,
  isUnmistakable,
})
