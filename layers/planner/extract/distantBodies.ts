import type { Mention } from "../../../domain/planning/read/Mention.ts"

const body = String.raw`(?:the\s)?(?<body>moon|sun)`
/** `Sun City`, `from the sun to Sirius`, `the moon from the sun`: a place or another body. */
const otherEnd = String.raw`\s(?-i:\p{Lu})|\s(?:to|from|and)\s|\s(?:valley|city|township|prairie|peaks?)\b`
const earth = String.raw`(?:the\s|our\s)?earth`
/** `how far is the moon from the earth`, `how far away will the moon be`, `distance to the moon`, `distance of the sun from us`. */
const forms = [
  String.raw`how\sfar\s(?:away\s)?(?:is|was|will)\s${body}(?:\sbe)?(?:\saway)?(?:\sfrom\s(?:${earth}|us))?`,
  String.raw`how\sfar\s(?:away\s)?(?:is|was|will)\s${earth}(?:\sbe)?(?:\saway)?\sfrom\s${body}`,
  String.raw`distance\s(?:of|to|from|between)\s(?:${earth}\s(?:to|from|and)\s)?${body}(?:\s(?:to|from|and)\s(?:${earth}|us))?`,
].map((form) => new RegExp(String.raw`\b${form}\b(?!['’]|${otherEnd})`, "giu"))

/** The height over the horizon, a phase and an apsis are other requests; a planet is another body. */
const others =
  /\b(?:horizon|above|below|periheli\p{L}*|apheli\p{L}*|perigees?|apogees?|eclipses?|full\smoons?|new\smoons?|mercury|venus|mars|jupiter|saturn|uranus|neptune|pluto|closest|nearest|farthest|furthest)\b/iu

/** Whether a text requests how far the moon or the sun is from the earth. */
export const distantBodyMentions = (text: string): ReadonlyArray<Mention> => {
  if (others.test(text)) return []
  return forms.flatMap((form) =>
    [...text.matchAll(form)].map(({ 0: written, groups, index }) => ({
      kind: "sky.body",
      start: index,
      end: index + written.length,
      text: written,
      value: groups?.["body"]?.toLowerCase() ?? "moon",
      weight: 0.9,
    })),
  )
}
