import { Result, type Schema as Codecs, Schema, SchemaIssue } from "effect"

/** A header with more characters of base64 is refused. */
const maxHeaderLength = 16_384

const base64 = /^[A-Za-z0-9+/]*={0,2}$/
const utf8 = new TextDecoder("utf-8", { fatal: true })

/** JSON in a header: standard base64 of its UTF-8. */
export const toHeader = (json: unknown): string => Buffer.from(JSON.stringify(json), "utf8").toString("base64")

/** The failure is the end of a sentence that begins with the header's name. */
export const fromHeader = (value: string): Result.Result<unknown, string> => {
  if (value.length > maxHeaderLength) return Result.fail(`is longer than ${maxHeaderLength} characters`)
  if (value === "") return Result.fail("is empty")
  if (!base64.test(value)) return Result.fail("is not standard base64")
  return Result.try({
    try: (): unknown => JSON.parse(utf8.decode(Buffer.from(value, "base64"))),
    catch: () => "is not base64 of JSON in UTF-8",
  })
}

const hexMatching = (pattern: RegExp, rule: string) =>
  Schema.TemplateLiteral(["0x", Schema.String]).check(Schema.makeFilter((text: string) => pattern.test(text) || rule))

export const Address = hexMatching(/^0x[0-9a-fA-F]{40}$/, "must be an address: 0x and 40 hexadecimal digits")
export const Bytes32 = hexMatching(/^0x[0-9a-fA-F]{64}$/, "must be 32 bytes: 0x and 64 hexadecimal digits")
/** Up to 8 KB, because the signature of a smart wallet may contain the call that deploys the wallet. */
export const Signature = hexMatching(/^0x(?:[0-9a-fA-F]{2}){0,8192}$/, "must be whole bytes in hexadecimal behind 0x, at most 8192 of them")

const maxUint256 = 2n ** 256n - 1n
const isUint256 = (text: string) => /^[0-9]{1,78}$/.test(text) && BigInt(text) <= maxUint256
export const Uint256 = Schema.String.check(
  Schema.makeFilter((text: string) => isUint256(text) || "must be a whole number in decimal digits, as a string, below 2^256"),
)

export const textUpTo = (maxLength: number) => Schema.String.check(Schema.isMaxLength(maxLength))
export const nameUpTo = (maxLength: number) => Schema.String.check(Schema.isBetweenLength(1, maxLength))

/** Some clients omit an empty member, and others send null. */
export const optionalOrNull = <S extends Codecs.Top>(schema: S) => Schema.optional(Schema.NullOr(schema))

const listIssues = SchemaIssue.makeFormatterStandardSchemaV1()

/** The first issue as a sentence that begins with the path of the member. */
export const validationMessage = ({ issue }: Codecs.SchemaError): string => {
  const first = listIssues(issue).issues[0]
  const path = (first?.path ?? []).map((step) => (typeof step === "object" ? step.key : step)).map(String)
  const text = (first?.message ?? "is not valid").replaceAll(/\s+/g, " ").slice(0, 200)
  return `${path.length === 0 ? "the whole" : path.join(".").slice(0, 120)}: ${text.charAt(0).toLowerCase()}${text.slice(1)}`
}
