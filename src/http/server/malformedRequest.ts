import type { HttpServerRequest } from "effect/http/HttpServerRequest"
import type { IncomingMessage } from "node:http"
import { InvalidRequest } from "../../../domain/Refusal.ts"

/** Connections that carried a malformed request: a proxy in front may have framed what follows in another way. */
const untrusted = new WeakSet<object>()

/**
 * 400 for a message that the parser accepts and two servers could still read differently. It comes before everything else, on
 * every route, and closes the connection: no later request on it is served.
 */
export const rejectMalformed = (request: HttpServerRequest): InvalidRequest | undefined => {
  const source = request.source as IncomingMessage
  const message = untrusted.has(source.socket)
    ? "An earlier request on this connection was malformed. Open another connection."
    : mistakeIn(source)
  if (message === undefined) return undefined
  untrusted.add(source.socket)
  return new InvalidRequest({ message })
}

const mistakeIn = ({ headers, httpVersion, rawHeaders, url = "" }: IncomingMessage): string | undefined => {
  if (httpVersion !== "1.1" && httpVersion !== "1.0") return "Speak HTTP/1.1 to this gateway."
  const hosts = rawHeaders.filter((name, i) => i % 2 === 0 && name.toLowerCase() === "host").length
  if (hosts > 1) return "Send the Host header once."
  if (hosts === 0 && httpVersion === "1.1") return "Send a Host header."
  const coding = headers["transfer-encoding"]
  if (coding !== undefined && (coding.toLowerCase() !== "chunked" || httpVersion === "1.0")) {
    return "The only transfer coding this gateway takes is chunked, in HTTP/1.1. Send the body with a Content-Length instead."
  }
  if (!isTarget(url)) return "The request target must be a path, with a query at most. Leave out any fragment."
  return isDecodable(url.split("?", 1)[0]!)
    ? undefined
    : "The path has a % that no two hexadecimal digits of UTF-8 text follow. Encode it as %25."
}

/** A path, `*`, or the absolute form that proxies send. */
const isTarget = (url: string): boolean =>
  !url.includes("#") && (url.startsWith("/") || url === "*" || (/^https?:\/\//i.test(url) && URL.canParse(url)))

const isDecodable = (path: string): boolean => {
  if (!path.includes("%")) return true
  try {
    decodeURIComponent(path)
    return true
  } catch {
    return false
  }
}
