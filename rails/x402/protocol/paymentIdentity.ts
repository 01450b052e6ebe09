import { createHash } from "node:crypto"
import type { Authorization } from "../evm/authorization.ts"
import { Result, Schema } from "effect"

const hashOf = (...parts: ReadonlyArray<string>) => createHash("sha256").update(JSON.stringify(parts)).digest("base64url")

/**
 * The identity of a payment, as SHA-256 in base64url: whoever presents it, in whichever version and spelling, may claim it
 * once. `network` is CAIP-2.
 */
export const claimOf = (network: string, asset: string, { from, nonce }: Pick<Authorization, "from" | "nonce">): string =>
  hashOf("x402", network, asset.toLowerCase(), from.toLowerCase(), nonce.toLowerCase())

/**
 * The request that a payment was first presented for. Nobody signs it, so that the same payment with another request has to be
 * told from a repetition.
 */
export const bindingOf = (request: { readonly method: string; readonly url: string; readonly bodyHash: string }): string =>
  hashOf("x402-binding", request.method.toUpperCase(), request.url, request.bodyHash)
export const paymentIdentifierKey = "payment-identifier"
const identifierPattern = /^[a-zA-Z0-9_-]{16,128}$/
const Echoed = Schema.Struct({ info: Schema.Struct({ id: Schema.optional(Schema.Unknown) }) })
const readEchoed = Schema.decodeUnknownResult(Echoed)

/** What an offer says of the extension. Nobody has to use it. */
export const offeredIdentifier = {
  [paymentIdentifierKey]: {
    info: { required: false },
    schema: {
      type: "object",
      properties: { required: { type: "boolean" }, id: { type: "string", pattern: identifierPattern.source } },
      required: ["required"],
    },
  },
} as const

/** The identifier that a client put into the extension; its own schema of it is not looked at. */
export const paymentIdentifier = (extensions: Readonly<Record<string, unknown>>): Result.Result<string | undefined, string> => {
  const echoed = extensions[paymentIdentifierKey]
  if (echoed === undefined || echoed === null) return Result.succeed(undefined)
  const id = Result.map(readEchoed(echoed), ({ info }) => info.id)
  if (Result.isSuccess(id) && id.success === undefined) return Result.succeed(undefined)
  if (Result.isSuccess(id) && typeof id.success === "string" && identifierPattern.test(id.success)) return Result.succeed(id.success)
  return Result.fail(`extensions.${paymentIdentifierKey}.info.id: must be 16 to 128 letters, digits, hyphens and underscores`)
}
