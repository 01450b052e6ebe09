import type { Mention } from "../../../domain/planning/read/Mention.ts"
import { eclipseKinds } from "../../sources/ephemeris/eclipses.ts"

const form = new RegExp(
  `(?<=\\b(?:next|first|upcoming)\\s+(?:(?:solar|lunar|visible)\\s+)?)(?:${eclipseKinds.join("|")})(?=\\s+(?:(?:solar|lunar)\\s+)?eclipses?\\b)`,
  "giu",
)

/**
 * `the next total eclipse seen from Oslo`: the kind that is looked for at a place (a country has another one in each part). `Will the next eclipse be a total eclipse?` requests the kind of the next
 * one, and `the next total eclipse, and is it seen in Oslo?` the next one anywhere.
 */
export const wantedEclipseKinds = (text: string, mentions: ReadonlyArray<Mention>): ReadonlyArray<Mention> => {
  const places = mentions.filter(({ kind }) => /^(?:place|geo)\./u.test(kind))
  return kindsIn(text).filter(({ end, start }) =>
    places.some((place) => !apart.test(place.start > end ? text.slice(end, place.start) : text.slice(place.end, start))),
  )
}

const apart = /\band\b|[,;?]/iu

const kindsIn = (text: string): ReadonlyArray<Mention> =>
  [...text.matchAll(form)].map(({ 0: word, index }) => ({
    kind: "eclipse.wanted_kind",
    start: index,
    end: index + word.length,
    text: word,
    value: word.toLowerCase(),
    weight: 0.9,
  }))
