import { createHmac } from "node:crypto"
import { Redacted } from "effect"

/**
 * The header `x-service-signature` of an event, `t=<unix seconds>.v1=<hex>`: HMAC-SHA256 over `<t>.<raw body>`. `t` is the real time of the
 * attempt, because receivers compare it with their own clock.
 */
export const webhookSignature = (secret: Redacted.Redacted, unixSeconds: number, body: Uint8Array): string =>
  `t=${unixSeconds}.v1=${createHmac("sha256", Redacted.value(secret)).update(`${unixSeconds}.`).update(body).digest("hex")}`

/** The header of `merchant.activated`: bare HMAC-SHA256 of the raw body, in hex, without a time. */
export const bareSignature = (secret: Redacted.Redacted, body: Uint8Array): string =>
  createHmac("sha256", Redacted.value(secret)).update(body).digest("hex")
