import type { Mention } from "../../../domain/planning/read/Mention.ts"
import { numberOfAs } from "../../sources/ip-registry/asNumber.ts"
import { mention } from "./identifiers.ts"

export const addresses = (text: string): ReadonlyArray<Mention> => {
  const four = [...text.matchAll(/(?<![\w.])\d{1,3}(?:\.\d{1,3}){3}(?![\w]|\.\d)/gu)].map((match) =>
    mention("ip.address", match, match[0], 1),
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
  // `13335 and 15169 as AS numbers`, `ASNs 714, 2914`: numbers beside a word for several of them.
  const bare = /\b(?:ASNs|AS numbers|autonomous systems?(?: numbers)?|ASN)\b/u.test(text)
    ? text.matchAll(/(?<![\p{L}\p{N}.,:/+-])\d{2,10}(?![\p{L}\p{N}/-]|[.:]\d)/gu)
    : []
  const alone = [...bare]
    .map((match) => ({ ...mention("network.asn", match, match[0], 0.9), value: `AS${match[0]}` }))
    .filter(({ end, start, value }) => numberOfAs(value) !== undefined && !marked.some((each) => each.start < end && start < each.end))
  return [...marked, ...alone]
}

/** Networks in CIDR notation, and a prefix length alone beside a word for networks: `a /22`. */
export const networks = (text: string): ReadonlyArray<Mention> => {
  const network = (match: RegExpMatchArray): Mention => ({
    ...mention("subnet.cidr", match, match[0], 1),
    value: match[0].replace(/\s/gu, ""),
  })
  const whole = [
    ...text.matchAll(
      /(?<![\w.:/])(?:\d{1,3}(?:\.\d{1,3}){3}|(?=[0-9a-f]{0,4}:[0-9a-f]{0,4}:)[0-9a-f:.]{2,45}) ?\/\d{1,3}(?![\w/]|\.\d)/giu,
    ),
  ].map(network)
  const isSpoken = /\b(?:sub-?net\w*|networks?|(?:net)?masks?|cidr|prefix|ips?|ip ?v?[46]|address(?:es)?|hosts?)\b/iu.test(text)
  const isSix = /\bip ?v6\b/iu.test(text) && !/\bip ?v4\b/iu.test(text)
  const alone = isSpoken
    ? [...text.matchAll(/(?<![^\s("'])\/\d{1,3}(?![\w/]|\.\d)/gu)]
        .map(network)
        .map((each) => (isSix ? { ...each, value: `::${String(each.value)}` } : each))
    : []
  return [...whole, ...alone.filter(({ start, end }) => !whole.some((each) => each.start < end && start < each.end))]
}
