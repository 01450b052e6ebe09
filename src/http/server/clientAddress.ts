import { Context, Option } from "effect"
import type { HttpServerRequest } from "effect/http/HttpServerRequest"
import { isIP } from "node:net"

/** Reverse proxies of the operator in front of this gateway. Each one appends the address of its client to `X-Forwarded-For`. */
export const ProxiesInFront = Context.Reference<number>("farthing/src/http/server/ProxiesInFront", { defaultValue: () => 0 })

/**
 * The request with the address of its client, which limits are counted by. Of `X-Forwarded-For` the operator's own proxies wrote the last
 * `proxies` entries: what is before them is the client's word.
 */
export const withClientAddress = (request: HttpServerRequest, proxies: number): HttpServerRequest => {
  if (proxies === 0) return request
  const entries = (request.headers["x-forwarded-for"] ?? "").split(",").map((entry) => entry.trim())
  const client = addressIn(entries[Math.max(0, entries.length - proxies)]!)
  return client === undefined ? request : request.modify({ remoteAddress: Option.some(client) })
}

/** The address of an entry, which may have a port. */
const addressIn = (entry: string): string | undefined => {
  const address = /^\[([^\]]+)\](?::\d+)?$/u.exec(entry)?.[1] ?? /^([\d.]+):\d+$/u.exec(entry)?.[1] ?? entry
  return isIP(address) === 0 ? undefined : address
}
