import { endToEnd, plainName } from "./hopByHop.ts"
import type { RawHeaders } from "./rawHeaders.ts"

/**
 * What of an origin's headers the caller may see. The answer goes out under the gateway's own name, so an origin may not
 * speak for the gateway (what was charged, what is left of a rate), set anything for its whole domain (cookies, transport
 * rules, where browsers report to), ask for credentials there, or instruct the proxies in front of it. Content-Length
 * stays: it is what the body was held to, and for HEAD the length of the body there would be.
 */
export const answerHeaders = (headers: RawHeaders): RawHeaders =>
  endToEnd(headers).filter(([name]) => {
    const plain = plainName(name)
    return !reservedResponseHeaders.has(plain) && !reservedResponsePrefixes.some((prefix) => plain.startsWith(prefix))
  })

const gatewayHeaders = ["x-money-moved", "x-payment", "payment", "x-request-id", "x-idempotent-replay", "idempotency-key", "x-workspace-id"]
const cookies = ["set-cookie", "set-cookie2", "clear-site-data", "p3p"]
const transport = ["strict-transport-security", "public-key-pins", "public-key-pins-report-only", "expect-ct", "alt-svc"]
const browser = ["service-worker-allowed", "origin-agent-cluster", "accept-ch", "critical-ch", "nel", "report-to", "reporting-endpoints"]
const authentication = ["www-authenticate", "authentication-info", "optional-www-authenticate"]
const proxies = ["x-sendfile", "x-reproxy-url", "x-lighttpd-send-file", "surrogate-control", "surrogate-key", "cdn-cache-control"]
const reservedResponseHeaders = new Set([...gatewayHeaders, ...cookies, ...transport, ...browser, ...authentication, ...proxies])

const reservedResponsePrefixes = ["x-payment-", "payment-", "ratelimit", "x-ratelimit", "x-gateway-", "access-control-", "x-accel-", "sec-"]
