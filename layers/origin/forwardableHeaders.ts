import { endToEnd, plainName } from "./hopByHop.ts"
import type { RawHeaders } from "./rawHeaders.ts"

/**
 * What of a caller's headers another company's server may see. Credentials and payments are the gateway's own; who called,
 * by which name and signed by whom is for the gateway to say; and no header may turn the listed method and path, which the
 * price belongs to, into others.
 */
export const forwardableHeaders = (headers: RawHeaders): RawHeaders =>
  endToEnd(headers).filter(([name]) => {
    const plain = plainName(name)
    return !withheldRequestHeaders.has(plain) && !withheldRequestPrefixes.some((prefix) => plain.startsWith(prefix))
  })

const credentials = ["authorization", "cookie", "cookie2", "idempotency-key", "x-workspace-id", "x-payment", "payment"]
const requestFraming = ["host", "content-length", "expect"]
const caller = ["forwarded", "via", "x-real-ip", "x-client-ip", "x-cluster-client-ip", "true-client-ip", "x-request-id"]
const otherHosts = ["x-host", "x-original-host", "x-original-url", "x-original-uri", "x-rewrite-url"]
const otherMethods = ["x-http-method", "x-http-method-override", "x-method-override"]
const withheldRequestHeaders = new Set([...credentials, ...requestFraming, ...caller, ...otherHosts, ...otherMethods])

const withheldRequestPrefixes = ["x-payment-", "payment-", "x-forwarded-", "x-gateway-", "cf-connecting-"]
