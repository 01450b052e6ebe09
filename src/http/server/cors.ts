import type { HttpServerRequest } from "effect/http/HttpServerRequest"
import * as HttpServerResponse from "effect/http/HttpServerResponse"
import { registry } from "../../../rails/registry.ts"

const railHeaders = (kind: "requestHeaders" | "responseHeaders") =>
  Object.values(registry).flatMap((module) => (module[kind] ?? []).map(({ name }) => name))

/** Headers that a page may send: keys and payments travel in headers of their own. */
const requestHeaders = [
  "Authorization",
  "Content-Type",
  "Idempotency-Key",
  "X-Payment-Rail",
  "X-Payment-Dry-Run",
  "X-Cost-Tag",
  ...railHeaders("requestHeaders"),
  // Clients of paid APIs send this one by mistake. Refusing the header would refuse the clients.
  "Access-Control-Expose-Headers",
]

/** Headers of a response that a page may read. */
const responseHeaders = [
  "X-Request-Id",
  "X-Money-Moved",
  "X-Payment-Id",
  "X-Payment-Rail-Used",
  "X-Payment-Price",
  "X-Idempotent-Replay",
  ...railHeaders("responseHeaders"),
  "RateLimit",
  "RateLimit-Policy",
  "Retry-After",
  "Location",
  "Allow",
]

/** A browser asks whether a page may send such a request. The gateway uses no credentials of the browser, so any page may. */
export const isPreflight = ({ headers, method }: HttpServerRequest) =>
  method === "OPTIONS" && headers["origin"] !== undefined && headers["access-control-request-method"] !== undefined

export const preflight = (methods: ReadonlyArray<string>) =>
  HttpServerResponse.empty({
    status: 204,
    headers: {
      "access-control-allow-origin": "*",
      "access-control-allow-methods": methods.join(", "),
      "access-control-allow-headers": requestHeaders.join(", "),
      "access-control-max-age": "7200",
    },
  })

export const corsHeaders: Readonly<Record<string, string>> = {
  "access-control-allow-origin": "*",
  "access-control-expose-headers": responseHeaders.join(", "),
}
