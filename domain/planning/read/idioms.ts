/** Idioms that request nothing: an answer has one sentence behind the other anyway. */
const idle = /\b(?:side by side|next to each other|while (?:you|we)(?:['’]?re| are) at it)\b/giu

/** `…, from our range no?`, `that is Somalia, isn't it?`: the tag that makes a question of a statement. */
const tag = /(?<=[\p{L}\p{N}],?\s)(?<!\bor\s)(?:no|(?:isn|aren|wasn|doesn|don)['’]?t\s(?:it|they|that|he|she))(?=\?)/giu

/** `Uganda n Tanzania`: the letter between two words. `36.1 n` is the north. */
const shortAnd = /(?<=\p{L}[)"']?\s)n(?=\s\p{L})/gu

/** `stat holidays` of Canada and `gazetted holidays` of India are public holidays. */
const statutory = /\b(?:stat|gazetted)(?=\s+(?:holidays?|hols?)\b)/giu

const blank = (match: string): string => " ".repeat(match.length)

/** A text without idioms that change nothing, and with `and` and `until` for how people write them. All positions stay. */
export const withoutIdioms = (text: string): string =>
  text
    .replaceAll(shortAnd, "&")
    .replaceAll(/\buntill\b/giu, "until ")
    .replaceAll(statutory, blank)
    .replaceAll(idle, blank)
    .replaceAll(tag, blank)
