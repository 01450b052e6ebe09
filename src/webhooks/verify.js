// Verifiers for servers that receive the gateway's webhooks: `import { verifyPaymentWebhook } from "farthing/webhooks"`.
// Plain JavaScript without dependencies, because the Node of a receiver may be older and strips no types from packages.
import { createHmac, timingSafeEqual } from "node:crypto"

const paymentEvents = new Set(["payment.paid", "payment.failed", "payment.cancelled", "webhook.test"])
const noticeEvents = new Set([
  "debit.announced",
  "debit.withdrawn",
  "alert.limit_reached",
  "alert.balance_low",
  "alert.debit_failed",
  "alert.auto_topup_disabled",
])
const merchantEvents = new Set(["merchant.activated"])

/** Of an event about a payment, and of a test: `t=<unix seconds>.v1=<hex>`, HMAC-SHA256 over `<t>.<raw body>`. */
export const verifyPaymentWebhook = (input) => verifyTimed(input, paymentEvents)

/** Of the notice of a direct debit and of alerts, which an organisation gets: signed like the events about payments. */
export const verifyNoticeWebhook = (input) => verifyTimed(input, noticeEvents)

const verifyTimed = (input, events) =>
  safely(() => {
    const { body, eventName, now = Date.now() / 1000, secret, signature, toleranceSeconds = 300 } = input
    const [, time, presented] = (typeof signature === "string" && /^t=(\d{1,12})\.v1=([0-9a-f]{64})$/.exec(signature)) || []
    if (time === undefined) return refused("malformed_signature")
    // A clock or a tolerance that is not a number is within no tolerance.
    if (!(Math.abs(now - Number(time)) <= toleranceSeconds)) return refused("outside_tolerance")
    return verified({ body, eventName, secret, presented, prefix: `${time}.`, events })
  })

/** Of the activation of a merchant: the bare hex HMAC-SHA256 of the raw body. It has no time and is sent up to four times under one id. */
export const verifyMerchantWebhook = (input) =>
  safely(() => {
    const { body, eventName, secret, signature } = input
    if (typeof signature !== "string" || !/^[0-9a-f]{64}$/.test(signature)) return refused("malformed_signature")
    return verified({ body, eventName, secret, presented: signature, prefix: "", events: merchantEvents })
  })

const verified = ({ body, eventName, events, prefix, presented, secret }) => {
  const bytes = typeof body === "string" ? new TextEncoder().encode(body) : body
  if (!(bytes instanceof Uint8Array)) return refused("malformed_body")
  const secrets = typeof secret === "string" ? [secret] : [...secret]
  if (secrets.length === 0 || !secrets.every((one) => typeof one === "string" && one !== "")) return refused("no_secret")
  const given = Buffer.from(presented, "hex")
  // Every secret is tried, so that the time does not show which one fits.
  const fits = secrets.map((one) => timingSafeEqual(given, createHmac("sha256", one).update(prefix).update(bytes).digest()))
  if (!fits.includes(true)) return refused("wrong_signature")
  const event = parse(bytes)
  if (event === undefined) return refused("malformed_body")
  // The events of the other kind have another verifier.
  if (!events.has(event.event) || (eventName !== undefined && eventName !== event.event)) return refused("wrong_event")
  return { ok: true, event }
}

/** The event, or undefined if the bytes are not a JSON object with an id. */
const parse = (bytes) => {
  try {
    const value = JSON.parse(new TextDecoder("utf-8", { fatal: true }).decode(bytes))
    return typeof value === "object" && value !== null && typeof value.id === "string" ? value : undefined
  } catch {
    return undefined
  }
}

const refused = (reason) => ({ ok: false, reason })

/** Whatever was passed, the answer is a refusal and never an exception. */
const safely = (verify) => {
  try {
    return verify()
  } catch {
    return refused("malformed_input")
  }
}
