import { lastSegment } from "../../catalogue/defineOperation.ts"
import { optionKey } from "./describedValues.ts"
import type { FieldSpanPair } from "./features.ts"
import { aboutSpan } from "./spanContext.ts"
import { isTownOfStates } from "./townStates.ts"
import { isDistinctive, stemOf } from "../read/words.ts"

/**
 * Whether a text cannot be the value of an input by what the input takes, whatever its score: a day of a time, a quoted name of a web address, words about the operation
 * itself of an identifier, words that name no town, and that no preposition makes one, of a city. A value that the input's description names always can.
 */
export const isImplausible = (pair: Omit<FieldSpanPair, "value">): boolean => {
  const { field, profile, span } = pair
  const [name, text] = [lastSegment(field.field), String(span.value)]
  const isPlain = span.shape === "chunk" && !/[\d\p{Lu}]/u.test(text)
  if (profile.options.has(optionKey(text))) return false
  switch (profile.class) {
    case "time":
      return profile.instant === null && profile.dateFormat === null && span.shape === "date"
    case "url":
      return webAddress.test(name) && span.shape === "quoted" && !/[./:]/u.test(text)
    case "code":
      return identifier.test(name) && isPlain && isAboutOperation(pair)
    case "place":
      if (networkAddress.test(name) && !/\bname\b/u.test(profile.examples)) return !/^[\d.]+$|:/u.test(text)
      return (
        (span.shape === "chunk" || span.shape === "proper") &&
        (profile.isTownAndState || settlements.some((stem) => profile.name.has(stem))) &&
        !isPlace(pair)
      )
    default:
      return false
  }
}

/** `base_url`, `pageUrl`; no `security_answer`. */
const webAddress = /(?:^|_)(?:ur[il]|link|website|endpoint|webpage)s?$|[a-z]Ur[il]s?$/iu

/** `eventId`, `order_ids`. */
const identifier = /(?:^|_)(?:uu)?ids?$|[a-z](?:UU)?I[dD]s?$/u

/** `ip_address`, which its name makes a place. */
const networkAddress = /(?:^|_)ip(?:_|$)|^ip(?=[A-Z])|[a-z]I[Pp](?:Address)?$/u

const settlements: ReadonlyArray<string> = ["city", "town", "country"].map(stemOf)

/** `details of the event`: words of the operation, or of no meaning of their own. */
const isAboutOperation = (pair: Omit<FieldSpanPair, "value">): boolean =>
  aboutSpan(pair).stems.every((stem) => !isDistinctive(stem) || pair.operation.terms.has(stem))

/** A known place, a name that is not English, or what a preposition makes one: `in tokyo`, but not `to the cinema`. */
const isPlace = (pair: Omit<FieldSpanPair, "value">): boolean => {
  const { announces, isCountry, near } = aboutSpan(pair)
  const { parsed, span } = pair
  const [name = ""] = String(span.value).split(",")
  // `friendly` in small letters is no town of Maryland.
  const isWord = parsed.isEnglish(name)
  const isKnown = (isTownOfStates(name) || parsed.isTown(name)) && !(isWord && span.shape === "chunk" && !/\p{Lu}/u.test(name))
  if (isKnown || isCountry || isRegion(pair)) return true
  const hasArticle = /^(?:the|an?|my|our|this|that)$/iu.test(near.before.at(-1)?.text ?? "")
  return isWord ? announces.place && !hasArticle : announces.place || span.shape === "proper"
}

const isRegion = ({ parsed, span }: Omit<FieldSpanPair, "value">): boolean =>
  parsed.allMentions.some(({ end, kind, start }) => kind === "region.code" && start <= span.start && end >= span.end)
