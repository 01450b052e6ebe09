import { Result } from "effect"

/** Longest value of a header that is taken in, in characters of base64. */
const mostTaken = 16_384

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
