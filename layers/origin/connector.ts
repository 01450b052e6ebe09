import { isIP, type LookupFunction } from "node:net"
import { buildConnector } from "undici"
import { isAllowedAddress, isPublicAddress } from "./addresses.ts"
import type { Resolve } from "./Resolver.ts"

/** The host resolves to an address that this gateway does not call. */
export class ForbiddenAddress extends Error {}

/**
 * Opens connections that go to a checked address and nowhere else. A name is resolved once for each connection, all its
 * addresses are checked, and the socket is given those same addresses: nothing asks the resolver again between the check
 * and the connection. One forbidden address among several refuses them all, since no honest name mixes the two. The name
 * stays what TLS verifies.
 */
export const makeConnector = (options: {
  readonly resolve: Resolve
  /** The operator allowed this origin to be inside. */
  readonly allowed: boolean
  readonly timeoutMs: number
}): buildConnector.connector => {
  const mayCall = options.allowed ? isAllowedAddress : isPublicAddress
  const connect = buildConnector({
    timeout: options.timeoutMs,
    allowH2: false,
    rejectUnauthorized: true,
    autoSelectFamily: true,
    autoSelectFamilyAttemptTimeout: 1_000,
    lookup: checkedLookup(options.resolve, mayCall),
  })
  return (target, callback) => {
    // An address in place of a name is never looked up, so it is checked here.
    if (isIP(target.hostname) !== 0 && !mayCall(target.hostname)) return queueMicrotask(() => callback(new ForbiddenAddress(), null))
    return connect(target, (...[error, socket]) => {
      if (error !== null) return callback(error, null)
      socket.prependListener("error", keepResets)
      return callback(null, socket)
    })
  }
}

const checkedLookup =
  (resolve: Resolve, mayCall: (address: string) => boolean): LookupFunction =>
  (hostname, { all }, callback) => {
    void resolve(hostname).then(
      (addresses) => {
        const [first] = addresses
        if (first === undefined || !addresses.every(mayCall)) return callback(new ForbiddenAddress(), [])
        if (all !== true) return callback(null, first, isIP(first))
        return callback(
          null,
          addresses.slice(0, maxAddresses).map((address) => ({ address, family: isIP(address) })),
        )
      },
      (error: unknown) => callback(error instanceof Error ? error : new Error("the resolver failed"), []),
    )
  }

/** The number of addresses of one name that are tried. */
const maxAddresses = 4

/**
 * undici takes a connection reset for the end of an answer that has neither length nor chunks, and would hand out half an
 * answer as a whole one. Under another code a reset is what it is, an error.
 */
const keepResets = (error: NodeJS.ErrnoException): void => {
  if (error.code === "ECONNRESET") error.code = "ERR_ORIGIN_RESET"
}
