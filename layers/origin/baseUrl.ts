import { isIP } from "node:net"
import { Result } from "effect"
import { isAllowedAddress, isPublicAddress } from "./addresses.ts"

/** The base address of an API. `origin` is canonical (`https://api.example.com:8443`); `path` is "" or begins with a slash and ends without one. */
export interface BaseUrl {
  readonly origin: string
  readonly hostname: string
  readonly path: string
}

/**
 * Reads the base address of an API, or explains in a sentence why the text is not one. `allowed`: the operator allowed this
 * exact origin, so that plain HTTP, internal names and private addresses pass. A name is judged again by the addresses it
 * resolves to at each connection; here only what the text itself shows.
 */
export const readBaseUrl = (text: string, allowed: boolean): Result.Result<BaseUrl, string> => {
  const key = `${allowed ? "allowed" : "public"} ${text}`
  const cached = cache.get(key)
  if (cached !== undefined) return cached
  if (cache.size >= maxCached) cache.clear()
  const read = parseBaseUrl(text, allowed)
  cache.set(key, read)
  return read
}

/** Parsed addresses are cached, because every request uses one of a few origins. */
const cache = new Map<string, Result.Result<BaseUrl, string>>()
const maxCached = 1_000

const parseBaseUrl = (text: string, allowed: boolean): Result.Result<BaseUrl, string> => {
  // A URL parser silently drops or decodes some characters, so the text could differ from the address that is called.
  if (text.length > maxLength) return Result.fail(`must be at most ${maxLength} characters`)
  if (!/^https?:\/\/[^/]/i.test(text)) return Result.fail("must begin with https:// and a host name")
  if (oddCharacters.test(text)) return Result.fail(oddCharactersProblem)
  if (!URL.canParse(text)) return Result.fail("is not a URL")
  const url = new URL(text)
  if (url.username !== "" || url.password !== "" || /^https?:\/\/[^/?#]*@/i.test(text)) return Result.fail("must not contain a user name")
  if (/[?#]/.test(text)) return Result.fail("must not contain a query or a fragment")
  if (!hasPlainPath(text)) return Result.fail("must have a plain path: no empty or dotted segments, no encoded slashes or dots")
  const hostname = url.hostname.replace(/^\[|\]$/g, "")
  const wrong = hostProblem(hostname, allowed) ?? (allowed ? undefined : channelProblem(url))
  if (wrong !== undefined) return Result.fail(wrong)
  return Result.succeed({ origin: url.origin, hostname, path: url.pathname.replace(/\/$/, "") })
}

const maxLength = 2_048

export const oddCharacters = /[\s\\"<>\p{Cc}\p{Cf}]/u
export const oddCharactersProblem = "must not contain spaces, quotes, angle brackets, backslashes or invisible characters"

const hasPlainPath = (text: string): boolean => {
  const path = text.replace(/^https?:\/\/[^/]*/i, "").replace(/\/$/, "")
  return (
    !/%(2e|2f|5c|00)/i.test(path) &&
    !path.split("/").some((segment, index) => segment === "." || segment === ".." || (segment === "" && index > 0))
  )
}

const hostProblem = (hostname: string, allowed: boolean): string | undefined => {
  if (isIP(hostname) !== 0) return (allowed ? isAllowedAddress : isPublicAddress)(hostname) ? undefined : "must not be at a private address"
  if (!/^[\w.%-]+$/.test(hostname)) return "must have a host name of letters, digits, hyphens and dots"
  if (hostname.endsWith(".") || hostname.includes("%"))
    return "must have a host name without a dot at its end and without encoded characters"
  if (allowed) return undefined
  return hostname.includes(".") && !internalNames.test(hostname) ? undefined : "must have a public host name"
}

/** Names that mean something only inside a machine or a network (RFC 6761, 6762, 8375, 9476 and habit). */
const internalNames = /\.(localhost|localdomain|local|internal|intranet|private|corp|home|lan|arpa|onion|alt|test|invalid)$/

const channelProblem = (url: URL): string | undefined => {
  if (url.protocol !== "https:") return "must use https"
  const port = Number(url.port === "" ? 443 : url.port)
  return port === 80 || port === 443 || (port >= 1_024 && !otherProtocolPorts.has(port))
    ? undefined
    : "must not use the port of another protocol"
}

/** Above 1023, the ports that browsers refuse too: what listens there may take a request for its own commands. */
const otherProtocolPorts = new Set([
  1719, 1720, 1723, 2049, 3659, 4045, 4190, 5060, 5061, 6000, 6566, 6665, 6666, 6667, 6668, 6669, 6679, 6697, 10080,
])
