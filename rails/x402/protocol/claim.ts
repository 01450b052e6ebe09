import { createHash } from "node:crypto"
import type { Authorization } from "../settlement/Settlements.ts"

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
