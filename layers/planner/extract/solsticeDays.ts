import type { Mention } from "../../../domain/planning/read/Mention.ts"

/** What is requested of the day of a solstice at a place. */
const ofDay =
  /\b(?:how\slong\s(?:is|are|was|will|does|do)\s(?:the\s)?day(?:s|light)?|day[\s-]?length|length\sof\s(?:the\s)?day(?:light)?|(?:hours|much|long)\s(?:of\s)?(?:day)?light|daylight\shours|sunlight|sunrise|sunset|sun\s(?:rise|set)s?)\b/iu

/** `on the winter solstice`, before the end of a clause, a place or a year: `a winter solstice breakfast` is no day. */
const form =
  /\b(?:on|at|during|for)\s(?:the\s)?(?<kind>winter|summer|june|december)\ssolstice(?=\s*(?:$|[?.!,;)]|(?:in|at|for|of|this|there|near|here)\b|\d{4}\b|(?-i:\p{Lu})))/giu

/** The date of the solstice itself, or a date beside it, is another request. */
const otherRequest = /\bwhen\s(?:is|are|was|does|exactly|will\sbe)\b|\b(?:date|instant|moment)\sof\b|\bnext\s(?:winter|summer)\b/iu
const dated =
  /\b\d{1,2}(?:st|nd|rd|th)?\s(?:of\s)?(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)\p{L}*\b|\b(?:january|february|march|april|may|june|july|august|september|october|november|december)\s\d{1,2}(?!\d)/iu

/** The solstice whose day at a place is requested: `how long is the day at the winter solstice in Inverness`. */
export const solsticeDays = (text: string): ReadonlyArray<Mention> =>
  !ofDay.test(text) || otherRequest.test(text) || dated.test(text)
    ? []
    : [...text.matchAll(form)].map(({ 0: written, groups, index }) => ({
        kind: "solstice.kind",
        start: index,
        end: index + written.length,
        text: written,
        value: groups?.["kind"]?.toLowerCase() ?? "winter",
        weight: 0.9,
      }))
