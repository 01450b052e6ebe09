import { createHmac, timingSafeEqual } from "node:crypto"
import { Redacted } from "effect"

/**
 * The header `x-service-signature` of an event, `t=<unix seconds>.v1=<hex>`: HMAC-SHA256 over `<t>.<raw body>`. `t` is the real time of the
 * attempt, because receivers compare it with their own clock.
 */
export const webhookSignature = (secret: Redacted.Redacted, unixSeconds: number, body: Uint8Array): string =>
  `t=${unixSeconds}.v1=${digest(Redacted.value(secret), String(unixSeconds), body).toString("hex")}`

/**
 * For receivers to copy, with `digest` below: whether the header was made with this secret for these bytes, at most `toleranceSeconds`
 * before or after `nowSeconds`. Verify the bytes as they came: a body that was parsed and written again proves nothing.
 */
export const verifyWebhookSignature = (
  header: string,
  body: Uint8Array,
  {
    nowSeconds,
    secret,
    toleranceSeconds = 300,
  }: { readonly secret: string; readonly nowSeconds: number; readonly toleranceSeconds?: number },
): boolean => {
  const [, time = "", signature = ""] = /^t=(\d{1,12})\.v1=([0-9a-f]{64})$/.exec(header) ?? []
  // A clock that is not a number is within no tolerance.
  if (time === "" || !(Math.abs(nowSeconds - Number(time)) <= toleranceSeconds)) return false
  return timingSafeEqual(Buffer.from(signature, "hex"), digest(secret, time, body))
}

const digest = (secret: string, time: string, body: Uint8Array): Buffer =>
  createHmac("sha256", secret).update(`${time}.`).update(body).digest()

/** The header of `merchant.activated`: bare HMAC-SHA256 of the raw body, in hex, without a time. */
export const bareSignature = (secret: Redacted.Redacted, body: Uint8Array): string =>
  createHmac("sha256", Redacted.value(secret)).update(body).digest("hex")
