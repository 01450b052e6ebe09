import { Schema, SchemaTransformation } from "effect"

const maxNumber = 4_294_967_295

/** `AS3320`, `3320`, `ASN 3320`, and as two numbers of 16 bits (asdot, RFC 5396) `AS3.10`. Undefined for another text or a larger number. */
export const numberOfAs = (text: string): number | undefined => {
  const { high, low } = /^(?:ASN?[\s:#-]*)?(?:(?<high>\d{1,5})\.)?(?<low>\d{1,10})$/iu.exec(text.trim())?.groups ?? {}
  if (low === undefined || (high !== undefined && Math.max(Number(high), Number(low)) > 65_535)) return undefined
  const number = Number(high ?? 0) * 65_536 + Number(low)
  return number <= maxNumber ? number : undefined
}

/** As it is usually written (asplain, RFC 5396). */
export const asText = (number: number): string => `AS${number}`

/** In two numbers of 16 bits, as some routers print it. */
export const asDot = (number: number): string => (number < 65_536 ? String(number) : `${Math.floor(number / 65_536)}.${number % 65_536}`)

type Kind = "documentation" | "private" | "public" | "reserved"

interface SpecialUse {
  readonly first: number
  readonly last: number
  readonly kind: Exclude<Kind, "public">
  readonly use: string
}

const special = (first: number, last: number, kind: SpecialUse["kind"], use: string): SpecialUse => ({ first, last, kind, use })

const privateUse = "for private use (RFC 6996): many networks use it at once, and routes with it do not belong on the internet"
const documentation = "for documentation and examples (RFC 5398): no network has it"

/** The registry of special-purpose AS numbers of IANA, and the numbers that IANA has reserved. */
const specialUses: ReadonlyArray<SpecialUse> = [
  special(0, 0, "reserved", "reserved (RFC 7607): no network may have it"),
  special(112, 112, "reserved", "used by the AS112 project, which answers reverse queries for private addresses (RFC 7534)"),
  special(23_456, 23_456, "reserved", "AS_TRANS (RFC 6793): it stands in for a number of 32 bits where a router knows 16 bits only"),
  special(64_496, 64_511, "documentation", documentation),
  special(64_512, 65_534, "private", privateUse),
  special(65_535, 65_535, "reserved", "reserved (RFC 7300): no network may have it"),
  special(65_536, 65_551, "documentation", documentation),
  special(65_552, 131_071, "reserved", "reserved by IANA: no network has it"),
  special(4_200_000_000, 4_294_967_294, "private", privateUse),
  special(maxNumber, maxNumber, "reserved", "reserved (RFC 7300): no network may have it"),
]

/** What an AS number is for. `use` is null for the numbers that registries give to networks. */
export const useOfAs = (number: number): { readonly kind: Kind; readonly use: string | null } =>
  specialUses.find(({ first, last }) => first <= number && number <= last) ?? { kind: "public", use: null }

/** An AS number, decoded to its usual writing `AS3320`. */
export const AsNumber = Schema.String.annotate({
  description: "Number of an autonomous system, with AS before it or without, also in two parts (asdot: 3.10).",
  examples: ["AS3320"],
})
  .check(
    Schema.isBetweenLength(1, 20),
    Schema.makeFilter(
      (text: string) => numberOfAs(text) !== undefined || `must be an AS number from 0 to ${maxNumber}, such as AS3320, or in asdot AS3.10`,
    ),
  )
  .pipe(
    Schema.decodeTo(
      Schema.String,
      SchemaTransformation.transform({ decode: (text: string) => asText(numberOfAs(text)!), encode: (text: string) => text }),
    ),
  )
