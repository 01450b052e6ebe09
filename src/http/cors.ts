import type { HttpServerRequest } from "effect/http/HttpServerRequest"
import * as HttpServerResponse from "effect/http/HttpServerResponse"

/** What a page may send, and what it may read of an answer: keys and payments travel in headers of their own. */
const sendable = [
  "Authorization",
  "Content-Type",
  "Idempotency-Key",
  "X-Payment-Rail",
  "X-Payment-Dry-Run",
  "PAYMENT-SIGNATURE",
  "X-PAYMENT",
  // Clients of paid APIs ask for this one by mistake; refusing it would refuse them.
  "Access-Control-Expose-Headers",
]
const readable = [
  "X-Request-Id",
  "X-Money-Moved",
  "X-Payment-Id",
  "X-Payment-Rail-Used",
  "X-Payment-Price",
  "X-Idempotent-Replay",
  "PAYMENT-REQUIRED",
  "PAYMENT-RESPONSE",
  "X-PAYMENT-RESPONSE",
  "RateLimit",
  "RateLimit-Policy",
  "Retry-After",
  "Location",
  "Allow",
]

/** A browser asks first whether a page may send such a request. No credentials of the browser are ever used, so any page may. */
export const isPreflight = ({ headers, method }: HttpServerRequest) =>
  method === "OPTIONS" && headers["origin"] !== undefined && headers["access-control-request-method"] !== undefined

export const preflight = (methods: ReadonlyArray<string>) =>
  HttpServerResponse.empty({
    status: 204,
    headers: {
      "access-control-allow-origin": "*",
      "access-control-allow-methods": methods.join(", "),
      "access-control-allow-headers": sendable.join(", "),
      "access-control-max-age": "7200",
    },
  })

export const corsHeaders: Readonly<Record<string, string>> = {
  "access-control-allow-origin": "*",
  "access-control-expose-headers": readable.join(", "),
}
