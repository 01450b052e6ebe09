import type { Mention } from "../../../domain/planning/read/Mention.ts"
import { eclipseKinds } from "../../sources/ephemeris/eclipses.ts"

const form = new RegExp(
  `(?<=\\b(?:next|first|upcoming)\\s+(?:(?:solar|lunar|visible)\\s+)?)(?:${eclipseKinds.join("|")})(?=\\s+(?:(?:solar|lunar)\\s+)?eclipses?\\b)`,
  "giu",
)

/** `the next total eclipse`: the kind that is looked for. `Will the next eclipse be a total eclipse?` requests the kind of the next one. */
export const wantedEclipseKinds = (text: string): ReadonlyArray<Mention> =>
  [...text.matchAll(form)].map(({ 0: word, index }) => ({
    kind: "eclipse.wanted_kind",
    start: index,
    end: index + word.length,
    text: word,
    value: word.toLowerCase(),
    weight: 0.9,
  }))
