import type { SourceGap } from "../../domain/catalogue/Source.ts"

/** A gap with its phrases separated by `|`. */
export const gap = (message: string, phrases: string): SourceGap => ({
  message,
  phrases: phrases.split("|").map((phrase) => phrase.trim()),
})

/** A gap of whose phrases no operation answers one, whatever words it knows. */
export const unmistakableGap = (message: string, phrases: string): SourceGap => ({ ...gap(message, phrases), isUnmistakable: true })

/** A gap in which a question with such a value, and with the word if there is one, requests something else. */
export const gapUnless = (unless: NonNullable<SourceGap["unless"]>, declared: SourceGap): SourceGap => ({ ...declared, unless })
