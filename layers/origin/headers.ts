import type { RawHeaders } from "./OriginRequest.ts"

/**
 * The headers of a caller that another company's server may see. Credentials and payments are the gateway's own; who called,
 * by which name and signed by whom is for the gateway to say; and no header may turn the listed method and path, which the
 * price belongs to, into others.
 */
export const forwardableHeaders = (headers: RawHeaders): RawHeaders =>
  endToEnd(
    headers.filter(([, value]) => !ownSecret.test(value)),
    (plain) => withheldRequestHeaders.has(plain) || withheldRequestPrefixes.some((prefix) => plain.startsWith(prefix)),
  )

/** A key of this gateway, which a careless client may send in any header (`X-API-Key`). */
const ownSecret = /\bfrt_[a-z]+_[\w-]/u

const credentials = ["authorization", "cookie", "cookie2", "idempotency-key", "x-workspace-id", "x-cost-tag", "x-payment", "payment"]
const requestFraming = ["host", "content-length", "expect"]
const caller = ["forwarded", "via", "x-real-ip", "x-client-ip", "x-cluster-client-ip", "true-client-ip", "x-request-id"]
const otherHosts = ["x-host", "x-original-host", "x-original-url", "x-original-uri", "x-rewrite-url"]
const otherMethods = ["x-http-method", "x-http-method-override", "x-method-override"]
const withheldRequestHeaders = new Set([...credentials, ...requestFraming, ...caller, ...otherHosts, ...otherMethods])

const withheldRequestPrefixes = ["x-payment-", "payment-", "x-forwarded-", "x-gateway-", "cf-connecting-"]

/**
 * The headers of an origin that the caller may see. The answer goes out under the gateway's own name, so an origin may not
 * speak for the gateway (what was charged, what is left of a rate), set anything for its whole domain (cookies, transport
 * rules, where browsers report to), ask for credentials there, or instruct the proxies in front of it. Content-Length
 * stays: it is what the body was held to, and for HEAD the length of the body there would be.
 */
export const answerHeaders = (headers: RawHeaders): RawHeaders =>
  endToEnd(headers, (plain) => reservedResponseHeaders.has(plain) || reservedResponsePrefixes.some((prefix) => plain.startsWith(prefix)))

const gatewayHeaders = ["x-money-moved", "x-payment", "payment", "x-request-id", "x-idempotent-replay", "idempotency-key", "x-workspace-id"]
const cookies = ["set-cookie", "set-cookie2", "clear-site-data", "p3p"]
const transport = ["strict-transport-security", "public-key-pins", "public-key-pins-report-only", "expect-ct", "alt-svc"]
const browser = ["service-worker-allowed", "origin-agent-cluster", "accept-ch", "critical-ch", "nel", "report-to", "reporting-endpoints"]
const authentication = ["www-authenticate", "authentication-info", "optional-www-authenticate"]
const proxies = ["x-sendfile", "x-reproxy-url", "x-lighttpd-send-file", "surrogate-control", "surrogate-key", "cdn-cache-control"]
const reservedResponseHeaders = new Set([...gatewayHeaders, ...cookies, ...transport, ...browser, ...authentication, ...proxies])

const reservedResponsePrefixes = ["x-payment-", "payment-", "ratelimit", "x-ratelimit", "x-gateway-", "access-control-", "x-accel-", "sec-"]

/** A name as the most careless server reads it: CGI and what grew from it take `X_Api_Key` and `x-api-key` for one. */
const plainName = (name: string): string => name.toLowerCase().replaceAll("_", "-")

/** The headers that are meant for more than one connection (RFC 9110 §7.6.1), that are well-formed, and that are not withheld. */
const endToEnd = (headers: RawHeaders, isWithheld: (plain: string) => boolean): RawHeaders => {
  const plainNames = headers.map(([name]) => plainName(name))
  const named = new Set<string>()
  for (const [i, [, value]] of headers.entries()) {
    if (plainNames[i] === "connection") for (const name of value.split(",")) named.add(plainName(name.trim()))
  }
  return headers.filter(([name, value], i) => {
    const plain = plainNames[i]!
    const isKept = !hopByHop.has(plain) && !plain.startsWith("proxy-") && !named.has(plain) && !isWithheld(plain)
    return isKept && token.test(name) && line.test(value)
  })
}

const token = /^[!#$%&'*+.^_`|~0-9A-Za-z-]+$/
const line = /^[\t\x20-\x7e\x80-\xff]*$/

const hopByHop = new Set(["connection", "keep-alive", "te", "trailer", "trailers", "transfer-encoding", "upgrade", "http2-settings"])
