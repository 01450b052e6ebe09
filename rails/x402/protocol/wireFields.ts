import { type Schema as Codecs, Schema, SchemaIssue } from "effect"

const hexOf = (pattern: RegExp, must: string) =>
  Schema.TemplateLiteral(["0x", Schema.String]).check(Schema.makeFilter((text: string) => pattern.test(text) || must))

export const Address = hexOf(/^0x[0-9a-fA-F]{40}$/, "must be an address: 0x and 40 hexadecimal digits")
export const Bytes32 = hexOf(/^0x[0-9a-fA-F]{64}$/, "must be 32 bytes: 0x and 64 hexadecimal digits")
/** Up to 8 KB: the signature of a smart wallet carries the call that deploys it. */
export const Signature = hexOf(/^0x(?:[0-9a-fA-F]{2}){0,8192}$/, "must be whole bytes in hexadecimal behind 0x, at most 8192 of them")

const largest = 2n ** 256n - 1n
const isUint256 = (text: string) => /^[0-9]{1,78}$/.test(text) && BigInt(text) <= largest
export const Uint256 = Schema.String.check(
  Schema.makeFilter((text: string) => isUint256(text) || "must be a whole number in decimal digits, as a string, below 2^256"),
)

export const textUpTo = (most: number) => Schema.String.check(Schema.isMaxLength(most))
export const nameUpTo = (most: number) => Schema.String.check(Schema.isBetweenLength(1, most))

/** Members that some clients leave out and others send as null. */
export const maybe = <S extends Codecs.Top>(schema: S) => Schema.optional(Schema.NullOr(schema))

const listIssues = SchemaIssue.makeFormatterStandardSchemaV1()

/** The first mistake as a sentence that begins with the member's path. */
export const mistakeOf = ({ issue }: Codecs.SchemaError): string => {
  const first = listIssues(issue).issues[0]
  const path = (first?.path ?? []).map((step) => (typeof step === "object" ? step.key : step)).map(String)
  const said = (first?.message ?? "is not understood").replaceAll(/\s+/g, " ").slice(0, 200)
  return `${path.length === 0 ? "the whole" : path.join(".").slice(0, 120)}: ${said.charAt(0).toLowerCase()}${said.slice(1)}`
}
