import { Result, Schema, type Schema as Codecs, SchemaIssue } from "effect"

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
/** Longest value of a header that is taken in, in characters of base64. */
const mostTaken = 16384
const base64 = /^[A-Za-z0-9+/]*={0,2}$/
const utf8 = new TextDecoder("utf-8", { fatal: true })

/** Any JSON as a header holds it: standard base64 of its UTF-8. */
export const toHeader = (json: unknown): string => Buffer.from(JSON.stringify(json), "utf8").toString("base64")

/** The failure is what is wrong with the header, to follow its name. */
export const fromHeader = (value: string): Result.Result<unknown, string> => {
  if (value.length > mostTaken) return Result.fail(`is longer than ${mostTaken} characters`)
  if (value === "") return Result.fail("is empty")
  if (!base64.test(value)) return Result.fail("is not standard base64")
  return Result.try({
    try: (): unknown => JSON.parse(utf8.decode(Buffer.from(value, "base64"))),
    catch: () => "is not base64 of JSON in UTF-8",
  })
}
