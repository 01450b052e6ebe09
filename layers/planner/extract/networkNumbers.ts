import type { Mention } from "../../../domain/planning/read/Mention.ts"
import { numberOfAs } from "../../sources/ip-registry/asNumber.ts"
import { mention } from "./identifiers.ts"

export const addresses = (text: string): ReadonlyArray<Mention> => {
  const masks = new Set(netmasks(text).map(({ start }) => start))
  const four = [...text.matchAll(/(?<![\w.]|::)\d{1,3}(?:\.\d{1,3}){3}(?![\w]|\.\d)/gu)].flatMap((match) =>
    masks.has(match.index) ? [] : [mention("ip.address", match, match[0], 1)],
  )
  const six = [...text.matchAll(/(?<![\w:])(?=[0-9a-f:]*:[0-9a-f]*:)[0-9a-f:]{2,39}(?:\d{1,3}(?:\.\d{1,3}){3})?(?![\w:])/giu)]
    .filter(([address]) => address.includes("::") || address.split(":").length === 8)
    .map((match) => mention("ip.address", match, match[0], 1))
  return [...four, ...six]
}

/** `AS3320`, `ASN 2914`, `AS3.10`: letters, and a number that may be too large. */
export const asNumber =
  /(?<![\p{L}\p{N}.-])(?:AS(?:N\b)?|asn?(?=\d)|[Aa]utonomous [Ss]ystem)(?:\s(?:number|no\.?))?[\s:#]?\s?(?<digits>\d{1,20}(?:\.\d{1,10})?)(?![\p{L}\p{N}-]|[.,/:]\d)/gu

export const asNumbers = (text: string): ReadonlyArray<Mention> => {
  const marked = [...text.matchAll(asNumber)]
    .map((match) => ({ ...mention("network.asn", match, match[0], 1), value: `AS${match.groups?.["digits"] ?? ""}` }))
    .filter(({ value }) => numberOfAs(value) !== undefined)
  return marked.length > 0 ? marked : listedAsNumbers(text)
}

const bareNumbers = String.raw`(?<![\p{L}\p{N}.,:/+-])(?<list>\d{2,10}(?:(?:,\s+(?:(?:and|or)\s+)?|\s+(?:and|or|&)\s+)\d{2,10})*)(?![\p{L}\p{N}/-]|[.,:]\d)`
const listsOfAs = [
  new RegExp(String.raw`\b(?:ASNs|AS numbers|autonomous systems(?: numbers)?)(?::|\s+are:?)?\s+${bareNumbers}`, "gu"),
  new RegExp(
    String.raw`${bareNumbers},?\s+(?:as|are|is)\s+(?:one of\s+)?(?:the\s+|an?\s+)?(?:ASNs?|AS numbers?|autonomous systems?)\b`,
    "gu",
  ),
]

/** `ASNs 714, 2914`, `13335 and 15169 as AS numbers`: numbers in a list that is joined to the noun. Any other bare number is another value. */
const listedAsNumbers = (text: string): ReadonlyArray<Mention> =>
  listsOfAs.flatMap((form) =>
    [...text.matchAll(form)].flatMap((match) => {
      const list = match.groups?.["list"] ?? ""
      const from = match.index + match[0].indexOf(list)
      return [...list.matchAll(/\d+/gu)]
        .map(({ 0: digits, index }): Mention => {
          const start = from + index
          return { kind: "network.asn", start, end: start + digits.length, text: digits, value: `AS${digits}`, weight: 0.9 }
        })
        .filter(({ value }) => numberOfAs(String(value)) !== undefined)
    }),
  )

/** Networks in CIDR notation, and a prefix length alone beside a word for networks (`a /22`) or an address. */
export const networks = (text: string): ReadonlyArray<Mention> => {
  const whole = [
    ...text.matchAll(
      /(?<![\w.:/])(?:\d{1,3}(?:\.\d{1,3}){3}|(?=[0-9a-f]{0,4}:[0-9a-f]{0,4}:)[0-9a-f:.]{2,45}) ?\/\d{1,3}(?![\w/]|\.\d)/giu,
    ),
  ].map(network)
  const isSpoken =
    /\b(?:sub-?net\w*|networks?|(?:net)?masks?|cidr|prefix|ips?|ip ?v?[46]|address(?:es)?|hosts?)\b/iu.test(text) ||
    addresses(text).length > 0 ||
    // `how many /30 in a /24`
    [...text.matchAll(/(?<![^\s("'])\/\d{1,3}(?![\w/]|\.\d)/gu)].length > 1
  const isSix = /\bip ?v6\b/iu.test(text) && !/\bip ?v4\b/iu.test(text)
  const alone = isSpoken
    ? [...text.matchAll(/(?<![^\s("'])\/\d{1,3}(?![\w/]|\.\d)/gu)]
        .map(network)
        .map((each) => (isSix ? { ...each, value: `::${String(each.value)}` } : each))
    : []
  const lengths = [...alone, ...netmasks(text)].filter(({ start, end }) => !whole.some((each) => each.start < end && start < each.end))
  const ofAddress = whole.length > 0 ? undefined : withLength(text, lengths)
  return ofAddress === undefined ? [...whole, ...lengths] : [ofAddress]
}

/** `255.255.255.192`: a netmask is the length of a prefix, `/26`. The broadcast address is an address. */
const netmasks = (text: string): ReadonlyArray<Mention> =>
  [...text.matchAll(/(?<![\w.])255(?:\.\d{1,3}){3}(?![\w/]|\.\d)/gu)].flatMap((match) => {
    const bits = match[0]
      .split(".")
      .map((part) => Number(part).toString(2).padStart(8, "0"))
      .join("")
    return /^1{8,31}0+$/u.test(bits) && bits.length === 32
      ? [{ ...mention("subnet.cidr", match, match[0], 1), value: `/${bits.replaceAll("0", "").length}` }]
      : []
  })

const network = (match: RegExpMatchArray): Mention => ({
  ...mention("subnet.cidr", match, match[0], 1),
  value: match[0].replace(/\s/gu, ""),
})

/** `198.51.100.77 with a /28 mask`, `which /28 is 198.51.100.77 in`: the network of the one address of a text and its one prefix length. */
const withLength = (text: string, lengths: ReadonlyArray<Mention>): Mention | undefined => {
  const [length, another] = lengths.length > 0 ? lengths : writtenLengths(text)
  const [address, other] = addresses(text)
  if (length === undefined || another !== undefined || address === undefined || other !== undefined) return undefined
  const isOfAddress =
    lengths.length === 0 ||
    /\b(?:(?:with|on|under)\s(?:an?\s|the\s|its\s)?|(?:which|what|whose)\s)$/iu.test(text.slice(0, length.start)) ||
    /^\s(?:net)?mask\b/iu.test(text.slice(length.end)) ||
    /^\s(?:(?:with\s)?(?:net)?mask\s)?$/iu.test(text.slice(address.end, length.start))
  return isOfAddress
    ? { ...address, kind: "subnet.cidr", value: `${address.text}/${String(length.value).replace(/\D/gu, "")}`, beside: length }
    : undefined
}

/** `prefix length 26`, `a 26-bit prefix` */
const writtenLengths = (text: string): ReadonlyArray<Mention> =>
  [
    ...text.matchAll(
      /\bprefix(?:[ -]length)?(?:\s(?:of|is)|:|\s=)?\s\d{1,3}(?![\w/.]\w|\w)|(?<![\w.])\d{1,3}[ -]bit\s(?:prefix|(?:net)?mask)\b/giu,
    ),
  ].map(network)
