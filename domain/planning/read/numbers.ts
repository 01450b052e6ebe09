/** A number in a text. */
export interface NumberSpan {
  readonly start: number
  readonly end: number
  readonly value: number
  /** The word or sign of its unit: `km`, `$`, `%`. */
  readonly unit?: string
}

const small: ReadonlyMap<string, number> = new Map(
  "zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen twenty"
    .split(" ")
    .map((word, value) => [word, value]),
)

const tens: ReadonlyMap<string, number> = new Map(
  "thirty forty fifty sixty seventy eighty ninety".split(" ").map((word, place) => [word, (place + 3) * 10]),
)

const others: ReadonlyMap<string, number> = new Map([
  ["dozen", 12],
  ["half", 0.5],
  ["twice", 2],
  ["couple", 2],
])

const scales: ReadonlyMap<string, number> = new Map([
  ["hundred", 100],
  ["thousand", 1e3],
  ["k", 1e3],
  ["million", 1e6],
  ["billion", 1e9],
  ["trillion", 1e12],
  ["lakh", 1e5],
  ["lakhs", 1e5],
  ["crore", 1e7],
  ["crores", 1e7],
])

/** Numbers in digits, with thousands separators, scales and units, and numbers in words; `minus` in front is their sign. */
export const numbersIn = (text: string): ReadonlyArray<NumberSpan> => {
  const numbers = [
    ...withHalves(text),
    ...ofOne(text),
    ...inGroups(text),
    ...inFractions(text),
    ...commaDecimals(text),
    ...inDigits(text),
    ...inWords(text),
  ]
  const isFirst = (number: NumberSpan, place: number) =>
    !numbers.some((other, at) => at < place && other.start < number.end && number.start < other.end)
  return numbers.filter(isFirst).map((number) => withSign(text, number))
}

/** `minus 40` begins a value; `10 minus 3` is a subtraction. */
const withSign = (text: string, number: NumberSpan): NumberSpan => {
  const sign =
    number.value > 0
      ? /(?<!\d\s?|\p{N}\p{L}*\s)\b(?:minus|negative)\s+$/iu.exec(text.slice(Math.max(0, number.start - 24), number.start))
      : null
  return sign === null ? number : { ...number, start: number.start - sign[0].length, value: -number.value }
}

