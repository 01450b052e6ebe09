import { Result, Schema } from "effect"

export const paymentIdentifierKey = "payment-identifier"

const pattern = /^[a-zA-Z0-9_-]{16,128}$/

const Echoed = Schema.Struct({ info: Schema.Struct({ id: Schema.optional(Schema.Unknown) }) })
const read = Schema.decodeUnknownResult(Echoed)

/** What an offer says of the extension. Nobody has to use it. */
export const offeredIdentifier = {
  [paymentIdentifierKey]: {
    info: { required: false },
    schema: {
      type: "object",
      properties: { required: { type: "boolean" }, id: { type: "string", pattern: pattern.source } },
      required: ["required"],
    },
  },
} as const

/** The identifier that a client put into the extension; its own schema of it is not looked at. */
export const paymentIdentifier = (extensions: Readonly<Record<string, unknown>>): Result.Result<string | undefined, string> => {
  const echoed = extensions[paymentIdentifierKey]
  if (echoed === undefined || echoed === null) return Result.succeed(undefined)
  const id = Result.map(read(echoed), ({ info }) => info.id)
  if (Result.isSuccess(id) && id.success === undefined) return Result.succeed(undefined)
  if (Result.isSuccess(id) && typeof id.success === "string" && pattern.test(id.success)) return Result.succeed(id.success)
  return Result.fail(`extensions.${paymentIdentifierKey}.info.id: must be 16 to 128 letters, digits, hyphens and underscores`)
}
