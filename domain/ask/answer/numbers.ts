/** Number words that say how many; "one" is left out, for it mostly stands for a thing. */
const words: ReadonlyMap<string, string> = new Map(
  (
    "zero 0 two 2 three 3 four 4 five 5 six 6 seven 7 eight 8 nine 9 ten 10 eleven 11 twelve 12 dozen 12 thirteen 13 fourteen 14 fifteen 15 " +
    "sixteen 16 seventeen 17 eighteen 18 nineteen 19 twenty 20 thirty 30 forty 40 fifty 50 sixty 60 seventy 70 eighty 80 ninety 90 hundred 100 " +
    "hundreds 100 thousand 1000 thousands 1000 million 1000000 millions 1000000 billion 1000000000 billions 1000000000 trillion 1000000000000"
  )
    .split(" ")
    .flatMap((word, index, all) => (index % 2 === 0 ? [[word, all[index + 1] ?? ""] as const] : [])),
)

/**
 * The numbers that a text states, in one writing: `5,540.670` is `5540.67`, `07` is `7`, `twelve` is `12`. A minus counts
 * where it stands before the number and after no other sign. Digits of other scripts, and signs such as ½, stand for themselves.
 */
export const numbersIn = (text: string): ReadonlyArray<string> => {
  const found = text.matchAll(
    /(?<minus>(?<![\p{L}\p{N}])[-\u2212])?(?<digits>\d+(?:,\d{3})+(?:\.\d+)?(?![\d,]|\.\d)|\d+(?:\.\d+)*)|(?<word>\p{L}+)|(?<sign>\p{N})/gu,
  )
  return [...found].flatMap(({ groups }) => {
    const { digits, minus, sign, word } = groups ?? {}
    if (word !== undefined) return words.get(word.toLowerCase()) ?? []
    if (sign !== undefined) return sign
    return digits === undefined ? [] : `${minus === undefined ? "" : "-"}${plain(digits.replaceAll(",", ""))}`
  })
}

/** Without leading zeros, and without those that end a fraction; what has several dots (an IP address) stays as it is. */
const plain = (digits: string): string => {
  const [whole = "", fraction, ...rest] = digits.split(".")
  if (rest.length > 0) return digits
  const ending = (fraction ?? "").replace(/0+$/u, "")
  return `${whole.replace(/^0+(?=\d)/u, "")}${ending === "" ? "" : `.${ending}`}`
}
