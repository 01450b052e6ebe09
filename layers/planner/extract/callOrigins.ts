import type { Mention } from "../../../domain/planning/read/Mention.ts"

/** Words that request how a call is dialled. */
const dials =
  /\b(?:dial\w*|(?:inter)?national (?:call|prefix)|exit code|(?:make|place|making|placing) (?:an? )?calls?|(?:how|what|which)\b[^.?!;]{0,40}\b(?:call|phone|ring|reach)|(?:calling|phoning|ringing|call|phone|ring)\b)/iu
/** Words of questions for when to call. */
const timed =
  /\b(?:times?|hours?|clocks?|when (?:can|could|should|do|does|is|are|to)|zones?|o['’]?clock|early|late|cost\w*|cheap\w*|rates?|minutes?)\b|\d\s?[ap]m\b|\d:\d\d/iu

const before =
  /\b(?:from\s(?:here\sin\s|within\s|inside\s)?|(?:I['’]?m|I am|we['’]?re|we are|while|sitting|staying|being)\s(?:\w+\s)?in\s)(?:the\s|an?\s(?:\w+\s){1,2}in\s(?:the\s)?|my\s(?:\w+\s){1,2}in\s(?:the\s)?)?$/iu

/**
 * The country from which a call to another one is made: `How do I call Germany from Japan`. Its reading as a country by itself becomes less likely, because the
 * number that is called is not of it.
 */
export const withCallOrigin = (text: string, mentions: ReadonlyArray<Mention>): ReadonlyArray<Mention> => {
  const named = mentions.filter(({ kind, options, weight }) => kind === "country.code" && weight >= 0.6 && options === undefined)
  if (new Set(named.map(({ value }) => value)).size < 2 || !dials.test(text) || timed.test(text)) return mentions
  const [origin, other] = named.filter(({ start }) => before.test(text.slice(Math.max(0, start - 60), start)))
  if (origin === undefined || other !== undefined) return mentions
  return mentions.flatMap((mention) =>
    mention.kind === "country.code" && mention.value === origin.value
      ? [{ ...mention, weight: 0.3 }, ...(mention === origin ? [{ ...origin, kind: "call.from" }] : [])]
      : [mention],
  )
}