/** `1.500,75 m²` and `3,5 kg`: a comma before one, two or three or more decimals of an amount. `1,500 kg` has a thousands separator. */
const commaDecimals = (text: string): ReadonlyArray<NumberSpan> =>
  [
    ...text.matchAll(
      /(?<![\p{L}\d.,#_:/([{-])(-?)(\d{1,3}(?:\.\d{3})+,\d{1,6}|\d{1,6},(?:\d{1,2}|\d{4,6}))\s?(?=(\p{L}[\p{L}/²³^]{0,20}|[°%]))/gu,
    ),
  ].map(({ 1: sign = "", 2: digits = "", 3: unit = "", index }): NumberSpan => ({
    start: index,
    end: index + sign.length + digits.length,
    value: Number(`${sign}${digits.replaceAll(".", "").replace(",", ".")}`),
    unit,
  }))

/** `one and a half miles`, `2 and a quarter pounds`. */
const withHalves = (text: string): ReadonlyArray<NumberSpan> =>
  [...text.matchAll(/(?<![\p{L}\d.,])(?:(\d{1,4})|(\p{L}+))\s+and\s+(?:a\s+)?(half|quarter)\b(?:\s(\p{L}[\p{L}/²³^]{0,20}))?/giu)].flatMap(
    ({ 0: whole, 1: digits, 2: word = "", 3: part = "", 4: unit, index }): ReadonlyArray<NumberSpan> => {
      const count = digits === undefined ? small.get(word.toLowerCase()) : Number(digits)
      if (count === undefined) return []
      const end = index + whole.length - (unit === undefined ? 0 : unit.length + 1)
      return [{ start: index, end, value: count + (/^half$/iu.test(part) ? 0.5 : 0.25), ...(unit !== undefined && { unit }) }]
    },
  )

/** `half a mile`, `three quarters of an hour`, `a third of a cup`, `in half a pound`: a part of one unit. */
const ofOne = (text: string): ReadonlyArray<NumberSpan> =>
  [
    ...text.matchAll(
      /(?:(?<![\p{L}\d.,-]\s?)|(?<=\b(?:in|is|are|of|to|convert|for|makes?)\s+))(?:an?\s+)?\b(half|quarter|third|(?:three|3)[\s-]quarters|(?:two|2)[\s-]thirds)(?:\s+of)?\s+an?\s+(?=(\p{L}[\p{L}/²³^]{0,20}))/giu,
    ),
  ].map(({ 0: { length }, 1: part = "", 2: unit, index }) => ({
    start: index,
    end: index + length,
    value: parts.get(part.toLowerCase().replace(/^3/u, "three").replace(/^2/u, "two").replace("-", " ")) ?? 1,
    ...(unit !== undefined && { unit }),
  }))

const parts: ReadonlyMap<string, number> = new Map([
  ["half", 0.5],
  ["quarter", 0.25],
  ["three quarters", 0.75],
  ["third", 1 / 3],
  ["two thirds", 2 / 3],
])

/** `1'250.50 kg`, `1 250,5 km`: thousands apart by an apostrophe, or by a blank where decimals follow. */
const inGroups = (text: string): ReadonlyArray<NumberSpan> =>
  [
    ...text.matchAll(
      /(?<![\p{L}\d.,#_:/([{-]|\d\s)(\d{1,3}(?:['’]\d{3})+(?:[.,]\d{1,6})?|\d{1,3}(?:[ \u{a0}\u{202f}]\d{3})+,\d{1,6})(?![\d.,])(?=\s?(\p{L}[\p{L}/²³^]{0,20}|[°%])?)/gu,
    ),
  ].map(({ 1: digits = "", 2: unit, index }) => ({
    start: index,
    end: index + digits.length,
    value: Number(digits.replaceAll(/['’\s]/gu, "").replace(",", ".")),
    ...(unit !== undefined && { unit }),
  }))

/** `3/8 inch`, `1 1/2 miles`, `3/4 of a cup`, `2½ cups`: a proper fraction of a unit, as rulers and recipes have it. Before a preposition, `3/8` is a day. */
const inFractions = (text: string): ReadonlyArray<NumberSpan> => {
  const written = [
    ...text.matchAll(
      /(?<![\p{L}\d.,:/-])(?:(\d{1,4})[\s-])?(\d{1,2})\/(2|3|4|5|6|8|10|12|16|32|64)(?![\d/])(?:\s+of\s+an?(?=\s))?(?=[\s-]?(?:(\p{L}[\p{L}/²³^]{0,20})|["″'′]))/gu,
    ),
  ].flatMap(({ 0: { length }, 1: whole, 2: over, 3: under, 4: unit, index }): ReadonlyArray<NumberSpan> => {
    const [part, of] = [Number(over), Number(under)]
    if (part === 0 || part >= of || (whole === undefined && unit !== undefined && prepositions.test(unit))) return []
    return [{ start: index, end: index + length, value: Number(whole ?? 0) + part / of, ...(unit !== undefined && { unit }) }]
  })
  const signs = [...text.matchAll(/(?<![\p{L}\d.,:/-])(\d{1,4})?\s?([¼½¾⅐-⅞])(?=[\s-]?(\p{L}[\p{L}/²³^]{0,20})?)/gu)].flatMap(
    ({ 0: { length }, 1: whole, 2: sign = "", 3: unit, index }): ReadonlyArray<NumberSpan> => {
      const [part, of] = sign.normalize("NFKD").split("⁄").map(Number)
      if (part === undefined || of === undefined) return []
      return [{ start: index, end: index + length, value: Number(whole ?? 0) + part / of, ...(unit !== undefined && { unit }) }]
    },
  )
  return [...written, ...signs]
}

const prepositions = /^(?:at|on|in|to|and|or|for|from|until|till|by|is|was|are|the|a|an)$/iu

const inDigits = (text: string): ReadonlyArray<NumberSpan> => {
  const digits = [
    ...text.matchAll(
      /(?<![\p{L}\d.#_-]|\d[,:/-])([$€£¥]\s?)?(-?(?:\d{1,3}(?:,\d{3})+|\d{1,2}(?:,\d{2})+,\d{3}|\d+)(?:\.\d+)?(?:[eE][+-]?\d{1,2}\b)?)(?:\s?(k|thousand|million|billion|trillion|hundred|lakhs?|crores?)\b)?(?:(?:st|nd|rd|th)\b)?(?:(\s?[%°]\s?[CF]?\b|\s?[%°])|[\s-]?(\p{L}[\p{L}/²³^0-9]{0,20}))?/gu,
    ),
  ].map((match): NumberSpan => {
    const [whole, sign, number = "", scale, mark, word] = match
    const value = Number(number.replaceAll(",", "")) * (scales.get(scale ?? "") ?? 1)
    const unit = mark?.trim() ?? word ?? sign?.trim()
    const end = match.index + whole.length - (mark ?? (word === undefined ? "" : whole.slice(whole.lastIndexOf(word)))).length
    return {
      start: match.index,
      end: text.slice(match.index, end).trimEnd().length + match.index,
      value,
      ...(unit !== undefined && { unit }),
    }
  })
  return digits.filter(({ value }) => Number.isFinite(value))
}

/** The `one` of `which one is closest` is no number. */
const inWords = (text: string): ReadonlyArray<NumberSpan> =>
  [
    ...text.matchAll(
      /(?!(?<=\b(?:which|another|nearest|closest)\s)one\s(?:is|are|was|has|have|does|should|would|can|will|do)\b)\b(zero|one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|thirteen|fourteen|fifteen|sixteen|seventeen|eighteen|nineteen|twenty|thirty|forty|fifty|sixty|seventy|eighty|ninety|dozen|half|couple)(?:[\s-](one|two|three|four|five|six|seven|eight|nine))?(?:\s(hundred|thousand|million|billion|lakhs?|crores?))?\b(?:\s(\p{L}{1,20}))?/giu,
    ),
  ].flatMap((match): ReadonlyArray<NumberSpan> => {
    const [whole, first = "", second, scale, unit] = match.map((part) => part?.toLowerCase())
    const base = small.get(first) ?? tens.get(first) ?? others.get(first)
    if (base === undefined || whole === undefined) return []
    const value = (base + (second === undefined ? 0 : (small.get(second) ?? 0))) * (scales.get(scale ?? "") ?? 1)
    const end = match.index + whole.length - (unit === undefined ? 0 : unit.length + 1)
    return [{ start: match.index, end, value, ...(unit !== undefined && { unit }) }]
  })
