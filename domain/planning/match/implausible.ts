import type { FieldSpanPair } from "./features.ts"
import { aboutSpan } from "./spanContext.ts"
import { stemOf } from "../read/words.ts"

/**
 * Whether a text cannot be the value of an input by what the input takes, whatever its score: a day of a time, a quoted name of an address, plain words of an identifier or of
 * a city. The input is missing then, and the question back costs nothing.
 */
export const isImplausible = (pair: Omit<FieldSpanPair, "value">): boolean => {
  const { field, profile, span } = pair
  const isPlain = span.shape === "chunk" && !/[\d\p{Lu}]/u.test(String(span.value))
  switch (profile.class) {
    case "time":
      return profile.instant === null && span.shape === "date"
    case "url":
      return span.shape === "quoted" && !/[./]/u.test(String(span.value))
    case "code":
      return isPlain && identifierName.test(field.field)
    case "place":
      if (networkAddress.test(field.field)) return span.shape !== "code" && span.shape !== "quoted"
      return isPlain && (profile.isTownAndState || settlements.some((stem) => profile.name.has(stem))) && !isPlace(pair)
    default:
      return false
  }
}

/** `eventId`, `order_ids`. */
const identifierName = /(?:^|[_.])(?:uu)?ids?$|[a-z](?:UU)?I[dD]s?$/u

/** `ip_address`, which its name makes a place. */
const networkAddress = /(?:^|[_.])ip(?:[_.]|$)/iu

const settlements: ReadonlyArray<string> = ["city", "town", "country", "state"].map(stemOf)

const isPlace = (pair: Omit<FieldSpanPair, "value">): boolean => {
  const { isCountry, isTown } = aboutSpan(pair)
  return isTown || isCountry
}
