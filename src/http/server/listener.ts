import { Context } from "effect"
import { randomUUID } from "node:crypto"
import { createServer, type IncomingMessage, type Server, type ServerResponse, STATUS_CODES } from "node:http"
import type { Duplex } from "node:stream"
import { InvalidRequest } from "../../../domain/Refusal.ts"

/** How long the listener waits for a client, in milliseconds. */
export interface ClientTimeoutsShape {
  /** For the headers of a request, and for the first byte on a new connection. */
  readonly headersMs: number
  /** For a whole request. */
  readonly requestMs: number
  /** The interval at which both are checked. */
  readonly checkMs: number
  /** For a connection without traffic, also while a client does not read its response. Longer than any request may wait. */
  readonly silenceMs: number
  /** For the next request on a connection. */
  readonly keepAliveMs: number
}

/** A reference, so that a test need not wait as long. */
export const ClientTimeouts = Context.Reference<ClientTimeoutsShape>("farthing/src/http/server/ClientTimeouts", {
  defaultValue: () => ({ headersMs: 10_000, requestMs: 30_000, checkMs: 1_000, silenceMs: 120_000, keepAliveMs: 65_000 }),
})

/** The HTTP server below the gateway: strict and bounded. What it refuses before there is a request has the same envelope. */
export const listener = ({ checkMs, headersMs, keepAliveMs, requestMs, silenceMs }: ClientTimeoutsShape): Server => {
  const http = createServer({
    headersTimeout: headersMs,
    requestTimeout: requestMs,
    connectionsCheckingInterval: checkMs,
    keepAliveTimeout: keepAliveMs,
    maxHeaderSize: 16_384,
    // The request middleware answers a missing Host header with the envelope.
    requireHostHeader: false,
    // Upgrades are ignored, as the protocol allows.
    shouldUpgradeCallback: () => false,
  })
  http.timeout = silenceMs

  const open = new WeakMap<Duplex, Set<ServerResponse>>()
  const note = (request: IncomingMessage, response: ServerResponse) => {
    const pending = open.get(request.socket) ?? new Set()
    open.set(request.socket, pending.add(response))
    response.once("close", () => pending.delete(response))
  }
  // A response that is sent while the server closes is the last one on its connection.
  const last = (response: ServerResponse) =>
    response.once("finish", () => http.listening || setImmediate(() => http.closeIdleConnections()))

  for (const event of ["request", "checkContinue"] as const) {
    http.on(event, (request, response) => {
      takeOriginForm(request)
      note(request, response)
      last(response)
    })
  }
  http.on("checkExpectation", (_, response) => {
    const body = bodyOf("Expect takes 100-continue and nothing else. Remove the header.")
    response.writeHead(417, { ...headersOf(), "content-length": body.length }).end(body)
  })
  http.on("clientError", (error: NodeJS.ErrnoException, socket) => {
    if (!socket.writable || socket.destroyed || !mayAnswer(open.get(socket))) return socket.destroy(error)
    socket.end(answerTo(error.code))
    const grace = setTimeout(() => socket.destroy(), graceMs)
    socket.once("close", () => clearTimeout(grace))
  })
  return http
}

/** `GET http://host/path`, as a client behind a proxy sends it, is a request for the path, of listed APIs too. */
const takeOriginForm = (request: IncomingMessage): void => {
  const url = request.url ?? ""
  const [origin] = /^https?:\/\/[^/?#@]+(?=\/)/iu.exec(url) ?? []
  if (origin !== undefined && URL.canParse(url)) request.url = url.slice(origin.length)
}

const graceMs = 1_000

/** Never in the place of another response: only if none is in progress, or if it is for the request that did not arrive whole. */
const mayAnswer = (pending: ReadonlySet<ServerResponse> | undefined): boolean => {
  const [first] = pending ?? []
  return first === undefined || (!first.req.complete && !first.headersSent)
}

const answers: Readonly<Record<string, readonly [number, string]>> = {
  HPE_HEADER_OVERFLOW: [431, "The request line and the headers are larger than 16 KB. Send less of them."],
  HPE_CHUNK_EXTENSIONS_OVERFLOW: [413, "The chunk extensions of the body are larger than 16 KB. Send none."],
  HPE_INVALID_METHOD: [
    400,
    "The method of this request is unknown, so nothing was done. Send a method of HTTP in capitals: GET, POST, PUT, PATCH, DELETE.",
  ],
  ERR_HTTP_REQUEST_TIMEOUT: [408, "The request did not arrive in time. Send it again, faster."],
}
const malformed = [400, "This is not a well-formed HTTP/1.1 request, so nothing was done. Correct its framing and send it again."] as const

const answerTo = (code: string | undefined): string => {
  const [status, message] = answers[code ?? ""] ?? malformed
  const body = bodyOf(message)
  const headers = Object.entries({ ...headersOf(), "content-length": body.length }).map(([name, value]) => `${name}: ${value}\r\n`)
  return `HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n${headers.join("")}\r\n${body}`
}

const bodyOf = (message: string): string => JSON.stringify(new InvalidRequest({ message }).toEnvelope())
const headersOf = () => ({ "content-type": "application/json", "x-request-id": randomUUID(), "x-money-moved": "none", connection: "close" })
