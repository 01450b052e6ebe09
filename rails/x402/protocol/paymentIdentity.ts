import { Result, Schema } from "effect"
import { createHash } from "node:crypto"
import type { Authorization } from "../evm/authorization.ts"

const hashOf = (...parts: ReadonlyArray<string>) => createHash("sha256").update(JSON.stringify(parts)).digest("base64url")

/**
 * The identity of a payment, as SHA-256 in base64url. One payment can be claimed once, whichever version and spelling it is presented in.
 * `network` is CAIP-2.
 */
export const claimOf = (network: string, asset: string, { from, nonce }: Pick<Authorization, "from" | "nonce">): string =>
  hashOf("x402", network, asset.toLowerCase(), from.toLowerCase(), nonce.toLowerCase())

/** The identity of a request. The payer does not sign the request, so it is stored with the payment that was first presented for it. */
export const bindingOf = (request: { readonly method: string; readonly url: string; readonly bodyHash: string }): string =>
  hashOf("x402-binding", request.method.toUpperCase(), request.url, request.bodyHash)

const identifierKey = "payment-identifier"
const identifierPattern = /^[a-zA-Z0-9_-]{16,128}$/

/** The extension `payment-identifier` in an offer. Clients need not use it. */
export const offeredIdentifier = {
  [identifierKey]: {
    info: { required: false },
    schema: {
      type: "object",
      properties: { required: { type: "boolean" }, id: { type: "string", pattern: identifierPattern.source } },
      required: ["required"],
    },
  },
} as const

const decodeExtension = Schema.decodeUnknownResult(Schema.Struct({ info: Schema.Struct({ id: Schema.optional(Schema.Unknown) }) }))

/** The identifier that a client put into the extension. The schema that the client sends with it is ignored. */
export const paymentIdentifier = (extensions: Readonly<Record<string, unknown>>): Result.Result<string | undefined, string> => {
  const extension = extensions[identifierKey]
  if (extension === undefined || extension === null) return Result.succeed(undefined)
  const id = Result.map(decodeExtension(extension), ({ info }) => info.id)
  if (Result.isSuccess(id) && id.success === undefined) return Result.succeed(undefined)
  if (Result.isSuccess(id) && typeof id.success === "string" && identifierPattern.test(id.success)) return Result.succeed(id.success)
  return Result.fail(`extensions.${identifierKey}.info.id: must be 16 to 128 letters, digits, hyphens and underscores`)
}
