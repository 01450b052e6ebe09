import type { RawHeaders } from "./rawHeaders.ts"

/** A name as the most careless server reads it: CGI and what grew from it take `X_Api_Key` and `x-api-key` for one. */
export const plainName = (name: string): string => name.toLowerCase().replaceAll("_", "-")

/** The headers that are meant for more than one connection (RFC 9110 §7.6.1), and that are well-formed. */
export const endToEnd = (headers: RawHeaders): RawHeaders => {
  const named = new Set(
    headers
      .filter(([name]) => plainName(name) === "connection")
      .flatMap(([, value]) => value.split(","))
      .map((name) => plainName(name.trim())),
  )
  return headers.filter(([name, value]) => {
    const plain = plainName(name)
    return token.test(name) && line.test(value) && !hopByHop.has(plain) && !plain.startsWith("proxy-") && !named.has(plain)
  })
}

const token = /^[!#$%&'*+.^_`|~0-9A-Za-z-]+$/
const line = /^[\t\x20-\x7e\x80-\xff]*$/

const hopByHop = new Set(["connection", "keep-alive", "te", "trailer", "trailers", "transfer-encoding", "upgrade", "http2-settings"])
