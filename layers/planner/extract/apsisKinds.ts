import type { Mention } from "../../../domain/planning/read/Mention.ts"
import type { ApsisKind } from "../../sources/ephemeris/apsides.ts"

const near = String.raw`(?:closest|nearest)(?:\s(?:point|approach))?\sto`
const far = String.raw`(?:farthest|furthest)(?:\s(?:point|away))?\sfrom`
const between = String.raw`[^.?!,;\d]{0,20}?\s`
const sun = String.raw`(?:the\s)?sun\b`
const earth = String.raw`(?:the\s|our\s)?earth\b`
const moon = String.raw`(?:the\s)?moon\b`
/** `earth nearest to the sun`, `sun nearest to earth`, `nearest to the sun is the earth`. */
const pair = (place: string, one: string, other: string) =>
  String.raw`\b(?:${one}${between}${place}\s${other}|${other}${between}${place}\s${one}|${place}\s${other}\s(?:is|are|will|does)\s${one})`

/** How the points of the orbits of the earth and the moon are named, or described. */
const forms: ReadonlyArray<readonly [ApsisKind, RegExp]> = [
  ["perihelion", new RegExp(String.raw`\bperiheli(?:on|a|ons)\b|${pair(near, earth, sun)}`, "giu")],
  ["aphelion", new RegExp(String.raw`\bapheli(?:on|a|ons)\b|${pair(far, earth, sun)}`, "giu")],
  ["perigee", new RegExp(String.raw`\b(?:(?:lunar|moon)\s)?perigees?\b|${pair(near, moon, String.raw`(?:${earth}|us\b)`)}`, "giu")],
  ["apogee", new RegExp(String.raw`\b(?:(?:lunar|moon)\s)?apogees?\b|${pair(far, moon, String.raw`(?:${earth}|us\b)`)}`, "giu")],
]

/** Other bodies than the earth and the moon, and an eclipse, have points and distances of their own. */
const others =
  /\b(?:mercury|venus|mars|jupiter|saturn|uranus|neptune|pluto|ceres|vesta|comets?|asteroids?|planets?|halley|satellites?|iss|rockets?|transfer|eclipses?|full\smoons?|new\smoons?|super\s?moons?)\b/iu

/** The perihelion or aphelion of the earth, or perigee or apogee of the moon, that a text names or describes. */
export const apsisKindMentions = (text: string): ReadonlyArray<Mention> => {
  if (others.test(text)) return []
  return forms.flatMap(([value, form]) =>
    [...text.matchAll(form)].map(({ 0: written, index }) => ({
      kind: "apsis.kind",
      start: index,
      end: index + written.length,
      text: written,
      value,
      weight: 0.9,
    })),
  )
}
