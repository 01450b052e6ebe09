import { type Mention, overlaps } from "../../../domain/planning/read/Mention.ts"
import { countryName } from "../../sources/country.ts"
import { citiesIn } from "./citiesOfCountries.ts"

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
export const withCallOrigin = (text: string, written: ReadonlyArray<Mention>): ReadonlyArray<Mention> => {
  if (!dials.test(text) || timed.test(text)) return written
  const caller = callerOfNumber(text, written)
  if (caller !== undefined)
    return written.flatMap((mention) =>
      mention.kind === "country.code" && mention.value === caller.value
        ? [{ ...mention, weight: 0.3 }, ...(mention === caller ? [asCaller(caller)] : [])]
        : [mention],
    )
  const mentions = [...written, ...calledCities(text, written)]
  const named = mentions.filter(({ kind, options, weight }) => kind === "country.code" && weight >= 0.6 && options === undefined)
  if (new Set(named.map(({ value }) => value)).size < 2) return mentions
  const [origin, other] = named.filter(({ start }) => before.test(text.slice(Math.max(0, start - 60), start)))
  if (origin === undefined || other !== undefined) return mentions
  return mentions.flatMap((mention) =>
    mention.kind === "country.code" && mention.value === origin.value
      ? [{ ...mention, weight: 0.3 }, ...(mention === origin ? [asCaller(origin)] : [])]
      : [mention],
  )
}

/** `from England`: a caller has no region. */
const asCaller = ({ end, start, text, value, weight }: Mention): Mention => ({ kind: "call.from", start, end, text, value, weight })

/**
 * `06-6941-0351, so that a colleague in Canada can dial it`, `how do I dial 020 7946 0958 from Ireland`: the country of the caller beside a number, which is not that of the
 * number. `A call from Ireland` has the country of the number.
 */
export const callerOfNumber = (text: string, mentions: ReadonlyArray<Mention>): Mention | undefined => {
  if (!dials.test(text) || !mentions.some(({ kind }) => kind === "phone.number")) return undefined
  const callers = mentions.filter(({ end, kind, options, start, weight }) => {
    if (kind !== "country.code" || weight < 0.6 || options !== undefined) return false
    const head = text.slice(0, start)
    return (person.test(head) && calls.test(text.slice(end))) || (dialled.test(head) && !received.test(head))
  })
  return new Set(callers.map(({ value }) => value)).size === 1 ? callers[0] : undefined
}
const person =
  /\b(?:colleagues?|someone|somebody|customers?|clients?|friends?|partners?|people|staff|office|team|callers?|drivers?|guests?|mother|father|sister|brother|daughter|son|wife|husband)\s(?:in|from)\s(?:the\s)?$/iu
const calls = /^\s(?:(?:can|could|may|should|will|must|has\sto|have\sto|needs\sto|wants\sto|to)\s)(?:dial|call|ring|phone|reach)\b/iu
const dialled =
  /\b(?:dial(?:s|led|ling)?|ring|(?:to|I|we)\sphone|call|reach)\b[^.?!;]{0,80}\b(?:from|(?:if|when|while)\s(?:I|we)\s?(?:am|are|['’]m|['’]re)\sin)\s(?:the\s)?$/iu
const received =
  /\b(?:[Mm]issed|received|got|had|incoming|[Cc]aller|voicemail|messages?|texts?|(?<!\p{Lu}\p{L}+\s)numbers?|[Cc]alls?)\s(?:call\s)?from\s(?:the\s)?$/u

const called = /\b(?:call(?:ing)?|dial(?:ling)?|phone|ring|reach)\s(?:(?:somebody|someone|a\s\w+|my\s\w+|our\s\w+)\sin\s)?$/iu

/** `How do I call Lima from Denmark`: the countries of the cities between which a call is made. */
const calledCities = (text: string, mentions: ReadonlyArray<Mention>): ReadonlyArray<Mention> =>
  citiesIn(text).flatMap(({ country, start, text: city }): ReadonlyArray<Mention> => {
    const at = { start, end: start + city.length, text: city }
    const head = text.slice(Math.max(0, start - 60), start)
    const isPart = called.test(head) || before.test(head)
    const isNamed = mentions.some((mention) => mention.kind === "country.code" && mention.weight >= 0.6 && overlaps(mention, at))
    const assumed = `${city} is read as the one in ${countryName(country) ?? country}.`
    return isPart && !isNamed ? [{ ...at, kind: "country.code", value: country, weight: 0.7, assumed }] : []
  })
